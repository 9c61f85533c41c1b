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

  /// The object that the parts are encoded into: the one that is there already, if there is one.
  static func object(
    for whole: any Any.Type,
    in encoder: any Encoder
  ) throws -> (object: MergedObject, base: any Encoder) {
    if let merging = encoder as? MergingEncoder, merging.object.tracksMembers {
      return (merging.object, merging.base)
    }
    let container = encoder.container(keyedBy: WireKey.self)
    let object = try MergedObject(container, reserved: [], owner: whole)
    object.tracksMembers = true
    return (object, encoder)
  }

  /// Encodes the parts of a whole as one object.
  ///
  /// What is unknown goes last: it saw the whole object, and yields to the parts that own a member.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key, or if a part isn't encoded as an object.
  static func encode(
    _ parts: [any Encodable],
    of whole: any Any.Type,
    to encoder: any Encoder
  ) throws {
    let (object, base) = try object(for: whole, in: encoder)
    let unknown = parts.map { ($0 as? any UnknownKeeping)?.keptPayload != nil }
    for (part, isUnknown) in zip(parts, unknown) where !isUnknown {
      try object.encode(part: part, isUnknown: false, to: base)
    }
    for (part, isUnknown) in zip(parts, unknown) where isUnknown {
      try object.encode(part: part, isUnknown: true, to: base)
    }
  }
}

/// A part that is nil where none of its members is there.
protocol OptionalPart {
  static func decodePart(from decoder: any Decoder) throws -> Self
}

extension Optional: OptionalPart where Wrapped: Decodable {
  static func decodePart(from decoder: any Decoder) throws -> Wrapped? {
    let tracking = TrackingDecoder(base: decoder)
    do {
      let part = try Wrapped(from: tracking)
      return tracking.track.foundAny ? part : nil
    } catch let error as DecodingError {
      if case .keyNotFound = error, !tracking.track.foundAny { return nil }
      throw error
    }
  }
}

/// A value that may hold what isn't known.
protocol UnknownKeeping {
  var keptPayload: UnknownPayload? { get }
}

extension Polymorphic: UnknownKeeping {
  var keptPayload: UnknownPayload? { unknown }
}
