import Medley

/// The base of the registries.
protocol Item: Codable, Hashable, Sendable {}

typealias Element = Polymorphic<any Item>

struct Movie: Item {
  var title: String
  var year: Int?
}

/// Reads its own fields.
struct Book: Item, FieldDecodable {
  var pages: Int
  var tags: [String]

  init(fields: inout FieldReader) throws {
    pages = try fields.decode("pages")
    tags = try fields.decode("tags", default: [])
  }
}

struct Box: Item {
  var items: [Element]
  var first: Element?
}

struct Numbered: Item {
  var n: Int
}

/// Registries for each target.
enum Registries {
  static let plain = PolymorphicRegistry<any Item>("type") { registry in
    try register(in: &registry)
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  }

  static let strict = PolymorphicRegistry<any Item>("type") { registry in
    try register(in: &registry)
  }

  static let nested = PolymorphicRegistry<any Item>(
    .wrapperArray.or(.external).or(.adjacent(tag: "t", content: "c")).or(.path("meta", "kind"))
      .or(.key("type"))
  ) { registry in
    try register(in: &registry)
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  }

  static let numbers = PolymorphicRegistry<any Item>("type") { registry in
    for (index, tag) in [0, 1, -1, 12, Int64.max, Int64.min].enumerated() {
      if index % 2 == 0 {
        try registry.register(Numbered.self, for: .integer(tag))
      } else {
        try registry.register(Movie.self, for: .integer(tag))
      }
    }
    try registry.register(Box.self, for: true)
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  }

  static let empty = PolymorphicRegistry<any Item>("type") { registry in
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  }

  private static func register(in registry: inout PolymorphicRegistry<any Item>) throws {
    try registry.register(Movie.self, for: "MOVIE")
    try registry.register(Book.self, for: "BOOK")
    try registry.register(Box.self, for: "BOX")
    try registry.register(Numbered.self, for: 7)
  }
}
