import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyResilience
import MedleyTesting
import Testing

/// A type that keeps all laws.
struct SoundType: Sendable, CustomTestStringConvertible {
  let name: String
  let laws: @Sendable () -> Laws

  var testDescription: String { name }

  init<Value: Codable & SendableMetatype>(
    _ name: String,
    _ type: Value.Type,
    _ samples: [String],
    registering register: @escaping @Sendable (inout UserInfo) -> Void = { _ in }
  ) {
    self.name = name
    laws = { Laws.ofSamples(type, samples, register) }
  }

  init(_ name: String, laws: @escaping @Sendable () -> Laws) {
    self.name = name
    self.laws = laws
  }
}

/// Types of all shapes, forms and wrappers, without a fault.
enum SoundTypes {
  static let all: [SoundType] = plain + custom + wrapped + registered

  // MARK: - Plain types

  static let plain = [
    SoundType(
      "a struct with optionals",
      Person.self,
      [
        #"{"name": "Ada", "age": 36, "partner": {"name": "Bob"}}"#,
        #"{"name": "Eve", "age": null}"#,
      ]
    ),
    SoundType(
      "a struct that isn't Equatable",
      Plain.self,
      [#"{"flag": true, "ratio": 0.5, "list": [1, 2]}"#]
    ),
    SoundType("a class", Account.self, [#"{"id": 1, "owner": {"name": "Ada"}}"#]),
    SoundType(
      "a subclass",
      Premium.self,
      [#"{"id": 1, "owner": {"name": "Ada"}, "discount": 0.25}"#]
    ),
    SoundType("a generic type", Box<[Int]>.self, [#"{"value": [1, 2, 3], "label": "a"}"#]),
    SoundType(
      "a recursive type",
      Tree.self,
      [#"{"name": "a", "kids": [{"name": "b", "kids": []}]}"#]
    ),
    SoundType(
      "an enum with synthesized cases",
      [Command].self,
      [#"[{"move": {"x": 1, "y": 2}}, {"say": {"_0": "a"}}, {"stop": {}}]"#]
    ),
    SoundType("raw values", Palette.self, [#"{"main": "red", "others": ["blue"], "size": 2}"#]),
    SoundType(
      "dictionaries",
      Stock.self,
      [#"{"counts": {"a": 1, "b": 2}, "names": {"1": "x"}}"#]
    ),
    SoundType("sets", Tags.self, [#"{"tags": ["b", "a", "c"], "groups": [["x"], ["y", "z"]]}"#]),
    SoundType(
      "integers of all widths",
      Numbers.self,
      [#"{"a": -5, "b": 200, "c": 18446744073709551615, "d": 1.5, "e": -3.25}"#]
    ),
    SoundType("dates and other scalars of Foundation") {
      let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
      decoder.dateDecodingStrategy = .iso8601
      encoder.dateEncodingStrategy = .iso8601
      let sample = """
        {"at": "2026-09-01T12:00:00Z", "data": "aGk=", "url": "https://example.org/a",
          "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "price": 12.5}
        """
      return Laws(
        of: Scalars.self,
        samples: [sample],
        decoder: decoder,
        encoder: encoder,
        mutants: 500
      )
    },
  ]

  struct Person: Codable, Equatable {
    var name: String
    var age: Int?
    var partner: Name?

    struct Name: Codable, Equatable { var name: String }
  }

  struct Plain: Codable {
    var flag: Bool
    var ratio: Double
    var list: [Int]
  }

  class Account: Codable {
    var id: Int
    var owner: Person.Name
  }

  final class Premium: Account {
    var discount: Double

    enum CodingKeys: CodingKey { case discount }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      discount = try container.decode(Double.self, forKey: .discount)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(discount, forKey: .discount)
    }
  }

  struct Box<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value
    var label: String?
  }

  struct Tree: Codable, Equatable {
    var name: String
    var kids: [Tree]
  }

  enum Command: Codable, Equatable {
    case move(x: Int, y: Int)
    case say(String)
    case stop
  }

  struct Palette: Codable, Equatable {
    enum Color: String, Codable { case red, blue }
    enum Size: Int, Codable {
      case small = 1
      case large = 2
    }

    var main: Color
    var others: [Color]
    var size: Size?
  }

  struct Stock: Codable, Equatable {
    var counts: [String: Int]
    var names: [Int: String]
  }

  struct Tags: Codable {
    var tags: Set<String>
    var groups: [Set<String>]
  }

  struct Numbers: Codable, Equatable {
    var a: Int8
    var b: UInt8
    var c: UInt64
    var d: Float
    var e: Double
  }

  struct Scalars: Codable, Equatable {
    var at: Date
    var data: Data
    var url: URL
    var id: UUID
    var price: Decimal
  }

  // MARK: - Types with code of their own

  static let custom = [
    SoundType("a nested container", Flat.self, [#"{"user": {"name": {"first": "Ada"}}, "id": 1}"#]),
    SoundType("a union that is tried", Text.self, [#"["a", 1, {"text": "b"}]"#]),
    SoundType("a hand-written switch", [Shape].self, [#"[{"kind": "circle", "r": 2}]"#]),
  ]

  struct Flat: Codable, Equatable {
    var id: Int
    var first: String

    enum CodingKeys: CodingKey { case id, user }
    enum UserKeys: CodingKey { case name }
    enum NameKeys: CodingKey { case first }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let user = try container.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
      let name = try user.nestedContainer(keyedBy: NameKeys.self, forKey: .name)
      first = try name.decode(String.self, forKey: .first)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      var user = container.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
      var name = user.nestedContainer(keyedBy: NameKeys.self, forKey: .name)
      try name.encode(first, forKey: .first)
    }
  }

  struct Text: Codable, Equatable {
    enum Part: Codable, Equatable {
      case string(String)
      case number(Int)
      case object(Object)

      struct Object: Codable, Equatable { var text: String }

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
          self = .string(string)
        } else if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .object(try container.decode(Object.self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let string): try container.encode(string)
        case .number(let number): try container.encode(number)
        case .object(let object): try container.encode(object)
        }
      }
    }

    var parts: [Part]

    init(from decoder: any Decoder) throws { parts = try [Part](from: decoder) }

    func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }
  }

  enum Shape: Codable, Equatable {
    case circle(r: Int)

    enum CodingKeys: CodingKey { case kind, r }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "circle": self = .circle(r: try container.decode(Int.self, forKey: .r))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .kind,
          in: container,
          debugDescription: "No shape"
        )
      }
    }

    func encode(to encoder: any Encoder) throws {
      guard case .circle(let radius) = self else { return }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("circle", forKey: .kind)
      try container.encode(radius, forKey: .r)
    }
  }

  // MARK: - Wrappers

  static let wrapped = [
    SoundType(
      "lossy and defaulted members",
      Lenient.self,
      [#"{"ids": [1, 2], "count": 3, "price": "2.5", "state": "open", "note": null}"#]
    ),
    SoundType("JSON of any kind", Box<PayloadValue>.self, [#"{"value": {"a": [1, null, "x"]}}"#]),
    SoundType(
      "parts that share one object",
      Composed<Header, Tail>.self,
      [#"{"id": 1, "title": "a", "count": 3}"#]
    ),
    SoundType(
      "members that no type knows",
      Preserving<Header>.self,
      [#"{"id": 1, "title": "a", "new": {"x": [1]}}"#]
    ),
  ]

  struct Lenient: Codable, Equatable {
    enum State: String { case open }

    @Lossy var ids: [Int]
    @Lossy @Defaulted<Defaults.Zero> var count: Int
    @Lossless var price: Double
    var state: OpenEnum<State>
    @NullWhenNil var note: String?
  }

  struct Header: Codable, Equatable {
    var id: Int
    var title: String
  }

  struct Tail: Codable, Equatable { var count: Int }

  // MARK: - Registries

  static let registered = [
    SoundType(
      "a feed with a base that is a protocol",
      Page.self,
      [
        """
        {"items": [{"type": "MOVIE", "title": "a", "minutes": 3}, {"type": "BOOK", "title": "b"},
          {"type": "OPERA", "acts": 3}]}
        """
      ]
    ) { $0.register(media) },
    SoundType(
      "a polymorphic enum",
      [Item].self,
      [#"[{"type": "movie", "title": "a"}, {"type": "advert"}, {"type": "poll", "q": [1]}]"#]
    ),
    SoundType("external tags", [External].self, [#"[{"movie": {"title": "a"}}]"#]),
    SoundType("adjacent tags", [Adjacent].self, [#"[{"t": "movie", "c": {"title": "a"}}]"#]),
    SoundType("deduced types", [Deduced].self, [#"[{"title": "a"}, {"name": "b", "age": 3}]"#]),
  ]

  protocol Media: Codable, Sendable {}

  struct Movie: Media, Equatable {
    var title: String
    var minutes: Int?
  }

  struct Book: Media, Equatable { var title: String }

  struct Page: Codable { @Lossy var items: [Polymorphic<any Media>] }

  static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  enum Item: PolymorphicEnum, Equatable {
    case movie(Movie)
    case advert
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(Movie.self, for: "movie", as: Item.movie)
      try $0.register(Item.advert, for: "advert")
    }
  }

  enum External: PolymorphicEnum, Equatable {
    case movie(Book)

    static let registry = PolymorphicRegistry<External>(.external) {
      try $0.register(Book.self, for: "movie", as: External.movie)
    }
  }

  enum Adjacent: PolymorphicEnum, Equatable {
    case movie(Book)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Adjacent>(.adjacent(tag: "t", content: "c")) {
      try $0.register(Book.self, for: "movie", as: Adjacent.movie)
    }
  }

  enum Deduced: PolymorphicEnum, Equatable {
    case book(Book)
    case person(Someone)

    struct Someone: Codable, Equatable {
      var name: String
      var age: Int
    }

    static let registry = PolymorphicRegistry<Deduced>(.deduced) {
      try $0.register(Book.self, for: "book", as: Deduced.book)
      try $0.register(Someone.self, for: "person", as: Deduced.person)
    }
  }
}
