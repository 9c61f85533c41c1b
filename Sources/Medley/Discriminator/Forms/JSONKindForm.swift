/// A wire form with the JSON kind of the element as its tag.
///
/// The tags are `"string"`, `"number"`, `"integer"`, `"boolean"`, `"array"`, `"object"` and `"null"`.
/// Without `"integer"`, integers are numbers; without `"null"`, null has no tag.
final class JSONKindForm: WireForm {
  private enum Kind: String, CaseIterable {
    // The order matters if a format provides a scalar as several kinds.
    case object
    case array
    case boolean
    case integer
    case number
    case string
    case null

    var tag: TypeTag { .string(rawValue) }

    func matches(_ decoder: any Decoder) throws -> Bool {
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

  var place: String { "as the JSON kind of the value" }

  func accepts(_ tag: TypeTag) -> Bool {
    Kind.allCases.contains { $0.tag == tag }
  }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      if tags.contains(Kind.null.tag) {
        return LocatedTag(finding: .tag(Kind.null.tag), source: .value(decoder))
      }
      return try absent(nullError(decoder), in: decoder, among: tags)
    }
    if DecoderTraits(decoder) == .strict {
      let kind = try strictKind(of: decoder, among: tags)
      let finding = kind.map { LocatedTag.Finding.tag($0.tag) } ?? .wrongKind("something else")
      return LocatedTag(finding: finding, source: .value(decoder))
    }
    // Registered kinds first, for formats that provide a scalar as several kinds.
    let (registered, others) = (
      Kind.allCases.filter { tags.contains($0.tag) },
      // An integer is a number, unless integers are told apart.
      Kind.allCases.filter { !tags.contains($0.tag) && $0 != .integer }
    )
    for kind in registered + others where try kind.matches(decoder) {
      return LocatedTag(finding: .tag(kind.tag), source: .value(decoder))
    }
    return LocatedTag(finding: .wrongKind("something else"), source: .value(decoder))
  }

  /// Returns the only kind of a value, with the fewest attempts for frequent ones: each that fails
  /// makes an error.
  private func strictKind(of decoder: any Decoder, among tags: TagTable) throws -> Kind? {
    do {
      _ = try decoder.singleValueContainer().decode(String.self)
      return .string
    } catch {
      // The error probably says what the value is.
      switch ValueKind(hintOf: error) {
      case .object? where try Kind.object.matches(decoder): return .object
      case .array? where try Kind.array.matches(decoder): return .array
      case .boolean? where try Kind.boolean.matches(decoder): return .boolean
      default: break
      }
    }
    if NumberOutsideTags.isNumber(decoder) {
      let isInteger = try tags.contains(Kind.integer.tag) && Kind.integer.matches(decoder)
      return isInteger ? .integer : .number
    }
    return try [Kind.object, .array, .boolean].first { try $0.matches(decoder) }
  }

  /// The tags that a payload may be read as.
  static func tags(of kind: SampleKind, among tags: TagTable) -> [TypeTag] {
    switch kind {
    case .scalar: [Kind.string, .boolean, .integer, .number].map(\.tag)
    case .integer: tags.contains(Kind.integer.tag) ? [Kind.integer.tag] : [Kind.number.tag]
    default: [.string(kind.rawValue)]
    }
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

  func search(among tags: TagTable) -> TagSearch? { TagSearch(.jsonKind, tags) }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try encodeAlone(payload, to: encoder)
  }

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
