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
  private let old: MatchableElements
  private let new: MatchableElements
  /// The elements that may differ, before and after.
  private var before: Range<Int>
  private var after: Range<Int>
  private var matches: [ElementMatch]
  private var isMatched: [Bool]

  private init(_ old: MatchableElements, _ new: MatchableElements) {
    self.old = old
    self.new = new
    before = old.fingerprints.indices
    after = new.fingerprints.indices
    matches = Array(repeating: .none, count: after.count)
    isMatched = Array(repeating: false, count: before.count)
  }

  /// Returns the match of each element of a changed array.
  ///
  /// - Parameters:
  ///   - old: The elements of the array.
  ///   - new: The elements of the changed array.
  ///   - isEqual: Returns whether the element at a position of the array is equal to the one at a
  ///     position of the changed array. Their fingerprints are the same.
  /// - Returns: The matches, by the positions of the changed array.
  package static func matches(
    from old: MatchableElements,
    to new: MatchableElements,
    by isEqual: (Int, Int) -> Bool
  ) -> [ElementMatch] {
    var matching = ElementMatching(old, new)
    matching.matchEnds(isEqual)
    if !matching.before.isEmpty, !matching.after.isEmpty {
      matching.matchEqual(isEqual)
      matching.matchIdentities()
      matching.matchGaps()
    }
    return matching.matches
  }

  @inline(never) private mutating func match(_ position: Int, _ counterpart: Int, isEqual: Bool) {
    matches[position] = isEqual ? .equal(counterpart) : .changed(counterpart)
    isMatched[counterpart] = true
  }

  // MARK: - Steps

  private mutating func matchEnds(_ isEqual: (Int, Int) -> Bool) {
    func areEqual(_ counterpart: Int, _ position: Int) -> Bool {
      old.fingerprints[counterpart] == new.fingerprints[position] && isEqual(counterpart, position)
    }
    while !before.isEmpty, !after.isEmpty, areEqual(before.lowerBound, after.lowerBound) {
      match(after.lowerBound, before.lowerBound, isEqual: true)
      before.removeFirst()
      after.removeFirst()
    }
    while !before.isEmpty, !after.isEmpty, areEqual(before.upperBound - 1, after.upperBound - 1) {
      before.removeLast()
      after.removeLast()
      match(after.upperBound, before.upperBound, isEqual: true)
    }
  }

  @inline(never) private mutating func matchEqual(_ isEqual: (Int, Int) -> Bool) {
    // The first position with a fingerprint, and for each position the next one.
    var first: [Int: Int] = [:]
    var next: [Int?] = Array(repeating: nil, count: before.count)
    for position in before.reversed() {
      let fingerprint = old.fingerprints[position]
      next[position - before.lowerBound] = first[fingerprint]
      first[fingerprint] = position
    }
    for position in after {
      let fingerprint = new.fingerprints[position]
      guard let candidate = first[fingerprint], isEqual(candidate, position) else { continue }
      first[fingerprint] = next[candidate - before.lowerBound]
      match(position, candidate, isEqual: true)
    }
  }

  private mutating func matchIdentities() {
    let unmatched = after.filter { matches[$0] == .none }
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
    let counterparts = positions(old, before.filter { !isMatched[$0] })
    guard !counterparts.isEmpty else { return }
    for (identity, position) in positions(new, unmatched) where position >= 0 {
      if let counterpart = counterparts[identity], counterpart >= 0 {
        match(position, counterpart, isEqual: false)
      }
    }
  }

  private mutating func matchGaps() {
    var (oldStart, newStart) = (before.lowerBound, after.lowerBound)
    for anchor in orderedMatches + [(before.upperBound, after.upperBound)] {
      let counterparts = (oldStart..<anchor.0).filter { !isMatched[$0] }
      let positions = (newStart..<anchor.1).filter { matches[$0] == .none }
      if counterparts.count == positions.count {
        for (counterpart, position) in zip(counterparts, positions) {
          let identity = old.identity(counterpart)
          let other = new.identity(position)
          if identity == nil || other == nil || identity == other {
            match(position, counterpart, isEqual: false)
          }
        }
      }
      (oldStart, newStart) = (anchor.0 + 1, anchor.1 + 1)
    }
  }

  /// The largest set of equal elements whose order is the same before and after.
  ///
  /// This is a longest increasing subsequence, found with one binary search for each element.
  private var orderedMatches: [(Int, Int)] {
    let pairs: [(old: Int, new: Int)] = after.compactMap { position in
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
