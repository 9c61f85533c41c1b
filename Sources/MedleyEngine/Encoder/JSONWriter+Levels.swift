// MARK: - Opening

extension JSONWriter {
  /// Opens a level for the value of the member or element that was begun.
  @inline(__always) func push() -> (level: Int, serial: Int) {
    let serial = nextSerial()
    let level = levels.count
    levels.push(Level(serial: serial))
    return (level, serial)
  }

  /// Writes the bracket of a level, unless it is that of an earlier container of the same value.
  ///
  /// - Returns: False if the value has another shape.
  @inline(__always) func open(_ level: Int, as shape: Level.Shape) -> Bool {
    guard levels[level].shape == .nothing else { return levels[level].shape == shape }
    levels[level].shape = shape
    output.append(shape == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    nesting &+= 1
    if nesting > depthLimit { failOnDepth() }
    return true
  }

  // MARK: - Going on

  /// Returns whether a level can be written to: it isn't finished, and not below the frame.
  @inline(__always) func isCurrent(_ level: Int, _ serial: Int) -> Bool {
    level >= frame && level < levels.count && levels[level].serial == serial
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
    levels[level].member = output.count
    levels[level].count &+= 1
    if levels[level].isEmpty {
      levels[level].isEmpty = false
    } else {
      output.append(UInt8(ascii: ","))
    }
  }

  /// Begins a member, whose key comes next.
  @inline(__always) package func beginMember(_ level: Int) {
    levels[level].member = output.count
    if levels[level].isEmpty {
      levels[level].isEmpty = false
    } else {
      output.append(UInt8(ascii: ","))
    }
    levels[level].key = output.count
    levels[level].keyNumber = nil
    levels[level].lastField = 0
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

  @inline(__always) func writeClosingBracket(of shape: Level.Shape) {
    switch shape {
    case .scalar: break
    case .object:
      output.append(UInt8(ascii: "}"))
      nesting &-= 1
    case .array:
      output.append(UInt8(ascii: "]"))
      nesting &-= 1
    case .nothing: output.append("{}")
    }
  }
}
