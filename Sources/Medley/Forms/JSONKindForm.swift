/// A wire form with the JSON kind of the element as its tag.
///
/// The tags are `"string"`, `"number"`, `"integer"`, `"boolean"`, `"array"`, `"object"` and `"null"`.
/// Without `"integer"`, integers are numbers; without `"null"`, null has no tag.
final class JSONKindForm: WireForm {
  var tagPlace: TagPlace { .kind }

  /// Encodes a payload alone, or the one value of a kind that has no content; of other kinds there is
  /// none.
  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    guard NoContent.isPayload(payload) else { return try payload.encodeStrictly(to: encoder) }
    switch tag.tags.first {
    case "object":
      try payload.encode(to: encoder)
    case "array":
      _ = encoder.unkeyedContainer()
    case "null":
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    default:
      throw tag.unwritable(EncodedPayload(payload, to: encoder))
    }
  }
}

// MARK: - Reading

extension TagPlace {
  /// Finds the kind of a value.
  func locateKind(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let container = try decoder.singleValueContainer()
    let isNull = container.decodeNil()
    if isNull, !tags.contains(JSONKind.null.tag) {
      return absentAsNull(in: decoder, among: tags)
    }
    let kind = isNull ? .null : JSONKind.find(in: decoder, container, among: tags)
    let finding = kind.map { .tag($0.tag) } ?? LocatedTag.Finding.wrongKind("something else")
    return LocatedTag(finding: finding, source: .whole(decoder))
  }
}

/// A kind of JSON value, whose name is a tag.
enum JSONKind: String, CaseIterable {
  // The order matters if a format provides a scalar as several kinds.
  case object
  case array
  case boolean
  case integer
  case number
  case string
  case null

  /// Finds the kind of a value other than null.
  fileprivate static func find(
    in decoder: any Decoder,
    _ container: any SingleValueDecodingContainer,
    among tags: TagTable
  ) -> JSONKind? {
    // With the fewest attempts, because each that fails makes an error. If the error were wrong,
    // decoding the payload would fail.
    if DecoderTraits(decoder) == .strict,
      let first = first(in: container, of: decoder, tags.contains(JSONKind.integer.tag))
    {
      return first.kind
    }
    // Registered kinds first, for formats that provide a scalar as several kinds.
    for isRegistered in [true, false] {
      for kind in allCases where tags.contains(kind.tag) == isRegistered {
        // An integer is a number, unless integers are told apart.
        if isRegistered || kind != .integer, kind.matches(decoder) { return kind }
      }
    }
    return nil
  }

  /// Finds the kind of a value by the first attempt to read it, or by the error of that.
  ///
  /// - Returns: The kind, and the text of a string; nil if the error doesn't tell.
  static func first(
    in container: any SingleValueDecodingContainer,
    of decoder: any Decoder,
    _ tellsIntegers: @autoclosure () -> Bool
  ) -> (kind: JSONKind, text: String?)? {
    do {
      return (.string, try container.decode(String.self))
    } catch {
      switch ValueKind(hintOf: error) {
      case .object: return (.object, nil)
      case .array: return (.array, nil)
      case .boolean: return (.boolean, nil)
      // Any number.
      case .integer: return (tellsIntegers() && integer.matches(decoder) ? .integer : .number, nil)
      case .string, .double, nil: return nil
      }
    }
  }

  var tag: TypeTag { .string(rawValue) }

  /// Returns whether a value is of this kind, by an attempt to read it.
  @inline(never) private func matches(_ decoder: any Decoder) -> Bool {
    switch self {
    case .object: (try? ObjectReader(decoder))?.isText == false
    case .array: (try? decoder.unkeyedContainer()) != nil
    case .boolean: (try? decoder.singleValueContainer().decode(Bool.self)) != nil
    case .integer: Int64.tag(in: decoder) != nil
    case .number:
      LocatedTag.Finding.number(in: decoder) != nil
        || (try? decoder.singleValueContainer().decode(Int64.self)) != nil
    case .string: (try? decoder.singleValueContainer().decode(String.self)) != nil
    case .null: false
    }
  }
}
