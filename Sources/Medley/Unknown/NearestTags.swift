import MedleyBase

/// The tags of a registry for messages.
struct TagNames: Sendable {
  let tags: [TypeTag]
  /// What the patterns take that are registered beside the tags.
  let patterns: [String]
  /// The list of the tags, shared by all messages: each element of a payload can have an error.
  let list: Lock<String?>

  /// The first tags, and the number of the others.
  var listed: String {
    if let made = list.withLock({ $0 }) { return made }
    let made = tags.listed
    list.exchange(made)
    return made
  }

  /// The first patterns, and the number of the others.
  var listedPatterns: String {
    patterns.listing { $0.bounded(to: 60) }
  }

  /// Returns the tag that is most similar to an unknown one, or nil.
  ///
  /// A tag that differs only in case, or only in its kind (`4` and `"4"`), is similar at any
  /// length. Other tags are similar if few letters are missing, added, changed or swapped. Of
  /// equally similar tags, the first registered one is returned. To bound the time of an error, only
  /// short words are compared, and only the first 64 of a similar length.
  func nearest(to tag: TypeTag) -> TypeTag? {
    guard let text = tag.keyText?.lowercased() else { return nil }
    if let same = tags.first(where: { $0.keyText?.lowercased() == text }) { return same }
    let longest = 40
    let word = Array(text.unicodeScalars.prefix(longest + 1))
    guard word.count <= longest else { return nil }
    var best: (tag: TypeTag, distance: Int)?
    var compared = 0
    for case .string(let string) in tags where compared < 64 {
      let known = Array(string.lowercased().unicodeScalars.prefix(longest + 1))
      let tolerance = min(3, min(word.count, known.count) / 3)
      guard known.count <= longest, abs(known.count - word.count) <= tolerance else { continue }
      compared += 1
      let distance = word.distance(to: known)
      if distance <= tolerance, distance < best?.distance ?? .max {
        best = (.string(string), distance)
      }
    }
    return best?.tag
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

extension [Unicode.Scalar] {
  /// Returns the number of insertions, removals, replacements and swaps of neighbours to another
  /// word.
  fileprivate func distance(to other: Self) -> Int {
    var (before, last) = ([Int](), [Int](0...other.count))
    for (row, letter) in enumerated() {
      var next = [row + 1]
      for (column, otherLetter) in other.enumerated() {
        let replaced = last[column] + (letter == otherLetter ? 0 : 1)
        var least = Swift.min(replaced, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], self[row - 1] == otherLetter {
          least = Swift.min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
