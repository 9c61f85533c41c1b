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
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    var converted = String(key[..<first])
    converted += words[0].lowercased()
    for word in words.dropFirst() { append(word, to: &converted) }
    converted += key[key.index(after: last)...]
    return converted
  }

  /// Appends a word, capitalised.
  ///
  /// A letter after another character begins a new word: `2x` becomes `2X`.
  private static func append(_ word: Substring, to converted: inout String) {
    var isInWord = false
    for scalar in word.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter:
        converted += isInWord ? properties.lowercaseMapping : String(scalar)
        isInWord = true
      case .lowercaseLetter:
        converted += isInWord ? String(scalar) : properties.titlecaseMapping
        isInWord = true
      case .otherPunctuation, .initialPunctuation, .finalPunctuation:
        converted.unicodeScalars.append(scalar)
        isInWord = isInWord && apostrophes.contains(scalar)
      default:
        converted.unicodeScalars.append(scalar)
        isInWord = isInWord && properties.isCaseIgnorable
      }
    }
  }

  /// The punctuation that can be inside a word.
  private static let apostrophes: [Unicode.Scalar] = ["'", "\u{2019}"]

  // MARK: - Converting to snake case

  /// Converts a key to snake case, as `convertToSnakeCase` of Foundation's `JSONEncoder` does.
  ///
  /// Words begin at capitals: `imageURLPath` becomes `image_url_path`.
  package static func snakeCase(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f || $0 &- 0x41 < 26 }) else {
      return key
    }
    var words: [Substring] = []
    var start = key.startIndex
    var position = key.index(after: start)
    while let capital = key.firstLetter(from: position, isCapital: true) {
      words.append(key[start..<capital])
      guard let small = key.firstLetter(from: capital, isCapital: false) else {
        (start, position) = (capital, key.endIndex)
        break
      }
      // Of several capitals, the last begins the next word.
      start = capital
      if small != key.index(after: capital) {
        start = key.index(before: small)
        words.append(key[capital..<start])
      }
      position = key.unicodeScalars.index(after: small)
    }
    words.append(key[start...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }
}

/// The words of a key of letters, digits and underscores in ASCII, converted byte by byte.
package struct CamelCaseWords {
  private var isFirst = true
  private var isInWord = false

  package init() {}

  /// Returns a byte of a key in camel case, or nil for an underscore between words.
  ///
  /// - Parameters:
  ///   - byte: The next byte.
  ///   - isBetween: Whether an underscore at this place is between words.
  /// - Returns: The byte, or nil.
  package mutating func convert(_ byte: UInt8, betweenWords isBetween: Bool) -> UInt8? {
    if isBetween, byte == UInt8(ascii: "_") {
      isFirst = false
      isInWord = false
      return nil
    }
    let wasInWord = isInWord
    isInWord = byte.isLetter
    return isInWord ? (isFirst || wasInWord ? byte | 0x20 : byte & ~0x20) : byte
  }
}

extension UInt8 {
  /// Whether this is a letter in ASCII.
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether this is a letter or a digit in ASCII.
  package var isLetterOrDigit: Bool { isLetter || self &- 0x30 < 10 }
}

extension String {
  @inline(never) fileprivate func firstLetter(from start: Index, isCapital: Bool) -> Index? {
    unicodeScalars[start...].firstIndex { isCapital ? $0.isCapital : $0.isSmall }
  }
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

extension [String] {
  /// Returns the positions of the strings in sorted order, which is stable and by code unit.
  package var sortedOrder: [Int] { indices.sortedOrder { self[$0].isBefore(self[$1]) } }

  /// The strings in sorted order.
  package var inOrder: [String] { sortedOrder.map { self[$0] } }
}

extension [String: Int] {
  /// The positions of keys; of equal keys, the first counts.
  ///
  /// Members are looked up by positions, because each further type of dictionary is 2 KB.
  @inline(never) package init(positionsOf keys: [String]) {
    self.init(minimumCapacity: keys.count)
    for (position, key) in keys.enumerated() where self[key] == nil { self[key] = position }
  }
}

extension String {
  @inline(never) fileprivate func isBefore(_ other: String) -> Bool {
    if self != other { return self < other }
    // Strings with different code units can be equal.
    let (units, others) = (Array(utf8), Array(other.utf8))
    for (unit, other) in zip(units, others) where unit != other { return unit < other }
    return units.count < others.count
  }
}
