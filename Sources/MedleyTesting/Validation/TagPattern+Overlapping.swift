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

  /// Whether a string matches both patterns.
  private static func overlap(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    /// Whether a string matches the ends of both patterns: that of the first from a place, and those
    /// of the second from each of its places.
    var ends = [Bool](repeating: false, count: second.count + 1)
    for i in (0...first.count).reversed() {
      let shorter = ends
      for j in (0...second.count).reversed() {
        let own = i < first.count ? first[i] : nil
        let other = j < second.count ? second[j] : nil
        ends[j] =
          switch (own, other) {
          case (nil, nil): true
          case (wildcard?, _): shorter[j] || other != nil && ends[j + 1]
          case (_, wildcard?): ends[j + 1] || own != nil && shorter[j]
          default: own == other && shorter[j + 1]
          }
      }
    }
    return ends[0]
  }
}
