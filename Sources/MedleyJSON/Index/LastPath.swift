/// A path that was derived last.
///
/// A type that tries several kinds in turn throws an error with the same path for each of them. The
/// path of the next sibling differs in its last key, which is replaced in place unless an error
/// still has the path.
struct LastPath {
  private(set) var position = 0
  private var parent = DocumentIndex.notFound
  private(set) var path: [any CodingKey] = []

  init() {}

  init(of position: Int, in parent: Int, _ path: [any CodingKey]) {
    self.position = position
    self.parent = parent
    self.path = path
  }

  var isEmpty: Bool { parent == DocumentIndex.notFound }

  /// Changes the path to that of a sibling.
  ///
  /// - Returns: Whether the value is a sibling of the last one.
  mutating func move(to position: Int, in parent: Int, _ key: PathKey) -> Bool {
    guard self.parent == parent else { return false }
    self.position = position
    path[path.count - 1] = key
    return true
  }
}

/// The paths of the last container and of the last scalar.
struct LastPaths {
  var container = LastPath()
  var scalar = LastPath()

  var isEmpty: Bool { container.isEmpty && scalar.isEmpty }
}
