import MedleyBase

// MARK: - Using containers late

extension JSONWriter {
  /// Makes the last level one that may be used after it is finished.
  ///
  /// - Parameters:
  ///   - parent: The level of its container.
  ///   - key: The key in that.
  func keepPlace(in parent: Int, _ key: PlaceKey) {
    let (level, index) = (levels.count - 1, state.places.count)
    let serial = levels[parent].serial
    levels[level].place = Int32(index)
    state.places.push(
      Place(
        level: level,
        owner: place(serial).map { state.places[$0].owner } ?? serial,
        parent: (parent, serial),
        key: key,
        state: levels[level]
      )
    )
    guard let name = key.name else { return }
    if levels[parent].childTable < 0 {
      levels[parent].childTable = Int32(state.childTables.count)
      state.childTables.append((state.places[index].owner, Dictionary()))
    }
    state.childTables[Int(levels[parent].childTable)].places[name] = index
  }

  /// Ends the places of a value that is finished.
  ///
  /// - Parameters:
  ///   - owner: The serial of the value.
  ///   - first: The number of places before the value.
  func endPlaces(of owner: Int, from first: Int) {
    // Places of values around it may be between them: those of captured containers.
    for index in min(first, state.places.count)..<state.places.count
    where state.places[index].owner == owner {
      state.places[index].isEnded = true
    }
    while state.places.count > first, state.places[state.places.count - 1].isEnded {
      state.places.pop()
    }
    // The owners inside of a value have higher serials.
    while let last = state.childTables.last, last.owner >= owner { state.childTables.removeLast() }
  }

  /// Returns the index of the place with a serial, by which they are sorted; nil if it is ended.
  func place(_ serial: Int) -> Int? {
    let index = (0..<state.places.count).partitioningIndex { state.places[$0].serial >= serial }
    guard index < state.places.count, state.places[index].serial == serial,
      !state.places[index].isEnded
    else { return nil }
    return index
  }

  /// Ends the places in a text that is removed.
  ///
  /// - Parameters:
  ///   - serial: The serial of the encoder that wrote it.
  ///   - start: The position of the text.
  func endPlaces(after serial: Int, from start: Int) {
    let first = (0..<state.places.count).partitioningIndex { state.places[$0].serial > serial }
    for index in first..<state.places.count
    where state.places[index].text == state.text.number && state.places[index].end >= start {
      state.places[index].isEnded = true
    }
  }

  /// Returns the level to write to for an encoder or a container that isn't on top; -1 if its value
  /// is finished.
  @inline(never) func resumeElsewhere(_ level: Int, _ serial: Int) -> Int {
    guard levels.count > 0 else { return -1 }
    // What goes on late is above the frame.
    let late = state.frame + 1
    if late < levels.count, levels[late].serial == serial {
      finish(above: late)
      return late
    }
    if level < levels.count, level >= 0, levels[level].serial == serial {
      return continueBelowFrame(level)
    }
    guard let index = place(serial) else { return -1 }
    let last = state.places[index].level
    if last < levels.count, levels[last].serial == serial { return continueBelowFrame(last) }
    return continuePlace(index)
  }

  /// Continues a container whose last element or member isn't complete.
  private func continueBelowFrame(_ level: Int) -> Int {
    finish(above: state.frame)
    // A value without containers has nothing to continue.
    guard levels[level].shape.isContainer else { return -1 }
    var continued = levels[level]
    continued.place = -1
    continued.count = max(0, continued.count - 1)
    continued.isEmpty = true
    let text = Int(levels[base(of: level)].segment)
    continued.segment = addSegment(in: text, at: continued.member, .before(origin: level))
    return push(continued)
  }

  /// Continues a container that is finished.
  private func continuePlace(_ index: Int) -> Int {
    finish(above: state.frame)
    var continued = state.places[index].state
    if continued.segment < 0 {
      let (text, end) = (state.places[index].text, state.places[index].end)
      let target = continued.shape == .nothing ? Segment.Target.placeholder : .end
      continued.isEmpty = true
      continued.segment = addSegment(in: text, at: end, target)
    }
    state.places[index].level = levels.count
    return push(continued)
  }

  /// Goes on with a level in its segment.
  private func push(_ continued: Level) -> Int {
    let level = levels.count
    levels.push(continued)
    exchange(Int(continued.segment))
    if continued.shape.isContainer { state.nesting &+= 1 }
    return level
  }

  /// Finishes a level that may be used later, or was continued.
  @inline(never) func closeElsewhere(_ level: Level) {
    let end = output.count
    let segment = Int(level.segment)
    if segment < 0 {
      writeClosingBracket(of: level.shape)
    } else {
      if level.shape.isContainer { state.nesting &-= 1 }
      exchange(segment)
      state.segments[segment].shape = level.shape
      if let origin = state.segments[segment].origin { return update(origin, from: level) }
    }
    let index = Int(level.place)
    guard index < state.places.count, state.places[index].serial == level.serial else { return }
    state.places[index].state = level
    if segment < 0 {
      state.places[index].text = state.text.number
      state.places[index].end = end
    }
  }

  /// Updates a level from the one that continued it.
  private func update(_ level: Int, from continued: Level) {
    guard level < levels.count, levels[level].serial == continued.serial else { return }
    levels[level].count = continued.count + 1
    levels[level].childTable = continued.childTable
    levels[level].keyType = continued.keyType
    levels[level].otherKeyType = continued.otherKeyType
    levels[level].keys = continued.keys
    levels[level].childKeys = continued.childKeys
    levels[level].otherKeys = continued.otherKeys
    levels[level].hasUncachedKeys = continued.hasUncachedKeys
    levels[level].fields = continued.fields
  }

  // MARK: - Going on with members

  /// Returns the index of the place of a container that goes on under a key; nil if there is none.
  func child(_ name: String, of level: Int) -> Int? {
    let table = Int(levels[level].childTable)
    return table < 0 ? nil : state.childTables[table].places[name]
  }

  /// Records that a key may have been written before, as the key of another value or container.
  @inline(never) func noteRepetition(of name: @autoclosure () -> String, in level: Int) {
    state.mayRepeat = true
    let table = Int(levels[level].childTable)
    // Another value takes the place of the container, which is written no more.
    if table >= 0 { state.childTables[table].places[name()] = nil }
  }
}
