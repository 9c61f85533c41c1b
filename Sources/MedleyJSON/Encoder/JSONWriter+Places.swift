// MARK: - Using containers late

extension JSONWriter {
  /// Makes the last level one that may be used after it is finished.
  ///
  /// - Parameters:
  ///   - parent: The level of its container.
  ///   - key: The key or index in that.
  ///   - name: The text of the key, if the container goes on when it is asked for again.
  func keepPlace(in parent: Int, key: any CodingKey, name: String?) {
    let (level, index) = (levels.count - 1, places.count)
    levels[level].place = Int32(index)
    places.append(
      Place(
        level: level,
        serial: levels[level].serial,
        owner: owner(of: parent),
        parent: (parent, levels[parent].serial),
        key: key,
        name: name,
        previous: Int(levels[parent].children.last)
      )
    )
    guard let name else { return }
    levels[parent].children.last = Int32(index)
    levels[parent].children.count += 1
    if levels[parent].children.count > PlaceChildren.fewest { insertChild(index, name, parent) }
  }

  /// Ends the places of a value that is finished.
  ///
  /// - Parameters:
  ///   - owner: The serial of the value.
  ///   - first: The number of places before the value.
  func endPlaces(of owner: Int, from first: Int) {
    // Places of values around it may be between them: those of captured containers.
    for index in min(first, places.count)..<places.count where places[index].owner == owner {
      places[index].isEnded = true
    }
    if !childTables.isEmpty { childTables[owner] = nil }
    while places.count > first, let last = places.last, last.isEnded {
      if !childTables.isEmpty { childTables[last.serial] = nil }
      places.removeLast()
    }
  }

  /// The serial of the value whose `encode(to:)` has made the container of a level.
  private func owner(of level: Int) -> Int {
    var level = level
    while !levels[level].isFrame {
      if levels[level].place >= 0 { return places[Int(levels[level].place)].owner }
      if levels[level].edit >= 0 {
        let origin = edits[levels[level].edit].origin
        if let index = index(of: origin.serial), origin.level < 0 { return places[index].owner }
        level = max(0, origin.level)
      } else {
        level -= 1
      }
    }
    return levels[level].serial
  }

