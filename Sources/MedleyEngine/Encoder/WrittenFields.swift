import MedleyBase

/// Writes the fields of an object to the document, without a container and an encoder.
///
/// It has no counted references and fits into an existential, so it costs nothing to copy and
/// release. It is valid only while its object is encoded, which retains the output.
package struct WrittenFields: FieldTarget {
  private let writer: JSONWriter
  private let level: Int
  private let serial: Int

  init(_ writer: JSONWriter, _ level: Int, _ serial: Int) {
    self.writer = writer
    self.level = level
    self.serial = serial
  }

  var encoder: any Encoder { writer.encoder(ofFieldsAt: level, serial) }

  /// Writes the name of a field; nil if the object is finished, or the field is the tag.
  @inline(__always) private func begin(
    _ key: FieldKey,
    _ value: some Encodable
  ) throws -> BegunValue? {
    guard let field = writer.next(in: level, serial) else { return nil }
    if writer.begin(.literal(key), in: field.level) { return field }
    let erased = ErasedValue(value: value)
    return try writer.begin(.literal(key), in: field.level, serial, erased) ? field : nil
  }

  func encode(_ value: String, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Bool, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Int, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Double, _ key: FieldKey) throws { try begin(key, value)?.write(value) }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    let plan = writer.plan(Value.self)
    if case .wrapper = plan {
      try writer.encodeField(value, named: key.string, at: level, serial)
      return
    }
    try begin(key, value)?.encode(value, as: plan)
  }

  func encode<Value: Encodable>(_ value: Value, named name: String, mayOmit: Bool) throws {
    guard let field = writer.next(in: level, serial) else { return }
    let plan = writer.plan(Value.self)
    if mayOmit, case .wrapper = plan {
      try writer.encodeField(value, named: name, at: level, serial)
      return
    }
    if try writer.begin(.text(name), in: field.level)
      || writer.begin(.text(name), in: field.level, serial, ErasedValue(value: value))
    {
      try field.encode(value, as: plan)
    }
  }
}

// MARK: - Beginning fields

/// A value of any type: a function with one is compiled once, and not for each type of argument.
struct ErasedValue {
  let value: any Encodable
}

extension JSONWriter {
  /// Begins a field, and records it, so that a repeated one is found.
  ///
  /// - Returns: False, with nothing written, if the field isn't the next one of the last object.
  @inline(__always) func begin(_ name: FieldName, in level: Int) -> Bool {
    guard let step = state.shapes.step(from: levels[level].fields, name), let text = step.text
    else { return false }
    if step.hash != 0 { notePart(step.hash, in: level) }
    levels[level].begin(text, field: step.next, in: &output)
    return true
  }

  /// Begins a field that isn't the next one of the last object.
  ///
  /// - Returns: False if it isn't written, because it is the tag.
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  @inline(never) func begin(
    _ name: FieldName,
    in level: Int,
    _ serial: Int,
    _ value: ErasedValue
  ) throws -> Bool {
    let text = name.string
    let key = WireKey(text)
    if let isWritten = try admits(value.value, reserved: text, serial) {
      guard isWritten else { return false }
    } else if options.keepsKeys,
      state.shapes.find(
        after: levels[level].fields,
        name,
        { self.text(of: key, in: level) }
      ),
      begin(name, in: level)
    {
      return true
    }
    beginUncached(key, in: level)
    return true
  }

  /// Returns whether a field is written whose name is reserved for the tag; nil for another field.
  ///
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  func admits(_ value: any Encodable, reserved name: String, _ serial: Int) throws -> Bool? {
    guard state.taggedPayloads.count > 0, isReserved(WireKey(name), serial) else {
      return nil
    }
    if let text = value as? String, isTag(text, under: name, serial) { return false }
    // Without a checker the payload is encoded again, or it is finished.
    return try checker(serial)?.admits(value, under: name) ?? false
  }

  /// Begins a field whose name isn't cached.
  @inline(never) private func beginUncached(_ key: WireKey, in level: Int) {
    let written = converted(key, in: level)
    if levels[level].keyType == Self.partKeys {
      notePart(KeyText.hash(of: written), in: level)
    } else {
      // With a custom strategy, fields aren't recorded.
      state.mayRepeat = true
    }
    beginMember(level, key, as: written)
  }
}

// MARK: - Encoding fields that decide

extension JSONWriter {
  /// Encodes a value that decides itself whether it is written.
  @inline(never) fileprivate func encodeField<Value: Encodable>(
    _ value: Value,
    named name: String,
    at level: Int,
    _ serial: Int
  ) throws {
    if try admits(value, reserved: name, serial) == false { return }
    let key = WireKey(name)
    try EngineExtension.linked?.encodeMember(value, key, to: encoder(at: level, serial))
  }

  /// Returns the encoder of a level, whose containers the compiler doesn't specialise, 4 KB.
  @inline(never) private func encoder(at level: Int, _ serial: Int) -> any Encoder {
    ValueEncoder(output: owner, level: level, serial: serial)
  }
}
