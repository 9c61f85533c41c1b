/// A reader of the fields of one object, for ``FieldDecodable`` types.
///
/// ```swift
/// init(fields: inout FieldReader) throws {
///   id = try fields.decode("id")
///   title = try fields.decode("title")
///   cast = try fields.decode("cast")  // any Decodable, [Person] say
///   subtitle = try fields.decodeIfPresent("subtitle")
///   views = try fields.decode("views", default: 0)
///   tags = try fields.decodeLossy("tags")
/// }
/// ```
///
/// The type is inferred from the property. You can also name it:
///
/// ```swift
/// let kind = try fields.decode("kind", as: String.self)
/// ```
///
/// You can read fields in any order and more than once. Their names are literals, and are compared
/// like the raw values of `CodingKeys`: a key strategy converts the keys of the document.
///
/// A reader is valid only during the call. It can't be copied, stored or sent.
public struct FieldReader: ~Copyable {
  @usableFromInline var source: any FieldSource

  @inlinable
  @inline(__always)
  package init(_ source: any FieldSource) {
    self.source = source
  }
}

@available(*, unavailable)
extension FieldReader: Sendable {}

// MARK: - Reading in other ways

extension FieldReader {
  /// The decoder of the object, for its `userInfo`, coding path and containers.
  ///
  /// ```swift
  /// // decodes fields of the same object
  /// credits = try Credits(from: fields.decoder)
  /// ```
  ///
  /// - Complexity: O(1). Decoding with it uses containers, which are slower.
  public var decoder: any Decoder {
    source.decoder
  }

  /// Returns whether the object has a field, which may be null.
  ///
  /// ```swift
  /// isSeries = fields.contains("season")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: Whether the field is present.
  /// - Complexity: O(*n*), where *n* is the number of fields. It is O(1) for the next field, and on
  ///   average in objects with more than a few dozen fields.
  public mutating func contains(_ key: StaticString) -> Bool {
    source.contains(FieldKey(key))
  }

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
    try container.decodeLossy(WireKey(FieldKey(key).string))
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
    try container.decodeLossy(WireKey(FieldKey(key).string), default: defaultValue())
  }

  private var container: KeyedDecodingContainer<WireKey> {
    get throws { try source.container(keyedBy: WireKey.self) }
  }
}
