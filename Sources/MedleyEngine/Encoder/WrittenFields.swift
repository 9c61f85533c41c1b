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
    if try writer.encodeWrapper(value, key, at: self.level, serial) { return }
    try begin(key, value)?.encode(value)
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

extension JSONWriter {
  /// Encodes a value that decides itself whether it is written.
  ///
  /// - Returns: False for other values.
  @inline(__always) fileprivate func encodeWrapper<Value: Encodable>(
    _ value: Value,
    _ key: FieldKey,
    at level: Int,
    _ serial: Int
  ) throws -> Bool {
    guard case .wrapper = plan(Value.self) else { return false }
    try encodeField(value, named: key.string, at: level, serial)
    return true
  }

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
