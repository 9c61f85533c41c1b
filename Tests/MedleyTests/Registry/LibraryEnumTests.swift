import Medley
import TestSupport
import Testing

/// Enums that only `Codable` knows, whose registries decode and encode them in two lines.
@Suite struct LibraryEnumTests {
  struct Paragraph: Codable, Equatable {
    var text: String
  }

  struct Image: Codable, Equatable {
    var url: String
  }

  /// It has no case for unknown elements.
  enum Closed: Codable, Equatable {
    case paragraph(Paragraph)
    case image(Image)

    static let registry = PolymorphicRegistry<Closed>("type") {
      try $0.register(for: "paragraph", as: Closed.paragraph)
      try $0.register(for: "image", as: Closed.image)
    }

    init(from decoder: any Decoder) throws { self = try Self.registry.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }
  }

  struct Unsupported: Equatable {
    let payload: UnknownPayload
  }

  /// It keeps unknown elements in a type of its own.
  enum Open: Codable, Equatable {
    case paragraph(Paragraph)
    case unsupported(Unsupported)

    static let registry = PolymorphicRegistry<Open>("type") {
      try $0.register(for: "paragraph", as: Open.paragraph)
      $0.registerUnknown {
        .unsupported(Unsupported(payload: $0))
      } from: {
        if case .unsupported(let unsupported) = $0 { unsupported.payload } else { nil }
      }
    }

    init(from decoder: any Decoder) throws { self = try Self.registry.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }
  }

  /// Its unknown case holds the payload, which reflection finds.
  enum Reflected: Codable, Equatable {
    case paragraph(Paragraph)
    case other(UnknownPayload)

    static let registry = PolymorphicRegistry<Reflected>("type") {
      try $0.register(for: "paragraph", as: Reflected.paragraph)
      $0.registerUnknown(as: Reflected.other)
    }

    init(from decoder: any Decoder) throws { self = try Self.registry.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(self, to: encoder)
    }
  }

  private static let json = """
    [{"type":"paragraph","text":"a"},{"type":"video","length":1.50},{"type":"paragraph","text":"b"}]
    """

  @Test(arguments: Backend.allCases)
  func `an open enum gives unknown elements back as they came`(_ backend: Backend) throws {
    let blocks = try backend.decode([Open].self, from: Self.json)
    #expect(blocks.first == .paragraph(Paragraph(text: "a")))
    guard case .unsupported(let unsupported) = blocks[1] else {
      Issue.record("not unknown")
      return
    }
    #expect(unsupported.payload.tag == "video")
    #expect(try backend.encode(blocks) == JSONTree(parsing: Self.json))

    let reflected = try backend.decode([Reflected].self, from: Self.json)
    #expect(try backend.encode(reflected) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `a closed enum refuses them with the tags that there are`(_ backend: Backend) throws {
    let known = #"[{"type":"image","url":"u"},{"text":"a","type":"paragraph"}]"#
    let blocks = try backend.decode([Closed].self, from: known)
    #expect(blocks == [.image(Image(url: "u")), .paragraph(Paragraph(text: "a"))])
    #expect(try backend.encode(blocks) == JSONTree(parsing: known))

    let error = #expect(throws: DecodingError.self) {
      try backend.decode([Closed].self, from: Self.json)
    }
    let description = try #require(error?.details).debugDescription
    #expect(description.contains("video"))
    #expect(description.contains("paragraph"))
    #expect(error?.place == "[1].type")
  }

  @Test(arguments: Backend.allCases)
  func `malformed elements are kept only where there is a case for them`(
    _ backend: Backend
  ) throws {
    var keeping = Open.registry
    keeping.policies.malformed = .keep
    var closed = Closed.registry
    closed.policies.malformed = .keep
    let json = #"[{"type":"paragraph","text":1}]"#
    struct Kept: Decodable {
      @TaskLocal static var registry = Open.registry
      let block: Open
      init(from decoder: any Decoder) throws { block = try Self.registry.decode(from: decoder) }
    }
    struct Refused: Decodable {
      @TaskLocal static var registry = Closed.registry
      let block: Closed
      init(from decoder: any Decoder) throws { block = try Self.registry.decode(from: decoder) }
    }
    let blocks = try Kept.$registry.withValue(keeping) {
      try backend.decode([Kept].self, from: json)
    }
    guard case .unsupported(let unsupported)? = blocks.first?.block else {
      Issue.record("not kept")
      return
    }
    #expect(unsupported.payload.tag == "paragraph")
    #expect(throws: DecodingError.self) {
      try Refused.$registry.withValue(closed) { try backend.decode([Refused].self, from: json) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `both functions and two registries serve one type`(_ backend: Backend) throws {
    struct Pair: Decodable {
      let first: Open
      let second: Polymorphic<Open>
      let other: Open

      private enum CodingKeys: CodingKey { case first, second, other }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        first = try container.decode(Open.self, forKey: .first)
        second = try Open.registry.decode(from: container.superDecoder(forKey: .second))
        var kinds = PolymorphicRegistry<Open>("kind")
        try kinds.register(for: "p", as: Open.paragraph)
        other = try kinds.decode(from: container.superDecoder(forKey: .other))
      }
    }
    let json = """
      [{"first":{"type":"paragraph","text":"a"},"second":{"type":"x"},\
      "other":{"kind":"p","text":"b"}}]
      """
    let pair = try #require(try backend.decode([Pair].self, from: json).first)
    #expect(pair.first == .paragraph(Paragraph(text: "a")))
    #expect(pair.second.unknown?.tag == "x")
    #expect(pair.other == .paragraph(Paragraph(text: "b")))
  }
}
