import Medley

/// The encoder of a payload that shares its object with its tag.
///
///     tag ─────────── type: MOVIE ──▶ the document
///     payload ─────── title, year ──▶ a container of the document, if none of its keys can be "type"
///             or anything else ─────▶ `ObjectWriter`, which checks each member
///
/// It has the position of its object, so that it fits into an existential and nothing is allocated
/// for most payloads: an `ObjectWriter` takes 700 instructions.
struct TaggedEncoder: Encoder {
  let output: Output
  /// The position of the object among those of the writer.
  fileprivate let position: Int
  fileprivate let serial: Int

  var codingPath: [any CodingKey] { level < 0 ? [] : output.writer.path(level, serial) }
  var userInfo: [CodingUserInfoKey: Any] { output.writer.options.userInfo.values }

  /// The level of the element; -1 when the payload is finished.
  private var level: Int {
    let writer = output.writer
    guard position < writer.taggedPayloads.count, writer.taggedPayloads[position].serial == serial
    else { return -1 }
    return writer.taggedPayloads[position].level
  }

  /// The writer that checks the members of the object, made when it is first needed; nil when the
  /// payload is finished.
  var objectWriter: ObjectWriter? {
    let level = level
    guard level >= 0 else { return nil }
    return output.writer.taggedPayloads[position].objectWriter(
      before: ValueEncoder(output: output, level: level, serial: serial)
    )
  }

  // MARK: - Making containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let (writer, level) = (output.writer, level)
    guard level >= 0, writer.taggedPayloads[position].isDirect(type) else {
      return checkedContainer(keyedBy: type)
    }
    let opened = writer.resume(level, serial)
    guard opened >= 0 else { return JSONWriter.deadContainer() }
    return writer.container(keyedBy: type, level, serial, opened: opened)
  }

  // Without an optional container, whose metadata takes 800 instructions.
  @inline(never) private func checkedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    guard let objectWriter else { return JSONWriter.deadContainer() }
    return objectWriter.container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    objectWriter?.unkeyedContainer() ?? DeadEncoder().unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    objectWriter?.singleValueContainer() ?? DeadEncoder().singleValueContainer()
  }

  /// Encodes the fields of the payload.
  ///
  /// - Returns: False, with nothing encoded, if they must be checked one by one.
  @inline(__always) func encode(fieldsOf value: some FieldEncodable) throws -> Bool {
    let (writer, level) = (output.writer, level)
    guard level >= 0, let reserved = unsafe writer.taggedPayloads[position].reservedFields() else {
      return false
    }
    return try unsafe writer.encode(fieldsOf: value, reserving: reserved, level, serial)
  }
}

/// An object whose tag is written, and whose payload is being encoded.
@safe struct TaggedPayload {
  /// The level of the element, and its serial.
  let level: Int
  let serial: Int
  private let tag: Unmanaged<PlainTag>
  private let owner: any Any.Type
  /// The type of the keys of the payload's containers of the document.
  private var keyType: (any CodingKey.Type)?
  /// What checks the members; nil as long as nothing else was asked for.
  private(set) var writer: ObjectWriter?

  // Sound, all of it: the caller that encodes the payload retains the tag.

  init(_ owner: any Any.Type, _ tag: PlainTag, _ level: Int, _ serial: Int) {
    self.owner = owner
    unsafe self.tag = .passUnretained(tag)
    self.level = level
    self.serial = serial
  }

  /// Returns whether a container with keys of a type can be one of the document, and records it.
  @inline(__always) mutating func isDirect(_ type: any CodingKey.Type) -> Bool {
    guard writer == nil, keyType == nil || keyType == type,
      unsafe tag._withUnsafeGuaranteedRef({ $0.isDirect(type) })
    else { return false }
    keyType = type
    return true
  }

  /// Returns the keys that fields must not have, and records that there are fields; nil if they must
  /// be checked one by one.
  @inline(__always) mutating func reservedFields() -> Unmanaged<DirectContainers>? {
    guard writer == nil, keyType == nil else { return nil }
    keyType = PathKey.self
    // Without counting a reference: the tag, which the caller retains, has them.
    return unsafe tag._withUnsafeGuaranteedRef { unsafe .passUnretained($0.direct) }
  }

  /// Returns whether the name of a field may be that of the tag.
  func reserves(_ key: FieldKey) -> Bool {
    unsafe tag._withUnsafeGuaranteedRef { $0.direct.isReserved(key) }
  }

