package import MedleyBase

/// The encoder of one value.
///
/// It retains its output, because a type may store its encoder.
package struct ValueEncoder: Encoder {
  package let output: Output
  let level: Int
  let serial: Int

  @inline(__always) var writer: JSONWriter { output.writer }

  package var codingPath: [any CodingKey] { writer.path(level, serial) }
  package var userInfo: [CodingUserInfoKey: Any] { writer.options.userInfo.values }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let level = writer.resume(level, serial)
    guard level >= 0, writer.openOrFail(level, as: .object) else {
      return JSONWriter.deadContainer()
    }
    return writer.container(self.level, serial, opened: level)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let level = writer.resume(level, serial)
    guard level >= 0, writer.openOrFail(level, as: .array) else {
      return ArrayEncodingContainer(output: output, level: -1, serial: 0)
    }
    return ArrayEncodingContainer(output: output, level: self.level, serial: serial)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// MARK: - Encoding a single value

extension ValueEncoder: SingleValueEncodingContainer, IntegerEncoding {
  /// Calls a function that writes a scalar, unless the value is finished.
  @inline(__always) private func write(_ body: (JSONWriter) throws -> Void) throws {
    let level = writer.resume(level, serial)
    guard level >= 0 else { return }
    guard writer.levels[level].shape == .nothing else {
      writer.failOnShape(level, "a single value")
      return try writer.throwFault()
    }
    try body(writer)
    writer.levels[level].shape = .scalar
  }

  package func encodeNil() throws { try write { $0.output.append("null") } }
  package func encode(_ value: Bool) throws { try write { $0.write(value) } }
  package func encode(_ value: String) throws { try write { $0.write(value) } }
  package func encode(_ value: Double) throws { try write { try $0.write(value) } }
  package func encode(_ value: Float) throws { try write { try $0.write(value) } }
  package func encode(_ value: Int) throws { try write { $0.output.append(value) } }
  @inline(never) package func encode(_ value: some EncodableInteger) throws {
    try write { $0.write(value) }
  }

  /// Encodes an optional, an array or a dictionary, whose members may be followed by others.
  @inline(never) private func encode(
    collection value: some Encodable,
    as plan: EncodingPlan
  ) throws {
    let isWritten = try write(sharesObject: true) { writer in
      let (start, segmentCount) = (writer.output.count, writer.state.segments.count)
      do {
        try writer.encode(value, as: plan)
      } catch {
        // The type may catch the error and encode something else.
        writer.truncate(to: start, since: segmentCount)
        throw error
      }
    }
    guard !isWritten else { return }
    // After other members, its own follow one by one, or it is refused.
    guard value is any ExpressibleByDictionaryLiteral else { return try write { _ in } }
    try value.encode(to: self)
  }

  /// Encodes a value in place of this one, which may go on afterwards.
  package func encode<Value: Encodable>(_ value: Value) throws {
    let plan = writer.plan(Value.self)
    switch plan {
    case .byItself, .wrapper, .element: break
    case .collection: return try encode(collection: value, as: plan)
    default: return try write { try $0.encode(value, as: plan) }
    }
    let level = writer.resume(level, serial)
    guard level >= 0 else { return }
    guard !writer.isTooDeep else { throw writer.tooDeep(value) }
    let before = WrittenBefore(level, in: writer)
    writer.state.frames &+= 1
    defer { writer.state.frames &-= 1 }
    do {
      try value.encode(to: self)
      let level = writer.resume(self.level, serial)
      // What encodes nothing is an empty object, which may go on as well.
      if level >= 0, writer.levels[level].shape == .nothing {
        _ = writer.open(level, as: .object)
      }
    } catch {
      if before.level.shape == .nothing, writer.isCurrent(level, serial) {
        writer.remove(since: before, self.level, serial)
      }
      throw error
    }
  }
}

// MARK: - Writing whole values

extension ValueEncoder {
  /// Calls a function that writes a whole value.
  ///
  /// An object stays open if other members may follow.
  package func write(
    sharesObject: Bool,
    _ body: (JSONWriter) throws -> Void
  ) rethrows -> Bool {
    let level = writer.resume(level, serial)
    guard level >= 0 else { return true }
    guard writer.levels[level].shape == .nothing else { return false }
    let start = writer.output.count
    try body(writer)
    if sharesObject, writer.output[start] == UInt8(ascii: "{") {
      writer.reopen(level, from: start)
    } else {
      writer.levels[level].shape = .scalar
    }
    return true
  }
}

extension JSONWriter {
  /// Makes an object that was written as a whole one that other members may follow.
  fileprivate func reopen(_ level: Int, from start: Int) {
    output.count -= 1
    levels[level].shape = .object
    levels[level].member = start
    // Members that follow may repeat a key.
    levels[level].keyType = Self.copiedKeys
    state.nesting += 1
    levels[level].isEmpty = (start + 1..<output.count).allSatisfy { output[$0] <= 0x20 }
  }
}
