/// What fields are read from: the engine's index, or any decoder.
///
/// It isn't a class, so that a reader owns it without counting references, and what reads from the
/// index is three words without any reference inside.
@usableFromInline
package protocol FieldSource {
  // MARK: Reading scalars

  mutating func string(_ key: FieldKey) throws -> String

  mutating func stringIfPresent(_ key: FieldKey) throws -> String?

  mutating func boolean(_ key: FieldKey) throws -> Bool

  mutating func booleanIfPresent(_ key: FieldKey) throws -> Bool?

  mutating func double(_ key: FieldKey) throws -> Double

  mutating func doubleIfPresent(_ key: FieldKey) throws -> Double?

  mutating func float(_ key: FieldKey) throws -> Float

  mutating func floatIfPresent(_ key: FieldKey) throws -> Float?

  /// The integer under a key, if it is one of at most 18 digits; nil says nothing of it.
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

  /// The fields of the object under a key; nil if it has to be decoded as a value.
  mutating func object(_ key: FieldKey) throws -> (any FieldSource)?

  /// Whether a field is there, be it null.
  mutating func contains(_ key: FieldKey) -> Bool

  // MARK: Reading in other ways

  /// The decoder of the object.
  var decoder: any Decoder { get }

  /// The container of the object.
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
}
