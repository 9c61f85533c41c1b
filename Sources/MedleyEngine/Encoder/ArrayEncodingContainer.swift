/// An unkeyed container for the elements of one array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  let output: Output
  let level: Int
  let serial: Int

  @inline(__always) private var writer: JSONWriter { output.writer }

  var codingPath: [any CodingKey] { writer.path(level, serial) }

  var count: Int {
    guard level >= 0 else { return 0 }
    let level = writer.resume(level, serial)
    return level >= 0 ? writer.levels[level].count : 0
  }

  /// Calls a function that writes an element, unless the array is finished.
  @inline(__always) private func write(
    _ body: (JSONWriter, _ level: Int, _ wasEmpty: Bool) throws -> Void
  ) rethrows {
    let level = writer.resume(level, serial)
    guard level >= 0 else { return }
    let wasEmpty = writer.levels[level].isEmpty
    writer.beginElement(level)
    try body(writer, level, wasEmpty)
  }

  @inline(never) private func write(integer: some FixedWidthInteger) {
    write { writer, _, _ in writer.write(integer) }
  }

  /// Writes an element that may be refused, and is removed then.
  private func attempt(_ body: (JSONWriter, Int) throws -> Void) throws {
    try write { writer, level, wasEmpty in
      let segmentCount = writer.segments.count
      do {
        try body(writer, level)
      } catch {
        writer.removeMember(of: level, wasEmpty, segmentCount)
        throw error
      }
    }
  }

  func encodeNil() { write { writer, _, _ in writer.output.append("null") } }
  func encode(_ value: Bool) { write { writer, _, _ in writer.write(value) } }
  func encode(_ value: String) { write { writer, _, _ in writer.write(value) } }
  func encode(_ value: Double) throws { try attempt { try $0.write(value, at: $1) } }
  func encode(_ value: Float) throws { try attempt { try $0.write(value, at: $1) } }
  func encode(_ value: Int) { write { writer, _, _ in writer.output.append(value) } }
  func encode(_ value: Int8) { write(integer: value) }
  func encode(_ value: Int16) { write(integer: value) }
  func encode(_ value: Int32) { write(integer: value) }
  func encode(_ value: Int64) { write(integer: value) }
  func encode(_ value: UInt) { write(integer: value) }
  func encode(_ value: UInt8) { write(integer: value) }
  func encode(_ value: UInt16) { write(integer: value) }
  func encode(_ value: UInt32) { write(integer: value) }
  func encode(_ value: UInt64) { write(integer: value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try write { try $0.encode(value, in: $1, wasEmpty: $2) }
  }

  // MARK: - Nesting

  /// Begins an element that is encoded by a container or an encoder.
  ///
  /// - Returns: Nil if the array is finished.
  private func nestedEncoder() -> ValueEncoder? {
    var encoder: ValueEncoder?
    write { writer, level, _ in
      let key = PathKey(intValue: writer.levels[level].count - 1)
      encoder = writer.nestedEncoder(in: level, key: key)
    }
    return encoder
  }

  private var deadEncoder: ValueEncoder { ValueEncoder(output: output, level: -1, serial: 0) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    (nestedEncoder() ?? deadEncoder).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    (nestedEncoder() ?? deadEncoder).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder() ?? deadEncoder }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ArrayEncodingContainer {
  func encode(_ value: Int128) throws { write(integer: value) }
  func encode(_ value: UInt128) throws { write(integer: value) }
}

extension JSONWriter {
  /// Opens a level for a value that is encoded by a container or an encoder.
  ///
  /// - Parameters:
  ///   - parent: The level of its container.
  ///   - key: The key or index in that.
  ///   - name: The text of the key, if the container goes on when it is asked for again.
  /// - Returns: The encoder.
  func nestedEncoder(in parent: Int, key: any CodingKey, name: String? = nil) -> ValueEncoder {
    let (level, serial) = push()
    keepPlace(in: parent, key: key, name: name)
    return ValueEncoder(output: owner, level: level, serial: serial)
  }
}
