/// A writer of the fields of one object, for ``FieldEncodable`` types.
///
/// ```swift
/// func encode(fields: inout FieldWriter) throws {
///   try fields.encode("id", id)
///   try fields.encode("title", title)
///   try fields.encode("cast", cast)  // any Encodable, [Person] say
///   try fields.encodeIfPresent("subtitle", subtitle)
/// }
/// ```
///
/// Fields are written in the order of the calls. Their names are literals, and mean the same as the
/// raw values of `CodingKeys`: a key strategy converts them. Write each field once.
///
/// A writer is valid only during the call. It can't be copied, stored or sent.
public struct FieldWriter: ~Copyable {
  @usableFromInline var target: any FieldTarget

  @_alwaysEmitIntoClient
  @inline(__always)
  package init(_ target: any FieldTarget) {
    self.target = target
  }

  /// The encoder of the object, for its `userInfo`, coding path and containers.
  ///
  /// ```swift
  /// // encodes more members of the same object
  /// try credits.encode(to: fields.encoder)
  /// ```
  public var encoder: any Encoder { target.encoder }
}

@available(*, unavailable)
extension FieldWriter: Sendable {}

// Each function is inlined into the calling module, where the name of the field is a constant.

// MARK: - Encoding fields

extension FieldWriter {
  /// Encodes a field that is a string.
  ///
  /// ```swift
  /// try fields.encode("title", title)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: What the encoder throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode(_ key: StaticString, _ value: String) throws {
    try target.encode(value, FieldKey(key))
  }

  /// Encodes a field that is a Boolean.
  ///
  /// ```swift
  /// try fields.encode("explicit", isExplicit)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: What the encoder throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode(_ key: StaticString, _ value: Bool) throws {
    try target.encode(value, FieldKey(key))
  }

  /// Encodes a field that is an integer.
  ///
  /// ```swift
  /// try fields.encode("year", year)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: What the encoder throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode(_ key: StaticString, _ value: Int) throws {
    try target.encode(value, FieldKey(key))
  }

  /// Encodes a field that is a number.
  ///
  /// ```swift
  /// try fields.encode("rating", rating)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: `EncodingError.invalidValue` if the encoder's format can't express it.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode(_ key: StaticString, _ value: Double) throws {
    try target.encode(value, FieldKey(key))
  }

  /// Encodes a field of any other type.
  ///
  /// ```swift
  /// try fields.encode("cast", cast)  // [Person]
  /// ```
  ///
  /// As in synthesised `Codable`, Medley's wrappers and ``FieldValue`` decide whether they are
  /// written. Nil is written as null; ``encodeIfPresent(_:_:)-(_,Value?)`` omits it.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: What the value throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode<Value: Encodable>(_ key: StaticString, _ value: Value) throws {
    try target.encode(value: value, FieldKey(key))
  }
}

// MARK: - Encoding optional fields

extension FieldWriter {
  /// Encodes a string, and omits the field for nil.
  ///
  /// ```swift
  /// try fields.encodeIfPresent("subtitle", subtitle)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value or nil.
  /// - Throws: What the encoder throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encodeIfPresent(_ key: StaticString, _ value: String?) throws {
    if let value { try encode(key, value) }
  }

  /// Encodes an integer, and omits the field for nil.
  ///
  /// ```swift
  /// try fields.encodeIfPresent("season", season)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value or nil.
  /// - Throws: What the encoder throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encodeIfPresent(_ key: StaticString, _ value: Int?) throws {
    if let value { try encode(key, value) }
  }

  /// Encodes a number, and omits the field for nil.
  ///
  /// ```swift
  /// try fields.encodeIfPresent("rating", rating)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value or nil.
  /// - Throws: `EncodingError.invalidValue` if the encoder's format can't express it.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encodeIfPresent(_ key: StaticString, _ value: Double?) throws {
    if let value { try encode(key, value) }
  }

  /// Encodes a value of any other type, and omits the field for nil.
  ///
  /// ```swift
  /// try fields.encodeIfPresent("director", director)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value or nil.
  /// - Throws: What the value throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encodeIfPresent<Value: Encodable>(
    _ key: StaticString,
    _ value: Value?
  ) throws {
    if let value { try encode(key, value) }
  }
}
