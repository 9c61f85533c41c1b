// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Medley

public struct Paragraph: Codable, Hashable, Sendable {
  public var text: String

  public init(text: String) {
    self.text = text
  }
}

public struct Heading: Codable, Hashable, Sendable {
  public var text: String
  public var level: Int
}

/// A public enum whose registry isn't part of the interface.
public enum Block: Hashable, Sendable {
  case paragraph(Paragraph)
  case heading(Heading)
  case unsupported(Unsupported)

  /// What isn't known, with Medley's type inside.
  public struct Unsupported: Hashable, Sendable {
    let payload: UnknownPayload

    public var type: String? { payload.tag?.string }

    public init(type: String) {
      payload = UnknownPayload(tag: .string(type), content: ["type": .string(type)])
    }

    init(_ payload: UnknownPayload) {
      self.payload = payload
    }
  }

  static let registry = PolymorphicRegistry<Block>("type") { registry in
    try registry.register(
      for: "paragraph",
      as: Block.paragraph,
      from: { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
    )
    try registry.register(
      for: "heading",
      as: Block.heading,
      from: { if case .heading(let heading) = $0 { heading } else { nil } }
    )
    registry.registerUnknown {
      .unsupported(Unsupported($0))
    } from: {
      if case .unsupported(let unsupported) = $0 { unsupported.payload } else { nil }
    }
  }
}

extension Block: Codable {
  public init(from decoder: any Decoder) throws {
    self = try Self.registry.decode(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try Self.registry.encode(self, to: encoder)
  }
}
