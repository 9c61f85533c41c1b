import MedleyBase

/// A keyed container for the members of one object, as its state says.
protocol MemberContainer: GenericKeyedDecoding {
  var state: ContainerState { get }
}

extension MemberContainer {
  @inline(__always) var index: DocumentIndex { state.index }

  var codingPath: [any CodingKey] { index.path(of: state.object) }

  var allKeys: [Key] {
    let (document, object) = (index.document, state.object)
    let isConverted = index.convertsKeys
    if isConverted { _ = document.convertedMembers(of: object) }
    // Positions, because each type of set or dictionary is 2 KB.
    var names: [String: Int] = Dictionary()
    let isPlain = !isConverted && index.entries[object].flags == 0
    var keys: [Key] = []
    // `compactMap` isn't specialised for these positions.
    for position in index.keys(of: object) {
      let name =
        isConverted
        ? document.memberKey(of: position + 1, in: object).stringValue : index.string(at: position)
      let isFirst = isPlain || names.updateValue(position, forKey: name) == nil
      if isFirst, let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  // MARK: - Nesting

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try index.decoder(at: state.anyRequired(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try index.decoder(at: state.anyRequired(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    superDecoder(at: state.find(named: "super"), WireKey.superKey)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    superDecoder(at: state.anyFind(key), key)
  }

  private func superDecoder(at position: Int, _ key: any CodingKey) -> any Decoder {
    if position >= 0 { return index.decoder(at: position) }
    let null = Document(ofNullAt: codingPath + [key], index.document.call)
    return ValueDecoder(document: null, position: 0)
  }
}

// MARK: - Containers of a pool

/// A keyed container for the members of one object, which owns nothing.
///
/// All functions are inlined into those that its protocol requires.
struct ObjectContainer<Key: CodingKey>: MemberContainer {
  let state: ContainerState

  @inline(__always) private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value? {
    try state.anyOptional(key).map { try index.integer(Value.self, at: $0) }
  }

  @inline(__always) func contains(_ key: Key) -> Bool { state.find(key) >= 0 }
  @inline(__always) func decodeNil(forKey key: Key) throws -> Bool {
    index.isNull(try state.required(key))
  }

  // MARK: - Decoding scalars

  @inline(__always) func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try index.boolean(at: state.required(key))
  }

  @inline(__always) func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try state.optional(key).map { try index.boolean(at: $0) }
  }

  @inline(__always) func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try index.checkedString(at: state.required(key))
  }

  @inline(__always) func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try state.optional(key).map { try index.checkedString(at: $0) }
  }

  @inline(__always) func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try index.conformingDouble(at: state.required(key))
  }

  @inline(__always) func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try state.optional(key).map { try index.conformingDouble(at: $0) }
  }

  @inline(__always) func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try index.conformingFloat(at: state.anyRequired(key))
  }

  @inline(__always) func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try state.anyOptional(key).map { try index.conformingFloat(at: $0) }
  }

  @inline(__always) func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try index.integer(at: state.required(key))
  }

  @inline(__always) func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try state.optional(key).map { try index.integer(at: $0) }
  }

  @inline(__always) func decode<Value: FixedWidthInteger & Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value {
    try index.integer(type, at: state.anyRequired(key))
  }

  // One by one, because the standard library's own would find the member three times.

  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try integer(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try integer(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try integer(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try integer(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try integer(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try integer(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try integer(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try integer(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try integer(key) }

  // MARK: - Decoding values

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try index.decode(type, at: state.required(key))
  }

  @inline(__always)
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try state.optional(key).map { try index.decode(type, at: $0) }
  }
}

// MARK: - Containers that may be stored

/// A keyed container that keeps its state and the document alive.
///
/// It counts references for each member: 60 of 480 instructions. So it is used only for types that
/// may store their containers, and nothing is inlined.
struct OwningObjectContainer<Key: CodingKey>: MemberContainer {
  let owner: PooledContainer<ContainerState>

  var state: ContainerState { owner.state }

  private func value<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

  func contains(_ key: Key) -> Bool { state.anyFind(key) >= 0 }
  func decodeNil(forKey key: Key) throws -> Bool { index.isNull(try state.anyRequired(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try index.boolean(at: state.anyRequired(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try index.checkedString(at: state.anyRequired(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try index.conformingDouble(at: state.anyRequired(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try index.integer(at: state.anyRequired(key))
  }

  /// Decodes another value.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try index.anyDecode(type, at: state.anyRequired(key))
  }

  /// The default implementation passes the static type and not `type`.
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try state.anyOptional(key).map { try index.anyDecode(type, at: $0) }
  }

  // One by one, because the standard library's own ask for the member three times, and a key may
  // change its name between them.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try state.anyOptional(key).map { try index.boolean(at: $0) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try state.anyOptional(key).map { try index.checkedString(at: $0) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try state.anyOptional(key).map { try index.conformingDouble(at: $0) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try state.anyOptional(key).map { try index.integer(at: $0) }
  }

  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try value(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try value(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try value(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try value(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try value(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try value(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try value(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try value(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try value(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try value(key) }
}

// MARK: - The containers of a type of key

/// The containers of a document for one type of key.
///
/// A type may store its container. So the first containers for a type of key own what they read,
/// and are freed with the last copy. After some that were released, the type gets containers of
/// the pool.
final class DecodingContainers: ContainerChain<ContainerState> {
  /// The releases after which a type gets containers of the pool: several, because the first
  /// reflection in a process takes longer than a first call on `JSONDecoder`.
  private static let trialCount = 6

  /// The cached names of the keys; nil if they aren't cached.
  private let keys: LearnedKeysOwner?
  /// The last container that owns what it reads, until the next review.
  private var trial: PooledContainer<ContainerState>?
  /// The number of released containers.
  private var releases = 0
  /// Whether containers can't be reused, so that each must own its document.
  private var isEndless: Bool

  init(cachesKeys: Bool, isEndless: Bool) {
    keys = cachesKeys ? LearnedKeysOwner() : nil
    self.isEndless = isEndless
  }

  /// Returns a container for an object.
  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at object: Int,
    in index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    guard let position = free() else { return addedContainer(type, object, index) }
    return take(position) { $0.point(at: MemberCursor(index, object)) }
  }

  @inline(never) private func addedContainer<Key: CodingKey>(
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    reviewTrial()
    guard !isFull, !isEndless, count > 0 || releases >= Self.trialCount else {
      return owningContainer(object, index)
    }
    let state = ContainerState(index, at: object, keys)
    let pooled = TypedPooledContainer(
      state,
      KeyedDecodingContainer(ObjectContainer<Key>(state: state))
    )
    guard pooled.canTellWhetherFree() else {
      isEndless = true
      return owningContainer(object, index)
    }
    append(pooled)
    return pooled.take()
  }

  /// Returns a container that owns what it reads.
  private func owningContainer<Key: CodingKey>(
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let keeper = PooledContainer(ContainerState(index, at: object, nil))
    // The document outlives the state, which reads its index.
    keeper.owner = index.document
    if count == 0, !isEndless { trial = keeper }
    return KeyedDecodingContainer(OwningObjectContainer<Key>(owner: keeper))
  }

  /// Counts the last container if it was released; one that is still referenced may enclose the
  /// next.
  private func reviewTrial() {
    guard trial != nil else { return }
    if isKnownUniquelyReferenced(&trial) { releases += 1 }
    trial = nil
  }

  override func review() -> Bool {
    reviewTrial()
    return super.review()
  }

  override func endCall(_ held: inout [PooledContainer<ContainerState>]) {
    reviewTrial()
    keys?.keys.forget()
    super.endCall(&held)
  }
}
