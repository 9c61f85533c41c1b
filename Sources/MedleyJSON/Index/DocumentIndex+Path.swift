// MARK: - Deriving paths

extension DocumentIndex {
  /// Returns the path of a value, derived from the links between containers.
  ///
  /// - Complexity: O(*d*), where *d* is the depth, and once for a document O(*n*) in its values.
  func path(of position: Int) -> [any CodingKey] {
    let document = document
    guard position > 0 else { return document.basePath ?? [] }
    if unsafe document.lastPaths.scalar.position == position {
      return unsafe document.lastPaths.scalar.path
    }
    if entries[position].isContainer { return path(ofContainer: position, document) }
    let tables = document.tables
    let place = ScalarPlace(of: position, in: self, since: tables.lastScalar)
    tables.lastScalar = place
    let key =
      kind(place.container) == .array
      ? elementKey(place.ordinal, in: place.container)
      : document.memberKey(of: position, in: place.container)
    if unsafe document.lastPaths.scalar.move(to: position, in: place.container, key) {
      return unsafe document.lastPaths.scalar.path
    }
    let start = path(ofContainer: place.container, document)
    var path: [any CodingKey] = []
    path.reserveCapacity(start.count + 1)
    for key in start { path.append(key) }
    path.append(key)
    unsafe document.lastPaths.scalar = LastPath(of: position, in: place.container, path)
    return path
  }

  private func path(ofContainer position: Int, _ document: Document) -> [any CodingKey] {
    guard position > 0 else { return document.basePath ?? [] }
    if unsafe document.lastPaths.container.position == position {
      return unsafe document.lastPaths.container.path
    }
    let parent = parent(of: position)
    let key = key(ofContainer: position, in: parent)
    if unsafe document.lastPaths.container.move(to: position, in: parent, key) {
      return unsafe document.lastPaths.container.path
    }
    var keys: [PathKey] = []
    var ancestor = parent
    while ancestor > 0, unsafe document.lastPaths.container.position != ancestor {
      let parent = self.parent(of: ancestor)
      keys.append(self.key(ofContainer: ancestor, in: parent))
      ancestor = parent
    }
    var path =
      ancestor > 0 ? unsafe document.lastPaths.container.path : document.basePath ?? []
    path.reserveCapacity(path.count + keys.count + 1)
    for key in keys.reversed() { path.append(key) }
    path.append(key)
    unsafe document.lastPaths.container = LastPath(of: position, in: parent, path)
    return path
  }

  /// Returns the number of keys in the path of a container.
  ///
  /// - Complexity: O(*d*), where *d* is the depth.
  func depth(of position: Int) -> Int {
    var depth = document.basePath?.count ?? 0
    var container = position
    while container > 0 {
      container = parent(of: container)
      depth += 1
    }
    return depth
  }

  private func elementKey(_ ordinal: Int, in array: Int) -> PathKey {
    // The elements of a feed count from its beginning.
    PathKey(intValue: array == 0 ? unsafe ordinal + (document.feed?.firstIndex ?? 0) : ordinal)
  }

  private func parent(of container: Int) -> Int { entries[container + 2].high & 0x7fff_ffff }

  private func key(ofContainer position: Int, in parent: Int) -> PathKey {
    kind(parent) == .object
      ? document.memberKey(of: position, in: parent)
      : elementKey(entries[position + 2].low, in: parent)
  }
}
