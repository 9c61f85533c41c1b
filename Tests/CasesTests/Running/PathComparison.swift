import TestSupport

/// Compares the path of a fault with the one that a case expects.
struct PathComparison {
  let backend: Backend
  let input: String

  /// What is wrong with `path`, the path of `fault`; nil if it leads to where it is expected to.
  func problem(
    with path: [any CodingKey],
    of fault: Fault,
    expected: [PathElement]
  ) -> String? {
    let matches = path.count == expected.count && isPrefix(path, of: expected)
    guard !matches, !isLost(path, of: fault, expected: expected) else { return nil }
    let found = path.map { $0.intValue.map(String.init) ?? "\"\($0.stringValue)\"" }
    return "expected the path \(expected), found [\(found.joined(separator: ", "))]"
  }

  /// Whether the decoder itself keeps back where the fault is.
  ///
  /// `JSONDecoder` does of a number that doesn't fit the type asked for, and only of that. What is
  /// left then is nothing, or the part of the way that the library knows.
  private func isLost(
    _ path: [any CodingKey],
    of fault: Fault,
    expected: [PathElement]
  ) -> Bool {
    guard
      backend.losesPath(of: fault.error), isPrefix(path, of: expected),
      let input = try? JSONTree(parsing: input)
    else { return false }
    return input[expected]?.number != nil
  }

  private func isPrefix(_ path: [any CodingKey], of expected: [PathElement]) -> Bool {
    path.count <= expected.count && zip(path, expected).allSatisfy { $1.matches($0) }
  }
}

extension JSONTree {
  /// The value at the end of `path`, if it leads anywhere.
  fileprivate subscript(path: [PathElement]) -> JSONTree? {
    var tree = self
    for element in path {
      let next: JSONTree? =
        switch element {
        case .key(let key): tree[key]
        case .index(let index): tree.elements.flatMap { $0.dropFirst(index).first }
        }
      guard let next else { return nil }
      tree = next
    }
    return tree
  }
}
