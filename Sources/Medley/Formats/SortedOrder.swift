extension [String] {
  /// Returns the positions of the strings in sorted order.
  ///
  /// The order is stable and by code unit. The standard library's sort is specialised for each type
  /// and closure, 5 KB each time, so everything that is sorted by a text uses this function, which
  /// is a merge sort from short runs to long ones.
  @inline(never) var sortedOrder: [Int] {
    var order = [Int](indices)
    var merged = order
    var length = 1
    while length < count {
      for start in stride(from: 0, to: count, by: 2 * length) {
        let middle = Swift.min(start + length, count)
        let end = Swift.min(middle + length, count)
        var (left, right) = (start, middle)
        for place in start..<end {
          // Of equal strings, the left one is first.
          let takesRight =
            right < end && (left == middle || self[order[right]].isBefore(self[order[left]]))
          merged[place] = order[takesRight ? right : left]
          if takesRight { right += 1 } else { left += 1 }
        }
      }
      swap(&order, &merged)
      length *= 2
    }
    return order
  }

  /// Returns the strings in sorted order.
  var inOrder: [String] { sortedOrder.map { self[$0] } }
}

extension String {
  @inline(never) fileprivate func isBefore(_ other: String) -> Bool {
    if self != other { return self < other }
    // Strings with different code units can be equal.
    var (units, others) = (utf8.makeIterator(), other.utf8.makeIterator())
    while let other = others.next() {
      guard let unit = units.next() else { return true }
      if unit != other { return unit < other }
    }
    return false
  }
}
