import Medley
import MedleyBase

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

  /// The step to the same member, without telling the keys of a dictionary from others.
  fileprivate var plain: NodeStep {
    if case .entry(let key) = self { .key(key) } else { self }
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
  var memberPath: String { isEmpty ? Self.document : map(\.codingKey).withoutData }
}

extension [any CodingKey] {
  /// The path without indices and without keys of dictionaries.
  var withoutData: String { described(withIndices: false, isRedacted: true) }
}

extension JSONNode {
  /// A member or an element, with the step to it.
  typealias Child = (step: NodeStep, value: JSONNode)

  /// The members or the elements.
  var children: [Child] {
    get {
      switch self {
      case .scalar: []
      case .array(let elements): elements.enumerated().map { (.index($0), $1) }
      case .object(let members): members.map { (.key($0.key), $0.value) }
      }
    }
    set {
      switch self {
      case .scalar: break
      case .array: self = .array(newValue.map(\.value))
      case .object: self = .object(newValue.map { Member(key: $0.step.name, value: $0.value) })
      }
    }
  }

  /// Returns the value at a path; nil if there is none.
  subscript(path: NodePath) -> JSONNode? {
    path.reduce(self) { node, step in
      node?.children.first { $0.step == step.plain }?.value
    }
  }

  /// Returns a copy in which a function changed the value at a path; nil if there is none.
  func changing(at path: NodePath, _ change: (inout JSONNode) -> Void) -> JSONNode? {
    var copy = self
    guard let step = path.first else {
      change(&copy)
      return copy
    }
    guard let place = position(of: step),
      let child = children[place].value.changing(at: Array(path.dropFirst()), change)
    else { return nil }
    copy.children[place].value = child
    return copy
  }

  /// Returns a copy in which a function changed the members or the elements around a path, and gets
  /// the position of the last step; nil if there is no such container.
  func changing(
    around path: NodePath,
    _ change: (_ children: inout [Child], _ place: Int) -> Void
  ) -> JSONNode? {
    guard let step = path.last else { return nil }
    return changing(at: path.dropLast()) { container in
      if let place = container.position(of: step) { change(&container.children, place) }
    }
  }

  private func position(of step: NodeStep) -> Int? {
    children.firstIndex { $0.step == step.plain }
  }

  /// Returns a copy without the member or the element at a path; nil if there is no container of it.
  func removing(_ path: NodePath) -> JSONNode? {
    changing(around: path) { children, place in
      let step = children[place].step
      children.removeAll { $0.step == step }
    }
  }

  /// Returns a copy with the members of each object in the opposite order.
  var reordered: JSONNode {
    changingContainers { if case .object(let members) = $0 { $0 = .object(members.reversed()) } }
  }

  /// Returns a copy in which a function changed each container, those inside first.
  func changingContainers(_ change: (inout JSONNode) -> Void) -> JSONNode {
    var copy = self
    copy.children = children.map { ($0.step, $0.value.changingContainers(change)) }
    change(&copy)
    return copy
  }
}

// MARK: - Visiting

extension JSONNode {
  /// This value and those inside, each before its own, with their paths.
  func values(at path: NodePath = []) -> [(path: NodePath, value: JSONNode)] {
    [(path, self)] + children.flatMap { $0.value.values(at: path + [$0.step]) }
  }
}
