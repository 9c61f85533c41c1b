import Formats
import Medley
import Testing

@Suite struct WrapperArrayTests {
  private let registry = PolymorphicRegistry<any Media>(
    .wrapperArray,
    ["MOVIE": Movie.self, 4: Book.self]
  )
  private let movie: PayloadValue = ["MOVIE", ["title": "Heat", "minutes": 170]]
  private let book: PayloadValue = [4, ["title": "Momo", "pages": 304]]
  private let opera: PayloadValue = ["OPERA", ["title": "Tosca", "acts": 3]]
  private let known: [Polymorphic<any Media>] = [
    .known(Movie(title: "Heat", minutes: 170)), .known(Book(title: "Momo", pages: 304)),
  ]

  // MARK: - Under a key

  @Test(arguments: [Format.yaml, .toml])
  func `decodes and encodes a member`(_ format: Format) throws {
    let tree: PayloadValue = ["item": movie]
    let single = try format.decode(Single<Polymorphic<any Media>>.self, tree, with: registry)
    #expect(single.item == known[0])
    #expect(try format.encoded(single, with: registry) == tree)
  }

  @Test(arguments: [Format.yaml, .toml])
  func `keeps an unknown member and encodes it unchanged`(_ format: Format) throws {
    let tree: PayloadValue = ["item": opera]
    let single = try format.decode(Single<Polymorphic<any Media>>.self, tree, with: registry)
    #expect(single.item.unknown?.tag == "OPERA")
    #expect(try format.encoded(single, with: registry) == tree)
  }

  @Test func `XML shows only the first of two elements under a key`() throws {
    let document = """
      <feed><item>MOVIE</item><item><title>Heat</title><minutes>170</minutes></item></feed>
      """
    let found = try fault {
      try Format.xml.decode(Single<Polymorphic<any Media>>.self, from: document) {
        $0.register(registry)
      }
    }
    #expect(found == Fault(.corrupted, "item"))
  }

  // MARK: - In an array

  @Test(arguments: Format.allCases)
  func `decodes elements of an array`(_ format: Format) throws {
    #expect(try format.items([movie, book], with: registry) == known)
  }

  @Test(arguments: [Format.yaml, .xml])
  func `encodes elements of an array`(_ format: Format) throws {
    #expect(try format.roundTrip(Items(items: known), with: registry).items == known)
  }

  @Test(
    arguments: [
      Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170)),
      .known(Book(title: "Momo", pages: 304)),
    ]
  )
  func `TOML can't encode an element of an array`(_ element: Polymorphic<any Media>) throws {
    let found = try fault {
      try Format.toml.encode(Items(items: [element])) { $0.register(registry) }
    }
    #expect(found == Fault(.unwritable, "items[0]"))
  }

  @Test func `TOML can't encode an unknown element of an array`() throws {
    let items = try Format.toml.items([opera], with: registry)
    #expect(items.first?.unknown?.tag == "OPERA")
    let found = try fault { try Format.toml.encode(Items(items: items)) }
    #expect(found == Fault(.unwritable, "items[0]"))
  }

  @Test func `YAML keeps an unknown element of an array`() throws {
    let items = try Format.yaml.items([movie, opera], with: registry)
    #expect(items.last?.unknown?.tag == "OPERA")
    #expect(try Format.yaml.encodedItems(items, with: registry) == [movie, opera])
  }

  @Test func `XML finds the tag of an unknown element and keeps it as an object`() throws {
    let items = try Format.xml.items([movie, opera], with: registry)
    #expect(items.first == known[0])
    #expect(items.last?.unknown?.tag == "OPERA")
    let content: PayloadValue = ["items": ["OPERA", ["title": "Tosca", "acts": "3"]]]
    #expect(items.last?.unknown?.content == content)
  }

  // MARK: - Of another shape

  @Test(arguments: [Format.yaml, .toml])
  func `throws unless there are two elements`(_ format: Format) throws {
    for wrapper: PayloadValue in [["MOVIE"], ["MOVIE", ["title": "Heat"], 3]] {
      let found = try fault { try format.items([wrapper], with: registry) }
      #expect(found == Fault(.corrupted, "items[0]"))
    }
  }
}
