import Medley
import MedleyTesting
import TestSupport
import Testing

/// Enums that came with a case of their own for unknown elements.
@Suite struct UnsupportedCaseTests {
  struct Paragraph: Codable, Equatable {
    var text: String
  }

  /// An enum that keeps the tag alone, and is only decoded.
  enum Block: PolymorphicEnum, Equatable {
    case paragraph(Paragraph)
    case unsupported(type: String?)

    static let registry = PolymorphicRegistry<Block>("type") { registry in
      try registry.register(for: "paragraph", as: Block.paragraph)
      registry.policies.missing = .keep
    }

    static func unknown(_ payload: UnknownPayload) -> Block {
      .unsupported(type: payload.tag?.string)
    }
  }

  /// An enum that writes the tag again.
  enum Writable: PolymorphicEnum, Equatable {
    case paragraph(Paragraph)
    case unsupported(type: String)

    static let registry = PolymorphicRegistry<Writable>("type") { registry in
      try registry.register(for: "paragraph", as: Writable.paragraph)
    }

    static func unknown(_ payload: UnknownPayload) -> Writable {
      .unsupported(type: payload.tag?.string ?? "")
    }

    var unknownPayload: UnknownPayload? {
      guard case .unsupported(let type) = self else { return nil }
      return UnknownPayload(tag: .string(type), content: ["type": .string(type)])
    }
  }

  static let json = #"[{"type":"paragraph","text":"a"},{"type":"image","url":"b"}]"#

  @Test(arguments: Backend.allCases)
  func `decodes unknown elements as the case`(_ backend: Backend) throws {
    let blocks = try backend.decode([Block].self, from: Self.json)
    #expect(blocks == [.paragraph(Paragraph(text: "a")), .unsupported(type: "image")])
    let untagged = try backend.decode([Block].self, from: #"[{"text":"a"}]"#)
    #expect(untagged == [.unsupported(type: nil)])
  }

  @Test(arguments: Backend.allCases)
  func `a report counts the tags`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Block].self, from: Self.json)
    }
    #expect(report.unknownTags == ["image": 1])
  }

  @Test(arguments: Backend.allCases)
  func `encodes the case if its payload is made by hand`(_ backend: Backend) throws {
    let blocks = try backend.decode([Writable].self, from: Self.json)
    #expect(
      try backend.encode(blocks)
        == JSONTree(parsing: #"[{"type":"paragraph","text":"a"},{"type":"image"}]"#)
    )
    #expect(try backend.roundTrip(blocks) == blocks)
  }

  @Test(arguments: Backend.allCases)
  func `encoding the case without a payload is an error`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Block.unsupported(type: "image")])
    }
    #expect(error.place == "[0]")
  }

  @Test func `validates`() throws {
    try Block.registry.validate()
    try Writable.registry.validate()
  }
}
