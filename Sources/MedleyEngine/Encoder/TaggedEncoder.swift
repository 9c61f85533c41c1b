package import MedleyBase

/// The encoder of a payload that shares its object with its tag.
///
///     tag ─────────── type: MOVIE ──▶ the document
///     payload ─────── title, year ──▶ a container of the document, if its keys were seen
///             type, if it has one ──▶ left out if it is the tag; else `MemberChecker` decides
///                                     (a tag that isn't known before is moved to the front)
///             or anything else ─────▶ `MemberChecker`, which checks each member
///
/// It finds what is known of its object by the serial, so that it fits into an existential and nothing
/// is allocated for most payloads.
package struct TaggedEncoder: Encoder {
  let output: Output
  /// The level of the element, and its serial.
  let level: Int
  let serial: Int

  @inline(__always) var writer: JSONWriter { output.writer }

  package var codingPath: [any CodingKey] { position == nil ? [] : element.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { writer.options.userInfo.values }

  /// The position of the object among those of the writer; nil when the payload is finished.
  @inline(__always) private var position: Int? { writer.taggedPayload(serial) }

  /// The encoder of the element.
  var element: ValueEncoder { ValueEncoder(output: output, level: level, serial: serial) }

  /// The writer that checks the members of the object; nil when the payload is finished.
  package var checker: (any MemberChecker)? { writer.checker(serial) }

  // MARK: - Making containers

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    guard let position, let use = writer.state.taggedPayloads[position].use(of: type) else {
      return checkedContainer(keyedBy: type)
    }
    let opened = writer.resume(level, serial)
    guard opened >= 0 else { return JSONWriter.deadContainer() }
    var reserved: UInt64 = 0
    if case .guarded(let bits) = use {
      // They are marked as written, so that they are checked. In parts, names are compared, not bits.
      writer.levels[opened].keys |= bits
      reserved = writer.isInParts(opened, serial) ? .max : bits
    }
    return writer.container(level, serial, opened: opened, reserving: reserved)
  }

  // Without an optional container, whose metadata would be looked up.
  @inline(never) private func checkedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    guard let checker else { return JSONWriter.deadContainer() }
    return checker.container(keyedBy: type)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    otherEncoder().unkeyedContainer()
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    otherEncoder().singleValueContainer()
  }

  /// Returns the encoder of a payload that isn't an object; one that writes nothing, if that isn't
  /// written here.
  private func otherEncoder() -> any Encoder {
    let isRefused = position.map { writer.state.taggedPayloads[$0].refuse() } ?? true
    return (isRefused ? nil : checker) ?? ValueEncoder.dead
  }

  /// Begins the fields of the payload.
  ///
  /// - Returns: A target of fields; nil, with nothing encoded, if they must be checked one by one.
  @inline(__always) package func beginFields(of type: ObjectIdentifier) throws -> WrittenFields? {
    // Nothing is known of the names of parts that are written.
    guard let position,
      writer.levels[level].keyType != JSONWriter.partKeys || writer.isInParts(level, serial),
      let reserved = writer.state.taggedPayloads[position].reservedFields()
    else { return nil }
    return try writer.beginFields(of: type, reserving: reserved, level, serial)
  }
}

/// An object whose tag is written, and whose payload is being encoded.
@safe struct TaggedPayload {
  /// The level of the element, and its serial.
  let level: Int
  let serial: Int
  /// The member with the tag.
  let member: UncountedReference<LeadingMember>
  /// What leads the members.
  // Sound: the caller that encodes the payload retains it, and with it the member.
  @safe unowned(unsafe) let leading: any MemberLeading
  let owner: any Any.Type
  /// Whether it is a part of an object, beside which other parts have containers.
  var isPart = false
  /// Whether the tag isn't written, but stands beside the object.
  var isBeside = false
  /// Whether the payload must be encoded in another way: it isn't written member by member, or its
  /// tag must be known before.
  var isRefused = false
  /// The type of the keys of the payload's containers of the document.
  private(set) var keyType: (any CodingKey.Type)?

