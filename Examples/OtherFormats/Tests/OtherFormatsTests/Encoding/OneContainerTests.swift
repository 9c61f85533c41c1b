import Formats
import Medley
import Testing

/// A tag and a payload are encoded through one container.
///
/// TOMLKit loses what is written through
/// others, XMLCoder writes a member twice, and all trap on a payload that isn't an object.
@Suite struct OneContainerTests {
  private let heat = Movie(title: "Heat", minutes: 170)

  @Test(arguments: Format.allCases)
  func `keeps tag and payload in an array`(_ format: Format) throws {
    let items: [Polymorphic<any Media>] = [.known(heat), .known(Book(title: "Momo", pages: 304))]
    #expect(
      try format.encodedItems(items, with: Feed.registry)
        == format.image(
          of: [
            ["type": "MOVIE", "title": "Heat", "minutes": 170],
            ["type": "BOOK", "title": "Momo", "pages": 304],
          ]
        )
    )
  }

  // MARK: - Payloads of every shape

  struct Empty: Media, Equatable {
    var title: String { "" }
  }

  @Test(arguments: Format.allCases)
  func `encodes a payload without members as its tag alone`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["EMPTY": Empty.self])
    let feed = Feed(items: [.known(Empty()), .known(Empty())])
    let tree: PayloadValue = ["type": "EMPTY"]
    #expect(try format.encoded(feed, with: registry) == ["items": [tree, tree]])
    #expect(try format.roundTrip(feed, with: registry) == feed)
  }

  struct Deep: Media, Equatable {
    struct Person: Codable, Equatable {
      var name: String
      var roles: [String]
    }
    var title: String
    var cast: [Person]
    var crew: [String: Person]
    var house: Person?
  }

  @Test(arguments: Format.allCases)
  func `encodes payloads with arrays, dictionaries and objects`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["DEEP": Deep.self])
    let person = Deep.Person(name: "Maria", roles: ["Tosca", "Norma"])
    let value = Deep(title: "Gala", cast: [person, person], crew: ["first": person], house: person)
    let feed = Feed(items: [.known(value), .known(value)])
    #expect(try format.roundTrip(feed, with: registry) == feed)
  }

  struct Series: Media, Equatable {
    var title: String
    var episodes: [Polymorphic<any Media>]
    var trailer: Polymorphic<any Media>
  }

  @Test(arguments: Format.allCases)
  func `encodes payloads with elements`(_ format: Format) throws {
    let registry = try Feed.registry.registering(Series.self, for: "SERIES")
    let value = Series(
      title: "Twice",
      episodes: [.known(heat), .known(heat)],
      trailer: .known(heat)
    )
    let feed = Feed(items: [.known(value), .known(value)])
    #expect(try format.roundTrip(feed, with: registry) == feed)
  }

  // MARK: - Class hierarchies

  class Work: Codable {
    var title = "Heat"

    init() {}
  }

  final class Film: Work {
    var minutes = 170

    private enum CodingKeys: CodingKey {
      case minutes
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      minutes = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .minutes)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(minutes, forKey: .minutes)
    }
  }

  @Test(arguments: Format.allCases)
  func `encodes the members of a superclass`(_ format: Format) throws {
    let registry = PolymorphicRegistry<Work>("type", ["FILM": Film.self])
    let items: [Polymorphic<Work>] = [.known(Film()), .known(Film())]
    let tree: PayloadValue = ["type": "FILM", "title": "Heat", "minutes": 170]
    #expect(try format.encodedItems(items, with: registry) == format.image(of: [tree, tree]))
    let again = try format.roundTrip(Items(items: items), with: registry)
    #expect((again.items.first?.known as? Film)?.minutes == 170)
    #expect(again.items.first?.known?.title == "Heat")
  }

  @Test func `only TOMLKit loses the members of a superclass in an array`() throws {
    let document = try Format.toml.encode(Items(items: [Film()]))
    #expect(try Format.toml.tree(document) == ["items": [["minutes": 170]]])
  }

  // MARK: - What can't be encoded

  struct Scalar: Media, Equatable {
    var title: String

    init(title: String) {
      self.title = title
    }

    init(from decoder: any Decoder) throws {
      title = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(title)
    }
  }

  @Test(arguments: Format.allCases)
  func `throws for a scalar beside a tag`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["SCALAR": Scalar.self])
    let feed = Feed(items: [.known(Scalar(title: "Heat"))])
    let error = try #require(throws: EncodingError.self) {
      try format.encode(feed) { $0.register(registry) }
    }
    #expect(Fault(error) == Fault(.unwritable, "items[0]"))
    #expect("\(error)".contains(".adjacent"))
  }

  @Test(
    arguments: [Discriminator.adjacent(tag: "type", content: "data"), .external],
    Format.allCases
  )
  func `encodes a scalar under its own key`(
    _ discriminator: Discriminator,
    _ format: Format
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator, ["SCALAR": Scalar.self])
    let feed = Feed(items: [.known(Scalar(title: "Heat")), .known(Scalar(title: "Momo"))])
    #expect(try format.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Format.allCases)
  func `throws for an unregistered type`(_ format: Format) throws {
    let feed = Feed(items: [.known(Empty())])
    let found = try fault { try format.encode(feed) { $0.register(Feed.registry) } }
    #expect(found == Fault(.unwritable, "items[0]", .unregisteredType))
  }
}
