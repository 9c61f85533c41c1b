import Medley

/// The orders in which types write their fields, so that a repeated field is found.
///
/// Objects of one type have the same fields in the same order. The orders are a tree, and each object
/// is at a node of it. Writing a field goes on to the next node, which is one comparison of
/// addresses. Only a new node compares its name with those above it.
struct FieldShapes {
  private struct Node {
    let parent: Int
    let key: FieldKey?
    /// The next node of the last object, and the address of the name that leads there.
    var nextAddress = 0
    var next = 0
    var others: [Int: Int] = [:]
  }

  /// The limit for nodes: programs have fewer orders, unless they are random.
  private static let largestCount = 4096
  private var nodes = [Node(parent: -1, key: nil)]

  /// Returns the node after a field; nil if the object has the field already, or that isn't known.
  @inline(__always) mutating func next(after node: Int, _ key: FieldKey) -> Int? {
    let address = key.address
    if nodes[node].nextAddress == address { return nodes[node].next }
    return otherNext(after: node, key, address)
  }

  @inline(never) private mutating func otherNext(
    after node: Int,
    _ key: FieldKey,
    _ address: Int
  ) -> Int? {
    var next = nodes[node].others[address]
    if next == nil {
      var outer = node
      while let other = nodes[outer].key {
        if other.string == key.string { return nil }
        outer = nodes[outer].parent
      }
      guard nodes.count < Self.largestCount else { return nil }
      next = nodes.count
      nodes[node].others[address] = nodes.count
      nodes.append(Node(parent: node, key: key))
    }
    nodes[node].nextAddress = address
    nodes[node].next = next ?? 0
    return next
  }
}

extension JSONWriter {
  /// Records a field, so that a repeated one is found.
  @inline(__always) func note(field key: FieldKey, in level: Int) {
    if let next = withShapes({ $0.next(after: levels[level].fields, key) }) {
      levels[level].fields = next
    } else {
      mayRepeat = true
    }
  }
}
