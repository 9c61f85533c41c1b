import MedleyBase

// MARK: - Coding

extension TypeTag: Codable {
  /// Decodes a string, an integer, a Boolean, or an array of them, in which null is an absent part.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the value is none of these.
  public init(from decoder: any Decoder) throws {
    if let candidate = try TagCandidates(from: decoder).all.first {
      self = candidate
    } else if let parts = try? [TypeTag?](from: decoder), parts.contains(where: { $0 != nil }) {
      self = .compound(parts)
    } else {
      throw DecodingError.typeMismatch(
        TypeTag.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected a string, an integer, a Boolean or an array of them."
        )
      )
    }
  }

  /// Encodes the value, or an array for a compound tag.
  public func encode(to encoder: any Encoder) throws {
    if case .compound(let parts) = self {
      try parts.encode(to: encoder)
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let string): try container.encode(string)
    case .integer(let integer): try container.encode(integer)
    case .boolean(let boolean): try container.encode(boolean)
    case .compound: break
    }
  }
}
