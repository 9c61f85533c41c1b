package import Medley
import MedleyBase

/// A three-way merge of values, for coders other than MedleyJSON's.
///
/// Objects and arrays are merged as texts are: members that only the original has are kept, and what
/// the type writes differently is written. An object that hasn't changed has its scalars as they came,
/// also where the type writes others, such as the tag of a newer version. Those of a changed object, and
/// of decoders that don't tell how they came, are as the type and the encoder's strategies write them.
///
/// Each value is compared once, because unequal ones have other fingerprints. What values inside have
/// merged with their own originals isn't merged again.
struct ValueMerge {
  /// Whether the original has the kinds of the scalars that came.
  let isExact: Bool

  /// Merges a value that came, what the type writes of it, and what it writes now.
  ///
  /// - Parameters:
  ///   - original: The value that came.
  ///   - baseline: What the type writes of it.
  ///   - new: What it writes now.
  ///   - isUnchanged: Whether the type is known to write the same.
  /// - Returns: The merged value.
  // Never inlined: it calls itself, and each place would have a copy.
  @inline(never) func merged(
    _ original: PayloadValue,
    _ baseline: WrittenValue,
    _ new: WrittenValue,
    isUnchanged: Bool = false
  ) -> WrittenValue {
    if baseline.isWhole, new.isWhole { return new }
    let isUnchanged =
      switch (original, new.content) {
      case (.object, _), (.array, _), (_, .object), (_, .array): isUnchanged || baseline == new
      // A scalar is as the object around it.
      default: isUnchanged
      }
    switch (original, baseline.content, new.content) {
    case (.object(let members), .object(let before, _), .object(let after, let convertsKeys)):
      return mergedObjects(members, before, after, convertsKeys, isUnchanged)
    case (.array(let elements), .array(let before), .array(let after))
    where elements.count == before.count:
      return mergedArrays(elements, before, after, isUnchanged)
    default:
      // The type leaves out elements, or writes another value.
      return isUnchanged && isExact && !new.hasForeignScalar ? WrittenValue(original) : new
    }
  }

  private func mergedObjects(
    _ original: [PayloadValue.Member],
    _ baseline: [WrittenValue.Member],
    _ new: [WrittenValue.Member],
    _ convertsKeys: Bool,
    _ isUnchanged: Bool
  ) -> WrittenValue {
    if !isUnchanged, original.count == 1, baseline.count == 1,
      baseline[0].typeKey != Self.typeKey(of: original[0].key, where: { $0 == baseline[0].typeKey })
    {
      // The key may be a tag, of which the type writes another.
      return WrittenValue(.object(new, convertsKeys: convertsKeys))
    }
    let (before, after) = (Self.places(of: baseline), Self.places(of: new))
    // The names of the members that were found. Dictionaries are of one type here, and code for a set
    // would be compiled beside them.
    var found: [String: Int] = [:]
    var members: [WrittenValue.Member] = []
    for member in original {
      let name = Self.typeKey(of: member.key) { before[$0] != nil || after[$0] != nil }
      guard found.updateValue(0, forKey: name) == nil else { continue }
      let value: WrittenValue
      switch (before[name], after[name]) {
      case (_?, nil): continue
      case (nil, nil): value = WrittenValue(member.value)
      case (nil, let after?):
        // What is written beside the members of the type is a tag, which may be one of a list that came.
        let isListed = Self.isListed(new[after].value, in: member.value)
        value = isListed ? WrittenValue(member.value) : new[after].value
      case (let before?, let after?):
        let (old, now) = (baseline[before].value, new[after].value)
        value = merged(member.value, old, now, isUnchanged: isUnchanged)
      }
      members.append(.init(key: member.key, name: after[name] == nil ? nil : name, value: value))
    }
    var hasNewKeys = false
    for member in new {
      let name = member.typeKey
      guard let place = after[name], found.updateValue(0, forKey: name) == nil else { continue }
      // A default for an absent member isn't written until it changes.
      if let before = before[name], isUnchanged || baseline[before].value == new[place].value {
        continue
      }
      hasNewKeys = true
      members.append(new[place])
    }
    return WrittenValue(.object(members, convertsKeys: hasNewKeys && convertsKeys))
  }

  private static func isListed(_ tag: WrittenValue, in original: PayloadValue) -> Bool {
    guard case .scalar(let tag) = tag.content else { return false }
    return original.array?.contains(tag) == true
  }

  /// Returns the positions of the members by the keys of the type.
  ///
  /// Of those that a type writes twice, encoders write the last.
  private static func places(of members: [WrittenValue.Member]) -> [String: Int] {
    var places = [String: Int](minimumCapacity: members.count)
    for (position, member) in members.enumerated() { places[member.typeKey] = position }
    return places
  }

  /// Returns the key of a type for a key that came, which a strategy may have converted.
  @inline(never) static func typeKey(of key: String, where isName: (String) -> Bool) -> String {
    if isName(key) { return key }
    let converted = SnakeCase.camelCase(key)
    return converted != key && isName(converted) ? converted : key
  }

  private func mergedArrays(
    _ original: [PayloadValue],
    _ baseline: [WrittenValue],
    _ new: [WrittenValue],
    _ isUnchanged: Bool
  ) -> WrittenValue {
    if isUnchanged {
      let elements = new.indices.map {
        merged(original[$0], baseline[$0], new[$0], isUnchanged: true)
      }
      return WrittenValue(.array(elements))
    }
    let matches = ElementMatching.matches(
      from: MatchableElements(baseline),
      to: MatchableElements(new),
      by: { baseline[$0] == new[$1] }
    )
    let elements = zip(new, matches).map { element, match in
      switch match {
      case .none: element
      case .equal(let place):
        merged(original[place], baseline[place], element, isUnchanged: !element.isScalar)
      case .changed(let place):
        merged(original[place], baseline[place], element)
      }
    }
    return WrittenValue(.array(elements))
  }
}

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
    let (before, after) = (old.fingerprints.indices, new.fingerprints.indices)
    var matching = ElementMatching(
      old: old,
      new: new,
      before: before,
      after: after,
      matches: Array(repeating: .none, count: after.count),
      isMatched: Array(repeating: false, count: before.count)
    )
    matching.matchEnds(isEqual)
    matching.matchEqual(isEqual)
    matching.matchIdentities()
    matching.matchGaps()
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
    let unmatched = positions(new, after.filter { matches[$0] == .none })
    for (identity, position) in unmatched where position >= 0 {
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
      let place = ends.indices.partitioningIndex { pairs[ends[$0]].old >= pair.old }
      previous[index] = place > 0 ? ends[place - 1] : nil
      if place == ends.count { ends.append(index) } else { ends[place] = index }
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