  /// Stands for the keys of fields, of which no container has the type.
  private enum Field: CodingKey {}
  /// What checks the members; nil as long as nothing else was asked for.
  var checker: (any MemberChecker)?
  /// The numbers of segments and places before a payload that may write its tag; nil for one whose
  /// tag is written before it.
  ///
  ///     {"id":1,"type":"text.created"            the payload writes its tag
  ///     {"type":"text.created","id":1            it becomes the first member
  ///
  /// If anything but a text under the key of the tag decides about it, the payload is encoded again,
  /// after its tag.
  var countsBefore: (segments: Int, places: Int)?
  /// The tag, if the payload has written it.
  var foundTag: String?

  init(
    _ owner: any Any.Type,
    _ member: LeadingMember,
    _ tag: any MemberLeading,
    _ level: Int,
    _ serial: Int
  ) {
    self.owner = owner
    self.member = UncountedReference(member)
    leading = tag
    self.level = level
    self.serial = serial
  }

  /// Whether the payload may still write its tag.
  var awaitsTag: Bool { countsBefore != nil && foundTag == nil }

  /// Returns how a container with keys of a type can be one of the document, and records it; nil if it
  /// can't.
  @inline(__always) mutating func use(of type: any CodingKey.Type) -> LeadingMember.KeyUse? {
    guard checker == nil, keyType == nil || keyType == type || isPart,
      let use = member.withObject({ $0.use(ObjectIdentifier(type)) })
    else { return nil }
    keyType = type
    return use
  }

  /// Refuses a payload that isn't written member by member.
  ///
  /// - Returns: False if that has its tag, or members are written.
  mutating func refuse() -> Bool {
    guard isBeside, checker == nil, keyType == nil else { return false }
    isRefused = true
    return true
  }

  /// Returns whether bytes, which end with a value under a key, end with the tag, which is written
  /// already.
  func isTag(endOf bytes: Bytes, under name: String) -> Bool {
    !isBeside
      && member.withObject {
        guard $0.name == name, let json = $0.json else { return false }
        // The key may be converted.
        let text = json.dropFirst(name.utf8.count + 2)
        let start = bytes.count - text.count
        return start >= 0 && text.enumerated().allSatisfy { bytes[start + $0] == $1 }
      }
  }

  /// Returns the keys that fields must not have, and records that there are fields; nil if they must
  /// be checked one by one.
  @inline(__always) mutating func reservedFields() -> UncountedReference<ReservedKeys>? {
    guard checker == nil, keyType == nil || isPart else { return nil }
    keyType = Field.self
    // Without counting a reference: the tag, which the caller retains, has them.
    return member.withObject { UncountedReference($0.reserved) }
  }

  /// The name of the tag, if that is written and nothing else was encoded; nil otherwise.
  var unusedTag: String? {
    checker == nil && keyType == nil && !isPart && countsBefore == nil
      ? member.withObject(\.name) : nil
  }
}

// MARK: - Encoding a payload with its tag

extension ValueEncoder {
  /// Begins the fields of an object; see `JSONWriter`.
  package func beginFields(of type: ObjectIdentifier) throws -> WrittenFields? {
    try writer.beginFields(of: type, reserving: nil, level, serial)
  }

  /// Encodes a tag as the first member of an object, and a payload as the others.
  ///
  /// - Returns: False if something was encoded before.
  /// - Throws: What the payload throws, and as the checker of the tag does.
  @inline(__always) package consuming func encode<Payload: Encodable>(
    _ payload: Payload,
    after member: LeadingMember,
    of tag: any MemberLeading
  ) throws -> Bool {
    let level = writer.resume(level, serial)
    guard level >= 0 else { return true }
    guard writer.levels[level].shape == .nothing else { return false }
    guard member.hasValue else {
      return try encode(payload, finding: member, of: tag, opening: level)
    }
    try writer.encode(payload, after: member, of: tag, self.level, serial, opening: level)
    return true
  }
}

