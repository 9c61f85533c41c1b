/// What RFC 8259 says of a text, one method for each rule: slow, and right by reading.
///
/// A fault is where the first byte is that can't be right: of a character that is no UTF-8 its first
/// byte, of half a surrogate pair its backslash, of a text that ends too early its end.
struct RFC8259Validator {
  private struct Fault: Error {
    var offset: Int
  }

  private let bytes: [UInt8]
  private let depthLimit: Int
  private var position = 0

  /// The first fault of a text; nil if it is JSON.
  static func firstFault(in bytes: [UInt8], depthLimit: Int = 512) -> Int? {
    var validator = RFC8259Validator(bytes: bytes, depthLimit: depthLimit)
    do {
      if bytes.starts(with: [0xef, 0xbb, 0xbf]) { validator.position = 3 }
      try validator.value(depth: 0)
      validator.space()
      return validator.position == bytes.count ? nil : validator.position
    } catch {
      return error.offset
    }
  }

  private init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var fault: Fault { Fault(offset: position) }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func require(_ byte: Unicode.Scalar) throws(Fault) {
    guard skip(byte) else { throw fault }
  }

  // MARK: - §2, §3: values

  private mutating func space() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
  }

  private mutating func value(depth: Int) throws(Fault) {
    space()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{": try object(depth: depth)
    case "[": try array(depth: depth)
    case "\"": try string()
    case "t": for letter in "true".unicodeScalars { try require(letter) }
    case "f": for letter in "false".unicodeScalars { try require(letter) }
    case "n": for letter in "null".unicodeScalars { try require(letter) }
    default: try number()
    }
  }

  // MARK: - §4, §5: objects and arrays

  private mutating func object(depth: Int) throws(Fault) {
    guard depth < depthLimit else { throw fault }
    try require("{")
    space()
    if skip("}") { return }
    repeat {
      space()
      guard next == UInt8(ascii: "\"") else { throw fault }
      try string()
      space()
      try require(":")
      try value(depth: depth + 1)
      space()
    } while skip(",")
    try require("}")
  }

  private mutating func array(depth: Int) throws(Fault) {
    guard depth < depthLimit else { throw fault }
    try require("[")
    space()
    if skip("]") { return }
    repeat {
      try value(depth: depth + 1)
      space()
    } while skip(",")
    try require("]")
  }

  // MARK: - §6: numbers

  private mutating func digits() throws(Fault) {
    guard let first = next, (0x30...0x39).contains(first) else { throw fault }
    while let digit = next, (0x30...0x39).contains(digit) { position += 1 }
  }

  private mutating func number() throws(Fault) {
    _ = skip("-")
    if skip("0") {
      if let digit = next, (0x30...0x39).contains(digit) { throw fault }
    } else {
      try digits()
    }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
  }

  // MARK: - §7: strings

  private mutating func string() throws(Fault) {
    try require("\"")
    while !skip("\"") {
      guard let byte = next, byte >= 0x20 else { throw fault }
      if byte == UInt8(ascii: "\\") { try escape() } else { try character() }
    }
  }

  private mutating func escape() throws(Fault) {
    let begin = position
    try require("\\")
    guard let letter = next else { throw fault }
    guard letter == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(letter) else { throw fault }
      position += 1
      return
    }
    let unit = try codeUnit()
    if (0xdc00...0xdfff).contains(unit) { throw Fault(offset: begin) }
    guard (0xd800...0xdbff).contains(unit) else { return }
    // Only the other half may come now, unless the text ends.
    guard let backslash = next else { throw fault }
    guard backslash == UInt8(ascii: "\\") else { throw Fault(offset: begin) }
    position += 1
    guard let letter = next else { throw fault }
    guard letter == UInt8(ascii: "u") else { throw Fault(offset: begin) }
    if !(0xdc00...0xdfff).contains(try codeUnit()) { throw Fault(offset: begin) }
  }

  private mutating func codeUnit() throws(Fault) -> Int {
    try require("u")
    var unit = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault
      }
      unit = unit * 16 + digit
      position += 1
    }
    return unit
  }

  // MARK: - §8.1: UTF-8

  /// One character, as the standard library reads it.
  private mutating func character() throws(Fault) {
    let begin = position
    let length = [1, 2, 3, 4].first { length in
      begin + length <= bytes.count
        && String(valid: bytes[begin..<begin + length]) != nil
    }
    if let length {
      position += length
      return
    }
    // Not wrong yet if the text ends inside of it.
    let rest = Array(bytes[begin...])
    let endings: [[UInt8]] = [0x80, 0x90, 0xa0, 0xbf].flatMap { byte in
      [[byte], [byte, 0x80], [byte, 0x80, 0x80]]
    }
    let isCut =
      rest.count < 4
      && endings.contains {
        String(valid: rest + $0)?.unicodeScalars.count == 1
      }
    throw Fault(offset: isCut ? bytes.count : begin)
  }
}
