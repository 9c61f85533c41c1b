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
    if try MedleyEncoders.encode(fieldsOf: self, to: encoder) { return }
    var writer = FieldWriter(CodableFieldTarget(encoder))
    try encode(fields: &writer)
  }
}

/// A target of fields: the document of MedleyJSON's encoder, or any encoder.
///
/// It isn't a class, so that no references are counted.
@usableFromInline
package protocol FieldTarget {
  mutating func encode(_ value: String, _ key: FieldKey) throws
  mutating func encode(_ value: Bool, _ key: FieldKey) throws
  mutating func encode(_ value: Int, _ key: FieldKey) throws
  mutating func encode(_ value: Double, _ key: FieldKey) throws
  mutating func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws

  /// The encoder of the object.
  var encoder: any Encoder { get }
}

/// Writes fields with any encoder, through a container with their names as keys.
///
/// It is a class, because the size of a container is only known at run time.
final class CodableFieldTarget: FieldTarget {
  let encoder: any Encoder
  private var container: KeyedEncodingContainer<WireKey>

  init(_ encoder: any Encoder) {
    self.encoder = encoder
    container = encoder.container(keyedBy: WireKey.self)
  }

  func encode(_ value: String, _ key: FieldKey) throws {
    try container.encode(value, forKey: WireKey(key.string))
  }

  func encode(_ value: Bool, _ key: FieldKey) throws {
    try container.encode(value, forKey: WireKey(key.string))
  }

  func encode(_ value: Int, _ key: FieldKey) throws {
    try container.encode(value, forKey: WireKey(key.string))
  }

  func encode(_ value: Double, _ key: FieldKey) throws {
    try container.encode(value, forKey: WireKey(key.string))
  }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    let key = WireKey(key.string)
    // The functions of containers for integers, which synthesised `Codable` calls.
    switch value {
    case let value as any KeyedEncodable: try value.encode(into: &container, forKey: key)
    case let value as Float: try container.encode(value, forKey: key)
    case let value as Int8: try container.encode(value, forKey: key)
    case let value as Int16: try container.encode(value, forKey: key)
    case let value as Int32: try container.encode(value, forKey: key)
    case let value as Int64: try container.encode(value, forKey: key)
    case let value as UInt: try container.encode(value, forKey: key)
    case let value as UInt8: try container.encode(value, forKey: key)
    case let value as UInt16: try container.encode(value, forKey: key)
    case let value as UInt32: try container.encode(value, forKey: key)
    case let value as UInt64: try container.encode(value, forKey: key)
    default: try container.encode(value, forKey: key)
    }
  }
}
