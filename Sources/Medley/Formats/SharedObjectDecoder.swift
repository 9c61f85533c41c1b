import MedleyBase

/// A decoder of an element whose tag and payload are read through one container.
///
/// A keyed container of Foundation's decoders makes a dictionary of all members, which takes 7,000
/// instructions for six of them. The tag needs one, and the payload would need another.
///
///     tag      ── container(keyedBy: WireKey) ──┐
///                                               ├──▶ members, opened once
///     payload  ── container(keyedBy: Key) ──────┘
///
/// It is a class, so that each copy of a container counts one reference.
final class SharedObjectDecoder: Decoder {
  let base: any Decoder
  let members: KeyedDecodingContainer<WireKey>
  /// The member with an unregistered tag: capturing the element would read it again.
  private(set) var tag: (key: String, value: String)?
  /// The number of levels around the element, if it was found out.
  var depth: Int?
  /// The last container with keys of a payload.
  private var own: Any?

  init(_ base: any Decoder, _ members: KeyedDecodingContainer<WireKey>) {
    self.base = base
    self.members = members
  }

  /// Returns a decoder that shares its container, which may be open already, or the same decoder if
  /// that gains nothing or the value isn't an object.
  static func sharing(
    _ decoder: any Decoder,
    _ members: KeyedDecodingContainer<WireKey>? = nil
  ) -> any Decoder {
    guard DecoderTraits.copiesMembers(decoder),
      let members = members ?? (try? decoder.container(keyedBy: WireKey.self))
    else { return decoder }
    return SharedObjectDecoder(decoder, members)
  }

  /// Returns the decoder if it is a shared one, or nil.
  static func cast<Other: Decoder>(_ decoder: Other) -> SharedObjectDecoder? {
    Other.self == SharedObjectDecoder.self ? same(decoder) as SharedObjectDecoder : nil
  }

  /// Stores the tag.
  func keep(_ tag: String, under key: WireKey) { self.tag = (key.stringValue, tag) }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if type == WireKey.self { return members.cast() }
    return KeyedDecodingContainer(SharedMembers(self))
  }

  /// The container with keys of a payload, which is opened once: opening takes as long as there are
  /// members, and a payload may ask for it once for each of them.
  // Never inlined: a function with such a container looks up its metadata on entry, 400 instructions.
  @inline(never) func ownContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if let known = own as? KeyedDecodingContainer<Key> { return known }
    let container = try base.container(keyedBy: type)
    own = container
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

/// The members of a shared object by the keys of a payload.
///
/// The functions that synthesised `Codable` calls most are passed on as they are. Errors have the
/// keys of the payload.
private struct SharedMembers<Key: CodingKey>: GenericKeyedDecoding {
  private let object: SharedObjectDecoder

  // Inlined: any function of a generic type looks up its metadata, 325 instructions.
  @inline(__always) init(_ object: SharedObjectDecoder) { self.object = object }

  @inline(__always) private var members: KeyedDecodingContainer<WireKey> { object.members }

  var codingPath: [any CodingKey] { members.codingPath }
  var allKeys: [Key] { members.allKeys.compactMap { Key(stringValue: $0.stringValue) } }

  func contains(_ key: Key) -> Bool { members.contains(WireKey(key)) }

  // MARK: Reading scalars

