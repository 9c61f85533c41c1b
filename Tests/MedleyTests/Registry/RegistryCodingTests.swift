import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Types that call their registry in coding functions of their own.
@Suite struct RegistryCodingTests {
  struct Paragraph: Codable, Equatable {
    var text: String
  }

  struct Columns: Codable, Equatable {
    var columns: [Block]
  }

  struct Draft: Decodable, Equatable {
    var text: String
  }

  /// An enum without any protocol of Medley's, as a library declares it.
  enum Block: Codable, Equatable {
    case paragraph(Paragraph)
    case columns(Columns)
    case draft(Draft)
    case divider
    case unknown(UnknownPayload)

    init(from decoder: any Decoder) throws {
      switch try Self.registry.decode(from: decoder) {
      case .known(let block): self = block
      case .unknown(let payload): self = .unknown(payload)
      }
    }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }

    static let registry = PolymorphicRegistry<Block>("type") { registry in
      try registry.register(for: "paragraph", as: Block.paragraph)
      try registry.register(for: "columns", as: Block.columns)
      try registry.register(for: "draft", as: Block.draft)
    }
  }

  protocol Shape: Codable, Sendable {}

  struct Circle: Shape, Equatable {
    var radius: Int
  }

  /// A struct around an element, which it gives back as it came.
  struct AnyShape: Codable, Equatable {
    var element: Polymorphic<any Shape>

    init(_ shape: any Shape) {
      element = .known(shape)
    }

    init(from decoder: any Decoder) throws {
      element = try Self.registry.decode(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(element, to: encoder)
    }

    static let registry = PolymorphicRegistry<any Shape>("shape") { registry in
      try registry.register(Circle.self, for: "circle") { $0 }
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes an enum by its registry`(_ backend: Backend) throws {
    let json = """
      [{"type":"paragraph","text":"a"},{"type":"columns","columns":[{"type":"paragraph","text":"b"}]},\
      {"type":"image","url":"c"}]
      """
    let blocks = try backend.decode([Block].self, from: json)
    #expect(blocks.first == .paragraph(Paragraph(text: "a")))
    #expect(
      blocks.dropFirst().first == .columns(Columns(columns: [.paragraph(Paragraph(text: "b"))]))
    )
    guard case .unknown(let payload) = try #require(blocks.last) else {
      Issue.record("not unknown")
      return
    }
    #expect(payload.tag == "image")
    #expect(try backend.encode(blocks) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes an element in a struct`(_ backend: Backend) throws {
    let json = #"[{"shape":"circle","radius":1},{"shape":"square","width":2}]"#
    let shapes = try backend.decode([AnyShape].self, from: json)
    #expect(shapes.first == AnyShape(Circle(radius: 1)))
    #expect(shapes.last?.element.unknown?.tag == "square")
    #expect(try backend.encode(shapes) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `the registry is asked whatever the decoder has`(_ backend: Backend) throws {
    let other = PolymorphicRegistry<Block>("kind") { registry in
      try registry.register(for: "p", as: Block.paragraph)
    }
    let json = #"[{"type":"paragraph","text":"a"}]"#
    let blocks = try backend.decode([Block].self, from: json, with: other)
    #expect(blocks == [.paragraph(Paragraph(text: "a"))])
    #expect(try backend.encode(blocks, with: other) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"text":"a"}]"#, "[0].type", DecodingError.Kind.keyNotFound),
      (#"[{"type":"paragraph"}]"#, "[0].text", .keyNotFound),
      (#"[{"type":"columns","columns":[{"type":[]}]}]"#, "[0].columns[0].type", .typeMismatch),
    ]
  )
  func `an error has the path of its element`(
    _ backend: Backend,
    _ sample: (json: String, place: String, kind: DecodingError.Kind)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Block].self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `counts unknown tags and tags issues`(_ backend: Backend) throws {
    let json = #"[{"type":"columns","columns":[{"type":"image"},{"type":7}]}]"#
    let (blocks, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Block]>.self, from: json)
    }
    #expect(blocks.wrappedValue.count == 1)
    #expect(report.unknownTags == ["image": 1, 7: 1])
  }

  @Test(arguments: Backend.allCases)
  func `encoding what isn't registered is an error with a remedy`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Block.paragraph(Paragraph(text: "a")), .divider])
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.description.contains("The case divider of Block") == true)
  }

  @Test(arguments: Backend.allCases)
  func `encoding what is only Decodable is an error with a remedy`(_ backend: Backend) throws {
    let blocks = try backend.decode([Block].self, from: #"[{"type":"draft","text":"a"}]"#)
    let error = try #require(throws: EncodingError.self) { try backend.encode(blocks) }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .notEncodable)
    #expect(error.cause?.description.contains("Make it Codable") == true)
  }

  @Test func `validates`() throws {
    try Block.registry.validate()
    try AnyShape.registry.validate(samples: [Circle(radius: 1)])
  }

  @Test func `a registry that its payload reads from the same object is found`() throws {
    let problems = Endless.registry.problems
    #expect(problems.map(\.code) == [.endlessPayload])
  }

  /// An enum that is the payload of its own case, from the same object.
  indirect enum Endless: Decodable {
    case again(Endless)
    case unknown(UnknownPayload)

    init(from decoder: any Decoder) throws {
      switch try Self.registry.decode(from: decoder) {
      case .known(let value): self = value
      case .unknown(let payload): self = .unknown(payload)
      }
    }

    static let registry = PolymorphicRegistry<Endless>("type") { registry in
      try registry.register(for: "again", as: Endless.again)
    }
  }
}
