// MARK: - Using containers late

extension JSONWriter {
  /// Makes the last level one that may be used after it is finished.
  func keepPlace(in parent: Int, key: any CodingKey) {
    let level = levels.count - 1
    levels[level].isPlaced = true
    places.append(
      Place(
        level: level,
        serial: levels[level].serial,
        owner: owner(of: parent),
        parent: (parent, levels[parent].serial),
        key: key,
        start: output.count
      )
    )
  }

  /// Ends the places of a value that is finished.
  func endPlaces(of owner: Int) {
    // Places of other values may be between them: those of captured containers.
    guard let first = places.firstIndex(where: { $0.owner == owner }) else { return }
    places[first...].removeAll { $0.owner == owner }
  }

  /// The serial of the value whose `encode(to:)` has made the container of a level.
  private func owner(of level: Int) -> Int {
    var level = level
    while !levels[level].isFrame {
      if levels[level].edit >= 0 {
        let origin = edits[levels[level].edit].origin
        if let position = position(of: origin.serial), origin.level < 0 {
          return places[position].owner
        }
        level = max(0, origin.level)
      } else {
        level -= 1
      }
    }
    return levels[level].serial
  }

  private func position(of serial: Int) -> Int? {
    places.lastIndex { $0.serial == serial }
  }

  /// Returns the level to write to for an encoder or a container that isn't on top; -1 if its value
  /// is finished.
  @inline(never) func resumeElsewhere(_ level: Int, _ serial: Int) -> Int {
    guard levels.count > 0 else { return -1 }
    if level < levels.count, level >= 0, levels[level].serial == serial {
      return continueBelowFrame(level)
    }
    guard let position = position(of: serial) else { return -1 }
    let place = places[position]
    if isCurrent(place.continued.level, place.continued.serial) {
      finish(above: place.continued.level)
      return place.continued.level
    }
    if place.continued.level < frame, place.continued.level < levels.count,
      levels[place.continued.level].serial == place.continued.serial
    {
      return continueBelowFrame(place.continued.level)
    }
    return continuePlace(position)
  }

  /// Continues a container whose last element or member isn't complete.
  private func continueBelowFrame(_ level: Int) -> Int {
    finish(above: frame)
    let path = path(of: level)
    let outer = levels[level]
    // A value without containers has nothing to continue.
    guard outer.shape == .object || outer.shape == .array else { return -1 }
    let new = push()
    levels[new.level].shape = outer.shape
    levels[new.level].isContinued = true
    // A second type of keys isn't copied.
    mayRepeat = true
    levels[new.level].keyType = outer.keyType
    levels[new.level].keys = outer.keys
    levels[new.level].fields = outer.fields
    levels[new.level].count = max(0, outer.count - 1)
    levels[new.level].serial = outer.serial
    beginEdit(.before(outer.member), of: new.level, origin: (level, outer.serial), path)
    return new.level
  }

  /// Continues a container that is finished.
  private func continuePlace(_ position: Int) -> Int {
    finish(above: frame)
    let place = places[position]
    let (serial, path) = (place.serial, path(of: place))
    let new = push()
    levels[new.level].serial = serial
    // A second type of keys isn't kept.
    mayRepeat = true
    levels[new.level].keyType = place.keyType
    levels[new.level].keys = place.keys
    levels[new.level].count = place.count
    levels[new.level].shape = place.shape
    switch place.shape {
    case .nothing:
      // The placeholder goes.
      edits.append(Edit(start: place.end, end: place.end + 2, target: .none))
      beginEdit(.replacement(place.end), of: new.level, origin: (-1, serial), path)
    case .array, .object:
      levels[new.level].isContinued = true
      beginEdit(.end(place.end), of: new.level, origin: (-1, serial), path)
    case .scalar:
      // A second value is refused.
      beginEdit(.none, of: new.level, origin: (-1, serial), path)
    }
    places[position].continued = (new.level, serial)
    return new.level
  }

  private func beginEdit(
    _ target: Edit.Target,
    of level: Int,
    origin: (level: Int, serial: Int),
    _ path: [any CodingKey]
  ) {
    levels[level].edit = edits.count
    edits.append(
      Edit(start: output.count, end: output.count, target: target, origin: origin, path: path)
    )
  }

  /// Finishes a level that may be used later, or was continued.
  @inline(never) func closeElsewhere(_ level: Level) {
    let end = output.count
    if !level.isContinued { writeClosingBracket(of: level.shape) }
    var serial = level.serial
    if level.edit >= 0 {
      edits[level.edit].end = output.count
      let origin = edits[level.edit].origin
      if origin.level >= 0 {
        if origin.level < levels.count, levels[origin.level].serial == origin.serial {
          levels[origin.level].count = level.count + 1
        }
        return
      }
      serial = origin.serial
    }
    guard let position = position(of: serial) else { return }
    places[position].shape = level.shape
    places[position].count = level.count
    places[position].keyType = level.keyType
    places[position].keys = level.keys
    if !level.isContinued { places[position].end = end }
  }

  // MARK: - Going on with members

  /// Returns the place of a container that has a key already, so that it goes on.
  func place(under key: String, in level: Int) -> Place? {
    places.last { $0.parent.serial == levels[level].serial && $0.key.stringValue == key }
  }
}
