public import Medley

/// A property with dates in the formats of a source, regardless of the decoder's strategy.
///
/// ```swift
/// enum ServerDates: DateSource {
///   static let formats: [DateFormat] = [
///     .iso8601, .day, .millisecondsSince1970,
///   ]
/// }
/// typealias ServerDate<Value: DateValue> =
///   FormattedDate<ServerDates, Value>
///
/// struct Post: Codable {
///   @ServerDate var published: Date
///   @ServerDate var edited: Date?          // nil if absent or null
///   @ServerDate var seen: [Date]
///   @ServerDate var logins: [String: Date]
/// }
/// ```
///
/// The wrapper works on dates, optionals, arrays, dictionaries and any nesting of them. An optional
/// that is nil isn't encoded. Without an alias you write the value's type twice, since Swift
/// doesn't infer it: `@FormattedDate<ServerDates, Date> var published: Date`.
///
/// In a lossy property, `@Lossy @ServerDate var edited: Date?`, an invalid date is nil, or dropped
/// from its collection, and reported.
@propertyWrapper
public struct FormattedDate<Source: DateSource, Value: DateValue>: Hashable {
  /// The date, or the dates.
  public var wrappedValue: Value

  /// Creates a property with a value.
  ///
  /// - Parameter wrappedValue: The date, or the dates.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension FormattedDate: Sendable where Value: Sendable {}

// MARK: - Coding

extension FormattedDate: Codable, KeyedDecodable, KeyedEncodable {
  /// Decodes strings or numbers in one of the formats of the source.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeDates(as: Source.self, from: decoder, lossily: false)
  }

  /// Decodes the member, which may be absent if it is optional.
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    let source = Source.self
    wrappedValue = try Value.decodeDates(as: source, from: container, forKey: key, lossily: false)
  }

  /// Encodes strings or numbers in the writing format of the source.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encodeDates(as: Source.self, to: encoder)
  }

  /// Encodes the member; nil is an omitted key.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    try wrappedValue.encodeDates(as: Source.self, into: &object, forKey: key)
  }
}

// MARK: - In containers

// The overloads of `KeyedDecodable` and `KeyedEncodable`, for files that import only this module.

extension KeyedDecodingContainer {
  /// Decodes a property with dates, which may be absent if it is optional.
  ///
  /// ```swift
  /// _edited = try container.decode(
  ///   FormattedDate<ServerDates, Date?>.self, forKey: .edited)
  /// ```
  ///
  /// - Throws: `DecodingError` if the member is absent and not optional, or isn't a date.
  public func decode<Source, Value>(
    _ type: FormattedDate<Source, Value>.Type,
    forKey key: Key
  ) throws -> FormattedDate<Source, Value> {
    try FormattedDate(from: self, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a property with dates; nil is an omitted key.
  ///
  /// ```swift
  /// try container.encode(_edited, forKey: .edited)
  /// ```
  ///
  /// - Throws: `EncodingError` for a date beyond the years of the format.
  public mutating func encode<Source, Value>(
    _ value: FormattedDate<Source, Value>,
    forKey key: Key
  ) throws {
    try value.encode(into: &self, forKey: key)
  }
}

// MARK: - With one format

/// A property with dates and times as in ISO 8601: `2024-01-02T03:04:05Z`.
///
/// ```swift
/// @ISO8601Date var published: Date
/// ```
public typealias ISO8601Date<Value: DateValue> = FormattedDate<DateFormat.ISO8601Source, Value>

/// A property with days as in ISO 8601: `2024-01-02`.
///
/// ```swift
/// @DayDate var birthday: Date?
/// ```
public typealias DayDate<Value: DateValue> = FormattedDate<DateFormat.DaySource, Value>

/// A property with seconds since 1970: `1704164645`.
///
/// ```swift
/// @SecondsDate var seen: [Date]
/// ```
public typealias SecondsDate<Value: DateValue> = FormattedDate<DateFormat.SecondsSource, Value>

/// A property with milliseconds since 1970: `1704164645000`.
///
/// ```swift
/// @MillisecondsDate var logins: [String: Date]
/// ```
public typealias MillisecondsDate<Value: DateValue> = FormattedDate<
  DateFormat.MillisecondsSource, Value
>
