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
    if let source = try MedleyDecoders.cast(decoder)?.fields() {
      var reader = FieldReader(source)
      try self.init(fields: &reader)
    } else {
      try CustomInitProbe.answer(decoder)
      var reader = FieldReader(try CodableFields(decoder))
      try self.init(fields: &reader)
    }
  }
}
