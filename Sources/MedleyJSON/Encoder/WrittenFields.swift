import Medley

/// Writes the fields of an object to the document, without a container and an encoder.
///
/// It has no counted references and fits into an existential, so it costs nothing to copy and
/// release. It is valid only while its object is encoded, which retains the output.
struct WrittenFields: FieldTarget {
  private let writer: JSONWriter
  private let level: Int
  private let serial: Int

  init(_ writer: JSONWriter, _ level: Int, _ serial: Int) {
    self.writer = writer
    self.level = level
    self.serial = serial
  }

  var encoder: any Encoder { ValueEncoder(output: writer.owner, level: level, serial: serial) }

  /// Writes the name of a field.
  ///
  /// - Returns: The level of the object, and whether it was empty; -1 if it is finished.
  @inline(__always) private func begin(_ key: FieldKey) -> (level: Int, wasEmpty: Bool) {
    let level = writer.resume(level, serial)
    guard level >= 0 else { return (-1, false) }
    let wasEmpty = writer.levels[level].isEmpty
    writer.begin(key, in: level)
    return (level, wasEmpty)
  }

  func encode(_ value: String, _ key: FieldKey) {
    if begin(key).level >= 0 { writer.write(value) }
  }

  func encode(_ value: Bool, _ key: FieldKey) {
    if begin(key).level >= 0 { writer.write(value) }
  }

  func encode(_ value: Int, _ key: FieldKey) {
    if begin(key).level >= 0 { writer.output.append(value) }
  }

  func encode(_ value: Double, _ key: FieldKey) throws {
    guard value.isFinite else {
      try encode(value: value, key)
      return
    }
    if begin(key).level >= 0 { writer.output.append(value) }
  }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    if try writer.encodeWrapper(value, key, encoder) { return }
    let (level, wasEmpty) = begin(key)
    guard level >= 0 else { return }
    try writer.encode(value, in: level, wasEmpty: wasEmpty)
  }
}

extension JSONWriter {
  /// Encodes a value that decides itself whether it is written.
  ///
  /// - Returns: False for other values.
  @inline(__always) fileprivate func encodeWrapper<Value: Encodable>(
    _ value: Value,
    _ key: FieldKey,
    _ encoder: @autoclosure () -> any Encoder
  ) throws -> Bool {
    guard case .wrapper = plan(Value.self) else { return false }
    try encodeWrapper(value, key, in: encoder())
    return true
  }

  @inline(never) private func encodeWrapper<Value: Encodable>(
    _ value: Value,
    _ key: FieldKey,
    in encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    try container.encodeMember(value, forKey: PathKey(stringValue: key.string))
  }
}
