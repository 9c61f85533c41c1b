/// Decodes and encodes the parts of a composition, which share one object.
enum CompositionPart {
  // MARK: - Decoding

  static func decode<Part: Decodable>(
    _ type: Part.Type,
    from decoder: any Decoder
  ) throws -> Part {
    func optional<Value: OptionalPart>(_ type: Value.Type) throws -> Part? {
      try Value.decodePart(from: decoder) as? Part
    }
    if let type = type as? any OptionalPart.Type, let part = try optional(type) { return part }
    return try Part(from: decoder)
  }

  // MARK: - Encoding

  /// Encodes the parts of a whole as one object.
  ///
  /// Unknown parts are encoded last: each has captured the whole object, and leaves out the members
  /// of the other parts.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key, or if a part isn't encoded as an object.
  static func encode(
    _ parts: [any Encodable],
    of whole: any Any.Type,
    to encoder: any Encoder
  ) throws {
    let parts = parts.flatMap(flattened)
    if let outer = (encoder as? ObjectWriter)?.composition {
      try outer.write(parts)
    } else {
      let object = MergedParts(at: encoder)
      try object.write(parts)
      try object.writeUnknown()
    }
  }

  /// Returns the parts of a composed part, since unknown parts inside it are encoded last as well.
  private static func flattened(_ part: any Encodable) -> [any Encodable] {
    (part as? any Composing)?.parts.flatMap(flattened) ?? [part]
  }
}

/// A protocol for `Composed` values of any parts, which a cast finds.
///
/// Only `Composed` conforms.
protocol Composing {
  var parts: [any Encodable] { get }
}

extension Composed: Composing where Base: Encodable, Extension: Encodable {
  var parts: [any Encodable] { [base, `extension`] }
}

/// A protocol for optional parts of any type, which are nil if none of their members is present.
///
/// Only `Optional` conforms.
protocol OptionalPart {
  static var wrapped: any Any.Type { get }
  static func decodePart(from decoder: any Decoder) throws -> Self
}

extension Optional: OptionalPart where Wrapped: Decodable {
  static var wrapped: any Any.Type { Wrapped.self }

  static func decodePart(from decoder: any Decoder) throws -> Wrapped? {
    let tracking = TrackingDecoder(base: decoder)
    do {
      return try IssueCollector.attempting(decoder.userInfo) {
        let part = try Wrapped(from: tracking)
        // The part is absent, so its missing members aren't issues.
        guard tracking.track.foundAny else { throw AbsentPart() }
        return part
      }
    } catch is AbsentPart {
      return nil
    } catch let error as DecodingError {
      guard case .keyNotFound = error, !tracking.track.foundAny, try !hasAnyMember(decoder) else {
        throw error
      }
      return nil
    }
  }
}

private struct AbsentPart: Error {}

extension Optional where Wrapped: Decodable {
  /// Returns whether a member is present that the part didn't read because another was missing.
  private static func hasAnyMember(_ decoder: any Decoder) throws -> Bool {
    let fields = PayloadFields(of: Wrapped.self)
    let members = try decoder.container(keyedBy: WireKey.self).allKeys
    return members.contains { fields.claims($0.stringValue) }
  }
}
