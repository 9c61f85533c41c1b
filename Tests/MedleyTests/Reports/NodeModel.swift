import TestSupport

/// The issues that `ReportModelTests.Node` reports for a document, computed without decoding.
struct NodeModel {
  /// Whether members come in the order of the document.
  let keepsOrder: Bool
  private(set) var losses: [String] = []
  private(set) var places: [String] = []

  init(keepsOrder: Bool) {
    self.keepsOrder = keepsOrder
  }

  /// The path of the error for a value that can't be decoded.
  private struct Fault: Error {
    let place: String
  }

  /// The number of remaining nodes of a top-level list.
  mutating func list(_ tree: JSONTree, at path: String) -> Int {
    guard tree.elements != nil else {
      lose(path, .defaulted, because: Fault(place: path))
      return 0
    }
    return elements(tree, at: path) { model, element, place in try model.node(element, at: place) }
      .reduce(0, +)
  }

  private enum Action: String {
    case dropped, defaulted
  }

  private mutating func lose(_ path: String, _ action: Action, because error: any Error) {
    losses.append("\(path) \(action)")
    places.append((error as? Fault)?.place ?? "\(error)")
  }

  /// The number of nodes in a node and below, if it can be decoded.
  private mutating func node(_ tree: JSONTree, at path: String) throws -> Int {
    guard tree.members != nil else { throw Fault(place: path) }
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    var count = 1
    if let children = required(tree["children"], at: place("children"), isShape: \.isArray) {
      count += elements(children, at: place("children")) { model, element, place in
        try model.node(element, at: place)
      }.reduce(0, +)
    }
    if let maps = required(tree["maps"], at: place("maps"), isShape: \.isObject) {
      members(maps, at: place("maps")) { model, list, place in
        guard list.isArray else { throw Fault(place: place) }
        _ = model.elements(list, at: place) { _, element, place in
          guard element.number != nil else { throw Fault(place: place) }
        }
      }
    }
    if let tags = required(tree["tags"], at: place("tags"), isShape: \.isArray) {
      _ = elements(tags, at: place("tags")) { _, element, place in
        guard element.string != nil else { throw Fault(place: place) }
      }
    }
    if let note = tree["note"], !note.isNull, note.string == nil {
      lose(place("note"), .defaulted, because: Fault(place: place("note")))
    }
    if let rows = tree["rows"], !rows.isNull { try Self.requireRows(rows, at: place("rows")) }
    if let leaf = tree["leaf"], !leaf.isNull {
      if leaf.isObject {
        members(leaf, at: place("leaf")) { model, child, place in
          count += try model.node(child, at: place)
        }
      } else {
        lose(place("leaf"), .defaulted, because: Fault(place: place("leaf")))
      }
    }
    guard tree["id"]?.number != nil else { throw Fault(place: place("id")) }
    return count
  }

  /// The collection; empty if the value is absent, null or not a collection.
  private mutating func required(
    _ tree: JSONTree?,
    at path: String,
    isShape: (JSONTree) -> Bool
  ) -> JSONTree? {
    if let tree, isShape(tree) { return tree }
    lose(path, .defaulted, because: Fault(place: path))
    return nil
  }

  private mutating func elements<Value>(
    _ tree: JSONTree,
    at path: String,
    _ decode: (inout NodeModel, JSONTree, String) throws -> Value
  ) -> [Value] {
    (tree.elements ?? []).enumerated().compactMap { index, element in
      attempt(element, at: "\(path)[\(index)]", decode)
    }
  }

  private mutating func members(
    _ tree: JSONTree,
    at path: String,
    _ decode: (inout NodeModel, JSONTree, String) throws -> Void
  ) {
    let members = tree.members ?? []
    for member in keepsOrder ? members : members.sorted(by: { $0.key < $1.key }) {
      attempt(member.value, at: "\(path).\(member.key)", decode)
    }
  }

  /// A lost value discards the issues inside it.
  @discardableResult
  private mutating func attempt<Value>(
    _ tree: JSONTree,
    at path: String,
    _ decode: (inout NodeModel, JSONTree, String) throws -> Value
  ) -> Value? {
    let before = self
    do {
      return try decode(&self, tree, path)
    } catch {
      self = before
      lose(path, .dropped, because: error)
      return nil
    }
  }

  /// A strict list of lists of integers.
  private static func requireRows(_ tree: JSONTree, at path: String) throws {
    guard let rows = tree.elements else { throw Fault(place: path) }
    for (index, row) in rows.enumerated() {
      guard let cells = row.elements else { throw Fault(place: "\(path)[\(index)]") }
      for (column, cell) in cells.enumerated() where cell.number == nil {
        throw Fault(place: "\(path)[\(index)][\(column)]")
      }
    }
  }
}

extension JSONTree {
  fileprivate var isArray: Bool { elements != nil }
  fileprivate var isObject: Bool { members != nil }
}
