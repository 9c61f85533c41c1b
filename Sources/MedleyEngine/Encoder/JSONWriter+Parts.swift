package import MedleyBase

// MARK: - Writing one object in parts

// An object is written here before it is known whether it can stay, and removed if it can't: one in
// parts, whose names may be equal, and one whose payload may not write its tag.

extension JSONWriter {
  /// Removes what was written of an object, unless it goes on late.
  func remove(since before: WrittenBefore, _ level: Int, _ serial: Int) {
    let ended = resume(level, serial)
    guard ended >= 0, state.text.number == before.text else { return }
    truncate(to: before.start, since: before.segmentCount)
    endPlaces(after: before.serial, from: before.start)
    levels[ended] = before.level
    (state.nesting, state.fault) = (before.nesting, before.fault)
  }

  /// The number of names up to which comparing each with all others takes less than a table.
  private static var mostNames: Int { 96 }

  /// Returns whether the parts of an object are being written.
  @inline(__always) func isInParts(_ level: Int, _ serial: Int) -> Bool {
    state.parts.serial == serial && levels[level].keyType == Self.partKeys
  }

  /// Records a member of an object in parts, by the hash of its name; 0 if that isn't known.
  func notePart(_ hash: UInt64, in level: Int) {
    guard levels[level].serial == state.parts.serial else {
      // A container is used late, when the names of an object inside are compared.
      (state.mayRepeat, state.parts.checksAll) = (true, true)
      return
    }
    let names = state.parts.names
    var position = Int(levels[level].firstName)
    guard hash != 0, names.count - position < Self.mostNames else {
      state.parts.mustCheck = true
      return
    }
    while position < names.count {
      if names[position] == hash { state.parts.mustCheck = true }
      position &+= 1
    }
    state.parts.names.push(hash)
  }
}

extension ValueEncoder {
  /// Writes the parts of an object.
  ///
  /// - Parameters:
  ///   - leading: Makes the checker for what can't be written so.
  ///   - tag: The name of the member that is written already, if there is one.
  ///   - write: Encodes the parts.
  /// - Returns: False, with nothing written, if the members must be checked.
  package func writeParts(
    checkedBy leading: any MemberLeading,
    after tag: String? = nil,
    _ write: (any Encoder) throws -> Void
  ) -> Bool {
    let opened = writer.resume(level, serial)
    guard opened >= 0, writer.state.fault == nil, writer.levels[opened].keyType == nil,
      writer.levels[opened].shape == (tag == nil ? .nothing : .object),
      writer.state.parts.begin(opened)
    else { return false }
    let before = WrittenBefore(opened, in: writer)
    let outer = (writer.state.parts.serial, writer.state.parts.mustCheck)
    let nameCount = writer.state.parts.names.count
    _ = writer.open(opened, as: .object)
    writer.levels[opened].keyType = JSONWriter.partKeys
    writer.levels[opened].firstName = Int32(truncatingIfNeeded: nameCount)
    (writer.state.parts.serial, writer.state.parts.mustCheck) = (serial, false)
    if let tag {
      let written = writer.converted(WireKey(tag), in: opened)
      writer.notePart(KeyText.hash(of: written), in: opened)
    }
    do {
      try tryParts(leading, write)
    } catch {
      // It is thrown again when the parts are checked.
      writer.state.parts.mustCheck = true
    }
    let isKept =
      !writer.state.parts.mustCheck && !writer.state.parts.checksAll && writer.state.fault == nil
      && writer.resume(level, serial) >= 0
    if !isKept { writer.remove(since: before, level, serial) }
    (writer.state.parts.serial, writer.state.parts.mustCheck) = outer
    while writer.state.parts.names.count > nameCount { writer.state.parts.names.pop() }
    return writer.state.parts.end(opened, isWritten: isKept)
  }

  /// Encodes parts to an encoder of the document.
  fileprivate func tryParts(
    _ leading: any MemberLeading,
    _ write: (any Encoder) throws -> Void
  ) throws {
    var part = TaggedPayload(WrittenParts.self, WrittenParts.noMember, leading, level, serial)
    part.isPart = true
    writer.state.taggedPayloads.push(consume part)
    defer { writer.state.taggedPayloads.pop() }
    try write(TaggedEncoder(output: output, level: level, serial: serial))
  }
}

