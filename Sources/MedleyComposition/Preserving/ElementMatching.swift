package import Medley

/// The elements of an array that the elements of a changed array come from.
///
///     before   a  b  c  d  e
///                  ╲     ╳          a, e: at the beginning and at the end
///     after    a  x  d  c' e        d: equal to one element; c': the only element that is left, with
///                                   the `id` of c, and x: new
///
/// Three steps find them, each linear in the number of elements except for a logarithm:
///
/// 1. Equal elements at the beginning and at the end, and then equal elements anywhere. Of several
///    equal ones, the first belongs to the first.
/// 2. Changed elements with the same `id`.
/// 3. Changed elements between two that stayed in order, if there are as many before as after. Those
///    with two different `id`s are different elements.
package struct ElementMatching {
  /// The match of each element of the changed array.
  private(set) var matches: [ElementMatch]
  private var isMatched: [Bool]

  /// - Parameters:
  ///   - old: The elements of the array.
  ///   - new: The elements of the changed array.
  ///   - isEqual: Returns whether the element at a position of the array is equal to the one at a
  ///     position of the changed array. Their fingerprints are the same.
  init(
    from old: MatchableElements,
    to new: MatchableElements,
    by isEqual: (Int, Int) -> Bool
  ) {
    let (count, newCount) = (old.fingerprints.count, new.fingerprints.count)
    matches = Array(repeating: .none, count: newCount)
    isMatched = Array(repeating: false, count: count)
    func areEqual(_ position: Int, _ newPosition: Int) -> Bool {
      old.fingerprints[position] == new.fingerprints[newPosition] && isEqual(position, newPosition)
    }
    var start = 0
    var (oldEnd, newEnd) = (count, newCount)
    while start < min(oldEnd, newEnd), areEqual(start, start) {
      match(start, .equal(start))
      start += 1
    }
    while min(oldEnd, newEnd) > start, areEqual(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
      match(newEnd, .equal(oldEnd))
    }
    guard start < min(oldEnd, newEnd) else { return }
    matchEqual(old, start..<oldEnd, new, start..<newEnd, isEqual)
    matchIdentities(old, start..<oldEnd, new, start..<newEnd)
    matchGaps(old, start..<oldEnd, new, start..<newEnd)
  }

  /// Returns the matches; see `init`.
  package static func matches(
    from old: MatchableElements,
    to new: MatchableElements,
    by isEqual: (Int, Int) -> Bool
  ) -> [ElementMatch] {
    ElementMatching(from: old, to: new, by: isEqual).matches
  }

  @inline(never) private mutating func match(_ new: Int, _ match: ElementMatch) {
    matches[new] = match
    switch match {
    case .equal(let old), .changed(let old): isMatched[old] = true
    case .none: break
    }
  }

  // MARK: - Steps

  @inline(never) private mutating func matchEqual(
    _ old: MatchableElements,
    _ oldRange: Range<Int>,
    _ new: MatchableElements,
    _ newRange: Range<Int>,
    _ isEqual: (Int, Int) -> Bool
  ) {
    // The first position with a fingerprint, and for each position the next one.
    var first: [Int: Int] = [:]
    var next: [Int?] = Array(repeating: nil, count: oldRange.count)
    for position in oldRange.reversed() {
      let fingerprint = old.fingerprints[position]
      next[position - oldRange.lowerBound] = first[fingerprint]
      first[fingerprint] = position
    }
    for position in newRange {
      let fingerprint = new.fingerprints[position]
      guard let candidate = first[fingerprint], isEqual(candidate, position) else { continue }
      first[fingerprint] = next[candidate - oldRange.lowerBound]
      match(position, .equal(candidate))
    }
  }

  private mutating func matchIdentities(
    _ old: MatchableElements,
    _ oldRange: Range<Int>,
    _ new: MatchableElements,
    _ newRange: Range<Int>
  ) {
    let unmatched = newRange.filter { matches[$0] == .none }
    guard !unmatched.isEmpty else { return }
    /// The only position with an identity; negative for several.
    func positions(_ elements: MatchableElements, _ range: [Int]) -> [String: Int] {
      var positions: [String: Int] = [:]
      for position in range {
        guard let identity = elements.identity(position) else { continue }
        positions[identity] = positions[identity] == nil ? position : -1
      }
      return positions
    }
    let before = positions(old, oldRange.filter { !isMatched[$0] })
    guard !before.isEmpty else { return }
    for (identity, position) in positions(new, unmatched) where position >= 0 {
      if let counterpart = before[identity], counterpart >= 0 {
        match(position, .changed(counterpart))
      }
    }
  }

  private mutating func matchGaps(
    _ old: MatchableElements,
    _ oldRange: Range<Int>,
    _ new: MatchableElements,
    _ newRange: Range<Int>
  ) {
    var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    for anchor in orderedMatches(newRange) + [(oldRange.upperBound, newRange.upperBound)] {
      let before = (oldStart..<anchor.0).filter { !isMatched[$0] }
      let after = (newStart..<anchor.1).filter { matches[$0] == .none }
      if before.count == after.count {
        for (counterpart, position) in zip(before, after) {
          let identity = old.identity(counterpart)
          let other = new.identity(position)
          if identity == nil || other == nil || identity == other {
            match(position, .changed(counterpart))
          }
        }
      }
      (oldStart, newStart) = (anchor.0 + 1, anchor.1 + 1)
    }
  }

  /// Returns the largest set of equal elements whose order is the same before and after.
  ///
  /// This is a longest increasing subsequence, found with one binary search for each element.
  private func orderedMatches(_ range: Range<Int>) -> [(Int, Int)] {
    let pairs: [(old: Int, new: Int)] = range.compactMap { position in
      if case .equal(let counterpart) = matches[position] { (counterpart, position) } else { nil }
    }
    /// For each length, the pair that ends the sequence with the smallest position.
    var ends: [Int] = []
    var previous: [Int?] = Array(repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var ordered: [(Int, Int)] = []
    var last = ends.last
    while let index = last {
      ordered.append(pairs[index])
      last = previous[index]
    }
    return ordered.reversed()
  }
}
