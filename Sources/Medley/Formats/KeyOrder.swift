import MedleyBase

// The order of keys, and their positions.

extension [String] {
  /// Returns the positions of the strings in sorted order, which is stable and by code unit.
  package var sortedOrder: [Int] { indices.sortedOrder { self[$0].isBefore(self[$1]) } }

  /// The strings in sorted order.
  package var inOrder: [String] { sortedOrder.map { self[$0] } }
}

extension [String: Int] {
  /// The positions of keys; of equal keys, the first counts.
  ///
  /// Members are looked up by positions, because each further type of dictionary is 2 KB.
  @inline(never) package init(positionsOf keys: [String]) {
    self.init(minimumCapacity: keys.count)
    for (position, key) in keys.enumerated() where self[key] == nil { self[key] = position }
  }
}

extension String {
  @inline(never) fileprivate func isBefore(_ other: String) -> Bool {
    // Strings with different code units can be equal.
    self != other ? self < other : utf8.lexicographicallyPrecedes(other.utf8)
  }
}
