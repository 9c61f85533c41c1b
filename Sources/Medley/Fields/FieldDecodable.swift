/// A type that reads its own fields, for payloads that are decoded by the hundred thousand.
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
/// Such a type is `Decodable`, so that it stands wherever one can: it decodes through every decoder,
/// to the values and errors of synthesised `Codable` with the same keys. Medley's own decoder hands
/// it the document instead of a container, which is several times faster; see <doc:FastFields>.
///
/// Read the fields in the order in which they usually come: it isn't needed, but the next field is
/// then found at once. A class has to be final, or its initialiser `required`.
public protocol FieldDecodable: Decodable {
  /// Creates a value of the fields of one object.
  ///
  /// - Parameter fields: What reads the fields. It is good for this call alone, and can't leave it.
  /// - Throws: What reading throws, and what the type itself finds wrong.
  init(fields: inout FieldReader) throws
}

// MARK: - Decoding

extension FieldDecodable {
  /// Decodes an object whose members are the fields that the type reads.
  ///
  /// - Throws: `DecodingError` if there is no object, and what ``init(fields:)`` throws.
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
