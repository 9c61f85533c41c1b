extension PayloadValue {
  /// Encodes a value to a tree.
  ///
  /// - Throws: What encoding the value throws.
  init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: Any]) throws {
    let node = EncodedNode()
    try value.encode(to: PayloadValueEncoder(node: node, codingPath: [], userInfo: userInfo))
    self = node.value
  }
}

/// A value to which several containers can add.
private final class EncodedNode {
  /// A scalar; an empty array or object if the nodes are its elements or members.
  private var content = PayloadValue.object([])
  private var nodes: [EncodedNode] = []
  /// The keys of the nodes of an object.
  private var keys: [String] = []

  var value: PayloadValue {
    switch content {
    case .array: .array(nodes.map(\.value))
    case .object: .object(zip(keys, nodes).map { .init(key: $0, value: $1.value) })
    default: content
    }
  }

  var count: Int {
    if case .array = content { nodes.count } else { 0 }
  }

  func set(_ value: PayloadValue) {
    content = value
  }

  func beginArray() {
    if case .array = content { return }
    begin(.array([]))
  }

  func beginObject() {
    if case .object = content { return }
    begin(.object([]))
  }

  private func begin(_ empty: PayloadValue) {
    content = empty
    (nodes, keys) = ([], [])
  }

  func append() -> EncodedNode {
    let node = EncodedNode()
    if case .array = content { nodes.append(node) }
    return node
  }

  func member(_ key: String) -> EncodedNode {
    let node = EncodedNode()
    if case .object = content {
      keys.append(key)
      nodes.append(node)
    }
    return node
  }
}

private struct PayloadValueEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(EncodedObject<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return EncodedArray(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    EncodedScalar(encoder: self)
  }

  func inner(_ node: EncodedNode, _ key: any CodingKey) -> PayloadValueEncoder {
    PayloadValueEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
  }

  /// Encodes a value; Foundation's scalars stay values of their own type, for comparisons.
  ///
  /// It isn't generic, because it would be compiled for each type of scalar.
  @inline(never) func encode(_ value: any Encodable) throws {
    if let scalar = ForeignScalars.opaque(value) {
      node.set(.other(scalar))
    } else {
      try value.encode(to: self)
    }
  }
}

private struct EncodedObject<Key: CodingKey>: GenericKeyedEncoding {
  let encoder: PayloadValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func member(_ key: some CodingKey) -> PayloadValueEncoder {
    encoder.inner(encoder.node.member(key.stringValue), key)
  }

  func encodeNil(forKey key: Key) {
    member(key).node.set(.null)
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try member(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    member(WireKey("super"))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    member(key)
  }
}

private struct EncodedArray: GenericUnkeyedEncoding {
  let encoder: PayloadValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  private func next() -> PayloadValueEncoder {
    let key = WireKey(index: count)
    return encoder.inner(encoder.node.append(), key)
  }

  func encodeNil() {
    next().node.set(.null)
  }

  func encode(_ value: some Encodable) throws {
    try next().encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    next()
  }
}

private struct EncodedScalar: SingleValueEncodingContainer {
  let encoder: PayloadValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.set(.null) }
  func encode(_ value: Bool) { encoder.node.set(.boolean(value)) }
  func encode(_ value: String) { encoder.node.set(.string(value)) }
  func encode(_ value: Double) { encoder.node.set(.double(value)) }
  func encode(_ value: Float) { encoder.node.set(.double(Double(value))) }
  func encode(_ value: Int) { set(value) }
  func encode(_ value: Int8) { set(value) }
  func encode(_ value: Int16) { set(value) }
  func encode(_ value: Int32) { set(value) }
  func encode(_ value: Int64) { set(value) }
  func encode(_ value: UInt) { set(value) }
  func encode(_ value: UInt8) { set(value) }
  func encode(_ value: UInt16) { set(value) }
  func encode(_ value: UInt32) { set(value) }
  func encode(_ value: UInt64) { set(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) { set(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) { set(value) }

  func encode(_ value: some Encodable) throws {
    try encoder.encode(value)
  }

  private func set(_ value: some BinaryInteger) {
    if let integer = Int64(exactly: value) {
      encoder.node.set(.integer(integer))
    } else {
      encoder.node.set(UInt64(exactly: value).map { .unsigned($0) } ?? .number(.init("\(value)")))
    }
  }
}
