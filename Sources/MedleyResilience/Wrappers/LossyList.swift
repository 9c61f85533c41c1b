public import Medley

/// The valid elements of a list, read without a list of attempts.
@usableFromInline package struct LossyList<Element: Decodable>: LossyElements {
  @usableFromInline let values: [Element]
  /// Whether the elements were read; false in formats whose containers have to decode an array.
  @usableFromInline let isRead: Bool

  package init(_ values: [Element]) {
    self.values = values
    isRead = true
  }

  @usableFromInline package init(from decoder: any Decoder) throws {
    if let list = try MedleyDecoders.cast(decoder)?.decode(by: LossyWay(Self.self)) {
      self = list
    } else {
      isRead = DecoderTraits(decoder) == .strict
      values = isRead ? try Attempt.scalars(from: decoder) ?? Self.elements(from: decoder) : []
    }
  }

  package static func decodeParts(from decoder: any Decoder) throws -> Element {
    try Attempt.decode(from: decoder)
  }
}

extension LossyList {
  /// Decodes the valid elements, whose issues are removed if it fails.
  private static func elements(from decoder: any Decoder) throws -> [Element] {
    try IssueCollector.attempting(decoder.userInfo) { try Attempt.elements(from: decoder) }
  }
}
