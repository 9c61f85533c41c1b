/// Whether two values are the same: by `==` where they have it, and else by what reflection shows.
func areSame(_ lhs: Any, _ rhs: Any) -> Bool {
  areSame(lhs, rhs, depth: 0)
}

private func areSame(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
  if let lhs = lhs as? any Equatable { return lhs.isEqual(to: rhs) }
  // Objects may lead back to themselves.
  guard depth < 64 else { return true }
  guard type(of: lhs) == type(of: rhs) else { return false }
  var (first, second) = (Optional(Mirror(reflecting: lhs)), Optional(Mirror(reflecting: rhs)))
  while let left = first, let right = second {
    guard left.children.count == right.children.count else { return false }
    for (left, right) in zip(left.children, right.children) {
      guard left.label == right.label, areSame(left.value, right.value, depth: depth + 1) else {
        return false
      }
    }
    (first, second) = (left.superclassMirror, right.superclassMirror)
  }
  return true
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self).map { self == $0 } ?? false
  }
}

/// Whether there is a set in a value, or a dictionary that is encoded as an array, whose order
/// differs between equal values.
func hasUnorderedValues(_ value: Any) -> Bool {
  hasUnorderedValues(value, depth: 0)
}

private func hasUnorderedValues(_ value: Any, depth: Int) -> Bool {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { return true }
  guard depth < 64 else { return false }
  var current: Mirror? = mirror
  while let mirror = current {
    if mirror.children.contains(where: { hasUnorderedValues($0.value, depth: depth + 1) }) {
      return true
    }
    current = mirror.superclassMirror
  }
  return false
}
