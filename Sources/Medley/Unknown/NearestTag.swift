/// Finds the tag that somebody may have meant.
enum NearestTag {
  /// Returns the known tag that looks most like `tag`, or nil if none does.
  ///
  /// A tag that differs only in case, or only in its kind (`4` and `"4"`), is near at any length;
  /// others if few letters are missing, added, changed or swapped.
  ///
  /// - Complexity: O(*n*), where *n* is the number of known tags: only tags whose length is near
  ///   are compared, and long ones not at all.
  static func of(_ tag: TypeTag, among known: [TypeTag]) -> TypeTag? {
    guard let text = tag.keyText else { return nil }
    let folded = text.lowercased()
    if let same = known.first(where: { $0.keyText?.lowercased() == folded }) { return same }
    let letters = Array(folded.unicodeScalars.prefix(longest + 1))
    guard letters.count <= longest else { return nil }
    var best: (tag: TypeTag, distance: Int)?
    for candidate in known {
      guard case .string(let string) = candidate else { continue }
      let other = Array(string.lowercased().unicodeScalars.prefix(longest + 1))
      let limit = min(best.map { $0.distance - 1 } ?? .max, tolerance(letters.count, other.count))
      guard limit > 0, other.count <= longest, abs(other.count - letters.count) <= limit else {
        continue
      }
      let distance = distance(letters, other)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.tag
  }

  private static let longest = 40

  private static func tolerance(_ count: Int, _ other: Int) -> Int {
    min(3, min(count, other) / 3)
  }

  /// The number of insertions, removals, replacements and swaps of neighbours between two words
  /// (the restricted Damerau-Levenshtein distance).
  private static func distance(_ lhs: [Unicode.Scalar], _ rhs: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for i in lhs.indices {
      var row = [i + 1]
      for j in rhs.indices {
        let replacing = last[j] + (lhs[i] == rhs[j] ? 0 : 1)
        var least = min(replacing, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, lhs[i] == rhs[j - 1], lhs[i - 1] == rhs[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[rhs.count]
  }
}