  func decodeNil(forKey key: Key) throws -> Bool {
    try renaming(key) { try members.decodeNil(forKey: $0) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try renaming(key) { try members.decode(type, forKey: $0) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try renaming(key) { try members.decode(type, forKey: $0) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try renaming(key) { try members.decode(type, forKey: $0) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try renaming(key) { try members.decode(type, forKey: $0) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try renaming(key) { try members.decodeIfPresent(type, forKey: $0) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try renaming(key) { try members.decodeIfPresent(type, forKey: $0) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try renaming(key) { try members.decodeIfPresent(type, forKey: $0) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try renaming(key) { try members.decodeIfPresent(type, forKey: $0) }
  }

  /// Reads a scalar, and throws its error with the payload's key.
  @inline(__always) private func renaming<Scalar>(
    _ key: Key,
    _ read: (WireKey) throws -> Scalar
  ) throws -> Scalar {
    do { return try read(WireKey(key)) } catch { throw error.renamingKey(to: key) }
  }

  // MARK: Reading values

  // Without that function, which would be on the stack for each level in debug builds.

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    do { return try members.decode(type, forKey: WireKey(key)) } catch {
      throw error.renamingKey(to: key)
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    do { return try members.decodeIfPresent(type, forKey: WireKey(key)) } catch {
      throw error.renamingKey(to: key)
    }
  }

  // MARK: Reading in other ways

  // From a container of its own, since these requests are rare.

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try object.ownContainer(keyedBy: Key.self).nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try object.ownContainer(keyedBy: Key.self).nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    try object.ownContainer(keyedBy: Key.self).superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try object.ownContainer(keyedBy: Key.self).superDecoder(forKey: key)
  }
}

extension KeyedDecodingContainer<WireKey> {
  /// Returns the container for a key type that is the same.
  @inline(never) fileprivate func cast<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
    same(self)
  }
}

extension Error {
  /// Returns the error with a key of a payload in place of the one by which the member was read.
  ///
  /// Keys of members inside were replaced before, so it is the last with this name. Its position isn't
  /// known otherwise without the path of the container, which Foundation makes in a time that is
  /// quadratic in the number of levels, and an error would need one at each level.
  @inline(never) fileprivate func renamingKey(to key: some CodingKey) -> any Error {
    func isOwn(_ other: any CodingKey) -> Bool {
      (other as? WireKey)?.stringValue == key.stringValue
    }
    guard let error = self as? DecodingError, let context = error.context else { return self }
    if case .keyNotFound(let missing, _) = error, isOwn(missing) {
      // The standard library's message describes the key.
      func message(_ key: any CodingKey) -> String {
        "No value associated with key \(key) (\"\(key.stringValue)\")."
      }
      let isStandard = context.debugDescription == message(missing)
      return DecodingError.keyNotFound(key, context)
        .with(description: isStandard ? message(key) : nil)
    }
    guard let place = context.codingPath.lastIndex(where: isOwn) else { return error }
    var path = context.codingPath
    path[place] = key
    return error.with(path: path)
  }
}

/// Reads fields with any decoder, through a container with their names as keys.
extension SharedObjectDecoder: FieldSource {
  /// Returns the fields of an object, whose members may be open already.
  static func fields(of decoder: any Decoder) throws -> SharedObjectDecoder {
    try cast(decoder)
      ?? SharedObjectDecoder(decoder, decoder.container(keyedBy: WireKey.self))
  }

  /// The decoder itself where it can stand for the other one: its type tells the format.
  var decoder: any Decoder { DecoderTraits.copiesMembers(base) ? self : base }

  // MARK: Reading scalars

  func string(_ key: FieldKey) throws -> String { try value(String.self, key) }
  func stringIfPresent(_ key: FieldKey) throws -> String? { try valueIfPresent(String.self, key) }
  func boolean(_ key: FieldKey) throws -> Bool { try value(Bool.self, key) }
  func booleanIfPresent(_ key: FieldKey) throws -> Bool? { try valueIfPresent(Bool.self, key) }
  func double(_ key: FieldKey) throws -> Double { try value(Double.self, key) }
  func doubleIfPresent(_ key: FieldKey) throws -> Double? { try valueIfPresent(Double.self, key) }
  func integer(_ key: FieldKey) -> Int? { nil }

  // MARK: Reading values

  func value<Value: Decodable>(_ type: Value.Type, _ key: FieldKey) throws -> Value {
    let key = WireKey(key.string)
    if isScalar(type) { return try scalar(type, key) }
    guard type == Value.self, plainMembers.passes(type) else { return try otherValue(type, key) }
    return try members.decode(type, forKey: key)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func otherValue<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey
  ) throws -> Value {
    guard type == Value.self else { return try members.decodeDynamically(type, forKey: key) }
    return try members.decode(key)
  }

  func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ key: FieldKey) throws -> Value? {
    let key = WireKey(key.string)
    // Most scalars are of these types, and one function looks up whether they are present.
    if isCommon(type) { return try members.decodeMemberIfPresent(type, forKey: key) }
    guard isScalar(type) || type != Value.self else {
      if type is any KeyedDecodable.Type { return try members.decodeIfPresent(key) }
      return try members.decodeIfPresent(type, forKey: key)
    }
    guard members.contains(key), try !members.decodeNil(forKey: key) else { return nil }
    return try isScalar(type) ? scalar(type, key) : members.decodeDynamically(type, forKey: key)
  }

  // The functions of containers for numbers, which synthesised `Codable` calls: decoders may decode numbers
  // differently from other types. Comparisons need a tenth of the code of a conformance for each type.

  @inline(never) private func scalar<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey
  ) throws -> Value {
    if Value.self == Float.self { return same(try members.decode(Float.self, forKey: key)) }
    if Value.self == Int8.self { return same(try members.decode(Int8.self, forKey: key)) }
    if Value.self == Int16.self { return same(try members.decode(Int16.self, forKey: key)) }
    if Value.self == Int32.self { return same(try members.decode(Int32.self, forKey: key)) }
    if Value.self == Int64.self { return same(try members.decode(Int64.self, forKey: key)) }
    if Value.self == UInt.self { return same(try members.decode(UInt.self, forKey: key)) }
    if Value.self == UInt8.self { return same(try members.decode(UInt8.self, forKey: key)) }
    if Value.self == UInt16.self { return same(try members.decode(UInt16.self, forKey: key)) }
    if Value.self == UInt32.self { return same(try members.decode(UInt32.self, forKey: key)) }
    if Value.self == UInt64.self { return same(try members.decode(UInt64.self, forKey: key)) }
    return try members.decodeMember(type, forKey: key)
  }

  func object(_ key: FieldKey) -> (any FieldSource)? { nil }

  func contains(_ key: FieldKey) -> Bool { members.contains(WireKey(key.string)) }
}

/// Returns whether containers have functions of their own for a type.
private func isScalar(_ type: any Any.Type) -> Bool {
  isCommon(type) || type == Float.self || type == Int8.self || type == Int16.self
    || type == Int32.self || type == Int64.self || type == UInt.self || type == UInt8.self
    || type == UInt16.self || type == UInt32.self || type == UInt64.self
}

/// Returns whether a type is one of those that most scalars have.
private func isCommon(_ type: any Any.Type) -> Bool {
  type == String.self || type == Bool.self || type == Double.self || type == Int.self
}
