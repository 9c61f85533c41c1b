import MedleyBase

// MARK: - Deriving paths

extension DocumentIndex {
  /// Returns the path of a value, derived from the links between containers.
  ///
  /// - Complexity: O(*d*), where *d* is the depth, and once for a document O(*n*) in its values.
  func path(of position: Int) -> [any CodingKey] {
    withDocument { document in
      guard position > 0 else { return document.basePath ?? [] }
      if state.lastPath.position != position { movePath(to: position, document) }
      return state.lastPath.path
    }
  }

  @inline(never) private func movePath(to position: Int, _ document: Document) {
    let place = place(of: position)
    let key = key(of: position, at: place, document)
    state.lastPath.leave(for: place.container, entries)
    if state.lastPath.container != place.container { movePath(into: place.container, document) }
    state.lastPath.lead(to: position, by: consume key)
  }

  /// Extends the path into a container that is inside of the one where the path ends.
  private func movePath(into container: Int, _ document: Document) {
    if state.lastPath.isEmpty {
      state.lastPath.begin(with: document.basePath ?? [])
    }
    var inner = [container]
    while let outermost = inner.last, outermost > 0,
      parent(of: outermost) != state.lastPath.container
    {
      inner.append(parent(of: outermost))
    }
    for child in inner.reversed() {
      if child > 0, state.lastPath.position != child {
        let key = key(of: child, at: place(of: child), document)
        state.lastPath.lead(to: child, by: key)
      }
      state.lastPath.enter(child)
    }
  }

  /// Returns the number of containers around a value.
  ///
  /// - Complexity: O(*d*), where *d* is the depth.
  func levels(above position: Int) -> Int {
    var levels = 0
    var value = position
    while value > 0 {
      value = place(of: value).container
      levels += 1
    }
    return levels
  }

  private func key(of position: Int, at place: Place, _ document: Document) -> any CodingKey {
    guard kind(place.container) == .array else {
      return document.memberKey(of: position, in: place.container)
    }
    // The elements of a feed count from its beginning.
    let first = place.container == 0 ? document.feed?.firstIndex ?? 0 : 0
    return IndexKey(first + place.ordinal)
  }

  /// Returns the container around a container that isn't the whole document.
  func parent(of container: Int) -> Int { entries[container + 2].high & 0x7fff_ffff }

  /// Returns the index of a container in its parent.
  private func ordinal(of container: Int) -> Int {
    entries[container + 2].low & IndexEntry.largestPosition
  }
}

// MARK: - Placing values

extension DocumentIndex {
  /// The container of a value, and the index of the value if that is an array.
  typealias Place = (container: Int, ordinal: Int)

  /// Returns the place of a value that isn't the whole document.
  func place(of position: Int) -> Place {
    entries[position].isContainer
      ? (parent(of: position), ordinal(of: position)) : place(ofScalar: position)
  }

  /// Returns the container of a scalar, and the index of the scalar if that is an array.
  ///
  /// The index links containers to their parents, but not scalars: the nearest container before one may be
  /// as far away as its array is long. A table shortens long distances, so that the paths of a whole
  /// array, in any order, need few passes over it.
  ///
  /// - Complexity: O(*d*) in the depth, and once for a document O(*n*) in its values.
  @inline(never) private func place(ofScalar position: Int) -> Place {
    var child = nearestContainer(before: position)
    if entries[child].end > position {
      return (child, position - child - IndexEntry.entriesPerContainer)
    }
    // A sibling of the scalar, or a container inside of a sibling.
    var parent = parent(of: child)
    while entries[parent].end <= position {
      child = parent
      parent = self.parent(of: child)
    }
    return (parent, ordinal(of: child) + 1 + position - entries[child].end)
  }

  /// The distance between two entries before which the table has the nearest container.
  private static var reach: Int { 64 }

  /// Returns the nearest container that begins before a scalar.
  private func nearestContainer(before position: Int) -> Int {
    let start = position & ~(Self.reach - 1)
    var container = position - 1
    while !entries[container].isContainer {
      guard container > start else {
        let tables = document.tables
        if tables.value.nearestContainers.isEmpty {
          tables.value.nearestContainers = makeNearestContainers()
        }
        return tables.value.nearestContainers[start / Self.reach]
      }
      container -= 1
    }
    // Few steps aren't counted, because that reads a task-local value.
    if position - container > 8 { StepCount.add(position - container) }
    return container
  }

  private func makeNearestContainers() -> [Int] {
    var last = 0
    var containers: [Int] = []
    containers.reserveCapacity(entryCount / Self.reach + 1)
    for position in 0..<entryCount {
      if position & (Self.reach - 1) == 0 { containers.append(last) }
      if entries[position].isContainer { last = position }
    }
    StepCount.add(entryCount)
    return containers
  }
}
