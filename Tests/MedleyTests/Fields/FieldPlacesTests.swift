import Medley
import MedleyResilience
import TestSupport
import Testing

/// `FieldDecodable` types in every position.
@Suite struct FieldPlacesTests {
  protocol Shape: Codable, Sendable {
    var name: String { get }
  }

  struct Circle: Shape, FieldDecodable, Hashable {
    var name: String
    var radius: Double

    init(fields: inout FieldReader) throws {
      name = try fields.decode("name")
      radius = try fields.decode("radius")
    }
  }

  struct Label: Shape, FieldDecodable, Hashable {
    var type: String
    var name: String
    var size: Int?

    init(fields: inout FieldReader) throws {
      name = try fields.decode("name")
      size = try fields.decodeIfPresent("size")
      type = try fields.decode("type")
    }
  }

  /// A type with synthesised `Codable` between `FieldDecodable` types.
  struct Line: Shape, Hashable {
    var name: String
  }

  static let shapes = PolymorphicRegistry<any Shape>(
    "type",
    ["CIRCLE": Circle.self, "A_RATHER_LONG_LABEL": Label.self, "LINE": Line.self]
  )

  static let circle = #"{"name":"c","type":"CIRCLE","radius":1.5}"#
  static let label = #"{"type":"A_RATHER_LONG_LABEL","name":"l","size":2}"#
  static let line = #"{"name":"x","type":"LINE"}"#

