import MedleyBase

// MARK: - Deriving paths

extension DocumentIndex {
  /// Returns the path of a value, derived from the links between containers.
  ///
  /// - Complexity: O(*d*), where *d* is the depth, and once for a document O(*n*) in its values.
  func path(of position: Int) -> [any CodingKey] {
    withDocument { document in
      guard position > 0 else { return document.basePath ?? [] }
      if unsafe document.lastPath.position != position { movePath(to: position, document) }
      return unsafe document.lastPath.path
    }
  }

  @inline(never) private func movePath(to position: Int, _ document: Document) {
    let container: Int
    let key: any CodingKey
    if entries[position].isContainer {
      container = parent(of: position)
      key = self.key(ofContainer: position, in: container)
    } else {
      let tables = document.tables
      let place = ScalarPlace(of: position, in: self, since: unsafe tables.lastScalar)
      unsafe tables.lastScalar = place
      container = place.container
      key =
        kind(container) == .array
        ? elementKey(place.ordinal, in: container)
        : document.memberKey(of: position, in: container)
    }
    unsafe document.lastPath.leave(for: container, entries)
    if unsafe document.lastPath.container != container { movePath(into: container, document) }
    unsafe document.lastPath.lead(to: position, by: consume key)
  }

  /// Extends the path into a container that is inside of the one where the path ends.
  private func movePath(into container: Int, _ document: Document) {
    if unsafe document.lastPath.isEmpty {
      unsafe document.lastPath.begin(with: document.basePath ?? [])
    }
    var inner: [Int] = []
    var child = container
    while child > 0, unsafe parent(of: child) != document.lastPath.container {
      inner.append(child)
      child = parent(of: child)
    }
    enter(child, document)
    for child in inner.reversed() { enter(child, document) }
  }

  private func enter(_ container: Int, _ document: Document) {
    if container > 0, unsafe document.lastPath.position != container {
      let key = key(ofContainer: container, in: parent(of: container))
      unsafe document.lastPath.lead(to: container, by: key)
    }
    unsafe document.lastPath.enter(container)
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

  private func elementKey(_ ordinal: Int, in array: Int) -> any CodingKey {
    // The elements of a feed count from its beginning.
    IndexKey(array == 0 ? ordinal + (unsafe document.feed?.firstIndex ?? 0) : ordinal)
  }

  private func parent(of container: Int) -> Int { entries[container + 2].high & 0x7fff_ffff }

  private func key(ofContainer position: Int, in parent: Int) -> any CodingKey {
    kind(parent) == .object
      ? document.memberKey(of: position, in: parent)
      : elementKey(entries[position + 2].low, in: parent)
  }
}
