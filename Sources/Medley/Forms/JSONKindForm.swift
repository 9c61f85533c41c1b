/// A wire form with the JSON kind of the element as its tag.
///
/// The tags are `"string"`, `"number"`, `"integer"`, `"boolean"`, `"array"`, `"object"` and `"null"`.
/// Without `"integer"`, integers are numbers; without `"null"`, null has no tag.
final class JSONKindForm: WireForm {
  var tagPlace: TagPlace { .kind }
  var writesPayloadAlone: Bool { true }

  /// Encodes the one value of a kind that has no content; of other kinds there is none.
  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    switch tag.tags.first {
    case "object":
      NoContent().encode(to: encoder)
    case "array":
      _ = encoder.unkeyedContainer()
    case "null":
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    default:
      throw tag.unwritable(NoContent(), encoder)
    }
  }
}

// MARK: - Reading

extension TagPlace {
  /// Finds the kind of a value.
  func locateKind(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      guard let position = tags.position(of: JSONKind.null) else {
        return try absent(nullError(decoder), in: decoder, among: tags)
      }
      return located(.null, at: position, decoder)
    }
    if DecoderTraits(decoder) == .strict {
      return try located(strictKind(of: decoder, container, among: tags), decoder, among: tags)
    }
    // Registered kinds first, for formats that provide a scalar as several kinds.
    let (registered, others) = (
      JSONKind.allCases.filter { tags.position(of: $0) != nil },
      // An integer is a number, unless integers are told apart.
      JSONKind.allCases.filter { tags.position(of: $0) == nil && $0 != .integer }
    )
    let kind = try (registered + others).first { try $0.matches(decoder) }
    return located(kind, decoder, among: tags)
  }

  private func located(
    _ kind: JSONKind?,
    _ decoder: any Decoder,
    among tags: TagTable
  ) -> LocatedTag {
    guard let kind else {
      return LocatedTag(finding: .wrongKind("something else"), source: .whole(decoder))
    }
    return located(kind, at: tags.position(of: kind), decoder)
  }

  private func located(_ kind: JSONKind, at position: Int?, _ decoder: any Decoder) -> LocatedTag {
    LocatedTag(finding: .tag(kind.tag), source: .whole(decoder), position: position)
  }

  /// Returns the only kind of a value, with the fewest attempts: each that fails makes an error.
  ///
  /// The error of the first says what the value is. If that were wrong, decoding the payload would
  /// fail.
  private func strictKind(
    of decoder: any Decoder,
    _ container: any SingleValueDecodingContainer,
    among tags: TagTable
  ) throws -> JSONKind? {
    do {
      _ = try container.decode(String.self)
      return .string
    } catch {
      switch ValueKind(hintOf: error) {
      case .object?: return .object
      case .array?: return .array
      case .boolean?: return .boolean
      case .integer? where tags.position(of: JSONKind.integer) == nil: return .number
      default: break
      }
    }
    if NumberOutsideTags.isNumber(decoder) {
      let isInteger =
        try tags.position(of: JSONKind.integer) != nil && JSONKind.integer.matches(decoder)
      return isInteger ? .integer : .number
    }
    return try [JSONKind.object, .array, .boolean].first { try $0.matches(decoder) }
  }

  private func nullError(_ decoder: any Decoder) -> DecodingError {
    .valueNotFound(
      TypeTag.self,
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "Expected a value but found null."
      )
    )
  }
}

/// A kind of JSON value, whose name is a tag.
enum JSONKind: UInt8, CaseIterable {
  // The order matters if a format provides a scalar as several kinds.
  case object
  case array
  case boolean
  case integer
  case number
  case string
  case null

  /// Creates the kind that a tag names, or returns nil for another tag.
  init?(_ tag: TypeTag) {
    guard let kind = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
    self = kind
  }

  var tag: TypeTag {
    switch self {
    case .object: "object"
    case .array: "array"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .null: "null"
    }
  }

  /// Returns whether a value is of this kind, by an attempt to read it.
  fileprivate func matches(_ decoder: any Decoder) throws -> Bool {
    switch self {
    case .object: return (try? ObjectReader(decoder))?.isText == false
    case .array: return (try? decoder.unkeyedContainer()) != nil
    case .boolean: return (try? decoder.singleValueContainer().decode(Bool.self)) != nil
    case .integer: return (try? IntegerTag(from: decoder)) != nil
    case .number:
      return NumberOutsideTags.isNumber(decoder)
        || (try? decoder.singleValueContainer().decode(Int64.self)) != nil
    case .string: return (try? decoder.singleValueContainer().decode(String.self)) != nil
    case .null: return false
    }
  }
}
