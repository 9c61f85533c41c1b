import TestSupport

/// A key or an index on a coding path.
enum PathElement: CustomStringConvertible {
  case key(String)
  case index(Int)

  static func path(_ tree: JSONTree) throws(CaseProblem) -> [PathElement] {
    var path: [PathElement] = []
    guard let elements = tree.elements else { throw .invalid("No path: \(tree)") }
    for element in elements {
      if let key = element.string {
        path.append(.key(key))
      } else if let index = element.number?.int64 {
        path.append(.index(Int(index)))
      } else {
        throw .invalid("Neither a key nor an index: \(element)")
      }
    }
    return path
  }

  var description: String {
    switch self {
    case .key(let key): "\"\(key)\""
    case .index(let index): "\(index)"
    }
  }

  /// Whether `key` is this key or index.
  ///
  /// The two never meet: the string of an index is "Index 1", and an expected index is no string.
  func matches(_ key: any CodingKey) -> Bool {
    switch self {
    case .key(let name): key.stringValue.hasSameCodeUnits(as: name)
    case .index(let index): key.intValue == index
    }
  }
}
