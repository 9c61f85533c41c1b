/// A wire form with the JSON kind of the element as its tag.
///
/// The tags are `"string"`, `"number"`, `"boolean"`, `"array"` and `"object"`. Null has no tag.
struct JSONKindForm: WireForm, Equatable {
  private enum Kind: String, CaseIterable {
    // The order matters if a format provides a scalar as several kinds.
    case object
    case array
    case boolean
    case number
    case string

    var tag: TypeTag { .string(rawValue) }

    func matches(_ decoder: any Decoder) throws -> Bool {
      switch self {
      case .object: return (try? ObjectReader(decoder))?.isText == false
      case .array: return (try? decoder.unkeyedContainer()) != nil
      case .boolean: return (try? decoder.singleValueContainer().decode(Bool.self)) != nil
      case .number:
        return NumberOutsideTags(from: decoder).finding != nil
          || (try? decoder.singleValueContainer().decode(Int64.self)) != nil
      case .string: return (try? decoder.singleValueContainer().decode(String.self)) != nil
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
      return try absent(nullError(decoder), in: decoder, among: tags)
    }
    // Registered kinds first, for formats that provide a scalar as several kinds.
    let (registered, others) = (
      Kind.allCases.filter { tags.contains($0.tag) },
      Kind.allCases.filter { !tags.contains($0.tag) }
    )
    for kind in registered + others where try kind.matches(decoder) {
      return LocatedTag(finding: .tag(kind.tag), source: .value(decoder))
    }
    return LocatedTag(finding: .wrongKind("something else"), source: .value(decoder))
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
