import Medley
import MedleyTesting
import TestSupport
import Testing

/// Values are registered for tags without content, in every wire form.
@Suite struct ValueRegistrationTests {
  /// An enum in one form, with a case that has content and one that has none.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let discriminator: Discriminator
    /// A title, a divider and an unknown element, as they are written.
    let json: String
    /// More elements that are read as dividers.
    var dividers: [String] = []
  }

  static let forms = [
    Form(
      testDescription: "key",
      discriminator: "type",
      json: #"[{"type":"title","text":"a"},{"type":"divider"},{"type":"new","a":[1]}]"#,
      dividers: [#"{"type":"divider","other":1}"#]
    ),
    Form(
      testDescription: "path",
      discriminator: .path("meta", "kind"),
      json: """
        [{"meta":{"kind":"title"},"text":"a"},{"meta":{"kind":"divider"}},{"meta":{"kind":"new"}}]
        """
    ),
    Form(
      testDescription: "adjacent",
      discriminator: .adjacent(tag: "type", content: "data"),
      json: #"[{"type":"title","data":{"text":"a"}},{"type":"divider"},{"type":"new"}]"#,
      dividers: [
        #"{"type":"divider","data":{}}"#, #"{"type":"divider","data":null}"#,
        #"{"type":"divider","data":[1]}"#,
      ]
    ),
    Form(
      testDescription: "adjacent, the tag names the content",
      discriminator: .adjacent(tag: "type"),
      json: #"[{"type":"title","title":{"text":"a"}},{"type":"divider"},{"type":"new"}]"#,
      dividers: [
        #"{"type":"divider","divider":{}}"#, #"{"type":"divider","divider":null}"#,
      ]
    ),
    Form(
      testDescription: "external",
      discriminator: .external,
      json: #"[{"title":{"text":"a"}},"divider","new"]"#,
      dividers: [#"{"divider":null}"#, #"{"divider":{}}"#]
    ),
    Form(
      testDescription: "synthesized",
      discriminator: .synthesized,
      json: #"[{"title":{"_0":{"text":"a"}}},{"divider":{}},{"new":{}}]"#,
      dividers: [#"{"divider":true}"#, #"{"divider":{"_0":1}}"#]
    ),
    Form(
      testDescription: "member",
      discriminator: .member,
      json: #"[{"title":{"text":"a"}},{"divider":{}},{"new":{}}]"#,
      dividers: [#"{"divider":true}"#, #"{"id":1,"divider":{"a":1}}"#]
    ),
    Form(
      testDescription: "wrapper array",
      discriminator: .wrapperArray,
      json: #"[["title",{"text":"a"}],["divider"],["new"]]"#,
      dividers: [#"["divider",null]"#, #"["divider",{}]"#]
    ),
    Form(
      testDescription: "alternatives",
      discriminator: .key("type").or(.external),
      json: #"[{"type":"title","text":"a"},{"type":"divider"},{"new":1},"new"]"#,
      dividers: [#""divider""#, #"{"divider":null}"#]
    ),
  ]

  struct Title: Codable, Hashable {
    var text: String
  }

  enum Block: Hashable {
    case title(Title)
    case divider
    case rule(Int)
  }

  private func registry(_ form: Form) throws -> PolymorphicRegistry<Block> {
    var registry = PolymorphicRegistry<Block>(form.discriminator)
    try registry.register(for: "title", as: Block.title)
    try registry.register(.divider, for: "divider", "separator")
    return registry
  }

  @Test(arguments: Backend.allCases, forms)
  func `decodes and encodes a case without content`(_ backend: Backend, _ form: Form) throws {
    let registry = try registry(form)
    let feed = try backend.feed(form.json, registry)
    #expect(feed.known == [.title(Title(text: "a")), .divider])
    #expect(feed.unknown.allSatisfy { $0.tag == "new" && $0.reason == .unregistered })
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: form.json))
    try registry.validate(samples: [.divider])
  }

  @Test(arguments: Backend.allCases, forms)
  func `ignores content where none is expected`(_ backend: Backend, _ form: Form) throws {
    let registry = try registry(form)
    for divider in form.dividers {
      #expect(try backend.feed("[\(divider)]", registry).known == [.divider])
    }
  }

  @Test func `writes the first of its tags`() throws {
    let registry = try registry(Self.forms[0])
    let feed = try Backend.json.feed(#"[{"type":"separator"}]"#, registry)
    #expect(feed.known == [.divider])
    let written = try JSONTree(parsing: #"[{"type":"divider"}]"#)
    #expect(try Backend.json.encode(feed, with: registry) == written)
    #expect(registry.tags == ["title", "divider", "separator"])
    #expect(registry.payloadType(for: "divider") == nil)
  }

  @Test(arguments: Backend.allCases)
  func `tells equal values from others of one case`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Block>("type")
    try registry.register(.rule(1), for: "thin")
    try registry.register(.rule(3), for: "thick")
    let json = #"[{"type":"thick"},{"type":"thin"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known == [.rule(3), .rule(1)])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic.known(Block.rule(2))], with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.place == "[0]")
  }

  // MARK: - Bases

  /// An enum that isn't `Equatable`.
  enum Step: PolymorphicEnum {
    case run(Command)
    case pause
    case stop
    case unknown(UnknownPayload)

    struct Command: Codable {
      var name: String
    }

    static let registry = PolymorphicRegistry<Step>("do") { registry in
      try registry.register(for: "run", as: Step.run)
      try registry.register(.pause, for: "pause")
      try registry.register(.stop, for: 0)
    }
  }

  @Test(arguments: Backend.allCases)
  func `tells cases apart that can't be compared`(_ backend: Backend) throws {
    let json = #"[{"do":0},{"do":"run","name":"a"},{"do":"pause"},{"do":"x"}]"#
    let steps = try backend.decode([Step].self, from: json)
    #expect(steps.map { "\($0)".prefix(4) } == ["stop", "run(", "paus", "unkn"])
    #expect(try backend.encode(steps) == JSONTree(parsing: json))
  }

  protocol Shape: Sendable {}
  struct Star: Shape {}
  enum Line: Shape { case dotted, solid }
  final class Blank: Shape {}
  struct Circle: Shape, Codable, Equatable { var radius: Int }

  @Test(arguments: Backend.allCases)
  func `registers values behind a protocol`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Shape>(.external)
    try registry.register(Star(), for: "Star")
    try registry.register(Line.dotted, for: "Dotted")
    try registry.register(Line.solid, for: "Solid")
    try registry.register(Blank(), for: "Blank")
    try registry.register(Circle.self, for: "Circle") { $0 }
    try registry.register(Circle(radius: 1), for: "Unit")
    let json = #"["Solid","Star",{"Circle":{"radius":3}},"Blank","Unit","Dotted"]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known[0] as? Line == .solid)
    #expect(feed.known[1] is Star)
    #expect(feed.known[3] is Blank)
    #expect(feed.known[4] as? Circle == Circle(radius: 1))
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(registry.tag(for: Star.self) == "Star")
  }

  /// A base that has values and no payloads.
  struct Level: Equatable {
    var number: Int
    static let low = Level(number: 1)
    static let high = Level(number: 9)
  }

  @Test(arguments: Backend.allCases)
  func `registers values of a struct`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Level>("level")
    try registry.register(.low, for: "low")
    try registry.register(.high, for: "high")
    let json = #"[{"level":"high"},{"level":"low"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known == [.high, .low])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  // MARK: - Kinds

  @Test(arguments: Backend.allCases)
  func `writes the JSON kind of a value`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Block>(.jsonKind)
    try registry.register(.divider, for: "object")
    try registry.register(.rule(0), for: "array")
    let feed = try backend.feed("[{},[],[]]", registry)
    #expect(feed.known == [.divider, .rule(0), .rule(0)])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: "[{},[],[]]"))
  }

  @Test func `refuses to write a kind that has more than one value`() throws {
    var registry = PolymorphicRegistry<Block>(.jsonKind)
    try registry.register(.divider, for: "string")
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Polymorphic.known(Block.divider)], with: registry)
    }
    #expect(error.cause?.code == .notEncodable)
    #expect(error.cause?.tag == "string")
  }

  @Test(arguments: Backend.allCases)
  func `deduces a value from an object without known fields`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Block>(.deduced)
    try registry.register(for: "title", as: Block.title)
    try registry.register(.divider, for: "divider")
    let feed = try backend.feed(#"[{},{"text":"a"}]"#, registry)
    #expect(feed.known == [.divider, .title(Title(text: "a"))])
    let written = try JSONTree(parsing: #"[{},{"text":"a"}]"#)
    #expect(try backend.encode(feed, with: registry) == written)
  }

  // MARK: - Conflicts

  @Test func `refuses a tag of another value and takes the same again`() throws {
    var registry = try registry(Self.forms[0])
    try registry.register(.divider, for: "divider")
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(.rule(2), for: "divider")
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "divider")
    #expect(error.description.contains(".divider (MedleyTests/ValueRegistrationTests.swift:"))
    #expect(error.description.contains(".rule (MedleyTests/ValueRegistrationTests.swift:"))
  }

  @Test func `finds a value that is registered twice with two tags to write`() throws {
    var registry = try registry(Self.forms[0])
    try registry.register(.divider, for: "line")
    #expect(registry.problems.map(\.code) == [.severalCanonicalTags])
    #expect(registry.problems.first?.tag == "line")
  }
}
