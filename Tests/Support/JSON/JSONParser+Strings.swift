// MARK: - Reading strings

extension JSONParser {
  mutating func string() throws(JSONSyntaxError) -> String {
    offset += 1
    var units: [UInt8] = []
    while true {
      guard let unit = peek else { throw failure("The text ends inside a string") }
      offset += 1
      switch unit {
      case UInt8(ascii: "\""): return try text(of: units)
      case UInt8(ascii: "\\"): units.append(contentsOf: try escape())
      case ..<0x20: throw JSONSyntaxError("A control character must be escaped", at: offset - 1)
      default: units.append(unit)
      }
    }
  }

  /// Refuses what isn't UTF-8: decoding would repair it, so what it gives back would differ.
  private func text(of units: [UInt8]) throws(JSONSyntaxError) -> String {
    let text = String(decoding: units, as: UTF8.self)
    guard text.utf8.elementsEqual(units) else { throw failure("The string is no UTF-8") }
    return text
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    guard let unit = peek else { throw failure("The text ends inside an escape") }
    let start = offset - 1
    offset += 1
    switch unit {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [unit]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      guard let scalar = Unicode.Scalar(try codePoint(from: start)) else {
        throw JSONSyntaxError("Half of a surrogate pair", at: start)
      }
      return Array(String(scalar).utf8)
    default: throw JSONSyntaxError("No escape of JSON", at: start)
    }
  }

  /// The code point of `\uXXXX`, or of the pair `\uXXXX\uXXXX`; a lone surrogate as it is.
  private mutating func codePoint(from start: Int) throws(JSONSyntaxError) -> UInt32 {
    let first = try hexadecimal()
    guard (0xD800..<0xDC00).contains(first) else { return first }
    guard skip("\\"), skip("u") else {
      throw JSONSyntaxError("Half of a surrogate pair", at: start)
    }
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second) else {
      throw JSONSyntaxError("Half of a surrogate pair", at: start)
    }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let unit = peek, let digit = Character(Unicode.Scalar(unit)).hexDigitValue else {
        throw failure("Four hexadecimal digits belong here")
      }
      value = value << 4 + UInt32(digit)
      offset += 1
    }
    return value
  }
}
