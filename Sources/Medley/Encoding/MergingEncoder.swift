/// Encodes a value as part of an object, so that its members stand beside others.
struct MergingEncoder: Encoder, WrappingCoder {
  let object: MergedObject
  let base: any Encoder

  var wrapped: Any { base }
  var codingPath: [any CodingKey] { object.codingPath(base) }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  /// Encodes `payload` and a tag as one object.
  ///
  /// The tag is written first: formats that keep order show it where people look for it.
  ///
  /// - Throws: `EncodingError.invalidValue` if the payload isn't encoded as an object, or stores
  ///   another tag.
  static func encode<Payload: Encodable>(
    _ payload: Payload,
    with reserved: [ReservedMember],
    to encoder: any Encoder
  ) throws {
    let object = try MergedObject(
      encoder.container(keyedBy: WireKey.self),
      reserved: reserved,
      owner: Payload.self
    )
    try MergingEncoder(object: object, base: encoder).encode(payload)
  }

  /// Encodes a value as a part of the object.
  func encode(_ value: some Encodable) throws {
    try value.encode(to: self)
    if let found = object.refusalAnywhere { throw object.refusal(of: value, found, base) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MergingContainer<Key>(object: object, encoder: base))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    object.refuse("an array", base).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    MergingValue(encoder: self)
  }
}

/// The single value that a payload claims to be: fine if it has members itself.
private struct MergingValue: SingleValueEncodingContainer {
  let encoder: MergingEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    throw encoder.object.refusal(of: Any?.none as Any, "null", encoder.base)
  }

  func encode(_ value: Bool) throws { throw refusal(value) }
  func encode(_ value: String) throws { throw refusal(value) }
  func encode(_ value: Double) throws { throw refusal(value) }
  func encode(_ value: Float) throws { throw refusal(value) }
  func encode(_ value: Int) throws { throw refusal(value) }
  func encode(_ value: Int8) throws { throw refusal(value) }
  func encode(_ value: Int16) throws { throw refusal(value) }
  func encode(_ value: Int32) throws { throw refusal(value) }
  func encode(_ value: Int64) throws { throw refusal(value) }
  func encode(_ value: UInt) throws { throw refusal(value) }
  func encode(_ value: UInt8) throws { throw refusal(value) }
  func encode(_ value: UInt16) throws { throw refusal(value) }
  func encode(_ value: UInt32) throws { throw refusal(value) }
  func encode(_ value: UInt64) throws { throw refusal(value) }

  func encode(_ value: some Encodable) throws {
    try value.encode(to: encoder)
  }

  private func refusal(_ value: Any) -> EncodingError {
    encoder.object.refusal(of: value, "a single value", encoder.base)
  }
}
