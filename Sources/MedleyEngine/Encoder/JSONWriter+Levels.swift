/// The state of a value that is being written.
///
/// A writer has a stack of them, from the value on top of the document to the innermost.
struct Level {
  /// The number of the level, which no other level of the writer has.
  ///
  /// Encoders and containers have it as well, so that one of a finished level is known.
  var serial: Int
  /// The position of the opening bracket.
  var start = 0
  /// The position of the last element or member, with its comma.
  var member = 0
  /// The `intValue` of the last key; nil if it has none.
  var keyNumber: Int?
  /// The last key, if a strategy converts keys and it is cached.
  var cachedKey: (keys: EncodedKeys, number: Int)?
  /// The number of elements.
  var count = 0
  /// The type of the keys of the first container.
  var keyType: ObjectIdentifier?
  /// The type of the keys of a second container, which has no key of the first one.
  var otherKeyType: ObjectIdentifier?
  /// The fields that were written; see `FieldShapes`.
  var fields = 0
  /// The last key, if it is that of a field; see `FieldShapes`.
  var lastField = 0
  /// The keys that were written: the bits of cached keys, or of the hashes of others.
  var keys: UInt64 = 0
  /// Those of them that only nested containers have, whose keys are compared; see `State.childTables`.
  var childKeys: UInt64 = 0
  /// The keys of the second type of keys.
  var otherKeys: UInt64 = 0
  var shape = JSONWriter.Shape.nothing
  /// Whether the next element or member is the first.
  var isEmpty = true
  /// Whether there are keys that aren't cached.
  var hasUncachedKeys = false
  /// The index of the place, if encoders or containers may be used after the level is finished; -1
  /// for others.
  var place: Int32 = -1
  /// The position of its first name, if it is an object in parts; see `WrittenParts`.
  var firstName: Int32 = 0
  /// The index of the table of the places in the container; -1 if there are none.
  var childTable: Int32 = -1
  /// The segment of a container that goes on late; -1 for others.
  var segment: Int32 = -1

  @inline(__always) init(serial: Int) {
    self.serial = serial
  }
}

extension Level {
  /// Begins a member with a key that is cached.
  @inline(__always) mutating func begin(
    _ key: ByteBuffer,
    field: Int = 0,
    in output: inout ByteBuffer
  ) {
    member = output.count
    output.append(comma: !isEmpty, key: key)
    isEmpty = false
    lastField = field
    if field > 0 { fields = field } else { keyNumber = nil }
  }
}

// MARK: - Opening

extension JSONWriter {
  /// The shape of what was written of a value.
  enum Shape {
    case nothing, scalar, array, object

    var isContainer: Bool { self == .array || self == .object }
    var closingBracket: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// Opens a level for the value of the member or element that was begun.
  @inline(__always) func push() -> (level: Int, serial: Int) {
    state.serial &+= 1
    levels.push(Level(serial: state.serial))
    return (levels.count &- 1, state.serial)
  }

  /// Writes the bracket of a level, unless it is that of an earlier container of the same value.
  ///
  /// - Returns: False if the value has another shape.
  @inline(__always) func open(_ level: Int, as shape: Shape) -> Bool {
    guard levels[level].shape == .nothing else { return levels[level].shape == shape }
    levels[level].shape = shape
    levels[level].start = output.count
    output.append(shape == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    state.nesting &+= 1
    if state.nesting > state.depthLimit { failOnDepth() }
    return true
  }

  /// Does the same, and stores the error if the value has another shape.
  @inline(__always) func openOrFail(_ level: Int, as shape: Shape) -> Bool {
    if open(level, as: shape) { return true }
    failOnShape(level, shape == .object ? "an object" : "an array")
    return false
  }

  // MARK: - Going on

  /// Returns whether a level can be written to: it isn't finished, and not below the frame.
  @inline(__always) func isCurrent(_ level: Int, _ serial: Int) -> Bool {
    level >= state.frame && level < levels.count && levels[level].serial == serial
  }

  /// Returns the level of an encoder or container; -1 if its value is finished.
  func find(_ level: Int, _ serial: Int) -> Int {
    isCurrent(level, serial) ? level : resumeElsewhere(level, serial)
  }

  /// Returns the level to write to for an encoder or container; -1 if its value is finished.
  @inline(__always) func resume(_ level: Int, _ serial: Int) -> Int {
    guard isCurrent(level, serial) else { return resumeElsewhere(level, serial) }
    if levels.count > level &+ 1 { finish(above: level) }
    return level
  }

  /// Finishes the levels above one.
  @inline(__always) func finish(above level: Int) { finish(from: level &+ 1) }

  /// Finishes a level and those above it.
  @inline(never) func finish(from level: Int) {
    while levels.count > level { close() }
  }

  /// Begins an element.
  @inline(__always) package func beginElement(_ level: Int) {
    beginNext(level)
    levels[level].count &+= 1
  }

  /// Begins a member, whose key comes next.
  @inline(__always) package func beginMember(_ level: Int) {
    beginNext(level)
    levels[level].keyNumber = nil
    levels[level].lastField = 0
  }

  /// Writes the comma before an element or member.
  @inline(__always) private func beginNext(_ level: Int) {
    levels[level].member = output.count
    if levels[level].isEmpty {
      levels[level].isEmpty = false
    } else {
      output.append(UInt8(ascii: ","))
    }
  }

  /// Begins a member with a key whose text isn't cached.
  func beginMember(_ level: Int, _ key: some CodingKey, as text: String) {
    beginMember(level)
    keepOriginal(key, of: level)
    write(text: text)
    output.append(UInt8(ascii: ":"))
  }

  /// Stores a key for paths, if its text may not be that of the type; nil for a key that is data.
  func keepOriginal(_ key: @autoclosure () -> (any CodingKey)?, of level: Int) {
    guard state.convertsKeys else { return }
    while state.originals.count <= level { state.originals.append(nil) }
    state.originals[level] = key()
    levels[level].cachedKey = nil
  }

  /// Begins a member with a key that no strategy converts.
  package func beginMember(_ level: Int, dataKey key: String) {
    beginMember(level)
    keepOriginal(nil, of: level)
    write(key)
    output.append(UInt8(ascii: ":"))
  }

  // MARK: - Finishing

  /// Finishes the last level.
  @inline(__always) func close() {
    let last = levels.count &- 1
    if levels[last].place >= 0 || levels[last].segment >= 0 {
      closeElsewhere(levels[last])
    } else {
      writeClosingBracket(of: levels[last].shape)
    }
    levels.pop()
  }

  @inline(__always) func writeClosingBracket(of shape: Shape) {
    if shape.isContainer {
      output.append(shape.closingBracket)
      state.nesting &-= 1
    } else if shape == .nothing {
      output.append("{}")
    }
  }
}

// MARK: - Writing the value of a member

/// A member or element that is begun, whose value is written next.
///
/// It is removed if the value throws an error.
struct BegunValue {
  let writer: JSONWriter
  /// The level of the container.
  let level: Int

