/// Reads the fields of one object, for types that are ``FieldDecodable``.
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
/// The type is inferred from what the value is assigned to; elsewhere it is named:
///
/// ```swift
/// let kind = try fields.decode("kind", as: String.self)
/// ```
///
/// Fields may be read in any order, and more than once. Their names are literals, and mean what the
/// raw values of `CodingKeys` would: a decoder's key strategy converts the keys of the document.
///
/// A reader is good for the call that it was handed to: it can't be copied, kept or sent.
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
  /// The decoder of the object, for what fields can't say: `userInfo`, coding paths, other containers.
  ///
  /// ```swift
  /// // decodes fields of the same object
  /// credits = try Credits(from: fields.decoder)
  /// ```
  ///
  /// - Complexity: O(1). What it decodes goes through containers, at their cost.
  public var decoder: any Decoder {
    source.decoder
  }

  /// Whether the object has a field, be it null.
  ///
  /// ```swift
  /// isSeries = fields.contains("season")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: Whether there is one.
  /// - Complexity: O(*n*) in the number of fields; O(1) where the field is the next one, and on average
  ///   where there are more than a few dozen.
  public mutating func contains(_ key: StaticString) -> Bool {
    source.contains(FieldKey(key))
  }

  /// Decodes what can be decoded of a field, and reports what can't.
  ///
  /// ```swift
  /// // [String], without elements that aren't strings
  /// tags = try fields.decodeLossy("tags")
  /// ```
  ///
  /// - Parameter key: The name of the field.
  /// - Returns: What is left, as ``Lossy`` would have it.
  /// - Throws: `DecodingError.dataCorrupted` if the document itself is damaged.
  public mutating func decodeLossy<Value: LossyDecodable>(_ key: StaticString) throws -> Value {
    try container.decodeLossy(WireKey(FieldKey(key).string))
  }

  /// Decodes what can be decoded of a field, with a default for what can't.
  ///
  /// ```swift
  /// volume = try fields.decodeLossy("volume", default: 5)
  /// ```
  ///
  /// The default stands in for an absent or null field, too, which is no issue; for a wrong one it
  /// is.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - defaultValue: What stands in for the field.
  /// - Returns: What is left, or the default.
  /// - Throws: `DecodingError.dataCorrupted` if the document itself is damaged.
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
