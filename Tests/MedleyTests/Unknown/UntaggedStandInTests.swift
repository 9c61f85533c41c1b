import Foundation
import Medley
import MedleyJSON
import MedleyTesting
import TestSupport
import Testing

/// A type that stands in for elements without a tag, `MissingTagPolicy.decode(as:)`.
@Suite struct UntaggedStandInTests {
  struct Movie: Codable, Hashable {
    var title: String
  }

  struct Draft: Codable, Hashable {
    var text: String
    var type: String?
  }

  enum Item: PolymorphicEnum, Hashable {
    case movie(Movie)
    case draft(Draft)
    case unknown(UnknownPayload)

    static let registry = make(.key("type"))

    static func make(_ discriminator: Discriminator) -> PolymorphicRegistry<Item> {
      var registry = PolymorphicRegistry<Item>(discriminator) {
        try $0.register(for: "movie", as: Item.movie)
      }
      registry.policies.missing = .decode(as: Draft.self, Item.draft) {
        if case .draft(let draft) = $0 { draft } else { nil }
      }
      return registry
    }
  }

  static let forms: [(Discriminator, String)] = [
    (.key("type"), #"{"type":"movie","title":"Heat"}"#),
    (.adjacent(tag: "type", content: "data"), #"{"type":"movie","data":{"title":"Heat"}}"#),
    (.deduced, #"{"title":"Heat"}"#),
    (.key("kind").or(.key("type")), #"{"kind":"movie","title":"Heat"}"#),
  ]

  @Test(arguments: Backend.allCases, forms)
  func `is the whole element, and is encoded without a tag`(
    _ backend: Backend,
    _ form: (discriminator: Discriminator, movie: String)
  ) throws {
    let json = #"[\#(form.movie),{"text":"Up"}]"#
    let registry = Item.make(form.discriminator)
    let (items, report) = try DecodingReport.collecting {
      try backend.decode([Polymorphic<Item>].self, from: json, with: registry)
    }
    #expect(items.map(\.known) == [.movie(Movie(title: "Heat")), .draft(Draft(text: "Up"))])
    #expect(report.issues.isEmpty)
    #expect(try backend.encode(items, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `takes a null tag as well`(_ backend: Backend) throws {
    let json = #"[{"type":null,"text":"Up"}]"#
    guard backend.limit(decoding: json) == nil else { return }
    #expect(try backend.decode([Item].self, from: json) == [.draft(Draft(text: "Up"))])
  }

  @Test(arguments: Backend.allCases)
  func `may stand in for unknown elements too, and writes the tag that it stores`(
    _ backend: Backend
  ) throws {
    var registry = Item.make(.key("type"))
    registry.policies.unknown = .decode(as: Draft.self, Item.draft) {
      if case .draft(let draft) = $0 { draft } else { nil }
    }
    let json = #"[{"type":"note","text":"Up"},{"text":"Up"}]"#
    let items = try backend.decode([Polymorphic<Item>].self, from: json, with: registry)
    #expect(
      items.map(\.known) == [.draft(Draft(text: "Up", type: "note")), .draft(Draft(text: "Up"))]
    )
    #expect(try backend.encode(items, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `isn't encoded where nothing tells whether it had a tag`(_ backend: Backend) throws {
    var registry = Item.make(.adjacent(tag: "type", content: "data"))
    registry.policies.unknown = .decode(as: Draft.self, Item.draft)
    let json = #"[{"type":"note","data":{"text":"Up"}},{"text":"Up"}]"#
    let items = try backend.decode([Polymorphic<Item>].self, from: json, with: registry)
    #expect(items.compactMap(\.known).count == 2)
    for item in items {
      #expect(throws: EncodingError.self) { try backend.encode([item], with: registry) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `an error of the type is thrown at its path`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([Item].self, from: #"[{"txt":"Up"}]"#)
    }
    #expect(error?.place == "[0].text")
  }

  // MARK: - An own JSON type

  /// Any JSON, as an app has it.
  enum Value: Codable, Hashable {
    case number(Double)
    case text(String)
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .object(let members): try container.encode(members)
      }
    }
  }

  enum Reply: PolymorphicEnum, Hashable {
    case movie(Movie)
    case other(Value)
    case unknown(UnknownPayload)

    static let registry: PolymorphicRegistry<Reply> = {
      var registry = PolymorphicRegistry<Reply>("type") {
        try $0.register(for: "movie", as: Reply.movie)
      }
      registry.policies.missing = .decode(as: Value.self, Reply.other)
      return registry
    }()
  }

  @Test(arguments: Backend.allCases)
  func `is any value`(_ backend: Backend) throws {
    let json = #"[1.5,"a",{"b":{"c":2}},{"type":"movie","title":"Heat"}]"#
    let replies = try backend.decode([Reply].self, from: json)
    #expect(
      replies == [
        .other(.number(1.5)), .other(.text("a")),
        .other(.object(["b": .object(["c": .number(2)])])), .movie(Movie(title: "Heat")),
      ]
    )
    #expect(try backend.encode(replies) == JSONTree(parsing: json))
  }

  @Test func `is described and validated`() throws {
    #expect("\(String(reflecting: Item.registry))".isEmpty == false)
    try Item.registry.validate()
  }

  // MARK: - Values of any type

  @Test func `a value of any type becomes a payload value`() throws {
    let value = try PayloadValue(encoding: Draft(text: "Up", type: nil))
    #expect(value == ["text": "Up"])
    #expect(try PayloadValue(encoding: [1, 2]) == [1, 2])
    #expect(throws: (any Error).self) { try PayloadValue(encoding: Failing()) }
  }

  struct Failing: Encodable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
  }
}
