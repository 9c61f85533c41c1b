import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Families of tags are registered with patterns, and encoded with the tag that the payload stores.
@Suite struct TagFamilyTests {
  struct Result: Codable, Hashable {
    var type: String
    var content: Int
  }

  enum ToolKind: String, Codable { case bash, search }

  struct Tool: Codable, Hashable {
    var type: OpenEnum<ToolKind>
  }

  enum Block: PolymorphicEnum, Hashable {
    case text(Movie)
    case result(Result)
    case tool(Tool)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Block>("type") { registry in
      try registry.register(for: "text", as: Block.text)
      try registry.register(matching: "result_*", as: Block.result)
      try registry.register(for: "bash", "search", options: .storingTag, as: Block.tool)
      try registry.register(matching: "search_*", options: .storingTag, as: Block.tool)
    }
  }

  private static let json = """
    [{"type":"text","title":"a"},{"type":"result_web","content":1},
    {"type":"result_","content":2},{"type":"bash"},{"type":"search_2026"},{"type":"new"}]
    """

  @Test(arguments: Backend.allCases)
  func `decodes and encodes a family of tags`(_ backend: Backend) throws {
    let blocks = try backend.decode([Block].self, from: Self.json)
    #expect(
      blocks.prefix(5) == [
        .text(Movie(title: "a")), .result(Result(type: "result_web", content: 1)),
        .result(Result(type: "result_", content: 2)), .tool(Tool(type: .known(.bash))),
        .tool(Tool(type: .unknown("search_2026"))),
      ]
    )
    #expect(blocks.last?.unknownPayload?.tag == "new")
    #expect(try backend.encode(blocks) == JSONTree(parsing: Self.json))
    try Block.registry.validate(samples: Array(blocks.prefix(5)))
  }

  @Test(arguments: Backend.allCases)
  func `counts tags of a family as known`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Block].self, from: Self.json)
    }
    #expect(report.unknownTags == ["new": 1])
    #expect(Block.registry.payloadType(for: "result_x") == Result.self)
    #expect(Block.registry.tags == ["text", "bash", "search"])
  }

  @Test(arguments: Backend.allCases)
  func `fails as any registered tag does`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Block].self, from: #"[{"type":"result_web"}]"#)
    }
    #expect("\(error.kind) at \(error.place)" == "keyNotFound at [0].content")
  }

  @Test(arguments: Backend.allCases)
  func `keeps an element of a family whose payload fails`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Result>("type")
    registry.policies.malformed = .keep
    try registry.register(Result.self, matching: "result_*")
    let json = #"[{"type":"result_web","content":"x"},{"type":"result_","content":2}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.known == [Result(type: "result_", content: 2)])
    #expect(feed.unknown.map(\.tag) == ["result_web"])
    #expect(report.issues.map(\.tag) == ["result_web"])
    // The tag is text from the payload.
    #expect(!report.redactedDescription.contains("web"))
    #expect(report.unknownTags == [:])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `tags the issues of a family's payloads`(_ backend: Backend) throws {
    struct Cast: Codable {
      var type: String
      @Lossy var names: [String]
    }
    var registry = PolymorphicRegistry<Cast>("type")
    try registry.register(Cast.self, matching: "cast_*")
    let json = #"[{"type":"cast_a","names":["x",1]},{"type":"cast_b","names":[2,"y"]}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.known.map(\.names) == [["x"], ["y"]])
    #expect(report.issues.map(\.tag) == ["cast_a", "cast_b"])
    #expect(report.issues.map { $0.codingPath.place } == ["[0].names[1]", "[1].names[0]"])
    #expect(!report.redactedDescription.contains("cast_"))
  }

  @Test(arguments: Backend.allCases)
  func `refuses a stored tag that the family doesn't take`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Block.tool(Tool(type: .unknown("web_2026")))])
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.cause?.tag == "web_2026")
    #expect(error.place == "[0].type")
    let other = try #require(throws: EncodingError.self) {
      try backend.encode([Block.result(Result(type: "text", content: 1))])
    }
    #expect(other.cause?.code == .tagDisagrees)
  }

  @Test(arguments: Backend.allCases)
  func `a registered tag comes before a pattern`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, matching: "MOV*") { $0 }
    try registry.register(Movie.self, for: "MOVIE") { $0 }
    let json = #"[{"type":"MOVIE","title":"a"},{"type":"MOVIES","title":"b"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.first is Movie)
    #expect(feed.known.last as? Labelled == Labelled(type: "MOVIES", title: "b"))
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a function takes tags of any kind`(_ backend: Backend) throws {
    struct Telemetry: Codable, Hashable {
      var code: Int
    }
    var registry = PolymorphicRegistry<Telemetry>("code")
    try registry.register(
      Telemetry.self,
      matching: TagPattern("codes from 4000") { tag in
        if case .integer(let code) = tag { code >= 4000 } else { false }
      }
    )
    let json = #"[{"code":4000},{"code":5},{"code":"x"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known == [Telemetry(code: 4000)])
    #expect(feed.unknown.map(\.tag) == [5, "x"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test func `a family whose payload stores no tag can't be encoded`() throws {
    var registry = PolymorphicRegistry<Movie>("type")
    try registry.register(Movie.self, matching: "M*")
    let feed = try Backend.json.feed(#"[{"type":"MOVIE","title":"a"}]"#, registry)
    #expect(feed.known == [Movie(title: "a")])
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode(feed, with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.description.contains("stores no tag under \"type\"") == true)
  }

  @Test(
    arguments: [
      ("*", "", true), ("*", "abc", true), ("a*", "abc", true), ("a*", "ba", false),
      ("*c", "abc", true), ("*c", "cb", false), ("a*c", "ac", true), ("a*c", "abcc", true),
      ("a*b*c", "aXbXbYc", true), ("a*b*c", "acb", false), ("abc", "abc", true),
      ("abc", "abcd", false), ("", "", true), ("**a", "a", true), ("*ab", "aab", true),
    ]
  )
  func `a wildcard stands for any characters`(
    _ pattern: String,
    _ tag: String,
    _ isTaken: Bool
  ) throws {
    var registry = PolymorphicRegistry<Labelled>("type")
    try registry.register(Labelled.self, matching: TagPattern(stringLiteral: pattern))
    #expect((registry.payloadType(for: .string(tag)) != nil) == isTaken)
  }

  @Test func `ignores case where the registry does`() throws {
    var registry = PolymorphicRegistry<Labelled>("type", ignoringCase: true)
    try registry.register(Labelled.self, matching: "Web_*")
    #expect(registry.payloadType(for: "wEB_x") == Labelled.self)
  }

  // MARK: - Taking all that is left

  /// A message, or what is left of one: its date is 0.
  enum Message: PolymorphicEnum, Hashable {
    struct Gone: Codable, Hashable {
      var id: Int
    }

    struct Text: Codable, Hashable {
      var date: OneOf
      var text: String
    }

    /// A date as a number or as a string.
    enum OneOf: PolymorphicEnum, Hashable {
      case seconds(Int)
      case text(String)

      static let registry = PolymorphicRegistry<OneOf>(.jsonKind) {
        try $0.register(for: "integer", as: OneOf.seconds)
        try $0.register(for: "string", as: OneOf.text)
      }
    }

    case gone(Gone)
    case text(Text)

    static let registry = PolymorphicRegistry<Message>("date") {
      try $0.register(for: 0, as: Message.gone)
      try $0.register(matching: "*", as: Message.text)
    }
  }

  @Test(arguments: Backend.allCases)
  func `takes every other tag of any kind, and a report counts none`(_ backend: Backend) throws {
    let json = """
      [{"date":0,"id":7},{"date":5,"text":"a"},{"date":1700000000,"text":"b"},
       {"date":"today","text":"c"}]
      """
    let (messages, report) = try DecodingReport.collecting {
      try backend.decode([Message].self, from: json)
    }
    #expect(
      messages == [
        .gone(Message.Gone(id: 7)), .text(Message.Text(date: .seconds(5), text: "a")),
        .text(Message.Text(date: .seconds(1_700_000_000), text: "b")),
        .text(Message.Text(date: .text("today"), text: "c")),
      ]
    )
    #expect(report.isClean)
    #expect(report.unknownTags.isEmpty)
    #expect(try backend.encode(messages) == JSONTree(parsing: json))
    try Message.registry.validate()
  }

  @Test(arguments: Backend.allCases)
  func `a type that stands in for unknown tags is counted`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type")
    registry.policies.unknown = .decode(as: Labelled.self)
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(#"[{"type":"x","title":"a"},{"type":"x","title":"b"}]"#, registry)
    }
    #expect(feed.known.count == 2)
    #expect(report.unknownTags == ["x": 2])
  }

  @Test func `what takes all that is left is behind other patterns`() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, matching: "a*")
    try registry.register(Movie.self, matching: "*")
    #expect(registry.problems.isEmpty)
    #expect(registry.payloadType(for: "ab") == Labelled.self)
    #expect(registry.payloadType(for: 4) == Movie.self)
    try registry.register(Book.self, matching: "b*")
    #expect(registry.problems.map(\.code) == [.overlappingPatterns])
  }

  // MARK: - Validating

  @Test(
    arguments: [
      ("a*", "*b", true), ("a*", "b*", false), ("*_result", "web_*", true), ("a*c", "ab*", true),
      ("a", "a*", true), ("*x", "*y", false), ("*", "", true), ("a*b", "a", false),
    ]
  )
  func `finds patterns that overlap`(
    _ first: String,
    _ second: String,
    _ isFound: Bool
  ) throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, matching: TagPattern(stringLiteral: first))
    try registry.register(Movie.self, matching: TagPattern(stringLiteral: second))
    #expect(registry.problems.map(\.code) == (isFound ? [.overlappingPatterns] : []))
  }

  @Test func `finds a function that takes what another pattern takes`() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, matching: "*_result")
    try registry.register(Movie.self, matching: TagPattern("anything") { _ in true })
    let error = try #require(registry.problems.first)
    #expect(error.code == .overlappingPatterns)
    #expect(error.description.contains(#"The patterns "*_result" of Labelled ("#))
    #expect(error.description.contains("anything of Movie ("))
  }

  @Test func `takes a family that is registered again`() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, matching: "*_result")
    try registry.register(Labelled.self, matching: "*_result")
    let merged = try registry.merging(registry)
    #expect(merged.problems.isEmpty)
    #expect(merged.overriding(with: registry).payloadType(for: "a_result") == Labelled.self)
  }
}
