import Medley

/// A place in a document: the keys and indices that lead to it.
typealias NodePath = [NodeStep]

enum NodeStep: Hashable, Sendable {
  case key(String)
  /// A key of a dictionary, which is data and no member of a type.
  case entry(String)
  case index(Int)

  /// The key or the index, whatever the object is.
  var name: String {
    switch self {
    case .key(let key), .entry(let key): key
    case .index(let index): "\(index)"
    }
  }

  /// The key of this step for a path of Medley, which says `[]` for each index.
  fileprivate var codingKey: any CodingKey {
    switch self {
    case .key(let key): WireKey(key)
    case .entry(let key): WireKey(data: key)
    case .index(let index): WireKey(index: index)
    }
  }
}

extension NodePath {
  /// The row of the document itself.
  static let document = "(document)"

  /// The path of all such members, as ``Medley/DecodingIssue/memberPath`` spells it.
  var memberPath: String {
    isEmpty ? Self.document : map(\.codingKey).withoutData
  }
}

extension [any CodingKey] {
  /// The path without indices and without keys of dictionaries.
  var withoutData: String { redacted(hiding: nil).describedWithoutIndices }
}

extension JSONNode {
  /// Returns the value at a path; nil if there is none.
  subscript(path: NodePath) -> JSONNode? {
    var node = self
    for step in path {
      let next: JSONNode?
      switch (step, node) {
      case (.key(let key), .object), (.entry(let key), .object): next = node[key]
      case (.index(let index), .array(let elements)):
        next = elements.indices.contains(index) ? elements[index] : nil
      default: next = nil
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// Returns a copy in which a function changed the value at a path; nil if there is none.
  func changing(at path: NodePath, _ change: (inout JSONNode) -> Void) -> JSONNode? {
    var copy = self
    return copy.change(at: path[...], change) ? copy : nil
  }

  private mutating func change(
    at path: ArraySlice<NodeStep>,
    _ change: (inout JSONNode) -> Void
  ) -> Bool {
    guard let step = path.first else {
      change(&self)
      return true
    }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.key(let key), .object(var members)), (.entry(let key), .object(var members)):
      guard let place = members.firstIndex(where: { $0.key == key }) else { return false }
      guard members[place].value.change(at: rest, change) else { return false }
      self = .object(members)
    case (.index(let index), .array(var elements)):
      guard elements.indices.contains(index) else { return false }
      guard elements[index].change(at: rest, change) else { return false }
      self = .array(elements)
    default: return false
    }
    return true
  }

  /// Returns a copy without the member at a path; nil if there is none.
  func removing(_ path: NodePath) -> JSONNode? {
    switch path.last {
    case .key(let key), .entry(let key):
      changing(at: path.dropLast()) { parent in
        guard case .object(let members) = parent else { return }
        parent = .object(members.filter { $0.key != key })
      }
    case .index(let index):
      changing(at: path.dropLast()) { parent in
        guard case .array(var elements) = parent, elements.indices.contains(index) else { return }
        elements.remove(at: index)
        parent = .array(elements)
      }
    case nil: nil
    }
  }

  /// Returns a copy with the members of each object in the opposite order.
  var reordered: JSONNode {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map(\.reordered))
    case .object(let members):
      .object(members.reversed().map { Member(key: $0.key, value: $0.value.reordered) })
    }
  }
}

// MARK: - Visiting

extension JSONNode {
  /// Calls a function with each value and its path.
  func forEachValue(_ body: (NodePath, JSONNode) -> Void) {
    visit(at: [], body)
  }

  private func visit(at path: NodePath, _ body: (NodePath, JSONNode) -> Void) {
    body(path, self)
    switch self {
    case .scalar: break
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.visit(at: path + [.index(index)], body)
      }
    case .object(let members):
      for member in members { member.value.visit(at: path + [.key(member.key)], body) }
    }
  }
}
