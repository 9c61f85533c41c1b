import Formats
import Medley
import Testing

/// Elements in every container.
@Suite struct ContainerTests {
  private typealias Element = Polymorphic<any Media>

  private let movie: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": 170]
  private let opera: PayloadValue = ["type": "OPERA", "title": "Tosca"]
  private let heat = Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170))

  // MARK: - Members

  @Test(arguments: Format.allCases)
  func `decodes and encodes a member`(_ format: Format) throws {
    let tree: PayloadValue = ["item": movie]
    let single = try format.decode(Single<Element>.self, tree, with: Feed.registry)
    #expect(single.item == heat)
    #expect(try format.encoded(single, with: Feed.registry) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `decodes and encodes a document that is an element`(_ format: Format) throws {
    let element = try format.decode(Element.self, movie, with: Feed.registry)
    #expect(element == heat)
    #expect(try format.encoded(element, with: Feed.registry) == format.image(of: movie))
  }

  @Test(arguments: Format.allCases)
  func `decodes and encodes a document whose only key is the tag`(_ format: Format) throws {
    let registry = WireForm.external.registry
    let element = try format.decode(Element.self, WireForm.external.movie, with: registry)
    #expect(element == heat)
    #expect(
      try format.encoded(element, with: registry) == format.image(of: WireForm.external.movie)
    )
  }

  @Test(arguments: Format.allCases)
  func `decodes and encodes an optional member`(_ format: Format) throws {
    let tree: PayloadValue = ["item": movie]
    let single = try format.decode(Maybe<Element>.self, tree, with: Feed.registry)
    #expect(single.item == heat)
    #expect(try format.encoded(single, with: Feed.registry) == format.image(of: tree))

    let absent = try format.decode(Maybe<Element>.self, ["other": 1], with: Feed.registry)
    #expect(absent.item == nil)
    #expect(try format.roundTrip(absent, with: Feed.registry) == absent)
  }

  @Test func `decodes null in YAML but not an empty element of XML as nil`() throws {
    let null = try Format.yaml.decode(
      Maybe<Element>.self,
      ["item": .null],
      with: Feed.registry
    )
    #expect(null.item == nil)
    let found = try fault {
      try Format.xml.decode(Maybe<Element>.self, ["item": .null], with: Feed.registry)
    }
    #expect(found.code == .missingTag)
  }

  // MARK: - Collections

  @Test(arguments: Format.allCases)
  func `decodes and encodes a dictionary`(_ format: Format) throws {
    let tree: PayloadValue = ["item": ["first": movie, "second": opera]]
    let single = try format.decode(Single<[String: Element]>.self, tree, with: Feed.registry)
    #expect(single.item["first"] == heat)
    #expect(single.item["second"]?.unknown?.tag == "OPERA")
    #expect(try format.encoded(single, with: Feed.registry) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `decodes and encodes arrays in a dictionary`(_ format: Format) throws {
    let tree: PayloadValue = ["item": ["first": [movie, opera], "second": [opera, movie]]]
    let single = try format.decode(Single<[String: [Element]]>.self, tree, with: Feed.registry)
    #expect(single.item["first"]?.known.count == 1)
    #expect(single.item["second"]?.last == heat)
    #expect(try format.encoded(single, with: Feed.registry) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `decodes arrays in an array`(_ format: Format) throws {
    let tree: PayloadValue = ["items": [[movie, opera], [movie]]]
    let feed = try format.decode(Items<[Element]>.self, tree, with: Feed.registry)
    #expect(feed.items.map(\.count) == [2, 1])
    #expect(feed.items.last == [heat])
  }

  @Test(arguments: [Format.yaml, .xml])
  func `encodes arrays in an array, except to TOML`(_ format: Format) throws {
    // TOMLKit traps on any array of arrays of structs: see ForeignLimitTests.
    let feed = Items<[Element]>(items: [[heat, heat], [heat]])
    #expect(try format.roundTrip(feed, with: Feed.registry) == feed)
  }

  @Test(arguments: [Format.yaml, .toml])
  func `decodes and encodes an empty array`(_ format: Format) throws {
    let feed = try format.decode(Feed.self, ["items": []], with: Feed.registry)
    #expect(feed.items.isEmpty)
    #expect(try format.encoded(feed, with: Feed.registry) == ["items": []])
  }

  @Test func `decodes an empty array of XML as absent`() throws {
    let feed = try Format.xml.decode(Feed.self, from: "<feed/>") { $0.register(Feed.registry) }
    #expect(feed.items.isEmpty)
    #expect(try Format.xml.encoded(feed, with: Feed.registry) == [:])
    let found = try fault {
      try Format.xml.decode(Feed.self, from: "<feed><items/></feed>") {
        $0.register(Feed.registry)
      }
    }
    #expect(found == Fault(.null, "items"))
  }

  @Test func `decodes an empty dictionary of XML as absent`() throws {
    let found = try fault {
      try Format.xml.decode(
        Single<[String: Element]>.self,
        ["item": [:]],
        with: Feed.registry
      )
    }
    #expect(found == Fault(.mismatch, "item"))
  }

  @Test(arguments: [Format.yaml, .xml])
  func `decodes and encodes optional elements`(_ format: Format) throws {
    let feed = Items<Element?>(items: [heat, nil, heat])
    #expect(try format.roundTrip(feed, with: Feed.registry) == feed)
  }

  @Test func `TOML omits a last element that is nil`() throws {
    // One before others corrupts TOMLKit's memory: see the README.
    let document = try Format.toml.encode(Items<Element?>(items: [heat, heat, nil])) {
      $0.register(Feed.registry)
    }
    #expect(try Format.toml.tree(document) == ["items": [movie, movie]])
  }
}
