public import MedleyBase

/// A type that reads its own fields, for very large documents.
///
/// ```swift
/// struct Movie: FieldDecodable, Encodable {
///   var id: Int
///   var title: String
///   var subtitle: String?
///   var views: Int
///
///   init(fields: inout FieldReader) throws {
///     id = try fields.decode("id")
///     title = try fields.decode("title")
///     subtitle = try fields.decodeIfPresent("subtitle")
///     views = try fields.decode("views", default: 0)
///   }
/// }
/// ```
///
/// The type is `Decodable` and works with every decoder, with the same values and errors as
/// synthesised `Codable` with the same keys. With `PolymorphicJSONDecoder` it reads the document
/// without containers, which is several times faster; see <doc:FastFields>.
///
/// Any order of the fields works. The order of the document is the fastest. A class must be final,
/// or its initialiser `required`.
public protocol FieldDecodable: Decodable {
  /// Creates a value from the fields of one object.
  ///
  /// - Parameter fields: A reader of the fields, which is valid only during the call.
  /// - Throws: What the reader throws, or an error of your own for invalid values.
  init(fields: inout FieldReader) throws
}

// MARK: - Decoding

extension FieldDecodable {
  /// Decodes an object whose members are the fields of the type.
  ///
  /// - Throws: `DecodingError` if the value isn't an object, and what ``init(fields:)`` throws.
  public init(from decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    let own = MedleyDecoders.cast(decoder)
    _ = own?.takes(FieldsWay(Self.self))
    // A class reads its own fields, also where `Self` is a subclass.
    var reader = FieldReader(try own?.fields() ?? CodableFields.of(decoder))
    try self.init(fields: &reader)
  }
}

/// The way of types that read their fields.
package struct FieldsWay<Value: FieldDecodable>: OwnWay {
  package init(_: Value.Type) {}
}

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

  @_alwaysEmitIntoClient
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

  package var container: KeyedDecodingContainer<WireKey> {
    get throws { try source.container(keyedBy: WireKey.self) }
  }
}
