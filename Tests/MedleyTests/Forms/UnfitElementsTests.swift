import Medley
import TestSupport
import Testing

/// Elements that fit no type of a form without tags, in enums with a case for unknown elements.
@Suite struct UnfitElementsTests {
  struct Point: Codable, Hashable {
    var x: Double
    var y: Double
  }

  struct Circle: Codable, Hashable {
    var x: Double
    var y: Double
    var radius: Double
  }

  protocol FormSource: Sendable {
    static var form: Discriminator { get }
  }

  enum ByFields: FormSource {
    static let form = Discriminator.deduced
  }

  enum ByTrial: FormSource {
    static let form = Discriminator.firstMatch
  }

  enum ByKeyOrFields: FormSource {
    static let form = Discriminator.key("type").or(.deduced)
  }

  enum Shape<Form: FormSource>: PolymorphicEnum, Hashable {
    case circle(Circle)
    case point(Point)
    case unknown(UnknownPayload)

    static var registry: PolymorphicRegistry<Shape> {
      .kept(Form.form) {
        try $0.register(for: "circle", as: Shape.circle)
        try $0.register(for: "point", as: Shape.point)
      }
    }
  }

  private static func check<Form: FormSource>(_ form: Form.Type, _ backend: Backend) throws {
    let json = #"[{"radius":1},{"type":"point","x":1,"y":2},5,{"z":1}]"#
    let (shapes, report) = try DecodingReport.collecting {
      try backend.decode([Shape<Form>].self, from: json)
    }
    let unknown = shapes.compactMap(\.unknownPayload)
    #expect(unknown.count == 3)
    #expect(shapes[1] == .point(Point(x: 1, y: 2)))
    #expect(unknown.map(\.tag) == [nil, nil, nil])
    #expect(unknown.map(\.reason) == [.untagged, .untagged, .untagged])
    #expect(unknown.last?.content["z"] != nil)
    // Nothing says what they are, so that each is an issue, and none is counted.
    #expect(report.unknownTags.isEmpty)
    #expect(report.issues.map(\.action) == [.kept, .kept, .kept])
    #expect(report.issues.map { $0.codingPath.first?.intValue } == [0, 2, 3])
    let encoded = try backend.encode([shapes[0], shapes[3]])
    #expect(try encoded == JSONTree(parsing: #"[{"radius":1},{"z":1}]"#))
  }

  @Test(arguments: Backend.allCases)
  func `are unknown ones without a tag`(_ backend: Backend) throws {
    try Self.check(ByFields.self, backend)
    try Self.check(ByTrial.self, backend)
    try Self.check(ByKeyOrFields.self, backend)
  }

  /// An enum that had a case of its own.
  enum Reply: PolymorphicDecodable, Equatable {
    case point(Point)
    case other(tag: String?, names: [String])

    static let registry = PolymorphicRegistry<Reply>(.deduced) {
      try $0.register(for: "point", as: Reply.point)
    }

    static func unknown(_ payload: UnknownPayload) -> Reply {
      .other(tag: payload.tag?.string, names: payload.content.dictionary?.keys.sorted() ?? [])
    }
  }

  @Test(arguments: Backend.allCases)
  func `are what the enum's function makes of them`(_ backend: Backend) throws {
    let replies = try backend.decode([Reply].self, from: #"[{"x":1,"y":2},{"ok":true}]"#)
    #expect(replies == [.point(Point(x: 1, y: 2)), .other(tag: nil, names: ["ok"])])
  }

  /// An enum of a library.
  enum Answer: Codable, Equatable {
    case point(Point)
    case other(UnknownPayload)

    init(from decoder: any Decoder) throws {
      self = try Self.registry.decode(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }

    static let registry = PolymorphicRegistry<Answer>(.deduced) {
      try $0.register(for: "point", as: Answer.point)
      $0.registerUnknown(as: Answer.other)
    }
  }

  @Test(arguments: Backend.allCases)
  func `are what a library's registry makes of them`(_ backend: Backend) throws {
    let json = #"[{"x":1,"y":2},{"ok":true}]"#
    let answers = try backend.decode([Answer].self, from: json)
    guard case .other(let payload) = answers[1] else {
      Issue.record("\(answers)")
      return
    }
    #expect(payload.tag == nil)
    #expect(try backend.encode(answers) == JSONTree(parsing: json))
  }

  /// An enum without a case for them.
  enum Closed: PolymorphicDecodable, Equatable {
    case point(Point)

    static let registry = PolymorphicRegistry<Closed>(.deduced) {
      try $0.register(for: "point", as: Closed.point)
    }
  }

  @Test(arguments: Backend.allCases)
  func `throw in an enum without a case for them, and where the policy says so`(
    _ backend: Backend
  ) throws {
    let json = #"[{"x":1,"y":2},{"ok":true}]"#
    let closed = try #require(throws: DecodingError.self) {
      try backend.decode([Closed].self, from: json)
    }
    #expect(closed.place == "[1]")
    #expect(closed.cause?.code == .noMatch)
    var registry = Reply.registry
    registry.policies.missing = .throw
    let strict = try #require(throws: DecodingError.self) {
      try backend.decode([Polymorphic<Reply>].self, from: json, with: registry)
    }
    #expect(strict.place == "[1]")
    #expect(strict.cause?.code == .noMatch)
  }

  @Test(arguments: Backend.allCases)
  func `an element without the key of its tag throws still`(_ backend: Backend) throws {
    enum Tagged: PolymorphicDecodable {
      case point(Point)
      case unknown(UnknownPayload)

      static let registry = PolymorphicRegistry<Tagged>("type") {
        try $0.register(for: "point", as: Tagged.point)
      }
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Tagged].self, from: #"[{"x":1,"y":2}]"#)
    }
    #expect(error.cause?.code == .missingTag)
  }
}