  func writeNull() { writer.output.append("null") }
  @inline(__always) func write(_ value: Bool) { writer.write(value) }
  @inline(__always) func write(_ value: String) { writer.write(value) }
  @inline(__always) func write(_ value: Int) { writer.output.append(value) }
  func write(integer: some FixedWidthInteger) { writer.write(integer) }
  func write(_ value: Float) throws { try attempt { try writer.write(value) } }
  @inline(__always) func write(_ value: Double) throws { try attempt { try writer.write(value) } }

  @inline(__always) func encode<Value: Encodable>(_ value: Value) throws {
    try encode(value, as: writer.plan(Value.self))
  }

  @inline(__always) func encode<Value: Encodable>(_ value: Value, as plan: EncodingPlan) throws {
    try attempt { try writer.encodeNext(value, as: plan) }
  }

  /// Encodes a value, and removes the member if a function doesn't want to keep it.
  ///
  /// - Throws: What the value and the function throw.
  func encode<Value: Encodable>(_ value: Value, isKept: () throws -> Bool) throws {
    let segmentCount = writer.state.segments.count
    try attempt {
      try writer.encode(value)
      if try !isKept() { remove(since: segmentCount) }
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
    let start = writer.levels[level].member
    // Only the first one has no comma.
    writer.levels[level].isEmpty =
      start == writer.output.count || writer.output[start] != UInt8(ascii: ",")
    writer.truncate(to: start, since: segmentCount)
    if writer.levels[level].shape == .array { writer.levels[level].count -= 1 }
  }

  /// Opens a level for a value that is encoded by a container or an encoder.
  func nestedEncoder(_ key: PlaceKey) -> ValueEncoder {
    let (nested, serial) = writer.push()
    writer.keepPlace(in: level, key)
    return ValueEncoder(output: writer.owner, level: nested, serial: serial)
  }
}

extension JSONWriter {
  /// Goes on with a container, for its next member or element; nil if it is finished.
  @inline(__always) func next(in level: Int, _ serial: Int) -> BegunValue? {
    let level = resume(level, serial)
    return level < 0 ? nil : BegunValue(writer: self, level: level)
  }
}

/// A nested container or super encoder, which may be used after its parent went on.
///
/// Few are used so. What they write late is a ``Segment``.
///
/// The places of a call are in a list by serial. Those of one parent are in a table by key, so that a
/// container that is asked for again is found; see `State.childTables`.
struct Place {
  /// The last of its levels.
  var level: Int
  /// The serial of the value to which it belongs, and with which it ends.
  let owner: Int
  /// The level and the serial of the parent.
  let parent: (level: Int, serial: Int)
  let key: PlaceKey

  /// Whether the value to which it belongs is finished.
  var isEnded = false

  // Set when the level is finished.

  /// The state of the level, with which another one goes on.
  var state: Level
  /// The number of the text, and in that the position of the closing bracket, or of the placeholder
  /// if nothing was written.
  var text = -1
  var end = 0
}

extension Place {
  /// The serial of all its levels.
  var serial: Int { state.serial }

  /// Moves what is behind a position of its text.
  mutating func move(by size: Int, from start: Int) {
    if end >= start { end += size }
    if state.start >= start { state.start += size }
    if state.member >= start { state.member += size }
  }
}

/// The key of a place in its parent.
struct PlaceKey {
  /// The key or index.
  let key: any CodingKey
  /// The text of the key, if the container goes on when it is asked for again.
  var name: String?
}
