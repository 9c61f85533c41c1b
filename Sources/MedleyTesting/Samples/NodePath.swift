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

  /// Returns the value at a path; nil if there is none.
  subscript(path: NodePath) -> JSONNode? {
    path.reduce(self) { node, key in node?.children.first { $0.key == key }?.value }
  }

  /// Returns a copy in which a function changed the value at a path; nil if there is none.
  func changing(at path: NodePath, _ change: (inout JSONNode) -> Void) -> JSONNode? {
    var copy = self
    guard let key = path.first else {
      change(&copy)
      return copy
    }
    guard let place = position(of: key),
      let child = children[place].value.changing(at: Array(path.dropFirst()), change)
    else { return nil }
    copy.children[place].value = child
    return copy
  }

  /// Returns a copy in which a function changed the members or the elements around a path, and gets
  /// the position of the last key; nil if there is no such container.
  func changing(
    around path: NodePath,
    _ change: (_ children: inout [Child], _ place: Int) -> Void
  ) -> JSONNode? {
    guard let key = path.last else { return nil }
    return changing(at: path.dropLast()) { container in
      if let place = container.position(of: key) { change(&container.children, place) }
    }
  }

  private func position(of key: WireKey) -> Int? {
    children.firstIndex { $0.key == key }
  }

  /// Returns a copy without the member or the element at a path; nil if there is no container of it.
  func removing(_ path: NodePath) -> JSONNode? {
    changing(at: path.dropLast()) { $0.children.removeAll { $0.key == path.last } }
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
