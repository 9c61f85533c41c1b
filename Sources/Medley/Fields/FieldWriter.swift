public import MedleyBase

/// A type that writes its own fields, for very large documents.
///
/// ```swift
/// struct Movie: FieldEncodable {
///   var id: Int
///   var title: String
///   var subtitle: String?
///
///   func encode(fields: inout FieldWriter) throws {
///     try fields.encode("id", id)
///     try fields.encode("title", title)
///     try fields.encodeIfPresent("subtitle", subtitle)
///   }
/// }
/// ```
///
/// The type is `Encodable` and works with every encoder, with the same output as synthesised
/// `Codable` with the same keys. `PolymorphicJSONEncoder` writes the fields to the document without
/// containers; see <doc:FastFields>.
///
/// It is the counterpart of ``FieldDecodable``.
public protocol FieldEncodable: Encodable {
  /// Writes the fields of the object.
  ///
  /// - Parameter fields: A writer of the fields, which is valid only during the call.
  /// - Throws: What the writer throws, or an error of your own.
  func encode(fields: inout FieldWriter) throws
}

// MARK: - Encoding

extension FieldEncodable {
  /// Encodes an object whose members are the fields of the type.
  ///
  /// - Throws: What the encoder and ``encode(fields:)`` throw.
  public func encode(to encoder: any Encoder) throws {
    let order = ObjectIdentifier(Self.self)
    var writer = FieldWriter(try MedleyEncoders.fieldTarget(ordered: order, of: encoder))
    try encode(fields: &writer)
  }
}

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

// Each function is inlined into the calling module, where the name of the field is a constant and the
// type is known.

// MARK: - Encoding fields

extension FieldWriter {
  /// Encodes a field.
  ///
  /// ```swift
  /// try fields.encode("title", title)
  /// try fields.encode("cast", cast)  // [Person]
  /// ```
  ///
  /// As in synthesised `Codable`, Medley's wrappers and `FieldValue` decide whether they are
  /// written. Nil is written as null; ``encodeIfPresent(_:_:)`` omits it.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value.
  /// - Throws: `EncodingError.invalidValue` if the encoder's format can't express it, and what the
  ///   value throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encode<Value: Encodable>(_ key: StaticString, _ value: Value) throws {
    let key = FieldKey(key)
    if Value.self == String.self, let value = value as? String {
      try target.encode(value, key)
    } else if Value.self == Bool.self, let value = value as? Bool {
      try target.encode(value, key)
    } else if Value.self == Int.self, let value = value as? Int {
      try target.encode(value, key)
    } else if Value.self == Double.self, let value = value as? Double {
      try target.encode(value, key)
    } else {
      try target.encode(value: value, key)
    }
  }

  /// Encodes a field, and omits it for nil.
  ///
  /// ```swift
  /// try fields.encodeIfPresent("subtitle", subtitle)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - value: The value or nil.
  /// - Throws: What ``encode(_:_:)`` throws.
  @_alwaysEmitIntoClient
  @inline(__always)
  public mutating func encodeIfPresent<Value: Encodable>(
    _ key: StaticString,
    _ value: Value?
  ) throws {
    if let value { try encode(key, value) }
  }
}
