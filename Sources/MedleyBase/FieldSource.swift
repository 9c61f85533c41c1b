/// A source of fields: MedleyJSON's index, or any decoder.
///
/// It isn't a class, so that no references are counted: the one that reads an index is three words
/// without a reference.
@usableFromInline
package protocol FieldSource {
  // MARK: Reading scalars

  mutating func string(_ key: FieldKey) throws -> String

  mutating func stringIfPresent(_ key: FieldKey) throws -> String?

  mutating func boolean(_ key: FieldKey) throws -> Bool

  mutating func booleanIfPresent(_ key: FieldKey) throws -> Bool?

  mutating func double(_ key: FieldKey) throws -> Double

  mutating func doubleIfPresent(_ key: FieldKey) throws -> Double?

  /// Returns the integer under a key, if it has at most 18 digits; nil for any other value.
  mutating func integer(_ key: FieldKey) -> Int?

  // MARK: Reading values

  mutating func value<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value

  mutating func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: FieldKey
  ) throws -> Value?

  /// Returns the fields of the object under a key; nil if the source can't, so that it is decoded
  /// as a value.
  mutating func object(_ key: FieldKey) throws -> (any FieldSource)?

  /// Returns whether a field is present, which may be null.
  mutating func contains(_ key: FieldKey) -> Bool

  // MARK: Reading in other ways

  /// The decoder of the object.
  var decoder: any Decoder { get }
}

/// A target of fields: the document of the engine's encoder, or any encoder.
///
/// It isn't a class, so that no references are counted.
@usableFromInline
package protocol FieldTarget {
  mutating func encode(_ value: String, _ key: FieldKey) throws
  mutating func encode(_ value: Bool, _ key: FieldKey) throws
  mutating func encode(_ value: Int, _ key: FieldKey) throws
  mutating func encode(_ value: Double, _ key: FieldKey) throws
  mutating func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws

  /// Encodes a field whose name is no literal, and which a wrapper may omit or not.
  mutating func encode<Value: Encodable>(
    _ value: Value,
    named name: String,
    mayOmit: Bool
  ) throws

  /// The encoder of the object.
  var encoder: any Encoder { get }
}