  /// Returns the index of the place with a serial, by which they are sorted; nil if it is ended.
  private func index(of serial: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].serial == serial, !places[low].isEnded else { return nil }
    return low
  }

  /// Returns the place with a serial.
  func place(_ serial: Int) -> Place? { index(of: serial).map { places[$0] } }

  /// Returns the level to write to for an encoder or a container that isn't on top; -1 if its value
  /// is finished.
  @inline(never) func resumeElsewhere(_ level: Int, _ serial: Int) -> Int {
    guard levels.count > 0 else { return -1 }
    if level < levels.count, level >= 0, levels[level].serial == serial {
      return continueBelowFrame(level)
    }
    guard let index = index(of: serial) else { return -1 }
    let continued = places[index].continued
    if isCurrent(continued.level, continued.serial) {
      finish(above: continued.level)
      return continued.level
    }
    if continued.level < frame, continued.level < levels.count,
      levels[continued.level].serial == continued.serial
    {
      return continueBelowFrame(continued.level)
    }
    return continuePlace(index)
  }

  /// Continues a container whose last element or member isn't complete.
  private func continueBelowFrame(_ level: Int) -> Int {
    finish(above: frame)
    // A value without containers has nothing to continue.
    guard levels[level].shape == .object || levels[level].shape == .array else { return -1 }
    let new = push()
    let outer = levels[level]
    levels[new.level].shape = outer.shape
    levels[new.level].isContinued = true
    // A second type of keys isn't copied, so any key may be a repeated one.
    mayRepeat = true
    levels[new.level].keyType = outer.keyType
    levels[new.level].keys = outer.otherKeyType == nil ? outer.keys : .max
    levels[new.level].fields = outer.fields
    levels[new.level].count = max(0, outer.count - 1)
    levels[new.level].serial = outer.serial
    levels[new.level].children = outer.children
    beginEdit(.before(outer.member), of: new.level, origin: (level, outer.serial))
    return new.level
  }

  /// Continues a container that is finished.
  private func continuePlace(_ index: Int) -> Int {
    finish(above: frame)
    let serial = places[index].serial
    let new = push()
    levels[new.level].serial = serial
    levels[new.level].place = Int32(index)
    // A second type of keys isn't kept.
    mayRepeat = true
    levels[new.level].keyType = places[index].keyType
    levels[new.level].keys = places[index].keys
    levels[new.level].count = places[index].count
    levels[new.level].shape = places[index].shape
    levels[new.level].children = places[index].children
    let end = places[index].end
    switch places[index].shape {
    case .nothing:
      // The placeholder goes.
      edits.append(Edit(start: end, end: end + 2, target: .none))
      beginEdit(.replacement(end), of: new.level, origin: (-1, serial))
    case .array, .object:
      levels[new.level].isContinued = true
      beginEdit(.end(end), of: new.level, origin: (-1, serial))
    case .scalar:
      // A second value is refused.
      beginEdit(.none, of: new.level, origin: (-1, serial))
    }
    places[index].continued = (new.level, serial)
    return new.level
  }

  private func beginEdit(_ target: Edit.Target, of level: Int, origin: (level: Int, serial: Int)) {
    levels[level].edit = edits.count
    edits.append(Edit(start: output.count, end: output.count, target: target, origin: origin))
  }

  /// Finishes a level that may be used later, or was continued.
  @inline(never) func closeElsewhere(_ level: Level) {
    let end = output.count
    if !level.isContinued { writeClosingBracket(of: level.shape) }
    if level.edit >= 0 {
      edits[level.edit].end = output.count
      let origin = edits[level.edit].origin
      if origin.level >= 0 {
        if origin.level < levels.count, levels[origin.level].serial == origin.serial {
          levels[origin.level].count = level.count + 1
          levels[origin.level].children = level.children
          levels[origin.level].keys |= level.keys
        }
        return
      }
    }
    let index = Int(level.place)
    guard index >= 0, index < places.count, places[index].serial == level.serial else { return }
    places[index].shape = level.shape
    places[index].count = level.count
    places[index].keyType = level.keyType
    places[index].keys = level.otherKeyType == nil ? level.keys : .max
    places[index].children = level.children
    if !level.isContinued { places[index].end = end }
  }

  // MARK: - Going on with members

  /// Returns the index of the place of a container that goes on under a key; nil if there is none.
  func child(_ name: String, of level: Int) -> Int? {
    guard levels[level].children.count <= PlaceChildren.fewest else {
      return childTables[levels[level].serial]?[name]
    }
    var index = Int(levels[level].children.last)
    while index >= 0 {
      if places[index].name == name { return index }
      index = places[index].previous
    }
    return nil
  }

  private func insertChild(_ index: Int, _ name: String, _ parent: Int) {
    let serial = levels[parent].serial
    if childTables[serial] == nil {
      var table: [String: Int] = [:]
      var other = places[index].previous
      while other >= 0 {
        if let name = places[other].name, table[name] == nil { table[name] = other }
        other = places[other].previous
      }
      childTables[serial] = table
    }
    childTables[serial]?[name] = index
  }

  /// Records that a key may have been written before, as the key of another value or container.
  @inline(never) func noteRepetition(of name: @autoclosure () -> String, in level: Int) {
    mayRepeat = true
    guard levels[level].children.count > 0 else { return }
    let name = name()
    // Another value takes the place of the container, which is written no more.
    if let index = child(name, of: level) {
      places[index].name = nil
      if levels[level].children.count > PlaceChildren.fewest {
        childTables[levels[level].serial]?[name] = nil
      }
    }
  }
}
