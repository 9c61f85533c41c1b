import MedleyBase

/// An unkeyed container for the elements of one array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer, IntegerEncoding {
  let output: Output
  let level: Int
  let serial: Int

  @inline(__always) private var writer: JSONWriter { output.writer }

  var codingPath: [any CodingKey] { writer.path(level, serial) }

  var count: Int {
    let level = writer.resume(level, serial)
    return level >= 0 ? writer.levels[level].count : 0
  }

  /// Begins an element; nil if the array is finished.
  @inline(__always) private func begin() -> BegunValue? {
    guard let element = writer.next(in: level, serial) else { return nil }
    writer.beginElement(element.level)
    return element
  }

  func encodeNil() { begin()?.writeNull() }
  func encode(_ value: Bool) { begin()?.write(value) }
  func encode(_ value: String) { begin()?.write(value) }
  func encode(_ value: Double) throws { try begin()?.write(value) }
  func encode(_ value: Float) throws { try begin()?.write(value) }
  func encode(_ value: Int) { begin()?.write(value) }
  @inline(never) func encode(_ value: some EncodableInteger) { begin()?.write(integer: value) }
  func encode<Value: Encodable>(_ value: Value) throws { try begin()?.encode(value) }

  // MARK: - Nesting

  /// Begins an element that is encoded by a container or an encoder, unless the array is finished.
  private func nestedEncoder() -> ValueEncoder {
    guard let element = begin() else { return .dead }
    let index = writer.levels[element.level].count - 1
    return element.nestedEncoder(PlaceKey(key: IndexKey(index)))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nestedEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nestedEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder() }
}
