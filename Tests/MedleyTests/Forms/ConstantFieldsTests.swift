import Medley
import TestSupport
import Testing

/// Types that are told apart by the value of a field.
@Suite struct ConstantFieldsTests {
  protocol Shape: Codable, Sendable {
    var name: String { get }
  }

  struct Circle: Shape {
    var kind: String
    var size: Int
    var name: String { "circle" }

    enum CodingKeys: CodingKey { case kind, size }
  }

  struct Square: Shape {
    var kind: String
    var size: Int
    var name: String { "square" }
  }

  struct Other: Shape {
    var kind: String
    var size: Int
    var name: String { "other" }
  }

  static func registry(
    _ discriminator: Discriminator,
    withOthers: Bool = false
  ) -> PolymorphicRegistry<any Shape> {
    PolymorphicRegistry<any Shape>(discriminator) {
      try $0.register(
        Circle.self,
        for: "circle",
        fields: PayloadFields(Circle.CodingKeys.self, constants: ["kind": "round"])
      )
      try $0.register(
        Square.self,
        for: "square",
        fields: PayloadFields(required: ["kind", "size"], constants: ["kind": "square"])
      )
      if withOthers { try $0.register(Other.self, for: "other") }
    }
  }

  static let discriminators: [Discriminator] = [.deduced, .firstMatch, .key("type").or(.deduced)]

  @Test(arguments: Backend.allCases, discriminators)
  func `the value selects the type`(_ backend: Backend, _ discriminator: Discriminator) throws {
    let json = """
      [{"kind":"round","size":1},{"size":2,"kind":"square"},{"kind":"other","size":3},
       {"kind":"square","size":4}]
      """
    let registry = Self.registry(discriminator, withOthers: true)
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.name) == ["circle", "square", "other", "square"])
    // The alternative with a tag is the first that can write it.
    if discriminator == .deduced {
      #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    }
  }

  @Test(arguments: Backend.allCases, [Discriminator.deduced, .firstMatch])
  func `another value matches none`(_ backend: Backend, _ discriminator: Discriminator) throws {
    let registry = Self.registry(discriminator)
    for json in [
      #"[{"kind":"oval","size":1}]"#, #"[{"kind":7,"size":1}]"#, #"[{"kind":{},"size":1}]"#,
      #"[{"size":1}]"#,
    ] {
      let error = try #require(throws: DecodingError.self) { try backend.feed(json, registry) }
      #expect(error.cause?.code == .noMatch, "\(json)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `integers and Booleans are constants as well`(_ backend: Backend) throws {
    struct Draft: Shape {
      var version: Int
      var name: String { "draft" }
    }
    struct Final: Shape {
      var version: Int
      var isFinal: Bool
      var name: String { "final" }
    }
    let registry = PolymorphicRegistry<any Shape>(.deduced) {
      try $0.register(
        Draft.self,
        for: "draft",
        fields: PayloadFields(required: ["version"], constants: ["version": 1])
      )
      try $0.register(
        Final.self,
        for: "final",
        fields: PayloadFields(required: ["version", "isFinal"], constants: ["isFinal": true])
      )
    }
    let feed = try backend.feed(
      #"[{"version":1},{"version":2,"isFinal":true},{"version":1,"isFinal":false}]"#,
      registry
    )
    #expect(feed.known.map(\.name) == ["draft", "final", "draft"])
  }

  @Test(arguments: Backend.allJSON)
  func `a strategy may convert the key`(_ backend: Backend) throws {
    struct Item: Shape {
      var itemKind: String
      var name: String { "item" }
    }
    let registry = PolymorphicRegistry<any Shape>(.deduced) {
      try $0.register(
        Item.self,
        for: "item",
        fields: PayloadFields(required: ["itemKind"], constants: ["itemKind": "x"])
      )
    }
    let feed: [Polymorphic<any Shape>] = try backend.decode(
      from: #"[{"item_kind":"x"}]"#,
      keys: .snakeCase
    ) { $0.register(registry) }
    #expect(feed.known.map(\.name) == ["item"])
  }

  @Test func `types with the same fields are no ambiguity if a constant differs`() throws {
    var registry = PolymorphicRegistry<any Shape>(.deduced)
    let fields = { PayloadFields(required: ["kind", "size"], constants: ["kind": $0]) }
    try registry.register(Circle.self, for: "circle", fields: fields("round"))
    try registry.register(Square.self, for: "square", fields: fields("square"))
    #expect(throws: RegistrationError.self) {
      try registry.register(Other.self, for: "other", fields: fields("square"))
    }
  }
}
