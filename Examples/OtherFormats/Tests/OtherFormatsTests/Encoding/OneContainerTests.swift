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

  // MARK: - Payloads that catch errors

  /// A payload that encodes an object only where it has caught the error of a member.
  struct Late: Media {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "failing")
        )
      }
    }
    enum Key: CodingKey { case title, meta, failing }
    var title: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(title, forKey: .title)
      do {
        try container.encode(Failing(), forKey: .failing)
      } catch {
        try container.encode(["lang": "en"], forKey: .meta)
      }
    }
  }

  // Yams keeps an empty member in place of one that failed.
  @Test(arguments: [Format.toml, .xml])
  func `a payload catches the error of a member`(_ format: Format) throws {
    let tree: PayloadValue = ["type": "LATE", "title": "a", "meta": ["lang": "en"]]
    for tags: [TypeTag] in [["LATE"], ["LATE", "ALIAS"]] {
      let registry = PolymorphicRegistry<any Media>("type") { registry in
        for tag in tags { try registry.register(Late.self, for: tag) }
      }
      let items: [Polymorphic<any Media>] = [.known(Late(title: "a")), .known(Late(title: "a"))]
      #expect(
        try format.encodedItems(items, with: registry) == format.image(of: [tree, tree])
      )
    }
  }

  /// The object is written as a value before the payload, which had none when it was recorded.
  @Test(arguments: Format.allCases)
  func `an object around the tag that appears where an error was caught is an error`(
    _ format: Format
  ) throws {
    let registry = PolymorphicRegistry<any Media>(.path("meta", "kind"), ["LATE": Late.self])
    let error = try #require(throws: EncodingError.self) {
      try format.encodedItems([.known(Late(title: "a"))], with: registry)
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.last?.intValue == 0)
    #expect(context.debugDescription.contains("other members than a moment before"))
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
