import TestSupport

/// A reader of the language of shapes.
///
/// ```
/// shape   = union [ "=" json ]
/// union   = prefix { "&" prefix }
/// prefix  = ( "lossy" | "field" ) union | postfix
/// postfix = primary { "?" }
/// primary = "[" shape "]" | "{" primary ":" shape "}" | "@" word | word
///         | ( "open" | "lossless" | "wrapper" ) primary
/// ```
///
/// `lossy` and `field` take everything on their right but the default, which is the outermost:
/// `lossy int = 5` is a default for what is lossy.
struct ShapeParser {
  private let text: String
  private var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func parse() throws(CaseProblem) -> CaseShape {
    let shape = try shape()
    skipSpace()
    guard rest.isEmpty else { throw complaint("ends before '\(rest)'") }
    return shape
  }
}

// MARK: - Reading rules

extension ShapeParser {
  private mutating func shape() throws(CaseProblem) -> CaseShape {
    let shape = try union()
    guard skip("=") else { return shape }
    do {
      // A default is the last thing in a shape, so that it needs no closing mark of its own.
      let value = try JSONTree(parsing: String(rest))
      rest = ""
      return .defaulted(shape, to: value)
    } catch {
      throw complaint("has a default that is no JSON")
    }
  }

  private mutating func union() throws(CaseProblem) -> CaseShape {
    var parts = [try prefix()]
    while skip("&") { parts.append(try prefix()) }
    return parts.count == 1 ? parts[0] : .composed(parts)
  }

  private mutating func prefix() throws(CaseProblem) -> CaseShape {
    if skip(word: "lossy") { return .lossy(try union()) }
    if skip(word: "field") { return .field(try union()) }
    var shape = try primary()
    while skip("?") { shape = .optional(shape) }
    return shape
  }

  private mutating func primary() throws(CaseProblem) -> CaseShape {
    if skip("[") {
      let element = try shape()
      try expect("]")
      return .list(element)
    }
    if skip("{") {
      let key = try primary()
      try expect(":")
      let value = try shape()
      try expect("}")
      return .dictionary(key: key, value: value)
    }
    if skip("@") { return .element(base: try word()) }
    switch try word() {
    case "string": return .string
    case "int": return .int
    case "double": return .double
    case "bool": return .bool
    case "flag": return .flag
    case "open": return .openEnum(try word())
    case "lossless": return .lossless(try primary())
    case "wrapper": return .wrapper(try primary())
    case let name: return .named(name)
    }
  }
}

// MARK: - Reading characters

extension ShapeParser {
  private mutating func skipSpace() {
    rest = rest.drop { $0 == " " }
  }

  private mutating func skip(_ mark: Character) -> Bool {
    skipSpace()
    guard rest.first == mark else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skip(word expected: String) -> Bool {
    var ahead = self
    guard (try? ahead.word()) == expected else { return false }
    self = ahead
    return true
  }

  private mutating func expect(_ mark: Character) throws(CaseProblem) {
    guard skip(mark) else { throw complaint("has no '\(mark)' before '\(rest)'") }
  }

  private mutating func word() throws(CaseProblem) -> String {
    skipSpace()
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !word.isEmpty else { throw complaint("has no word before '\(rest)'") }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private func complaint(_ fault: String) -> CaseProblem {
    .invalid("The shape '\(text)' \(fault)")
  }
}
