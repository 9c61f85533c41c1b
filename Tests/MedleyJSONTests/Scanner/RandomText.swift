import TestSupport

/// JSON texts with a bit of everything, and damages.
struct RandomText {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  // MARK: - Writing

  /// A text that is JSON.
  mutating func document() -> [UInt8] {
    Array((space() + value(depth: 0) + space()).utf8)
  }

  private mutating func space() -> String {
    pick(["", "", "", "", " ", "\n", "\t", "\r\n", String(repeating: " ", count: count(1...20))])
  }

  private mutating func value(depth: Int) -> String {
    switch count(depth == 0 ? 5...8 : 0...(depth > 4 ? 4 : 8)) {
    case 0: pick(["true", "false", "null"])
    case 1, 2: number()
    case 3, 4: string()
    case 5, 6: "[" + list(depth) { $0.value(depth: depth + 1) } + "]"
    default:
      "{"
        + list(depth) { text in
          text.string() + text.space() + ":" + text.space() + text.value(depth: depth + 1)
        } + "}"
    }
  }

  private mutating func list(_ depth: Int, _ item: (inout RandomText) -> String) -> String {
    var items: [String] = []
    for _ in 0..<count(0...5) { items.append(space() + item(&self) + space()) }
    return items.isEmpty ? space() : items.joined(separator: ",")
  }

  private mutating func digits(_ range: ClosedRange<Int>) -> String {
    (0..<count(range)).map { _ in String(count(0...9)) }.joined()
  }

  private mutating func number() -> String {
    let whole = pick([
      "0", String(count(1...9)) + digits(0...20), String(count(1...9)) + digits(0...3),
    ])
    let fraction = pick(["", "", "." + digits(1...20), "." + digits(1...8)])
    let exponent = pick([
      "", "", "", "e" + digits(1...3), "E+" + digits(1...2), "e-" + digits(1...3),
    ])
    return pick(["", "-"]) + whole + fraction + exponent
  }

  private mutating func string() -> String {
    let parts = [
      "a", "type", "title", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\uD83D\\uDE00",
      "é",
      "ж", "東", "京", "😀", "\u{7f}", "\u{ffff}", "0123456789abcdef", " ", "{", "]", ",", ":",
    ]
    return "\"" + (0..<count(0...6)).map { _ in pick(parts) }.joined() + "\""
  }

  // MARK: - Damaging

  /// A text with a few bytes changed, removed, added, repeated or cut off.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<count(1...2) where !text.isEmpty {
      let position = count(0...text.count - 1)
      switch count(0...5) {
      case 0: text[position] = UInt8(count(0...255))
      case 1: text.remove(at: position)
      case 2: text.insert(UInt8(count(0...255)), at: position)
      case 3: text[position] = pick(Array(#"{}[]:,"\0123456789eE+-.untrfalsd/ "#.utf8))
      case 4: text[position] = pick([0xc0, 0xc3, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0xa0, 0xbf, 0x00])
      default: text.insert(contentsOf: text[position..<min(text.count, position + 3)], at: position)
      }
    }
    return text
  }
}
