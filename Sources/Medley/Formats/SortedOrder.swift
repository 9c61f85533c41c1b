extension [String] {
  /// The positions of the strings in their order; those that are equal by code unit stay as they are.
  ///
  /// The standard library's sort is specialised for each type and each closure, 5 KB each time: so
  /// whatever is sorted by a text is sorted here.
  @inline(never) var sortedOrder: [Int] {
    enumerated().map { SortedText(text: $1, position: $0) }.sorted().map(\.position)
  }

  /// The strings in their order.
  var inOrder: [String] { sortedOrder.map { self[$0] } }
}

private struct SortedText: Comparable {
  let text: String
  let position: Int

  static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.text != rhs.text { return lhs.text < rhs.text }
    // Strings are also equal where their code units differ.
    if !lhs.text.utf8.elementsEqual(rhs.text.utf8) {
      return lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }
    return lhs.position < rhs.position
  }
}