extension TaggedEncoder {
  /// Writes the parts of an object, beside a tag or other parts.
  package func writeParts(
    checkedBy leading: any MemberLeading,
    _ write: (any Encoder) throws -> Void
  ) throws -> Bool {
    guard let position = writer.taggedPayload(serial) else { return false }
    if writer.isInParts(level, serial) {
      // They are parts of the object whose parts are being written.
      try element.tryParts(leading, write)
      return true
    }
    guard let tag = writer.state.taggedPayloads[position].unusedTag else { return false }
    return element.writeParts(checkedBy: leading, after: tag, write)
  }
}

// MARK: - Finding a tag while its payload is written

extension ValueEncoder {
  /// Encodes a payload whose tag isn't known before, as an object.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - member: The member with the tag, without its value.
  ///   - tag: The tag.
  ///   - opened: The level to which the encoder writes at present.
  /// - Returns: False, with nothing encoded, if the tag must be known before.
  /// - Throws: What the payload throws, and as the checker of the tag does.
  @inline(never) func encode<Payload: Encodable>(
    _ payload: Payload,
    finding member: LeadingMember,
    of tag: any MemberLeading,
    opening opened: Int
  ) throws -> Bool {
    guard writer.state.fault == nil, writer.state.parts.begin(opened) else { return false }
    let position = writer.state.taggedPayloads.count
    let before = WrittenBefore(opened, in: writer)
    _ = writer.open(opened, as: .object)
    var tagged = TaggedPayload(Payload.self, member, tag, level, serial)
    tagged.countsBefore = (before.segmentCount, writer.state.places.count)
    writer.state.taggedPayloads.push(consume tagged)
    defer { writer.state.taggedPayloads.pop() }
    do {
      try payload.encode(to: TaggedEncoder(output: output, level: level, serial: serial))
      if writer.state.taggedPayloads[position].awaitsTag { writer.writeAbsentTag(of: position) }
      try writer.state.taggedPayloads[position].checker?.finish(payload)
    } catch {
      guard writer.state.taggedPayloads[position].isRefused || writer.state.parts.checksAll else {
        _ = writer.state.parts.end(opened, isWritten: true)
        throw error
      }
    }
    let isRefused = writer.state.taggedPayloads[position].isRefused
    if isRefused { tag.noteRefusal() }
    let isKept = !isRefused && !writer.state.parts.checksAll
    if !isKept { writer.remove(since: before, level, serial) }
    return writer.state.parts.end(opened, isWritten: isKept)
  }
}

extension JSONWriter {
  /// Writes the tag of a payload that hasn't written it.
  fileprivate func writeAbsentTag(of position: Int) {
    let (level, serial, leading) = place(of: position)
    let opened = resume(level, serial)
    switch leading.absence {
    case .replaced(let member) where opened >= 0:
      write(member, in: opened)
      moveToFront(of: opened, position)
    // A payload that encoded nothing isn't an object.
    case .allowed where state.taggedPayloads[position].keyType != nil: break
    default: state.taggedPayloads[position].isRefused = true
    }
  }

  private func place(of position: Int) -> (level: Int, serial: Int, leading: any MemberLeading) {
    let payload = state.taggedPayloads[position]
    return (payload.level, payload.serial, payload.leading)
  }

  /// Takes a text that a payload has under the key of its tag.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: The position of the payload.
  ///   - write: Writes the member, unless that was done.
  /// - Returns: False if the payload must be encoded again.
  func takeTag(_ text: String, of position: Int, _ write: (Int) -> Void) -> Bool {
    let (level, serial, leading) = place(of: position)
    // It may call a function of the app.
    let isAdmitted = leading.admits(text)
    let opened = resume(level, serial)
    guard isAdmitted, opened >= 0 else {
      state.taggedPayloads[position].isRefused = true
      return false
    }
    state.taggedPayloads[position].foundTag = text
    write(opened)
    moveToFront(of: opened, position)
    return true
  }

  /// Makes the last member of an object its first one.
  ///
  /// It stays where it is if the object goes on late, or something in it does.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the object so far.
  private func moveToFront(of level: Int, _ position: Int) {
    let (start, member) = (levels[level].start + 1, levels[level].member)
    guard let before = state.taggedPayloads[position].countsBefore, member > start,
      levels[level].segment < 0, state.segments.count == before.segments
    else { return }
    let size = output.count - member
    output.moveLastMember(from: member, to: start)
    levels[level].member = start
    // Marks and places: all in the members that moved.
    for index in state.text.marks.indices.reversed() {
      guard state.text.marks[index].position >= start else { break }
      state.text.marks[index].position += size
    }
    for index in min(before.places, state.places.count)..<state.places.count
    where state.places[index].text == state.text.number {
      state.places[index].move(by: size, from: start)
    }
  }

