import TestSupport

/// JSON texts of objects as servers send them, with something unusual here and there.
struct RandomMembers {
  private var random: SeededRandom
  private var style = Style.compact
  private var isOddLikely = false

  /// How a text is laid out.
  private enum Style: CaseIterable {
    case compact
    case spaced
    case two
    case four
    case eight
    case tabs
    case crlf
    case loose
  }

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func isRare(_ chance: Int = 12) -> Bool {
    Int.random(in: 0..<(isOddLikely ? 3 : chance), using: &random) == 0
  }

  // MARK: - Writing

  /// An array or an object.
  mutating func document() -> String {
    style = pick(Style.allCases)
    isOddLikely = isRare()
    return isRare(3) ? object(0) : array(0)
  }

  /// What stands in front of a member, an element or a bracket at the end.
  private mutating func line(_ depth: Int) -> String {
    switch style {
    case .compact: ""
    case .spaced: ""
    case .two: "\n" + String(repeating: "  ", count: depth)
    case .four: "\n" + String(repeating: "    ", count: depth)
    case .eight: "\n" + String(repeating: "        ", count: depth)
    case .tabs: "\n" + String(repeating: "\t", count: depth)
    case .crlf: "\r\n" + String(repeating: "  ", count: depth)
    case .loose: loose()
    }
  }

  private mutating func loose() -> String {
    let runs = [1, 2, 7, 8, 9, 16, 17].map { String(repeating: " ", count: $0) }
    return pick(["", "", "", " ", "\n", "\t", "\r", "\r\n", "\n\n", " \n ", "\n\t"] + runs)
  }

  private mutating func comma(_ depth: Int) -> String {
    switch style {
    case .spaced: ", "
    case .loose: loose() + "," + loose()
    default: "," + line(depth)
    }
  }

  private mutating func colon() -> String {
    switch style {
    case .compact: ":"
    case .loose: loose() + ":" + loose()
    default: ": "
    }
  }

  mutating func object(_ depth: Int) -> String {
    let counts =
      depth < 2 ? [0, 1, 1, 2, 3, 5, 8, 11, 12, 13, 14, 20, 47, 48, 49, 60] : [0, 1, 2, 3]
    let count = pick(counts)
    guard count > 0 else { return isRare() ? "{ }" : "{}" }
    var keys: [String] = []
    var text = "{" + line(depth + 1)
    for number in 0..<count {
      let key = !keys.isEmpty && isRare() ? pick(keys) : key(number)
      keys.append(key)
      if number > 0 { text += comma(depth + 1) }
      text += "\"\(key)\"" + colon() + value(depth)
    }
    return text + line(depth) + "}"
  }

  private mutating func array(_ depth: Int) -> String {
    let count = pick([0, 1, 2, 3, depth == 0 ? 6 : 3])
    guard count > 0 else { return isRare() ? "[\n]" : "[]" }
    let holdsObjects = !isRare(4)
    var text = "[" + line(depth + 1)
    for number in 0..<count {
      if number > 0 { text += comma(depth + 1) }
      text += holdsObjects && !isRare() ? object(depth + 1) : value(depth)
    }
    return text + line(depth) + "]"
  }

  private mutating func value(_ depth: Int) -> String {
    if depth < 4, isRare(6) {
      return Bool.random(using: &random) ? object(depth + 1) : array(depth + 1)
    }
    return pick([string(), string(), number(), number(), pick(["true", "false", "null"])])
  }

  // MARK: - Writing scalars

  /// Lengths about those at which a scanner does something else.
  private mutating func length() -> Int {
    pick([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 55, 56, 57, 58, 59, 62, 63, 64, 65, 66,
      80,
    ])
  }

  private mutating func key(_ number: Int) -> String {
    if isRare() {
      return pick([
        "k\\u0065y", "schlüssel", "東京", "\\ud83d\\ude00", "a\\\"b", "a\\\\", "é\(number)",
      ])
    }
    // Those of few letters come again.
    let prefix = pick(["", "", "key\(number)", "member_\(number)_"])
    return prefix + letters(length())
  }

  private mutating func letters(_ count: Int) -> String {
    String(repeating: pick(["a", "b", "~", " ", "{", ":", ","]), count: count)
  }

  private mutating func string() -> String {
    guard isRare(5) else { return "\"\(letters(length()))\"" }
    let odd = pick([
      "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\uD83D\\uDE00", "é", "ж", "東", "😀", "\u{7f}",
    ])
    return "\"\(letters(length()))\(odd)\(letters(length()))\""
  }

  private mutating func number() -> String {
    let digit = String(Int.random(in: 1...9, using: &random))
    return pick([
      "0", "-0", "7", "-7", "12345678", "123456789", "1.5", "-1.5", "0.5", "1.1234567",
      "1.12345678", "12345678.1234567", "12345678.12345678", "1e3", "1E+2", "5e-1", "2.5e1", "1.0",
      String(repeating: digit, count: 7), String(repeating: digit, count: 18), digit + ".25",
      String(repeating: digit, count: 15), "-" + String(repeating: digit, count: 16),
      String(repeating: digit, count: 14) + ".5", "0." + String(repeating: digit, count: 23),
      "1." + String(repeating: digit, count: 24), "0." + String(repeating: digit, count: 25),
    ])
  }
}
