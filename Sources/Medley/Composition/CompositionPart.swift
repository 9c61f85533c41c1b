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
    let (object, base) = try object(for: whole, in: encoder)
    let parts = parts.flatMap(flattened)
    // An absent part has no members.
    let present = parts.filter { ($0 as? any NilRepresentable)?.isNil != true }
    for part in present where !isUnknown(part) {
      try object.encode(part: part, yielding: nil, to: base)
    }
    let unknown = present.filter(isUnknown)
    guard !unknown.isEmpty else { return }
    let claimed = parts.filter { !isUnknown($0) }.reduce(into: Set<String>()) {
      $0.formUnion(fields(of: $1))
    }
    for part in unknown {
      try object.encode(part: part, yielding: claimed, to: base)
    }
  }

  /// Returns the parts of a composed part, since unknown parts inside it are encoded last as well.
  private static func flattened(_ part: any Encodable) -> [any Encodable] {
    (part as? any Composing)?.parts.flatMap(flattened) ?? [part]
  }

  /// Returns the members that a part knows, if a sample of it can be decoded.
  private static func fields(of part: any Encodable) -> Set<String> {
    func fields<Part: Decodable>(_ type: Part.Type) -> Set<String> {
      PayloadFields(of: type).map { $0.required.union($0.optional) } ?? []
    }
    return (type(of: part) as? any Decodable.Type).map { fields($0) } ?? []
  }

  private static func isUnknown(_ part: any Encodable) -> Bool {
    switch part {
    case let part as any PolymorphicElement: part.unknown != nil
    case let part as any PolymorphicEnum: part.unknownPayload != nil
    default: false
    }
  }

  /// Returns the object to encode the parts into: that of the outer composition, if there is one.
  private static func object(
    for whole: any Any.Type,
    in encoder: any Encoder
  ) throws -> (object: MergedObject, base: any Encoder) {
    if let merging = encoder as? MergingEncoder, merging.object.isShared {
      return (merging.object, merging.base)
    }
    let container = encoder.container(keyedBy: WireKey.self)
    return (try MergedObject(container, reserved: [], owner: whole), encoder)
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
    guard let fields = PayloadFields(of: Wrapped.self) else { return false }
    let members = try decoder.container(keyedBy: WireKey.self).allKeys
    return members.contains { fields.claims($0.stringValue) }
  }
}
