import Formats
import Medley
import Testing

@Suite struct TagTests {
  private let heat = Movie(title: "Heat", minutes: 170)
  private let momo = Book(title: "Momo", pages: 304)

  private func movie(_ tag: PayloadValue) -> PayloadValue {
    ["type": tag, "title": "Heat", "minutes": 170]
  }

  private func book(_ tag: PayloadValue) -> PayloadValue {
    ["type": tag, "title": "Momo", "pages": 304]
  }

  // MARK: - Integers and Booleans

  @Test(arguments: Format.allCases)
  func `reads and writes integers`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", [1: Movie.self, -2: Book.self])
    let tree: PayloadValue = [movie(1), book(-2)]
    let items = try format.items(tree, with: registry)
    #expect(items == [.known(heat), .known(momo)])
    #expect(try format.encodedItems(items, with: registry) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `reads and writes Booleans`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", [true: Movie.self, false: Book.self])
    let tree: PayloadValue = [movie(true), book(false)]
    let items = try format.items(tree, with: registry)
    #expect(items == [.known(heat), .known(momo)])
    #expect(try format.encodedItems(items, with: registry) == format.image(of: tree))
  }

  @Test func `XML reads 1 as true`() throws {
    let registry = PolymorphicRegistry<any Media>("type", [true: Movie.self])
    #expect(try Format.xml.items([movie(1)], with: registry) == [.known(heat)])
    for format in [Format.yaml, .toml] {
      #expect(try format.items([movie(1)], with: registry).unknown.count == 1)
    }
  }

  // MARK: - Kinds

  @Test(arguments: Format.allCases)
  func `reads the registered kind if several are possible`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", [1: Movie.self, "2": Book.self])
    let items = try format.items([movie(1), book("2")], with: registry)
    #expect(items == [.known(heat), .known(momo)])
  }

  @Test func `only TOML distinguishes 1 from "1"`() throws {
    let registry = PolymorphicRegistry<any Media>("type", ["1": Movie.self])
    #expect(try Format.yaml.items([movie(1)], with: registry) == [.known(heat)])
    #expect(try Format.xml.items([movie(1)], with: registry) == [.known(heat)])
    let unknown = try #require(try Format.toml.items([movie(1)], with: registry).first?.unknown)
    #expect(unknown.tag == 1)
  }

  @Test func `YAML and TOML distinguish a string from a registered integer`() throws {
    let registry = PolymorphicRegistry<any Media>("type", [1: Movie.self])
    for format in [Format.yaml, .toml] {
      let unknown = try format.items([movie("1")], with: registry).first?.unknown
      #expect(unknown?.tag == "1", "\(format)")
    }
    #expect(try Format.xml.items([movie("1")], with: registry) == [.known(heat)])
  }

  @Test(arguments: [Format.yaml, .xml])
  func `YAML and XML read a fraction as a string`(_ format: Format) throws {
    let unknown = try format.items([["type": 1.5]], with: Feed.registry).first?.unknown
    #expect(unknown?.tag == "1.5")
    #expect(unknown?.reason == .unregistered)
  }

  // MARK: - Integers of more than 64 bits

  @Test(arguments: [Format.yaml, .xml])
  func `treats an integer beyond 64 bits as an unknown tag`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", [1: Movie.self])
    let digits = "99999999999999999999999"
    let document =
      format == .yaml
      ? "items: [{type: \(digits)}]" : "<feed><items><type>\(digits)</type></items></feed>"
    let items = try format.decode(Feed.self, from: document) { $0.register(registry) }.items
    #expect(items.first?.unknown?.reason == .unregistered)
  }

  @Test func `TOML refuses a document with an integer beyond 64 bits`() throws {
    #expect(throws: (any Error).self) {
      try Format.toml.decode(Feed.self, from: "items = [{type = 99999999999999999999999}]") {
        $0.register(Feed.registry)
      }
    }
  }

  @Test(arguments: [Int64.min, .max], [Format.yaml, .toml])
  func `reads the largest integers`(_ tag: Int64, _ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", [.integer(tag): Movie.self])
    #expect(try format.items([movie(.integer(tag))], with: registry) == [.known(heat)])
  }

  // MARK: - Comparing, aliases, parts

  @Test(arguments: Format.allCases)
  func `compares tags case-insensitively`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self],
      ignoringCase: true
    )
    #expect(try format.items([movie("movie")], with: registry) == [.known(heat)])
  }

  @Test(arguments: Format.allCases)
  func `decodes an alias and encodes the first tag`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self, "FILM": Movie.self]
    )
    let items = try format.items([movie("FILM"), movie("MOVIE")], with: registry)
    #expect(items == [.known(heat), .known(heat)])
    #expect(
      try format.encodedItems(items, with: registry)
        == format.image(of: [movie("MOVIE"), movie("MOVIE")])
    )
  }

  @Test(arguments: Format.allCases)
  func `reads parts of several kinds`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>(
      .compound("version", "type"),
      [["v1", "MEDIUM"]: Movie.self, [2, "MEDIUM"]: Book.self]
    )
    let tree: PayloadValue = [
      ["version": "v1"] + movie("MEDIUM"), ["version": 2] + book("MEDIUM"),
    ]
    let items = try format.items(tree, with: registry)
    #expect(items == [.known(heat), .known(momo)])
  }
}