  @inline(never) mutating func objectWriter(before base: ValueEncoder) -> ObjectWriter {
    if let writer { return writer }
    let tag = unsafe tag.takeUnretainedValue()
    let made = ObjectWriter(owner, with: tag, to: base, keyedBy: keyType)
    writer = made
    return made
  }
}

// MARK: - Encoding a payload with its tag

extension ValueEncoder {
  /// Encodes a tag as the first member of an object, and a payload as the others.
  ///
  /// - Returns: False if something was encoded before.
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  @inline(__always) consuming func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PlainTag
  ) throws -> Bool {
    let writer = output.writer
    let level = writer.resume(level, serial)
    guard level >= 0 else { return true }
    guard writer.levels[level].shape == .nothing else { return false }
    try writer.encode(payload, tagged: tag, in: output, self.level, serial, opening: level)
    return true
  }
}

extension JSONWriter {
  /// Encodes a tag as the first member of an object, and a payload as the others.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - tag: Its tag.
  ///   - output: The output of this writer.
  ///   - level: The level of the element.
  ///   - serial: Its serial.
  ///   - opened: The level to which it writes at present, if that is another one.
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  @inline(__always) func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PlainTag,
    in output: consuming Output,
    _ level: Int,
    _ serial: Int,
    opening opened: Int? = nil
  ) throws {
    _ = open(opened ?? level, as: .object)
    write(tag, in: opened ?? level)
    let position = taggedPayloads.count
    taggedPayloads.push(TaggedPayload(Payload.self, tag, level, serial))
    defer { taggedPayloads.pop() }
    // Consumed: counting a reference takes as long as writing a number.
    try payload.encode(
      to: TaggedEncoder(output: consume output, position: position, serial: serial)
    )
    try taggedPayloads[position].writer?.finish(payload)
  }

  /// Encodes the object of a type that writes its fields.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - reserved: The keys that another member of the object may have.
  ///   - level: The level of the encoder.
  ///   - serial: Its serial.
  /// - Returns: False, with nothing encoded, if the value is finished, or too many orders of fields
  ///   are cached.
  /// - Throws: What the value throws, and `EncodingError` if something else was encoded before.
  func encode<Value: FieldEncodable>(
    fieldsOf value: Value,
    reserving reserved: Unmanaged<DirectContainers>?,
    _ level: Int,
    _ serial: Int
  ) throws -> Bool {
    let opened = resume(level, serial)
    let root = withShapes { unsafe $0.root(of: ObjectIdentifier(Value.self), reserving: reserved) }
    guard opened >= 0, let root else { return false }
    guard open(opened, as: .object) else {
      failOnShape(opened, "an object")
      try throwFault()
      return false
    }
    // Members of a container may repeat a field.
    if levels[opened].keyType != nil { mayRepeat = true }
    levels[opened].keyType = ObjectIdentifier(WrittenFields.self)
    levels[opened].fields = root
    var writer = FieldWriter(WrittenFields(self, level, serial))
    try value.encode(fields: &writer)
    return true
  }

  /// Writes a tag as a member.
  fileprivate func write(_ tag: PlainTag, in level: Int) {
    if let json = tag.json, !convertsKeys {
      beginMember(level)
      unsafe json.withUnsafeBytes { unsafe output.append($0) }
      return
    }
    let key = converted(PathKey(stringValue: tag.name), in: level)
    beginMember(level)
    write(key)
    output.append(UInt8(ascii: ":"))
    write(tag.text ?? "")
  }

  /// Returns the encoder of an object of fields.
  func encoder(ofFieldsAt level: Int, _ serial: Int) -> any Encoder {
    if let position = taggedPayload(serial) {
      return TaggedEncoder(output: owner, position: position, serial: serial)
    }
    return ValueEncoder(output: owner, level: level, serial: serial)
  }

  /// Returns the position of the payload of an element that is being encoded.
  private func taggedPayload(_ serial: Int) -> Int? {
    (0..<taggedPayloads.count).last { taggedPayloads[$0].serial == serial }
  }

  /// Returns the writer that decides about a field whose name may be that of the tag, or nil.
  func objectWriter(reserving key: FieldKey, _ serial: Int) -> ObjectWriter? {
    guard let position = taggedPayload(serial), taggedPayloads[position].reserves(key)
    else { return nil }
    return TaggedEncoder(output: owner, position: position, serial: serial).objectWriter
  }
}
