/// A strict reader of RFC 8259, independent of every decoder under test.
///
/// It decides what is JSON in all comparisons, so it is written to be verified by reading: one
/// method for each rule of the grammar, one byte of lookahead.
package struct JSONParser {
  /// The depth limit of `JSONDecoder` and of the engine.
  package static let defaultDepthLimit = 512

  let bytes: [UInt8]
  var offset = 0
  private let depthLimit: Int
  private var depth = 0

  /// A parser of the one JSON value that `bytes` hold.
  package init(_ bytes: [UInt8], depthLimit: Int = defaultDepthLimit) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// Reads the value and refuses anything but white space after it.
  package mutating func parse() throws(JSONSyntaxError) -> JSONTree {
    let tree = try value()
    skipSpace()
    guard offset == bytes.count else { throw failure("Text behind the value") }
    return tree
  }
}

// MARK: - Reading values

extension JSONParser {
  private mutating func value() throws(JSONSyntaxError) -> JSONTree {
    skipSpace()
    guard let unit = peek else { throw failure("The text ends where a value belongs") }
    switch unit {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .boolean(true))
    case UInt8(ascii: "f"): return try literal("false", .boolean(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw failure("No value begins like this")
    }
  }

  /// Steps into an array or object; stepping out is the caller's.
  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < depthLimit else {
      throw JSONSyntaxError("Nested more than \(depthLimit) deep", at: offset, isTooDeep: true)
    }
    depth += 1
    offset += 1
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONTree {
    try enter()
    defer { depth -= 1 }
    var members: [JSONTree.Member] = []
    skipSpace()
    if skip("}") { return .object(members) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("A member's key is a string") }
      let key = try string()
      skipSpace()
      guard skip(":") else { throw failure("A colon belongs behind a key") }
      members.append(JSONTree.Member(key: key, value: try value()))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw failure("A comma or a closing brace belongs here") }
    return .object(members)
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONTree {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONTree] = []
    skipSpace()
    if skip("]") { return .array(elements) }
    repeat {
      elements.append(try value())
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw failure("A comma or a closing bracket belongs here") }
    return .array(elements)
  }

  private mutating func literal(
    _ word: StaticString,
    _ tree: JSONTree
  ) throws(JSONSyntaxError) -> JSONTree {
    let units = Array(word.description.utf8)
    guard bytes[offset...].starts(with: units) else { throw failure("No literal of JSON") }
    offset += units.count
    return tree
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = offset
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try digits()
    }
    return JSONNumber(spelling: String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = offset
    while let unit = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit) { offset += 1 }
    guard offset > start else { throw failure("A digit belongs here") }
  }
}

// MARK: - Reading bytes

extension JSONParser {
  var peek: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let unit = peek, [0x20, 0x09, 0x0A, 0x0D].contains(unit) { offset += 1 }
  }

  func failure(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(message, at: offset)
  }
}