extension ValueEncoder {
  /// Encodes a payload as an object without its tag, which stands beside it.
  ///
  /// - Returns: False, with nothing encoded, if the payload isn't written member by member.
  /// - Throws: What the payload throws, and as the checker of the tag does.
  @inline(never) package func encode<Payload: Encodable>(
    bodyOf payload: Payload,
    beside member: LeadingMember,
    of tag: any MemberLeading
  ) throws -> Bool {
    guard writer.isCurrent(level, serial), writer.levels[level].shape == .nothing else {
      return false
    }
    let before = WrittenBefore(level, in: writer)
    let position = writer.state.taggedPayloads.count
    _ = writer.open(level, as: .object)
    var tagged = TaggedPayload(Payload.self, member, tag, level, serial)
    tagged.isBeside = true
    writer.state.taggedPayloads.push(consume tagged)
    defer { writer.state.taggedPayloads.pop() }
    try payload.encode(to: TaggedEncoder(output: output, level: level, serial: serial))
    if writer.state.taggedPayloads[position].isRefused {
      writer.remove(since: before, level, serial)
      return false
    }
    try writer.state.taggedPayloads[position].checker?.finish(payload)
    return true
  }
}

extension TaggedEncoder {
  /// Encodes a tag and a payload as a part of an object.
  ///
  /// - Returns: False, with nothing encoded, if this isn't the encoder of parts.
  /// - Throws: What the payload throws.
  @inline(never) package func encode<Payload: Encodable>(
    part payload: Payload,
    after member: LeadingMember,
    of tag: any MemberLeading
  ) throws -> Bool {
    guard position != nil, member.hasValue else { return false }
    let opened = writer.resume(level, serial)
    guard opened >= 0, writer.isInParts(opened, serial) else { return false }
    try writer.encode(payload, after: member, of: tag, level, serial, opening: opened)
    return true
  }
}

extension JSONWriter {
  /// Encodes an element that is a tag and a payload.
  ///
  /// - Throws: What the payload throws, and as the checker of the tag does.
  package func encode<Payload: Encodable>(
    _ payload: Payload,
    after member: LeadingMember,
    of tag: any MemberLeading
  ) throws {
    try withFrame(for: payload) { try encode(payload, after: member, of: tag, $0, $1, opening: $0) }
  }

  /// Encodes a tag as the first member of an object, and a payload as the others.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - member: The member with its tag.
  ///   - tag: Its tag.
  ///   - level: The level of the element.
  ///   - serial: Its serial.
  ///   - opened: The level to which it writes at present.
  /// - Throws: What the payload throws, and as the checker of the tag does.
  @inline(__always) fileprivate func encode<Payload: Encodable>(
    _ payload: Payload,
    after member: LeadingMember,
    of tag: any MemberLeading,
    _ level: Int,
    _ serial: Int,
    opening opened: Int
  ) throws {
    _ = open(opened, as: .object)
    write(member, in: opened)
    let position = state.taggedPayloads.count
    state.taggedPayloads.push(TaggedPayload(Payload.self, member, tag, level, serial))
    defer { state.taggedPayloads.pop() }
    try payload.encode(to: TaggedEncoder(output: owner, level: level, serial: serial))
    // Not by a chain, in which the state would be read across the call.
    let checker = state.taggedPayloads[position].checker
    try checker?.finish(payload)
  }

  /// Begins the object of a type that writes its fields.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - reserved: The keys that another member of the object may have.
  ///   - level: The level of the encoder.
  ///   - serial: Its serial.
  /// - Returns: A target of fields; nil, with nothing encoded, if the value is finished, or too many
  ///   orders of fields are cached.
  /// - Throws: `EncodingError` if something else was encoded before.
  func beginFields(
    of type: ObjectIdentifier,
    reserving reserved: UncountedReference<ReservedKeys>?,
    _ level: Int,
    _ serial: Int
  ) throws -> WrittenFields? {
    let opened = resume(level, serial)
    let isPart = opened >= 0 && isInParts(opened, serial)
    let root = state.shapes.root(of: type, reserving: reserved, isPart: isPart)
    guard opened >= 0, let root else { return nil }
    guard openOrFail(opened, as: .object) else {
      try throwFault()
      return nil
    }
    if !isPart {
      if levels[opened].keyType == Self.partKeys { return nil }
      // Members of a container may repeat a field.
      if levels[opened].keyType != nil { state.mayRepeat = true }
      levels[opened].keyType = ObjectIdentifier(WrittenFields.self)
    }
    levels[opened].fields = root
    return WrittenFields(writer: self, level: level, serial: serial)
  }