  /// Returns whether the last member, which is written, is a tag that wasn't known, and stays.
  func takesTag(writtenAt level: Int, under name: String, of position: Int) -> Bool {
    guard state.taggedPayloads[position].awaitsTag,
      state.taggedPayloads[position].member.withObject({ $0.name == name }),
      let text = lastText(in: level)
    else { return false }
    return takeTag(text, of: position) { _ in }
  }

  /// The value of the last member of an object, if it is a string of which nothing is escaped.
  private func lastText(in level: Int) -> String? {
    let (member, end) = (levels[level].member, output.count - 1)
    guard end > member, output[end] == UInt8(ascii: "\""),
      (state.text.marks.last?.position ?? -1) < member,
      let quote = (member..<end).last(where: { output[$0] == UInt8(ascii: "\"") }),
      quote - 1 > member, output[quote - 1] == UInt8(ascii: ":")
    else { return nil }
    let text = output.written.part(from: quote + 1, count: end - quote - 1)
    let isPlain = text.first(UInt8(ascii: "\\"), from: 0, to: text.count) == text.count
    return isPlain ? text.string : nil
  }
}

/// Where the parts of an object are written that no checker looks at.
///
///     parts ──▶ containers of the document ── hashes of their names ──▶ two are equal, or something
///                                                                       was asked of a checker?
///                                          no ──▶ the object stays      yes ──▶ it is removed, and
///                                                                       written with all checks
///
/// Some objects are so written twice. Nesting doesn't multiply the work: objects inside one that is
/// written again aren't tried, and if eight fail that are inside the outermost one, that is written
/// again as a whole.
struct WrittenParts {
  /// The serial of the object whose parts are being written.
  var serial = -1
  /// Whether it must be written with checks.
  var mustCheck = false
  /// Whether all objects must be whose parts are being written.
  var checksAll = false
  /// Stands for the tag that there isn't: no key is reserved.
  static let noMember = LeadingMember(name: "", reserved: ReservedKeys([])) { _ in .direct }

  /// The hashes of the names that were written: those of an object after those of the one around it.
  var names = MemoryStack<UInt64>()
  /// The level of an object that is being written with checks, as far as that is known.
  private var checkedLevel = Int.max
  /// The number of objects that are being tried, the one inside the other.
  private var depth = 0
  /// How many more of those inside the outermost may fail.
  private var failuresLeft = 0
  private static let mostFailures = 8

  /// Returns whether the parts of an object can be tried, and begins.
  mutating func begin(_ level: Int) -> Bool {
    if level <= checkedLevel { checkedLevel = .max }
    if depth == 0 { failuresLeft = Self.mostFailures }
    guard checkedLevel == .max, failuresLeft > 0 else { return false }
    depth += 1
    return true
  }

  /// Ends to try an object.
  ///
  /// - Returns: Whether nothing else must be done about it now: it is written, or one around it is
  ///   written again anyway.
  mutating func end(_ level: Int, isWritten: Bool) -> Bool {
    depth -= 1
    if isWritten { return true }
    failuresLeft -= 1
    if failuresLeft == 0 { checksAll = true }
    if checksAll, depth > 0 { return true }
    if depth == 0 { checksAll = false }
    checkedLevel = level
    return false
  }

  mutating func reset() {
    (serial, mustCheck, checksAll, checkedLevel, depth) = (-1, false, false, .max, 0)
    names.removeAll()
  }
}

/// The state of an object before it is written, to which it can go back.
struct WrittenBefore {
  let level: Level
  let start: Int
  let text: Int
  let nesting: Int
  let fault: (any Error)?
  let serial: Int
  let segmentCount: Int

  init(_ opened: Int, in writer: JSONWriter) {
    level = writer.levels[opened]
    start = writer.output.count
    text = writer.state.text.number
    nesting = writer.state.nesting
    fault = writer.state.fault
    serial = writer.state.serial
    segmentCount = writer.state.segments.count
  }
}
