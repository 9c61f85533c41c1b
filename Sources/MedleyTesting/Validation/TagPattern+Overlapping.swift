import Medley

extension TagPattern {
  /// Returns whether both patterns take a tag, which has to be among `tags` for a function.
  func overlaps(
    _ other: TagPattern,
    trying tags: [TypeTag],
    ignoringCase ignoresCase: Bool
  ) -> Bool {
    if let own = literal(ignoringCase: ignoresCase),
      let others = other.literal(ignoringCase: ignoresCase)
    {
      return Self.overlap(own, others)
    }
    return (tags + samples + other.samples).contains {
      takes($0, ignoringCase: ignoresCase) && other.takes($0, ignoringCase: ignoresCase)
    }
  }

  /// Tags that the pattern takes, if it is a literal.
  private var samples: [TypeTag] {
    guard let pattern = literal(ignoringCase: false) else { return [] }
    let shortest = String(decoding: pattern.filter { $0 != Self.wildcard }, as: UTF8.self)
    return [.string(shortest)]
  }

  /// Whether a string matches both patterns: each pair of places that can be reached is tried once.
  private static func overlap(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    // A place is one number, for the place in the first and that in the second.
    let (width, both) = (second.count + 1, second.count + 2)
    var seen = [Bool](repeating: false, count: width * (first.count + 1))
    var open = [0]
    while let place = open.popLast() {
      guard !seen[place] else { continue }
      seen[place] = true
      let (i, j) = place.quotientAndRemainder(dividingBy: width)
      if i == first.count, j == second.count { return true }
      let isWild = (
        i < first.count && first[i] == wildcard, j < second.count && second[j] == wildcard
      )
      if isWild.0 { open.append(place + width) }
      if isWild.1 { open.append(place + 1) }
      if isWild.0, j < second.count { open.append(place + 1) }
      if isWild.1, i < first.count { open.append(place + width) }
      if !isWild.0, !isWild.1, i < first.count, j < second.count, first[i] == second[j] {
        open.append(place + both)
      }
    }
    return false
  }
}
