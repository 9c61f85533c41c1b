import Medley
import MedleyBase

/// A place in a document: the keys and indices that lead to it, those of dictionaries as data.
typealias NodePath = [WireKey]

extension NodePath {
  /// The row of the document itself.
  static let document = "(document)"

  /// The path of all such members, as ``Medley/DecodingIssue/memberPath`` spells it.
  var memberPath: String { isEmpty ? Self.document : (self as [any CodingKey]).withoutData }
}

extension [any CodingKey] {
  /// The path without indices and without keys of dictionaries.
  var withoutData: String { described(withIndices: false, isRedacted: true) }
}

extension JSONNode {
  /// The members or the elements.
  var children: [Child] {
    get {
      switch self {
      case .scalar: []
      case .array(let elements):
        elements.enumerated().map { Child(key: WireKey(index: $0), value: $1) }
      case .object(let members): members
      }
    }
    set {
      switch self {
      case .scalar: break
      case .array: self = .array(newValue.map(\.value))
      case .object: self = .object(newValue)
      }
    }
  }

  /// The first member or the element with a key; nil if there is none, and nil removes all of them.
  subscript(key: WireKey) -> JSONNode? {
    get { children.first { $0.key == key }?.value }
    set {
      guard let place = children.firstIndex(where: { $0.key == key }) else { return }
      if let newValue {
        children[place].value = newValue
      } else {
        children.removeAll { $0.key == key }
      }
    }
  }

  /// The value at a path; nil if there is none, and then nothing changes.
  subscript(path: NodePath) -> JSONNode? {
    get { path.reduce(self) { node, key in node?[key] } }
    set {
      if path.isEmpty {
        self = newValue ?? self
      } else if path.count == 1 {
        self[path[0]] = newValue
      } else {
        self[path[0]]?[Array(path.dropFirst())] = newValue
      }
    }
  }

  /// Gives the member at a path another key.
  mutating func rename(_ path: NodePath, to key: WireKey) {
    let place = self[path.dropLast()]?.children.firstIndex { $0.key == path.last }
    if let place { self[path.dropLast()]?.children[place].key = key }
  }

  /// Returns a copy with the members of each object in the opposite order.
  var reordered: JSONNode {
    changingContainers { if case .object(let members) = $0 { $0 = .object(members.reversed()) } }
  }

  /// Returns a copy in which a function changed each container, those inside first.
  func changingContainers(_ change: (inout JSONNode) -> Void) -> JSONNode {
    var copy = self
    copy.children = children.map { Child(key: $0.key, value: $0.value.changingContainers(change)) }
    change(&copy)
    return copy
  }
}

// MARK: - Visiting

extension JSONNode {
  /// This value and those inside, each before its own, with their paths.
  func values(at path: NodePath = []) -> [(path: NodePath, value: JSONNode)] {
    [(path, self)] + children.flatMap { $0.value.values(at: path + [$0.key]) }
  }
}
