/// What reflection shows of a value that can't be encoded, as a tree.
extension JSONNode {
  /// - Parameter value: Any value.
  init(reflecting value: Any) {
    self.init(reflecting: value, depth: 0)
  }

  private init(reflecting value: Any, depth: Int) {
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
          .map { Member(key: Self.key($0[0].value), value: child($0[1].value)) }
      )
    case .enum where !mirror.children.isEmpty, .struct where !mirror.children.isEmpty,
      .class where !mirror.children.isEmpty || mirror.superclassMirror != nil:
      self = .object(
        Self.children(of: mirror).enumerated()
          .map { Member(key: $1.label ?? "\($0)", value: child($1.value)) }
      )
    default:
      self = Self.scalar(value)
    }
  }

  /// Returns the key that a dictionary encodes for one of its keys.
  fileprivate static func key(_ key: Any) -> String {
    func text(_ key: some RawRepresentable) -> String { "\(key.rawValue)" }
    return (key as? any RawRepresentable).map { text($0) } ?? "\(key)"
  }

  /// The children of a value and of its superclasses.
  private static func children(of mirror: Mirror) -> [Mirror.Child] {
    var children = Array(mirror.children)
    var ancestor = mirror.superclassMirror
    while let mirror = ancestor {
      children += mirror.children
      ancestor = mirror.superclassMirror
    }
    return children
  }

  private static func scalar(_ value: Any) -> JSONNode {
    switch value {
    case let value as Bool: .scalar(value ? "true" : "false")
    case let value as any BinaryInteger: .scalar("\(value)")
    case let value as any BinaryFloatingPoint:
      .scalar("\(value)".hasSuffix(".0") ? String("\(value)".dropLast(2)) : "\(value)")
    default: .scalar(quoted("\(value)"))
    }
  }
}

/// The keys of each dictionary in a value, by which objects of data are told from those of types.
struct DictionaryKeys {
  private var sets: Set<Set<String>> = []

  init(of value: Any) {
    collect(value, depth: 0)
  }

  private mutating func collect(_ value: Any, depth: Int) {
    let mirror = Mirror(reflecting: value)
    guard depth < 64 else { return }
    if mirror.displayStyle == .dictionary {
      let pairs = mirror.children.map { Array(Mirror(reflecting: $0.value).children) }
      sets.insert(Set(pairs.compactMap { $0.first.map { JSONNode.key($0.value) } }))
      for pair in pairs where pair.count == 2 { collect(pair[1].value, depth: depth + 1) }
      return
    }
    var current: Mirror? = mirror
    while let mirror = current {
      for child in mirror.children { collect(child.value, depth: depth + 1) }
      current = mirror.superclassMirror
    }
  }

  /// Whether an object has the keys of a dictionary.
  func contain(_ members: [JSONNode.Member]) -> Bool {
    !members.isEmpty && sets.contains(Set(members.map(\.key)))
  }
}
