import Foundation
import Medley
import MedleyBase
import MedleyResilience
import MedleyTesting

/// Three faults for each law, in types of all shapes.
enum PlantedFaults {
  static let all: [PlantedFault] =
    roundTrip + keys + stability + tags + registries + unknown + decoders + threads

  // MARK: - Round trips

  static let roundTrip = [
    PlantedFault("members that are swapped", .roundTrip, Swapped.self, [#"{"x": 1, "y": 2}"#]),
    PlantedFault(
      "a fraction that is cut",
      .roundTrip,
      CutFraction.self,
      [#"{"seconds": 1.5}"#]
    ),
    PlantedFault(
      "a subclass that encodes no superclass",
      .roundTrip,
      Admin.self,
      [#"{"name": "Ada", "level": 3}"#]
    ),
  ]

  struct Swapped: Codable, Equatable {
    var x: Int
    var y: Int

    enum CodingKeys: CodingKey { case x, y }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      x = try container.decode(Int.self, forKey: .x)
      y = try container.decode(Int.self, forKey: .y)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(y, forKey: .x)
      try container.encode(x, forKey: .y)
    }
  }

  struct CutFraction: Codable {
    var seconds: Double

    enum CodingKeys: CodingKey { case seconds }

    init(from decoder: any Decoder) throws {
      seconds = try decoder.container(keyedBy: CodingKeys.self).decode(
        Double.self,
        forKey: .seconds
      )
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(seconds.rounded(), forKey: .seconds)
    }
  }

  class User: Codable {
    var name: String
  }

  final class Admin: User {
    var level: Int

    enum CodingKeys: CodingKey { case level }

    required init(from decoder: any Decoder) throws {
      level = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .level)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(level, forKey: .level)
    }
  }

  // MARK: - Keys

  static let keys = [
    PlantedFault(
      "a member that is only decoded",
      .keys,
      OnlyDecoded.self,
      [#"{"items": [{"id": 1, "note": "x"}]}"#]
    ),
    PlantedFault(
      "a payload of a case that isn't encoded",
      .keys,
      Block.self,
      [#"{"type": "image", "url": "a.png", "size": {"width": 3}}"#]
    ),
    PlantedFault(
      "a member that no key names",
      .keys,
      Named<String>.self,
      [#"{"name": "a", "value": "b"}"#]
    ),
  ]

  struct OnlyDecoded: Codable {
    var items: [Item]

    struct Item: Codable {
      var id: Int
      var note: String?

      enum CodingKeys: CodingKey { case id, note }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        note = try container.decodeIfPresent(String.self, forKey: .note)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
      }
    }
  }

  enum Block: Codable {
    case image(url: String)

    enum CodingKeys: CodingKey { case type, url, size }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(String.self, forKey: .type)
      self = .image(url: try container.decode(String.self, forKey: .url))
    }

    func encode(to encoder: any Encoder) throws {
      guard case .image(let url) = self else { return }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("image", forKey: .type)
      try container.encode(url, forKey: .url)
    }
  }

  struct Named<Value: Codable & Equatable>: Codable, Equatable {
    var name: Value
    var value: Value?

    enum CodingKeys: CodingKey { case name }
  }

  // MARK: - Stability

  static let stability = [
    PlantedFault("a number of the encoding", .stability, Counted.self, [#"{"id": 1}"#]),
    PlantedFault(
      "an equal value that is encoded in another way",
      .stability,
      Path.self,
      [#"{"path": "a"}"#]
    ),
    PlantedFault("a time of the encoding", .stability, Stamped.self, [#"{"id": 1}"#]),
  ]

  struct Counted: Codable, Equatable {
    static let count = Lock(0)

    var id: Int

    enum CodingKeys: CodingKey { case id, revision }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      let revision = Self.count.withLock { count in
        count += 1
        return count
      }
      try container.encode(revision, forKey: .revision)
    }
  }

  /// A path that gets another slash each time, and is equal whatever the slashes are.
  struct Path: Codable, Equatable {
    var path: String

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.path.filter { $0 != "/" } == rhs.path.filter { $0 != "/" }
    }

    enum CodingKeys: CodingKey { case path }

    init(from decoder: any Decoder) throws {
      path = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .path)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("/" + path, forKey: .path)
    }
  }

  final class Stamped: Codable {
    var id: Int

    enum CodingKeys: CodingKey { case id, encodedAt }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(ProcessInfo.processInfo.systemUptime, forKey: .encodedAt)
    }
  }

  // MARK: - Tags

  static let tags = [
    PlantedFault(
      "a tag of the payload and of its enum",
      .tags,
      Shape.self,
      [#"{"type": "circle", "radius": 2}"#]
    ),
    PlantedFault(
      "a member of a subclass and its superclass",
      .tags,
      Derived.self,
      [#"{"id": 1, "name": "a"}"#]
    ),
    PlantedFault(
      "a version that each part writes",
      .tags,
      Envelope.self,
      [#"{"version": 1, "body": "a"}"#]
    ),
  ]

  enum Shape: Codable, Equatable {
    case circle(Circle)

    struct Circle: Codable, Equatable {
      var type = "circle"
      var radius: Int
    }

    enum CodingKeys: CodingKey { case type }

    init(from decoder: any Decoder) throws { self = .circle(try Circle(from: decoder)) }

    func encode(to encoder: any Encoder) throws {
      guard case .circle(let circle) = self else { return }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("circle", forKey: .type)
      try circle.encode(to: encoder)
    }
  }

  class Identified: Codable {
    var id: Int
  }

  final class Derived: Identified {
    var name: String

    enum CodingKeys: CodingKey { case id, name }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
    }
  }

  struct Envelope: Codable {
    struct Part: Codable { var version: Int }

    var part: Part
    var version: Int
    var body: String

    enum CodingKeys: CodingKey { case version, body }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      part = try Part(from: decoder)
      version = try container.decode(Int.self, forKey: .version)
      body = try container.decode(String.self, forKey: .body)
    }

    func encode(to encoder: any Encoder) throws {
      try part.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(version, forKey: .version)
      try container.encode(body, forKey: .body)
    }
  }

  // MARK: - Registries

  static let registries = [
    PlantedFault(
      "a case that isn't registered",
      .registries,
      Item.self,
      [#"{"type": "movie", "title": "a"}"#]
    ),
    PlantedFault(
      "an assumed tag without a type",
      .registries,
      Contact.self,
      [#"{"type": "person", "name": "a"}"#]
    ),
    PlantedFault(
      "a payload that refuses its alias",
      .registries,
      [Polymorphic<any Media>].self,
      [#"[{"type": "BOOK", "title": "a"}]"#]
    ) { $0.register(Self.media) },
  ]

  enum Item: PolymorphicEnum, CaseIterable, Equatable {
    case movie(Title)
    case advert

    struct Title: Codable, Equatable { var title: String }

    static var allCases: [Item] { [.movie(Title(title: "")), .advert] }

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(Title.self, for: "movie", as: Item.movie)
    }
  }

  enum Contact: PolymorphicEnum {
    case person(Person)

    struct Person: Codable { var name: String }

    static let registry = PolymorphicRegistry<Contact>("type") {
      $0.policies.missing = .assume("company")
      try $0.register(Person.self, for: "person", as: Contact.person)
    }
  }

  protocol Media: Codable, Sendable {}

  /// A type that reads its own tag, and forgets the alias.
  struct Book: Media {
    var type: String
    var title: String

    enum CodingKeys: CodingKey { case type, title }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try container.decode(String.self, forKey: .type)
      title = try container.decode(String.self, forKey: .title)
      guard type == "BOOK" else {
        throw DecodingError.dataCorruptedError(
          forKey: .type,
          in: container,
          debugDescription: "No book"
        )
      }
    }
  }

  static let media: PolymorphicRegistry<any Media> = {
    var media = PolymorphicRegistry<any Media>("type")
    do {
      try media.register(Book.self, for: "BOOK", "NOVEL")
    } catch {
      preconditionFailure("\(error)")
    }
    return media
  }()

  // MARK: - Unknown values

  static let unknown = [
    PlantedFault(
      "an unknown raw value that becomes a known one",
      .unknown,
      Ticket.self,
      [#"{"state": "open", "title": "a"}"#]
    ),
    PlantedFault(
      "an unknown element without its members",
      .unknown,
      [Card].self,
      [#"[{"kind": "text", "text": "a"}]"#]
    ),
    PlantedFault(
      "an unknown tag that is nil",
      .unknown,
      Wrapper.self,
      [#"{"shape": {"kind": "circle"}}"#]
    ),
  ]

  struct Ticket: Codable, Equatable {
    enum State: String, Codable {
      case open, closed, other

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = State(rawValue: text) ?? .other
      }
    }

    var state: State
    var title: String
  }

  enum Card: Codable, Equatable {
    case text(String)
    case unknown

    enum CodingKeys: CodingKey { case kind, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "text": self = .text(try container.decode(String.self, forKey: .text))
      default: self = .unknown
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      guard case .text(let text) = self else { return }
      try container.encode("text", forKey: .kind)
      try container.encode(text, forKey: .text)
    }
  }

  struct Wrapper: Codable {
    enum Shape: String, Codable { case circle, square }
    struct Kind: Codable { var kind: Shape }

    var shape: Kind?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      shape = try? container.decode(Kind.self, forKey: .shape)
    }
  }

  // MARK: - Decoders

  static let decoders = [
    PlantedFault(
      "the first of the keys",
      .decoders,
      FirstKey.self,
      // So many that the order of a hash table is hardly ever that of the document.
      [#"{"b": 1, "a": 2, "c": 3, "d": 4, "h": 5, "g": 6, "f": 7, "e": 8}"#]
    ),
    PlantedFault(
      "a decoder by its name",
      .decoders,
      ByName.self,
      [#"{"value": 1}"#]
    ),
    PlantedFault(
      "text of the error",
      .decoders,
      ByError.self,
      [#"{"value": 1}"#]
    ),
  ]

  struct FirstKey: Codable, Equatable {
    var keys: [String]
    var values: [Int]

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      keys = container.allKeys.map(\.stringValue)
      values = try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in zip(keys, values) {
        try container.encode(value, forKey: Key(stringValue: key))
      }
    }
  }

  struct ByName: Codable, Equatable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let value = try container.decode(Int.self, forKey: .value)
      self.value = "\(type(of: decoder))".contains("JSONDecoder") ? value : 0
    }
  }

  /// A type that tells an absent member by what Foundation says of it.
  struct ByError: Codable, Equatable {
    var value: Int
    var hint: String

    enum CodingKeys: CodingKey { case value, hint }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Int.self, forKey: .value)
      do {
        hint = try container.decode(String.self, forKey: .hint)
      } catch DecodingError.keyNotFound(_, let context) {
        hint = context.debugDescription.contains("CodingKeys(") ? "absent" : ""
      }
    }
  }

  // MARK: - Threads

  static let threads = [
    PlantedFault(
      "the thread that decodes",
      .threads,
      OnMainThread.self,
      [#"{"id": 1}"#]
    ),
    PlantedFault(
      "a value that threads share",
      .threads,
      Shared.self,
      [#"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3}"#]
    ),
    PlantedFault(
      "a cache of the thread",
      .threads,
      PerThread.self,
      [#"{"id": 1}"#]
    ),
  ]

  struct OnMainThread: Codable, Equatable {
    var id: Int
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? Self.threadName
    }

    /// The name that the decoding thread has.
    private static var threadName: String {
      Thread.current.threadDictionary["name"] as? String ?? "\(Thread.current.hash)"
    }
  }

  struct Shared: Codable, Equatable {
    /// What was decoded last, by any thread.
    private static let last = Lock(0)

    var id: Int

    init(from decoder: any Decoder) throws {
      let id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      Self.last.withLock { $0 = id }
      Thread.sleep(forTimeInterval: 0.0005)
      self.id = Self.last.withLock { $0 }
    }
  }

  struct PerThread: Codable, Equatable {
    var id: Int
    var number: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let cache = Thread.current.threadDictionary
      let cached = cache["PerThread"] as? Int
      number = try container.decodeIfPresent(Int.self, forKey: .number) ?? cached ?? Self.next()
      cache["PerThread"] = number
    }

    private static let count = Lock(0)

    private static func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
