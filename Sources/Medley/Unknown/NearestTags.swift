import MedleyBase

/// The text of the tags of a registry for messages, made when a message first needs it.
///
/// A payload can have an error in each element. It is a class, so that the copies of a registry
/// share the text.
final class TagListing: Sendable {
  private struct Made {
    let list: String
    let nearest: NearestTags
  }

  private let made = Lock<Made?>(nil)

  /// The first tags and the number of the others.
  func list(_ tags: [TypeTag]) -> String {
    made(of: tags).list
  }

  /// Returns the tag that is most similar to another one.
  func nearest(to tag: TypeTag, among tags: [TypeTag]) -> TypeTag? {
    made(of: tags).nearest.nearest(to: tag)
  }

  private func made(of tags: [TypeTag]) -> Made {
    if let made = made.withLock({ $0 }) { return made }
    let new = Made(list: tags.listed, nearest: NearestTags(tags))
    made.withLock { $0 = new }
    return new
  }
}

/// The tags of a registry for messages.
struct TagNames: Sendable {
  let tags: [TypeTag]
  /// What the patterns take that are registered beside the tags.
  let patterns: [String]
  let listing: TagListing

  /// The first tags, and the number of the others.
  var listed: String { listing.list(tags) }

  /// The first patterns, and the number of the others.
  var listedPatterns: String {
    patterns.listing { $0.bounded(to: 60) }
  }

  /// Returns the tag that is most similar to an unknown one, or nil.
  func nearest(to tag: TypeTag) -> TypeTag? {
    listing.nearest(to: tag, among: tags)
  }
}

extension [TypeTag] {
  /// Returns the first tags and the number of the others.
  package var listed: String { listing(\.shortened) }
}

extension Array {
  /// Returns the texts of the first elements, and the number of the others.
  fileprivate func listing(_ text: (Element) -> String) -> String {
    let limit = 8
    let first = prefix(limit).map(text).joined(separator: ", ")
    return count > limit ? "\(first) and \(count - limit) more" : first
  }
}

/// An index of the known tags, which finds the one that is most similar to an unknown tag.
///
/// A payload can have an unknown tag in each element, so the index is made once for a registry.
/// Words of another length or with other letters are skipped by comparing 16 bytes: of 1,000 tags
/// with a common beginning, only a few are compared letter by letter.
struct NearestTags: Sendable {
  /// A tag in lowercase.
  private struct Word {
    let letters: [Unicode.Scalar]
    let counts: LetterCounts
    let position: Int
  }

  private let tags: [TypeTag]
  /// The first of the tags that differ only in case or kind, by its text in lowercase.
  private var positions: [String: Int] = [:]
  /// The short string tags, by length.
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

  /// Returns the known tag that is most similar to `tag`, or nil.
  ///
  /// A tag that differs only in case, or only in its kind (`4` and `"4"`), is similar at any
  /// length. Other tags are similar if few letters are missing, added, changed or swapped. Of
  /// equally similar tags, the first registered one is returned.
  func nearest(to tag: TypeTag) -> TypeTag? {
    guard let text = tag.keyText?.lowercased() else { return nil }
    if let position = positions[text] { return tags[position] }
    guard let letters = Self.letters(of: text), !letters.isEmpty else { return nil }
    let pattern = WordPattern(letters)
    let counts = LetterCounts(letters)
    var best: (position: Int, distance: Int)?
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
        StepCount.add()
        if let distance = pattern.distance(to: word.letters, atMost: limit) {
          best = (word.position, distance)
        }
      }
    }
    return best.map { tags[$0.position] }
  }

  private static let longest = 40

  /// Returns the letters of a word, or nil if it is too long.
  private static func letters(of text: String) -> [Unicode.Scalar]? {
    let letters = Array(text.unicodeScalars.prefix(longest + 1))
    return letters.count <= longest ? letters : nil
  }
}

/// The counts of the letters of a word.
///
/// Several letters share a count.
private struct LetterCounts {
  private var counts = SIMD16<UInt8>()

  init(_ letters: [Unicode.Scalar]) {
    for letter in letters { counts[Int(letter.value & 15)] += 1 }
  }

  /// Returns whether two words may be within a number of changes.
  ///
  /// A change removes at most one letter and adds at most one.
  func mayBe(_ limit: Int, from other: LetterCounts) -> Bool {
    let common = pointwiseMin(counts, other.counts)
    // No word has more than 40 letters, so no sum overflows.
    return (counts &- common).wrappedSum() <= limit
      && (other.counts &- common).wrappedSum() <= limit
  }
}

/// A word of at most 64 letters, prepared for comparisons.
private struct WordPattern {
  /// The positions of each letter, as bits.
  private var ascii = [UInt64](repeating: 0, count: 128)
  private let letters: [Unicode.Scalar]

  init(_ letters: [Unicode.Scalar]) {
    self.letters = letters
    for (place, letter) in letters.enumerated() where letter.isASCII {
      ascii[Int(letter.value)] |= 1 << UInt64(place)
    }
  }

  private var count: Int { letters.count }

  private func places(of letter: Unicode.Scalar) -> UInt64 {
    if letter.isASCII { return ascii[Int(letter.value)] }
    var places: UInt64 = 0
    for place in letters.indices where letters[place] == letter { places |= 1 << UInt64(place) }
    return places
  }

  /// Returns the number of insertions, removals, replacements and swaps between two words, or nil.
  ///
  /// It is nil beyond `limit`. This is the restricted Damerau-Levenshtein distance, computed column
  /// by column: neighbours in a column differ by at most one, so two words of bits hold the
  /// differences (Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit
  /// Distances", 2003).
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
      // Each remaining letter reduces the distance by at most one.
      if distance - (word.count - place - 1) > limit { return nil }
      rises = (left << 1) | ~(diagonals | (right << 1 | 1))
      falls = (right << 1 | 1) & diagonals
      before = equal
    }
    return distance <= limit ? distance : nil
  }
}
