/// The known tags, in an order in which the one that looks most like another is soon found.
///
/// A payload can have an unknown tag in each element, so what doesn't depend on that tag is done
/// once for a registry. Words of another length and words with other letters are passed over by
/// comparing 16 bytes: of 1,000 tags that begin alike, a few are compared letter by letter.
struct NearestTags: Sendable {
  /// A tag in lower case.
  private struct Word {
    let letters: [Unicode.Scalar]
    let counts: LetterCounts
    let position: Int
  }

  private let tags: [TypeTag]
  /// The first tag of those that differ in case or kind alone, by its text in lower case.
  private var positions: [String: Int] = [:]
  /// The string tags that aren't too long, by their length.
  private var words: [[Word]]

  init(_ tags: [TypeTag]) {
    self.tags = tags
    words = Array(repeating: [], count: Self.longest + 1)
    for (position, tag) in tags.enumerated() {
      guard let text = tag.keyText?.lowercased() else { continue }
      if positions[text] == nil { positions[text] = position }
      guard case .string = tag, let letters = Self.letters(of: text) else { continue }
      words[letters.count].append(
        Word(letters: letters, counts: LetterCounts(letters), position: position)
      )
    }
  }

  /// Returns the known tag that looks most like `tag`, or nil if none does.
  ///
  /// A tag that differs only in case, or only in its kind (`4` and `"4"`), is near at any length;
  /// others if few letters are missing, added, changed or swapped. Of tags that are equally near,
  /// the one that was registered first is taken.
  func nearest(to tag: TypeTag) -> TypeTag? {
    guard let text = tag.keyText?.lowercased() else { return nil }
    if let position = positions[text] { return tags[position] }
    guard let letters = Self.letters(of: text), !letters.isEmpty else { return nil }
    let pattern = WordPattern(letters)
    let counts = LetterCounts(letters)
    var best: (position: Int, distance: Int)?
    var compared = 0
    let lengths = max(1, letters.count - 3)...min(Self.longest, letters.count + 3)
    for length in lengths {
      let tolerance = min(3, min(letters.count, length) / 3)
      guard abs(length - letters.count) <= tolerance else { continue }
      for word in words[length] {
        var limit = tolerance
        if let best {
          limit = min(limit, word.position < best.position ? best.distance : best.distance - 1)
        }
        guard limit > 0, counts.mayBe(limit, from: word.counts) else { continue }
        compared += 1
        if let distance = pattern.distance(to: word.letters, atMost: limit) {
          best = (word.position, distance)
        }
      }
    }
    StepCount.add(compared)
    return best.map { tags[$0.position] }
  }

  private static let longest = 40

  /// The letters of a word; nil if it is too long.
  private static func letters(of text: String) -> [Unicode.Scalar]? {
    let letters = Array(text.unicodeScalars.prefix(longest + 1))
    return letters.count <= longest ? letters : nil
  }
}

/// How often letters occur in a word, where several letters share a count.
private struct LetterCounts {
  private var counts = SIMD16<UInt8>()

  init(_ letters: [Unicode.Scalar]) {
    for letter in letters { counts[Int(letter.value & 15)] += 1 }
  }

  /// Whether two words may be so few changes apart.
  ///
  /// A change takes at most one letter from a word and gives it at most one.
  func mayBe(_ limit: Int, from other: LetterCounts) -> Bool {
    let common = pointwiseMin(counts, other.counts)
    // No word has more than 40 letters, so no sum overflows.
    return (counts &- common).wrappedSum() <= limit
      && (other.counts &- common).wrappedSum() <= limit
  }
}

/// A word of at most 64 letters that others are compared with.
private struct WordPattern {
  private let count: Int
  /// Where a letter occurs: a bit for each place.
  private var ascii = [UInt64](repeating: 0, count: 128)
  private var others: [Unicode.Scalar: UInt64] = [:]

  init(_ letters: [Unicode.Scalar]) {
    count = letters.count
    for (place, letter) in letters.enumerated() {
      if letter.isASCII {
        ascii[Int(letter.value)] |= 1 << UInt64(place)
      } else {
        others[letter, default: 0] |= 1 << UInt64(place)
      }
    }
  }

  private func places(of letter: Unicode.Scalar) -> UInt64 {
    letter.isASCII ? ascii[Int(letter.value)] : others[letter, default: 0]
  }

  /// The number of insertions, removals, replacements and swaps of neighbours between two words;
  /// nil if there are more than `limit`.
  ///
  /// The restricted Damerau-Levenshtein distance, a column of its table at a time: neighbours in a
  /// column differ by at most one, so that two words of bits hold the differences (Hyyrö, "A
  /// Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003).
  func distance(to word: [Unicode.Scalar], atMost limit: Int) -> Int? {
    let last: UInt64 = 1 << UInt64(count - 1)
    var (rises, falls, diagonals, before) = (~0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
    var distance = count
    for (place, letter) in word.enumerated() {
      let equal = places(of: letter)
      let swaps = ((~diagonals & equal) << 1) & before
      diagonals = (((equal & rises) &+ rises) ^ rises) | equal | falls | swaps
      let right = falls | ~(diagonals | rises)
      let left = diagonals & rises
      if right & last != 0 { distance += 1 }
      if left & last != 0 { distance -= 1 }
      // Each letter that is left takes away at most one.
      if distance - (word.count - place - 1) > limit { return nil }
      rises = (left << 1) | ~(diagonals | (right << 1 | 1))
      falls = (right << 1 | 1) & diagonals
      before = equal
    }
    return distance <= limit ? distance : nil
  }
}
