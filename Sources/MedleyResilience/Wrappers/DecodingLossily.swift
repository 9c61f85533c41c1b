public import Medley
import MedleyBase

// MARK: - Decoding lossily in hand-written initialisers

extension KeyedDecodingContainer {
  /// Decodes the valid parts of a member and reports the others.
  ///
  /// ```swift
  /// tags = try container.decodeLossy(.tags)
  /// ```
  ///
  /// - Parameter key: The key of the member.
  /// - Returns: The same value as a ``Lossy`` property.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public func decodeLossy<Value: LossyDecodable>(_ key: Key) throws -> Value {
    try Value.decodeOrPlaceholder(from: self, forKey: key)
  }

  /// Decodes the valid parts of a member, with a default if it is absent, null or invalid.
  ///
  /// ```swift
  /// volume = try container.decodeLossy(.volume, default: 5)
  /// ```
  ///
  /// An invalid member is an issue. An absent or null one isn't.
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - defaultValue: The value to use instead.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public func decodeLossy<Value: Decodable>(
    _ key: Key,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try Value?.decodeOrPlaceholder(from: self, forKey: key) ?? defaultValue()
  }
}

extension FieldReader {
  /// Decodes the valid parts of a field and reports the others.
  ///
  /// ```swift
  /// // [String], without elements that aren't strings
  /// tags = try fields.decodeLossy("tags")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: The same value as a ``Lossy`` property.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public mutating func decodeLossy<Value: LossyDecodable>(_ key: StaticString) throws -> Value {
    try container.decodeLossy(key.wireKey)
  }

  /// Decodes the valid parts of a field, with a default if it is absent, null or invalid.
  ///
  /// ```swift
  /// volume = try fields.decodeLossy("volume", default: 5)
  /// ```
  ///
  /// An invalid field is an issue. An absent or null one isn't.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: The value to use instead.
  /// - Returns: The value, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document is invalid.
  public mutating func decodeLossy<Value: Decodable>(
    _ key: StaticString,
    default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try container.decodeLossy(key.wireKey, default: defaultValue())
  }
}

extension StaticString {
  /// The key of a field.
  @inline(never) fileprivate var wireKey: WireKey { WireKey(FieldKey(self).string) }
}
