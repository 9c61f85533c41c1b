/// The path that was derived last, and the containers along it.
///
/// A type that tries several kinds in turn throws an error with the same path for each of them, and
/// the next value is usually near. So the end of the path is changed in place, unless an error still
/// has the path.
struct LastPath {
  private(set) var position = 0
  /// The containers of the keys, the outermost first.
  private var containers: [Int] = []
  /// The number of keys before those of the containers.
  private var baseCount = 0
  private(set) var path: [any CodingKey] = []

  var isEmpty: Bool { containers.isEmpty }

  /// The innermost container; nil if there is none.
  var container: Int? { containers.last }

  /// Whether the path may have keys of a container, which begins no later than the innermost one.
  func mayLead(into container: Int) -> Bool { self.container.map { $0 >= container } ?? false }

  /// Begins a path with the keys of the document.
  mutating func begin(with base: [any CodingKey]) {
    path = base
    baseCount = base.count
    position = 0
  }

  /// Leaves the containers that don't contain another container and aren't that one.
  @inline(__always) mutating func leave(for container: Int, _ entries: IndexEntries) {
    while let last = containers.last, last > container || entries[last].end <= container {
      containers.removeLast()
      if path.count > baseCount + containers.count { path.removeLast() }
      position = 0
    }
  }

  /// Enters a container to which the path leads, or that of the whole document.
  mutating func enter(_ container: Int) {
    containers.append(container)
  }

  /// Changes the key in the innermost container.
  @inline(__always) mutating func lead(to position: Int, by key: consuming any CodingKey) {
    self.position = position
    if path.count < baseCount + containers.count {
      path.append(key)
    } else {
      path[path.count - 1] = key
    }
  }
}
