/// The encoder of a value that is finished, which writes nothing.
struct DeadEncoder: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    JSONWriter.deadContainer()
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { encoder }

  private var encoder: ValueEncoder { ValueEncoder(output: Output(), level: -1, serial: 0) }
}
