/// Converts keys from snake case as `convertFromSnakeCase` of Foundation's `JSONDecoder` does.
///
/// All decoders and wire forms of Medley use it, so that a key has the same name everywhere.
package enum SnakeCase {
  /// Converts a key to camel case: `image_url` becomes `imageUrl`, `image_2x` becomes `image2X`.
  ///
  /// Underscores at both ends stay, the first word is lowercased, and the others are capitalised. A
  /// key of one word isn't changed.
  package static func camelCase(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "_")) else { return key }
    if key.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }) {
      return plainCamelCase(key)
    }
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let end = key.index(after: last)
    var converted = String(key[..<first])
    var (wordCount, start, position) = (0, first, first)
    // Not with `split`, which is compiled for each type of text: 1 KB.
    while true {
      let isAtEnd = position == end
      if isAtEnd || key[position] == "_" {
        if start < position {
          let word = key[start..<position]
          if wordCount == 0 { converted += word.lowercased() } else { append(word, to: &converted) }
          wordCount += 1
        }
        if isAtEnd { break }
        start = key.index(after: position)
      }
      position = key.index(after: position)
    }
    return wordCount > 1 ? converted + key[end...] : key
  }

  /// Converts a key of letters, digits and underscores in ASCII, which takes a tenth of the time.
  private static func plainCamelCase(_ key: String) -> String {
    let bytes = Array(key.utf8)
    guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: "_") }),
      let last = bytes.lastIndex(where: { $0 != UInt8(ascii: "_") }),
      bytes[first..<last].contains(UInt8(ascii: "_"))
    else { return key }
    var converted: [UInt8] = []
    var (isFirst, isInWord) = (true, false)
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "_"), first < place, place < last {
        (isFirst, isInWord) = (false, false)
      } else {
        let continuesWord = isFirst || isInWord
        isInWord = byte.isLetter
        let letter = continuesWord ? byte | 0x20 : byte & ~0x20
        converted.append(isInWord ? letter : byte)
      }
    }
    return String(decoding: converted, as: UTF8.self)
  }

  /// Appends a word, capitalised.
  ///
  /// A letter after another character begins a new word: `2x` becomes `2X`.
  private static func append(_ word: Substring, to converted: inout String) {
    var isInWord = false
    for scalar in word.unicodeScalars {
      var text = String(scalar)
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter:
        if isInWord { text = properties.lowercaseMapping }
        isInWord = true
      case .lowercaseLetter:
        if !isInWord { text = properties.titlecaseMapping }
        isInWord = true
      case .otherPunctuation, .initialPunctuation, .finalPunctuation:
        // The punctuation that can be inside a word.
        isInWord = isInWord && (scalar == "'" || scalar == "\u{2019}")
      default:
        isInWord = isInWord && properties.isCaseIgnorable
      }
      converted += text
    }
  }

  // MARK: - Converting to snake case

  /// Converts a key to snake case, as `convertToSnakeCase` of Foundation's `JSONEncoder` does.
  ///
  /// Words begin at capitals: `imageURLPath` becomes `image_url_path`.
  package static func snakeCase(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 &- 0x41 < 26 || $0 >= 0x80 }) else { return key }
    var converted = ""
    var (start, offset) = (key.startIndex, 0)
    var isAfterCapital = false
    func endWord(at end: String.Index) {
      converted += key[start..<end].lowercased() + "_"
      start = end
    }
    // Scalars are read in order: to read one at an index takes code for strings of all kinds, 1 KB.
    for scalar in key.unicodeScalars {
      let place = offset
      offset += UTF8.width(scalar)
      guard isAfterCapital ? scalar.isSmall : scalar.isCapital else { continue }
      let position = key.utf8.index(key.startIndex, offsetBy: place)
      if isAfterCapital {
        // Of several capitals, the last begins the next word. It may be in one character with what is
        // before it, even with the first capital.
        let last = key.index(before: position)
        if position != key.index(after: start), last > start { endWord(at: last) }
      } else {
        guard position >= key.index(after: key.startIndex) else { continue }
        endWord(at: position)
      }
      isAfterCapital.toggle()
    }
    return converted + key[start...].lowercased()
  }
}

extension UInt8 {
  /// Whether this is a letter in ASCII.
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether this is a letter or a digit in ASCII.
  package var isLetterOrDigit: Bool { isLetter || self &- 0x30 < 10 }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool {
    if isASCII { return value &- 0x41 < 26 }
    return properties.generalCategory == .uppercaseLetter
      || properties.generalCategory == .titlecaseLetter
  }

  fileprivate var isSmall: Bool {
    if isASCII { return value &- 0x61 < 26 }
    return properties.generalCategory == .lowercaseLetter
  }
}

extension String {
  /// The string in storage of its own.
  ///
  /// A literal refers to the program's text. Comparing it with a decoded string takes 400
  /// instructions, and with a copy of at most 15 bytes ten.
  package var compacted: String { String(decoding: utf8, as: UTF8.self) }
}

extension Range<Int> {
  /// Returns the first position for which a condition holds that holds for all after it; the end of
  /// the range if there is none.
  @inline(never) package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the positions in sorted order.
  ///
  /// The order is stable. The standard library's sort is specialised for each type and closure, 3 to
  /// 5 KB each time, so everything that is sorted uses this function, which is a merge sort from
  /// short runs to long ones.
  @inline(never) package func sortedOrder(by precedes: (Int, Int) -> Bool) -> [Int] {
    var order = Array(self)
    var merged = order
    var length = 1
    while length < count {
      for start in stride(from: 0, to: count, by: 2 * length) {
        let middle = Swift.min(start + length, count)
        let end = Swift.min(middle + length, count)
        var (left, right) = (start, middle)
        for place in start..<end {
          // Of equal ones, the left one is first.
          let takesRight = right < end && (left == middle || precedes(order[right], order[left]))
          merged[place] = order[takesRight ? right : left]
          if takesRight { right += 1 } else { left += 1 }
        }
      }
      swap(&order, &merged)
      length *= 2
    }
    return order
  }
}

// Servers log errors, and clients see them, so a payload must not decide how long they are.

extension String {
  /// The largest number of bytes in the text of an error.
  package static var boundOfErrors: Int { 1000 }

  /// Returns the text, or a beginning of it that ends in `…`, in at most so many bytes.
  ///
  /// - Complexity: O(1) in the length of the text, if it is native.
  @inline(never) package func bounded(to limit: Int = boundOfErrors) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, limit - "…".utf8.count))
    // Never in the middle of a character's scalars.
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end] + "…"
  }

  /// The text without a full stop at its end: Swift prints one between a description and the underlying
  /// error.
  package var withoutFullStop: String {
    hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self
  }
}

extension DecodingError {
  /// The error with a bounded description.
  ///
  /// Of an invalid raw value the standard library quotes all bytes.
  @inline(never) package var bounded: DecodingError {
    guard let context, context.debugDescription.utf8.count > String.boundOfErrors else {
      return self
    }
    return with(description: context.debugDescription.bounded())
  }
}