  static func check<Value: Codable & Equatable>(
    _ type: Value.Type,
    _ json: String,
    _ backend: Backend,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let value = try backend.decode(type, from: json, with: shapes)
    #expect(
      try backend.encode(value, with: shapes) == JSONTree(parsing: json),
      sourceLocation: sourceLocation
    )
    return value
  }

  @Test(arguments: Backend.allCases)
  func `decodes alone and in other types`(_ backend: Backend) throws {
    let json = #"{"name":"c","radius":1.5}"#
    #expect(try Self.check(Circle.self, json, backend).radius == 1.5)
    #expect(try Self.check([Circle].self, "[\(json),\(json)]", backend).count == 2)
    #expect(try Self.check([String: Circle].self, #"{"k":\#(json)}"#, backend)["k"]?.name == "c")
    #expect(try Self.check([[String: [Circle]]].self, #"[{"k":[\#(json)]}]"#, backend).count == 1)
    #expect(try Self.check([Circle?].self, "[\(json),null]", backend)[1] == nil)
    #expect(try backend.decode([Circle].self, from: "[]").isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a payload of a registry`(_ backend: Backend) throws {
    let json = "[\(Self.circle),\(Self.line),\(Self.label)]"
    let feed = try Self.check([Polymorphic<any Shape>].self, json, backend)
    #expect(feed.known.map(\.name) == ["c", "x", "l"])
    #expect((feed[0].known as? Circle)?.radius == 1.5)
    #expect((feed[2].known as? Label)?.type == "A_RATHER_LONG_LABEL")
    let index = #"{"k":[\#(Self.circle)],"n":[]}"#
    #expect(try Self.check([String: [Polymorphic<any Shape>]].self, index, backend).count == 2)
    #expect(
      try Self.check([Polymorphic<any Shape>?].self, "[null,\(Self.line)]", backend)[0] == nil
    )
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"type":"CIRCLE","name":"c"}"#, "keyNotFound at [1].radius"),
      (#"{"type":"CIRCLE","name":"c","radius":"x"}"#, "typeMismatch at [1].radius"),
      (#"{"type":"A_RATHER_LONG_LABEL","size":[]}"#, "keyNotFound at [1].name"),
      (#"{"type":"LINE","name":1}"#, "typeMismatch at [1].name"),
      (#"{"type":3,"name":1}"#, "dataCorrupted at [1].type"),
      (#"{"name":"c"}"#, "keyNotFound at [1].type"),
      (#"[]"#, "typeMismatch at [1]"),
    ]
  )
  func `errors in a registry have their paths and tags`(
    _ backend: Backend,
    _ sample: (json: String, fault: String)
  ) throws {
    let strict = PolymorphicRegistry<any Shape>(
      "type",
      ["CIRCLE": Circle.self, "A_RATHER_LONG_LABEL": Label.self, "LINE": Line.self],
      policies: .init(unknown: .throw)
    )
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(Self.circle),\(sample.json)]", strict)
    }
    #expect("\(error.kind) at \(error.place)" == sample.fault)
  }

  @Test(arguments: Backend.allCases)
  func `keeps unknown and malformed elements`(_ backend: Backend) throws {
    var registry = Self.shapes
    registry.policies = .init(malformed: .keep)
    let json =
      "[\(Self.circle)," + #"{"type":"CIRCLE","name":1},{"type":"A_RATHER_LONG_LABEX"},"#
      + "\(Self.line)]"
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.name) == ["c", "x"])
    #expect(feed.unknown.map(\.tag) == ["CIRCLE", "A_RATHER_LONG_LABEX"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a lossy feed reports dropped elements`(_ backend: Backend) throws {
    let json = "[\(Self.circle)," + #"{"type":"CIRCLE","name":1},{"type":"CUBE"}]"#
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Polymorphic<any Shape>]>.self, from: json, with: Self.shapes)
    }
    #expect(feed.wrappedValue.known.count == 1 && feed.wrappedValue.unknown.count == 1)
    #expect(report.issues.map { $0.codingPath.place } == ["[1].name"])
    #expect(report.unknownTags == ["CUBE": 1])
  }

  struct Tagged: Shape, FieldDecodable {
    var name: String
    var words: [String]

    init(fields: inout FieldReader) throws {
      words = try fields.decodeLossy("words")
      name = try fields.decode("name")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a report has the tag of issues inside a payload`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Shape>("type", ["TAGGED": Tagged.self])
    let json = #"[{"type":"TAGGED","name":"t","words":["a",1]}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect((feed[0].known as? Tagged)?.words == ["a"])
    #expect(report.issues.map(\.tag) == ["TAGGED"])
    #expect(report.issues.map { $0.codingPath.place } == ["[0].words[1]"])
  }

  enum Item: PolymorphicEnum, Equatable {
    case circle(Circle)
    case label(Label)
    case line(Line)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "CIRCLE", as: Item.circle)
      try registry.register(for: "A_RATHER_LONG_LABEL", as: Item.label)
      try registry.register(for: "LINE", as: Item.line)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a payload of an enum`(_ backend: Backend) throws {
    let json = "[\(Self.label)," + #"{"type":"CUBE","n":1}"# + ",\(Self.line),\(Self.circle)]"
    let items = try Self.check([Item].self, json, backend)
    #expect(items[3] == .circle(try backend.decode(from: #"{"name":"c","radius":1.5}"#)))
    #expect(items[1].unknownPayload?.tag == "CUBE")
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Item].self, from: #"[{"type":"CIRCLE","name":"c"}]"#)
    }
    #expect("\(error.kind) at \(error.place)" == "keyNotFound at [0].radius")
  }

  /// An enum whose initialiser takes precedence over the protocol's.
  enum Reply: PolymorphicEnum, Equatable {
    case circle(Circle)
    case text(String)

    static let registry = PolymorphicRegistry<Reply>("type") { registry in
      try registry.register(for: "CIRCLE", as: Reply.circle)
    }

    init(from decoder: any Decoder) throws {
      self = .text(try decoder.singleValueContainer().decode(String.self))
    }
  }

  @Test(arguments: Backend.allCases)
  func `an enum's own init(from:) is called`(_ backend: Backend) throws {
    #expect(try backend.decode([Reply].self, from: #"["a"]"#) == [.text("a")])
  }

  enum Written: Decodable {
    case circle(Circle)
    case label(Label)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self =
        try container.decode(String.self, forKey: .type) == "CIRCLE"
        ? .circle(Circle(from: decoder)) : .label(Label(from: decoder))
    }
  }

  /// The same with a hand-written `init(from:)`.
  enum Read: FieldDecodable {
    case circle(Circle)
    case label(Label)

    init(fields: inout FieldReader) throws {
      let type: String = try fields.decode("type")
      self =
        try type == "CIRCLE" ? .circle(Circle(fields: &fields)) : .label(Label(fields: &fields))
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes in enums with hand-written Codable`(_ backend: Backend) throws {
    let json = "[\(Self.circle),\(Self.label)]"
    let written = try backend.decode([Written].self, from: json)
    guard case .circle(let circle) = written[0], case .label(let label) = written[1] else {
      Issue.record("other cases")
      return
    }
    #expect(circle.radius == 1.5 && label.size == 2)
    let read = try backend.decode([Read].self, from: json)
    guard case .circle(circle) = read[0], case .label(label) = read[1] else {
      Issue.record("other cases")
      return
    }
    #expect(try backend.fault([Written].self, #"[{"type":"CIRCLE"}]"#) == "keyNotFound at [0].name")
    #expect(try backend.fault([Read].self, #"[{"type":"CIRCLE"}]"#) == "keyNotFound at [0].name")
  }

  @Test(arguments: Backend.allCases)
  func `finds the fields for deduction`(_ backend: Backend) throws {
    let registry = try PolymorphicRegistry<any Shape>(.deduced)
      .registering(Circle.self, for: "CIRCLE").registering(Line.self, for: "LINE")
    let feed = try backend.feed(#"[{"name":"c","radius":1},{"name":"x"}]"#, registry)
    #expect(feed[0].known is Circle && feed[1].known is Line)
  }
}
