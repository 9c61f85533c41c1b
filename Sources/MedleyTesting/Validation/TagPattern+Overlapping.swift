import Medley

extension TagPattern {
  /// Returns whether both patterns take a tag, which has to be among `tags` for a function.
  func overlaps(
    _ other: TagPattern,
    trying tags: [TypeTag],
    ignoringCase ignoresCase: Bool
  ) -> Bool {
    if let own = literal(ignoringCase: ignoresCase), own.contains(Self.wildcard),
      let others = other.literal(ignoringCase: ignoresCase), others.contains(Self.wildcard)
    {
      // A wildcard of each takes what is between the ends of the other.
      return Self.haveSameStart(own, others)
        && Self.haveSameStart(own.reversed(), others.reversed())
    }
    return (tags + samples + other.samples).contains {
      takes($0, ignoringCase: ignoresCase) && other.takes($0, ignoringCase: ignoresCase)
    }
  }

  /// Tags that the pattern takes, if it is a literal: all of them if that has no wildcard.
  private var samples: [TypeTag] {
    guard let pattern = literal(ignoringCase: false) else { return [] }
    let shortest = String(decoding: pattern.filter { $0 != Self.wildcard }, as: UTF8.self)
    return [.string(shortest)]
  }

  /// Whether two patterns are the same up to the first wildcard of either.
  private static func haveSameStart(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    zip(first, second).prefix { $0 != wildcard && $1 != wildcard }.allSatisfy(==)
  }
}
