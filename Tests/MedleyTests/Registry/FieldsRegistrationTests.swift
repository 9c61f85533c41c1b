import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Functions that read fields are registered, in every wire form.
@Suite struct FieldsRegistrationTests {
  enum Block: Hashable {
    case image(identifier: String, caption: String?, size: Size)
    case text(String)
    case counter(Int, isOpen: Bool, ratio: Double)
    case title(Title)
  }

  struct Size: Codable, Hashable {
    var width: Int
  }

  struct Title: Codable, Hashable {
    var level: Int
  }

  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let discriminator: Discriminator
    /// The path of the fields in an image.
    let place: String
    let element: @Sendable (_ tag: String, _ content: String) -> String
  }

  static let forms = [
    Form(testDescription: "key", discriminator: "type", place: "[0]") { tag, content in
      #"{"type":"\#(tag)",\#(content)}"#
    },
    Form(testDescription: "path", discriminator: .path("a", "b"), place: "[0]") { tag, content in
      #"{"a":{"b":"\#(tag)"},\#(content)}"#
    },
    Form(
      testDescription: "adjacent",
      discriminator: .adjacent(tag: "type", content: "data"),
      place: "[0].data"
    ) { tag, content in
      #"{"type":"\#(tag)","data":{\#(content)}}"#
    },
    Form(testDescription: "external", discriminator: .external, place: "[0].image") {
      tag,
      content in
      #"{"\#(tag)":{\#(content)}}"#
    },
    Form(testDescription: "wrapper array", discriminator: .wrapperArray, place: "[0][1]") {
      tag,
      content in
      #"["\#(tag)",{\#(content)}]"#
    },
    Form(testDescription: "deduced", discriminator: .deduced, place: "[0]") { _, content in
      "{\(content)}"
    },
  ]

  static func registry(_ discriminator: Discriminator) throws -> PolymorphicRegistry<Block> {
    var registry = PolymorphicRegistry<Block>(discriminator)
    try registry.register(for: "image") { fields in
      .image(
        identifier: try fields.decode("identifier"),
        caption: try fields.decodeIfPresent("caption"),
        size: try fields.decode("size")
      )
    } encoding: {
      guard case .image(let identifier, let caption, let size) = $0 else { return nil }
      return ["identifier": identifier, "caption": caption, "size": size]
    }
    try registry.register(for: "text") { fields in
      .text(try fields.decode("text"))
    } encoding: {
      if case .text(let text) = $0 { ["text": text] } else { nil }
    }
    try registry.register(for: "counter") { fields in
      .counter(
        try fields.decode("count"),
        isOpen: try fields.decode("open"),
        ratio: try fields.decode("ratio")
      )
    } encoding: {
      guard case .counter(let count, let isOpen, let ratio) = $0 else { return nil }
      return ["count": count, "open": isOpen, "ratio": ratio]
    }
    try registry.register(for: "title", as: Block.title)
    return registry
  }

  private static func feed(_ form: Form) -> String {
    let elements = [
      form.element("image", #""identifier":"a","size":{"width":3}"#),
      form.element("text", #""text":"b""#),
      form.element("image", #""identifier":"c","caption":"d","size":{"width":4}"#),
      form.element("counter", #""count":5,"open":true,"ratio":0.5"#),
      form.element("title", #""level":1"#),
    ]
    return "[\(elements.joined(separator: ","))]"
  }

  static let blocks: [Block] = [
    .image(identifier: "a", caption: nil, size: Size(width: 3)), .text("b"),
    .image(identifier: "c", caption: "d", size: Size(width: 4)),
    .counter(5, isOpen: true, ratio: 0.5), .title(Title(level: 1)),
  ]

  @Test(arguments: Backend.allCases, forms)
  func `decodes and encodes cases with several values`(
    _ backend: Backend,
    _ form: Form
  ) throws {
    let registry = try Self.registry(form.discriminator)
    let json = Self.feed(form)
    let feed = try backend.feed(json, registry)
    #expect(feed.known == Self.blocks)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    try registry.validate(samples: Self.blocks)
  }

  @Test(arguments: Backend.allCases, forms)
  func `fails with the errors of fields`(_ backend: Backend, _ form: Form) throws {
    let registry = try Self.registry(form.discriminator)
    let wrong = form.element("image", #""identifier":1,"size":{"width":3}"#)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(wrong)]", registry)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "\(form.place).identifier")
    guard form.testDescription != "deduced" else { return }
    let missing = form.element("image", #""size":{"width":3}"#)
    let other = try #require(throws: DecodingError.self) {
      try backend.feed("[\(missing)]", registry)
    }
    #expect(other.kind == .keyNotFound)
    #expect(other.place == "\(form.place).identifier")
  }

  @Test(arguments: Backend.allCases)
  func `misses absent content at its key`(_ backend: Backend) throws {
    let registry = try Self.registry(.adjacent(tag: "type", content: "data"))
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"text"}]"#, registry)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].data")
    let external = try Self.registry(.external)
    let other = try #require(throws: DecodingError.self) {
      try backend.feed(#"["text"]"#, external)
    }
    #expect(other.kind == .keyNotFound)
    #expect(other.place == "[0].text")
  }

  @Test(arguments: Backend.allJSON)
  func `converts the keys of fields`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Block>("type")
    try registry.register(for: "text") { fields in
      .text(try fields.decode("plainText"))
    } encoding: {
      if case .text(let text) = $0 { ["plainText": text] } else { nil }
    }
    let frozen = registry
    let json = #"[{"type":"text","plain_text":"a"}]"#
    let feed = try backend.decode([Polymorphic<Block>].self, from: json, keys: .snakeCase) {
      $0.register(frozen)
    }
    #expect(feed.known == [.text("a")])
    let tree = try backend.encode(feed, keys: .snakeCase) { $0.register(frozen) }
    #expect(try tree == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encodes fields that decide for themselves whether they are there`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<FieldValue<Int>>("type")
    try registry.register(for: "value") { fields in
      try fields.decode("value")
    } encoding: {
      ["value": $0]
    }
    let values: [Polymorphic<FieldValue<Int>>] = [
      .known(.absent), .known(.null), .known(.value(3)),
    ]
    let json = #"[{"type":"value"},{"type":"value","value":null},{"type":"value","value":3}]"#
    #expect(try backend.encode(values, with: registry) == JSONTree(parsing: json))
    #expect(try backend.feed(json, registry) == values)
  }

  @Test(arguments: Backend.allCases)
  func `refuses a stored tag that is another one`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Block>("type")
    try registry.register(for: "text") { fields in
      .text(try fields.decode("type"))
    } encoding: {
      if case .text(let text) = $0 { ["type": text] } else { nil }
    }
    #expect(
      try backend.encode([Polymorphic.known(Block.text("text"))], with: registry)
        == JSONTree(parsing: #"[{"type":"text"}]"#)
    )
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic.known(Block.text("other"))], with: registry)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.place == "[0].type")
  }

  @Test func `refuses to encode a case that no function takes`() throws {
    var registry = PolymorphicRegistry<Block>("type")
    try registry.register(for: "text") { fields in
      .text(try fields.decode("text"))
    } encoding: { _ in
      nil
    }
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Polymorphic.known(Block.text("a"))], with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
  }

  @Test func `names both registrants of a tag`() throws {
    var registry = try Self.registry("type")
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(for: "title") { fields in
        .text(try fields.decode("text"))
      } encoding: { _ in
        nil
      }
    }
    #expect(error.code == .duplicateTag)
    #expect(error.description.contains("Title (MedleyTests/FieldsRegistrationTests.swift:"))
    #expect(
      error.description.contains("a function of fields (MedleyTests/FieldsRegistrationTests.swift:")
    )
  }
}
