public import Foundation
import Medley
import MedleyResilience

extension DateValue {
  /// Encodes the dates as a member.
  public func encodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    // Of any type, since the container would ask a property with dates for the member again.
    let dates: any Encodable = FormattedDate<Source, Self>(wrappedValue: self)
    try container.encode(dates, forKey: key)
  }
}

// MARK: - Dates

extension Date: DateValue {
  /// Decodes a date in one of the formats.
  public static func decodeDates<Source: DateSource>(
    as source: Source.Type,
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Date {
    try Source.decode(from: decoder)
  }

  /// Decodes a member in one of the formats.
  public static func decodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Date {
    try container.decodePlain(FormattedDate<Source, Date>.self, forKey: key).wrappedValue
  }

  /// Encodes the date in the format for writing.
  public func encodeDates(as source: (some DateSource).Type, to encoder: any Encoder) throws {
    try source.encode(self, to: encoder)
  }
}

// MARK: - Optionals

extension Optional: DateValue where Wrapped: DateValue {
  /// Decodes the value; null is nil.
  public static func decodeDates<Source: DateSource>(
    as source: Source.Type,
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Wrapped? {
    let isNull = try decoder.singleValueContainer().decodeNil()
    return isNull ? nil : try Wrapped.decodeDates(as: source, from: decoder, lossily: lossily)
  }

  /// Decodes a member; nil if it is absent or null.
  public static func decodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Wrapped? {
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
    return try Wrapped.decodeDates(as: source, from: container, forKey: key, lossily: lossily)
  }

  /// Encodes the value, or null.
  public func encodeDates(as source: (some DateSource).Type, to encoder: any Encoder) throws {
    if let self {
      try self.encodeDates(as: source, to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  /// Encodes the value as a member; nil is an omitted key.
  public func encodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try self?.encodeDates(as: source, into: &container, forKey: key)
  }
}

// MARK: - Arrays

// Collections are decoded as collections of wrappers, so that the decoder sees arrays and
// dictionaries: XML decoders recognise arrays only by their type, and key strategies must not
// change the keys of a dictionary.

extension Array: DateValue where Element: DateValue {
  /// Decodes the elements.
  public static func decodeDates<Source: DateSource>(
    as source: Source.Type,
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> [Element] {
    typealias Elements = [FormattedDate<Source, Element>]
    if lossily { return try Elements(lossyFrom: decoder).map(\.wrappedValue) }
    return try Elements(from: decoder).map(\.wrappedValue)
  }

  /// Decodes the elements of a member.
  public static func decodeDates<Source: DateSource, Key: CodingKey>(
    as source: Source.Type,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> [Element] {
    typealias Elements = [FormattedDate<Source, Element>]
    if lossily { return try Elements.decodeLossy(from: container, forKey: key).map(\.wrappedValue) }
    return try container.decode(Elements.self, forKey: key).map(\.wrappedValue)
  }

  /// Encodes the elements.
  public func encodeDates<Source: DateSource>(
    as source: Source.Type,
    to encoder: any Encoder
  ) throws {
    try map { FormattedDate<Source, Element>(wrappedValue: $0) }.encode(to: encoder)
  }
}

// MARK: - Dictionaries

extension Dictionary: DateValue where Key: Codable, Value: DateValue {
  /// Decodes the members.
  public static func decodeDates<Source: DateSource>(
    as source: Source.Type,
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> [Key: Value] {
    typealias Members = [Key: FormattedDate<Source, Value>]
    if lossily { return try Members(lossyFrom: decoder).mapValues(\.wrappedValue) }
    return try decoder.singleValueContainer().decode(Members.self).mapValues(\.wrappedValue)
  }

  /// Decodes the members of a member.
  public static func decodeDates<Source: DateSource, MemberKey: CodingKey>(
    as source: Source.Type,
    from container: KeyedDecodingContainer<MemberKey>,
    forKey key: MemberKey,
    lossily: Bool
  ) throws -> [Key: Value] {
    typealias Members = [Key: FormattedDate<Source, Value>]
    if lossily {
      return try Members.decodeLossy(from: container, forKey: key).mapValues(\.wrappedValue)
    }
    return try container.decode(Members.self, forKey: key).mapValues(\.wrappedValue)
  }

  /// Encodes the members.
  public func encodeDates<Source: DateSource>(
    as source: Source.Type,
    to encoder: any Encoder
  ) throws {
    var container = encoder.singleValueContainer()
    try container.encode(mapValues { FormattedDate<Source, Value>(wrappedValue: $0) })
  }
}
