import Medley
import MedleyBase

extension Mirror {
  /// The children of a value and of its superclasses.
  fileprivate var allChildren: [Child] { Array(children) + (superclassMirror?.allChildren ?? []) }
}

/// Returns a value and each one inside of it, with their mirrors, each before its own.
func reflected(_ value: Any) -> some Sequence<(value: Any, mirror: Mirror)> {
  sequence(state: [(value: value, depth: 0)]) { open in
    guard let (value, depth) = open.popLast() else { return nil }
    let mirror = Mirror(reflecting: value)
    // Objects may lead back to themselves.
    let children = depth < 64 ? mirror.allChildren : []
    open += children.reversed().map { ($0.value, depth + 1) }
    return (value, mirror)
  }
}

/// Whether two values are the same: by `==` where they have it, and else by what reflection shows.
func areSame(_ lhs: Any, _ rhs: Any, depth: Int = 0) -> Bool {
  if let isEqual = areEqual(lhs, rhs) { return isEqual }
  // Objects may lead back to themselves.
  guard depth < 64 else { return true }
  guard type(of: lhs) == type(of: rhs) else { return false }
  let (left, right) = (Mirror(reflecting: lhs).allChildren, Mirror(reflecting: rhs).allChildren)
  return left.count == right.count
    && zip(left, right).allSatisfy {
      $0.label == $1.label && areSame($0.value, $1.value, depth: depth + 1)
    }
}

// MARK: - Trees

extension JSONNode {
  /// What reflection shows of a value that can't be encoded, as a tree.
  init(reflecting value: Any, depth: Int = 0) {
    let mirror = Mirror(reflecting: value)
    // Objects may lead back to themselves.
    guard depth < 64 else {
      self = .plain("…")
      return
    }
    func child(_ value: Any) -> JSONNode { JSONNode(reflecting: value, depth: depth + 1) }
    switch mirror.displayStyle {
    case .optional:
      self = mirror.children.first.map { child($0.value) } ?? .null
    case .collection, .tuple:
      self = .array(mirror.children.map { child($0.value) })
    case .set:
      self = .array(mirror.children.map { child($0.value) }.sorted { $0.text < $1.text })
    case .dictionary:
      let pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children) }
      self = .object(
        pairs.filter { $0.count == 2 }
          .map { Child(key: WireKey(Self.key($0[0].value)), value: child($0[1].value)) }
      )
    case .enum where !mirror.children.isEmpty, .struct where !mirror.children.isEmpty,
      .class where !mirror.children.isEmpty || mirror.superclassMirror != nil:
      self = .object(
        mirror.allChildren.enumerated()
          .map { Child(key: WireKey($1.label ?? "\($0)"), value: child($1.value)) }
      )
    default:
      self = Self.scalar(value)
    }
  }

  /// Returns the key that a dictionary encodes for one of its keys.
  fileprivate static func key(_ key: Any) -> String {
    "\((key as? any RawRepresentable)?.rawValue ?? key)"
  }

  private static func scalar(_ value: Any) -> JSONNode {
    switch value {
    case let value as Bool: .scalar(value ? "true" : "false")
    case let value as any BinaryInteger: .scalar("\(value)")
    case let value as any BinaryFloatingPoint:
      .scalar("\(value)".hasSuffix(".0") ? String("\(value)".dropLast(2)) : "\(value)")
    default: .scalar("\(value)".quoted)
    }
  }
}

/// The keys of each dictionary in a value, by which objects of data are told from those of types.
struct DictionaryKeys {
  private var sets: Set<Set<String>> = []

  init(of value: Any) {
    for (_, mirror) in reflected(value) where mirror.displayStyle == .dictionary {
      let keys = mirror.children.compactMap { Mirror(reflecting: $0.value).children.first }
      sets.insert(Set(keys.map { JSONNode.key($0.value) }))
    }
  }

  /// Returns the members or the elements of a value, with the keys of a dictionary as data.
  func children(of node: JSONNode) -> [JSONNode.Child] {
    guard case .object(let members) = node, !members.isEmpty,
      sets.contains(Set(members.map(\.name)))
    else { return node.children }
    return members.map { .init(key: WireKey(data: $0.name), value: $0.value) }
  }
}
