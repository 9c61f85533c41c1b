extension [String] {
  /// Returns the positions of the strings in sorted order.
  ///
  /// The order is stable and by code unit. The standard library's sort is specialised for each type
  /// and closure, 5 KB each time, so everything that is sorted by a text uses this function.
  @inline(never) var sortedOrder: [Int] {
    enumerated().map { SortedText(text: $1, position: $0) }.sorted().map(\.position)
  }

  /// Returns the strings in sorted order.
  var inOrder: [String] { sortedOrder.map { self[$0] } }
}

private struct SortedText: Comparable {
  let text: String
  let position: Int

  static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.text != rhs.text { return lhs.text < rhs.text }
    // Strings with different code units can be equal.
    if !lhs.text.utf8.elementsEqual(rhs.text.utf8) {
      return lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }
    return lhs.position < rhs.position
  }
}
