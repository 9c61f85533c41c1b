import Medley

extension DatePattern {
  /// Parses a pattern.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a symbol that isn't supported, and for a pattern whose text
  ///   can't be read back.
  init(_ text: String, zone: DateZone) throws(DecodingError) {
    var compiler = DatePatternCompiler(pattern: text, zone: zone)
    try compiler.compile()
    try compiler.check()
    self.init(text: text, elements: compiler.elements)
  }
}

private struct DatePatternCompiler {
  let pattern: String
  let zone: DateZone
  var elements: [DatePattern.Element] = []
  /// The symbols of the pattern's fields, with the letter of their kind.
  var symbols: [(kind: Character, symbol: String)] = []

  /// The symbol of a field; a dictionary would take 3 KB for at most a dozen of them.
  @inline(never) private func symbol(_ kind: Character) -> String? {
    symbols.first { $0.kind == kind }?.symbol
  }

  // MARK: Splitting

  mutating func compile() throws(DecodingError) {
    var rest = pattern.unicodeScalars[...]
    var literal: [UInt8] = []
    var isQuoted = false
    while let scalar = rest.popFirst() {
      switch scalar {
      // Two quotation marks stand for one, also in quoted text.
      case "'" where rest.first == "'":
        literal += String(rest.removeFirst()).utf8
      case "'":
        isQuoted.toggle()
      case "a"..."z" where !isQuoted, "A"..."Z" where !isQuoted:
        append(&literal)
        let others = rest.prefix { $0 == scalar }
        rest = rest[others.endIndex...]
        try append(String(scalar) + String(others))
      default:
        literal += String(scalar).utf8
      }
    }
    if isQuoted {
      throw error("a quotation mark that isn't closed. Write '' for a quotation mark")
    }
    append(&literal)
  }

  private mutating func append(_ literal: inout [UInt8]) {
    if !literal.isEmpty { elements.append(.literal(literal)) }
    literal = []
  }

  private mutating func append(_ symbol: String) throws(DecodingError) {
    guard let (kind, element) = DatePattern.element(for: symbol) else {
      throw error("\"\(symbol)\", which isn't supported\(DatePattern.hint(for: symbol))")
    }
    if let other = self.symbol(kind) {
      throw error("\"\(symbol)\" beside \"\(other)\", which is the same field")
    }
    symbols.append((kind, symbol))
    elements.append(element)
  }

  // MARK: Checking

  /// Checks that a written text can be read back.
  func check() throws(DecodingError) {
    guard symbol("y") != nil else { throw error("no year. Write yyyy, y or yy") }
    for (kind, needed, word) in [
      ("d", "M", "month. Is mm, the minutes, meant to be MM?"), ("m", "H", "hour"),
      ("s", "m", "minute"), ("S", "s", "second"), ("h", "a", "AM or PM, a. Is HH meant?"),
      ("a", "h", "hour from 1 to 12, h"),
    ] as [(Character, Character, String)] {
      let isThere = symbol(needed) != nil || (needed == "H" && symbol("h") != nil)
      if let symbol = self.symbol(kind), !isThere {
        throw error("\"\(symbol)\" without the \(word)")
      }
    }
    if let symbol = self.symbol("E"), self.symbol("d") == nil, self.symbol("D") == nil {
      throw error("\"\(symbol)\" without the day, so that it can't be checked")
    }
    for (kind, other) in [("D", "M"), ("H", "h")] as [(Character, Character)] {
      if let symbol = self.symbol(kind), let second = self.symbol(other) {
        throw error("both \"\(symbol)\" and \"\(second)\". One of them is enough")
      }
    }
    if elements.contains(.offset(.name)), zone != .gmt {
      throw error("\"z\", which only writes GMT, for the zone \(zone). Write ZZZZZ or XXX")
    }
    for (element, next) in zip(elements, elements.dropFirst())
    where element.isOfVariableLength && next.beginsWithDigit {
      throw error(
        "digits right after a field of variable length. Separate them, or write yyyy or MM"
      )
    }
  }

  @inline(never) private func error(_ problem: String) -> DecodingError {
    .invalid(at: [], "The date pattern \"\(pattern)\" has \(problem).")
  }
}

extension DatePattern.Element {
  /// Whether the element ends where the digits end.
  fileprivate var isOfVariableLength: Bool {
    switch self {
    case .number(_, _, let digits): digits.count > 1
    // After +01, further digits would be the minutes.
    case .offset: true
    case .literal, .name, .fraction: false
    }
  }

  fileprivate var beginsWithDigit: Bool {
    switch self {
    case .number, .fraction: true
    case .literal(let text): text.first.map { $0 &- UInt8(ascii: "0") <= 9 } ?? false
    case .name, .offset: false
    }
  }
}
