import MedleyBase

// MARK: - Reading incomplete documents

extension DocumentIndex {
  /// Whether a value isn't complete: its end is one that was added.
  package func isGrowing(_ position: Int) -> Bool {
    certainEnd != .max && position >= 0 && range(of: position).upperBound > certainEnd
  }

  /// Whether a value is a complete array or object, and what it is in isn't complete.
  func isCompleteInGrowing(_ position: Int) -> Bool {
    position > 0 && entries[position].isContainer && !isGrowing(position)
      && isGrowing(container(of: position))
  }

  /// Throws an error for a string that isn't complete.
  func requireCompleteString(at position: Int) throws {
    guard isGrowing(position), !entries[position].isContainer else { return }
    document.refusedString = position
    throw corrupted("The string isn't complete.", at: position)
  }

  /// Returns the error for an object whose tag hasn't come, as no policy applies yet.
  ///
  /// Without the expected tags, because snapshots throw no such error: they took a fifth of a
  /// snapshot of two elements.
  @inline(never) package func lacksTag(_ key: String, at object: Int) -> DecodingError {
    document.untagged = (object, key)
    return missing(WireKey(key), in: object)
  }

  /// Returns how many values around an error, including its own, aren't complete, and whether the
  /// innermost of them lacks a member, or is a string that has to be complete.
  package func growing(
    around error: DecodingError
  ) -> (depth: Int, lacksMember: Bool, lacksEnd: Bool) {
    var place = position(at: error.errorPath, in: 0)
    var lacksMember = false
    let lacksEnd = place >= 0 && place == document.refusedString
    if case .keyNotFound = error { lacksMember = isGrowing(place) && kind(place) == .object }
    while !isGrowing(place), place > 0 { place = container(of: place) }
    var depth = isGrowing(place) ? 1 : 0
    while place > 0 {
      place = container(of: place)
      depth += 1
    }
    return (depth, lacksMember, lacksEnd)
  }

  /// Returns the container of a value that isn't the whole document.
  private func container(of position: Int) -> Int {
    entries[position].isContainer ? parent(of: position) : place(ofScalar: position).container
  }
}
