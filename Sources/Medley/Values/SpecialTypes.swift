import MedleyBase

/// The types that decoders and encoders handle themselves, without calling the type's own `Codable`:
/// scalars of Foundation, and dictionaries with strings as keys.
///
/// A strategy applies to dates, and none to the keys of a dictionary, which are data. `init(from:)` and
/// `encode(to:)` of such a type would do otherwise, so its values always go through a container.
package enum SpecialTypes {
  /// Returns whether values of a type go through a container.
  static func contain(_ type: any Any.Type) -> Bool { all.passes(type) }

  /// Returns whether values of a type go through a container of a decoder or an encoder.
  ///
  /// Formats with text for all scalars have no strategies, and some show an object only to types.
  // Inlined, so that the coder isn't boxed where the type tells it.
  @inline(__always) static func contain(
    _ type: any Any.Type,
    in coder: @autoclosure () -> Any
  ) -> Bool {
    contain(type) && (!areStringKeyed(type) || DecoderTraits(coder()) == .strict)
  }

  /// Returns whether values of a type are dictionaries with strings as keys.
  package static func areStringKeyed(_ type: any Any.Type) -> Bool { stringKeyed.passes(type) }

  /// Returns whether values of a type go through a container, without testing conformances of other
  /// types: the first test of a type takes 260,000 instructions, and registering shouldn't take that.
  static func contain(_ type: any Any.Type, named name: String) -> Bool {
    (name.hasPrefix(stringKeyedPrefix) || name.hasPrefix("Foundation")) && contain(type)
  }

  private static let all = TypeTest {
    areStringKeyed($0) || ForeignScalars.coding?.isSpecial($0) == true
  }

  private static let stringKeyed = TypeTest {
    DecoderTraits.name(of: $0).hasPrefix(stringKeyedPrefix)
  }

  private static let stringKeyedPrefix = "Swift.Dictionary<Swift.String,"
}

/// A dictionary with strings as keys whose values can be encoded.
package protocol StringKeyedEncodable: Encodable {
  /// Calls a function with each member.
  func forEachMember(_ body: (String, any Encodable) throws -> Void) rethrows

  /// The dictionary without the members under some keys.
  func removing(_ keys: [String]) -> any StringKeyedEncodable
}

extension Dictionary: StringKeyedEncodable where Key == String, Value: Encodable {
  package func forEachMember(_ body: (String, any Encodable) throws -> Void) rethrows {
    for (key, value) in self { try body(key, value) }
  }

  package func removing(_ keys: [String]) -> any StringKeyedEncodable {
    keys.reduce(into: self) { $0[$1] = nil }
  }
}

extension StringKeyedEncodable {
  /// Encodes the members one by one, with keys that no strategy converts.
  package func encodeMembers(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    try forEachMember { try container.encode($1, forKey: WireKey(data: $0)) }
  }
}

extension Decodable {
  /// Decodes a value as a container decodes a member.
  package init(contentOf decoder: any Decoder) throws {
    self =
      SpecialTypes.contain(Self.self, in: decoder)
      ? try decoder.singleValueContainer().decode(Self.self) : try Self(from: decoder)
  }

  /// Decodes a value as a container decodes a member, without one for the commonest types.
  package static func decodeStrictly(from decoder: any Decoder) throws -> Self {
    if Self.self == Int.self { return same(try decoder.singleValueContainer().decode(Int.self)) }
    if Self.self == String.self {
      return same(try decoder.singleValueContainer().decode(String.self))
    }
    return try Self(contentOf: decoder)
  }
}

extension Encodable {
  /// Encodes a value as a container encodes a member.
  package func encodeStrictly(to encoder: any Encoder) throws {
    guard SpecialTypes.contain(Self.self, in: encoder) else { return try encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// Functions for Foundation's scalars, which the core calls without importing Foundation.
///
/// Only `ForeignScalars` conforms. The core declares it, `MedleyScalars` adds the conformance,
/// and a dynamic cast finds that in every program that links both, without a setup call.
package protocol ForeignScalarCoding: SendableMetatype {
  /// A value of a type that only its format has.
  typealias Scalar = any Codable & Hashable & Sendable

  /// Returns the value of the container if only its format has the type.
  static func capture(_ container: any SingleValueDecodingContainer) -> Scalar?

  /// Returns a value of a foreign type as a scalar, or nil for other types.
  static func opaque(_ value: Any) -> Scalar?

  /// Decodes a foreign type from a value, as the format's own decoder would; nil for other types.
  static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value?

  /// Encodes a number with all its digits, or returns false if the encoder can't.
  static func encode(number: String, to encoder: any Encoder) throws -> Bool

  /// Returns a placeholder of a foreign type, or nil for other types.
  static func placeholder<Value>(for type: Value.Type) -> Value?

  /// Returns whether decoders and encoders handle a type differently from its own `Codable`.
  static func isSpecial(_ type: any Any.Type) -> Bool
}

/// The types that decoders handle specially, if `MedleyScalars` is linked.
package enum ForeignScalars {
  /// The conformance; nil if it isn't linked.
  static let coding = (ForeignScalars.self as any Any.Type) as? any ForeignScalarCoding.Type
}