  /// Writes a tag as a member.
  func write(_ tag: LeadingMember, in level: Int) {
    if let json = tag.json, !state.convertsKeys, levels[level].keyType != Self.partKeys {
      beginMember(level)
      output.append(json)
    } else {
      beginMember(level, named: tag.name)
      if let literal = tag.literal { output.append(literal) } else { write(text: tag.text ?? "") }
    }
  }

  /// Begins a member whose name isn't cached, such as a tag.
  func beginMember(_ level: Int, named name: String) {
    let key = WireKey(name)
    let written = converted(key, in: level)
    if levels[level].keyType == Self.partKeys { notePart(KeyText.hash(of: written), in: level) }
    beginMember(level, key, as: written)
  }

  /// Returns whether the key of a member is that of the tag, which is written already.
  @inline(never) func isReserved(_ key: some CodingKey, _ serial: Int) -> Bool {
    guard let position = taggedPayload(serial) else { return false }
    return state.taggedPayloads[position].member.withObject {
      $0.reserved.contains(key.stringValue)
    }
  }

  /// Returns whether a member is the tag of a payload, which is written now if it wasn't known.
  func isTag(_ value: String, under name: String, _ serial: Int) -> Bool {
    guard let position = taggedPayload(serial) else { return false }
    // Each value alone: functions of the payload would copy it.
    let member = state.taggedPayloads[position].member
    guard member.withObject({ $0.name == name }) else { return false }
    if let text = state.taggedPayloads[position].foundTag { return text == value }
    guard state.taggedPayloads[position].countsBefore != nil else {
      return !state.taggedPayloads[position].isBeside && member.withObject { $0.text == value }
    }
    _ = takeTag(value, of: position) {
      beginMember($0, named: name)
      write(text: value)
    }
    return true
  }

  /// Returns whether the last member, which is written under the key of the tag, stays: it isn't the tag,
  /// or is one that wasn't known, and may stand there.
  ///
  /// - Throws: As the checker of the tag does.
  func keeps(
    _ value: some Encodable,
    writtenAt level: Int,
    under name: String,
    _ serial: Int
  ) throws -> Bool {
    if let position = taggedPayload(serial) {
      if state.taggedPayloads[position].isTag(endOf: output.written, under: name) { return false }
      if takesTag(writtenAt: level, under: name, of: position) { return true }
    }
    guard try checker(serial)?.admits(value, under: name) ?? true else { return false }
    state.mayRepeat = true
    return true
  }

  /// Returns what checks the members of a payload, made when it is first needed; nil if the payload is
  /// finished, or must be encoded again.
  func checker(_ serial: Int) -> (any MemberChecker)? {
    guard let position = taggedPayload(serial) else { return nil }
    if state.taggedPayloads[position].awaitsTag {
      state.taggedPayloads[position].isRefused = true
      return nil
    }
    let payload = state.taggedPayloads[position]
    if isInParts(payload.level, serial) { state.parts.mustCheck = true }
    if let checker = payload.checker { return checker }
    let element = ValueEncoder(output: owner, level: payload.level, serial: serial)
    let checker = payload.leading.makeChecker(
      of: (payload.owner, element, payload.keyType, payload.isBeside, payload.foundTag)
    )
    state.taggedPayloads[position].checker = checker
    return checker
  }

  /// Returns the position of the payload of an element that is being encoded.
  func taggedPayload(_ serial: Int) -> Int? {
    var position = state.taggedPayloads.count &- 1
    while position >= 0, state.taggedPayloads[position].serial != serial { position &-= 1 }
    return position < 0 ? nil : position
  }
}
