import MedleyBase

extension [TypeTag] {
  /// Returns the first tags and the number of the others.
  @inline(never) package var listed: String { list(prefix(8).map(\.shortened), of: count) }
}

extension [String] {
  /// Returns the first strings as tags, and the number of the others.
  @inline(never) func listedAsTags(atMost limit: Int = 8) -> String {
    list(prefix(limit).map { TypeTag.string($0).shortened }, of: count)
  }
}

/// Returns the texts of the first elements of a list, and the number of the others.
@inline(never) func list(_ first: [String], of count: Int) -> String {
  let list = first.joined(separator: ", ")
  return count > first.count ? "\(list) and \(count - first.count) more" : list
}

/// The known tags in a form in which the one that is most similar to an unknown tag is found.
///
/// A payload can have an error in each element. It is a class, because it is an index of a
/// ``TagTable``, which makes it when a message first needs it.
final class NearestTags: Sendable {
  /// A tag in lowercase: its letters, unless there are more than 40, and their counts.
  ///
  /// Several letters share a count. Of 1,000 tags with a common beginning, only a few are compared letter
  /// by letter.
  private typealias Word = (
    tag: TypeTag, text: String, letters: [Unicode.Scalar], counts: SIMD16<UInt8>
  )

  @inline(never) private static func word(_ tag: TypeTag) -> Word? {
    guard let text = tag.keyText?.lowercased() else { return nil }
    var letters: [Unicode.Scalar] = []
    var counts = SIMD16<UInt8>()
    // Not a prefix, whose generic code would be compiled for letters alone.
    for letter in text.unicodeScalars where letters.count <= 40 {
      letters.append(letter)
      counts[Int(letter.value & 15)] += 1
    }
    return (tag, text, letters.count <= 40 ? letters : [], counts)
  }

  /// Returns whether two words may be within a number of changes, each of which removes at most one
  /// letter and adds at most one.
  private static func mayBe(_ limit: Int, from one: Word, to other: Word) -> Bool {
    let common = pointwiseMin(one.counts, other.counts)
    // No word has more than 41 letters, so no sum overflows.
    return (one.counts &- common).wrappedSum() <= limit
      && (other.counts &- common).wrappedSum() <= limit
  }

  /// The first tags, and the number of the others.
  let list: String
  private let words: [Word]

  init(_ tags: [TypeTag]) {
    list = tags.listed
    words = tags.compactMap(Self.word)
  }

  /// Returns the known tag that is most similar to `tag`, or nil.
  ///
  /// A tag that differs only in case, or only in its kind (`4` and `"4"`), is similar at any
  /// length. Other tags are similar if few letters are missing, added, changed or swapped. Of
  /// equally similar tags, the first registered one is returned.
  func nearest(to tag: TypeTag) -> TypeTag? {
    guard let wanted = Self.word(tag) else { return nil }
    if let same = words.first(where: { $0.text == wanted.text }) { return same.tag }
    var nearest: (tag: TypeTag, distance: Int)?
    for word in words where word.tag.string != nil {
      let tolerance = min(wanted.letters.count, word.letters.count) / 3
      let limit = min(tolerance, (nearest?.distance ?? 4) - 1)
      guard limit > 0, Self.mayBe(limit, from: wanted, to: word) else { continue }
      StepCount.add()
      if let distance = Self.distance(wanted.letters, word.letters, atMost: limit) {
        nearest = (word.tag, distance)
      }
    }
    return nearest?.tag
  }

  /// Returns the number of insertions, removals, replacements and swaps between two words, whose
  /// lengths differ by at most the limit; nil beyond the limit.
  ///
  /// This is the restricted Damerau-Levenshtein distance, of which only the part of the table is
  /// computed that the limit allows.
  private static func distance(
    _ first: [Unicode.Scalar],
    _ second: [Unicode.Scalar],
    atMost limit: Int
  ) -> Int? {
    var (before, above) = ([Int](), Array(0...second.count))
    for row in first.indices {
      var current = Array(repeating: limit + 1, count: second.count + 1)
      current[0] = row + 1
      for column in max(0, row - limit)..<min(second.count, row + limit + 1) {
        let replaced = above[column] + (first[row] == second[column] ? 0 : 1)
        var least = min(replaced, above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, before[column - 1] + 1)
        }
        current[column + 1] = least
      }
      // No row has a smaller number than the least of the one above.
      guard current.contains(where: { $0 <= limit }) else { return nil }
      (before, above) = (above, current)
    }
    return above[second.count] <= limit ? above[second.count] : nil
  }
}
