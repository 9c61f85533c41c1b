import MedleyBase

/// A member or element that was begun, whose value is written next.
///
/// It is removed if the value throws an error.
struct BegunValue {
  let writer: JSONWriter
  /// The level of the container.
  let level: Int
  /// Whether the container had no member or element before.
  let wasEmpty: Bool

  func writeNull() { writer.output.append("null") }
  @inline(__always) func write(_ value: Bool) { writer.write(value) }
  @inline(__always) func write(_ value: String) { writer.write(value) }
  @inline(__always) func write(_ value: Int) { writer.output.append(value) }
  func write(integer: some FixedWidthInteger) { writer.write(integer) }
  func write(_ value: Float) throws { try attempt { try writer.write(value, at: level) } }

  @inline(__always) func write(_ value: Double) throws {
    guard value.isFinite else { return try attempt { try writer.write(value, at: level) } }
    writer.output.append(value)
  }

  @inline(__always) func encode<Value: Encodable>(_ value: Value) throws {
    let plan = writer.plan(Value.self)
    try attempt {
      if case .byItself = plan {
        try writer.encodeByItself(value)
      } else {
        try writer.encode(value, as: plan)
      }
    }
  }

  @inline(__always) private func attempt(_ write: () throws -> Void) throws {
    let segmentCount = writer.state.segments.count
    do {
      try write()
    } catch {
      remove(since: segmentCount)
      throw error
    }
  }

  @inline(never) private func remove(since segmentCount: Int) {
    writer.finish(above: level)
    writer.truncate(to: writer.levels[level].member, since: segmentCount)
    writer.levels[level].isEmpty = wasEmpty
    if writer.levels[level].shape == .array { writer.levels[level].count -= 1 }
  }

  /// Returns the encoder of a nested container; see `JSONWriter`.
  func nestedEncoder(_ key: any CodingKey, name: String? = nil) -> ValueEncoder {
    writer.nestedEncoder(in: level, key: key, name: name)
  }
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
