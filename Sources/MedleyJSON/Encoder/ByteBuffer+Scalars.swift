// MARK: - Writing strings

extension ByteBuffer {
  /// Appends a string with its quotation marks.
  @inline(__always) mutating func append(_ string: String, escapingSlashes: Bool) {
    // Not by `withUTF8`, which needs a copy: counting references takes as long as a short text.
    let isWritten: Bool? = unsafe string.utf8.withContiguousStorageIfAvailable {
      unsafe append(text: $0, escapingSlashes: escapingSlashes)
      return true
    }
    if isWritten == nil { append(bridged: string, escapingSlashes: escapingSlashes) }
  }

  /// Appends a string whose bytes aren't UTF-8 in one place, such as an `NSString`.
  @inline(never) private mutating func append(bridged string: String, escapingSlashes: Bool) {
    var string = string
    string.withUTF8 { unsafe append(text: $0, escapingSlashes: escapingSlashes) }
  }

  mutating func append(text: UnsafeBufferPointer<UInt8>, escapingSlashes: Bool) {
    // The quotation marks, and a whole word for the last bytes.
    reserve(text.count &+ 10)
    write(UInt8(ascii: "\""))
    guard let start = text.baseAddress else {
      write(UInt8(ascii: "\""))
      return
    }
    let count = text.count
    let slash: UInt64 = escapingSlashes ? UInt64(repeating: UInt8(ascii: "/")) : .max
    var position = 0
    while true {
      // Memory for the rest was reserved, so that plain bytes are copied without a check.
      while position &+ 8 <= count {
        // Sound: all eight bytes are inside.
        let word = unsafe UInt64(
          littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
        )
        guard word.stringStops | word.zeros(after: slash) == 0 else { break }
        unsafe UnsafeMutableRawPointer(base + self.count).storeBytes(
          of: word.littleEndian,
          as: UInt64.self
        )
        self.count &+= 8
        position &+= 8
      }
      guard position < count else { break }
      let rest = count &- position
      if rest < 8, count >= 8 || rest >= 4 {
        // The last bytes at once, in a word whose other bytes are spaces for the search.
        let word = unsafe Self.word(at: start + position, rest, isLong: count >= 8)
        let filled = word | UInt64(repeating: UInt8(ascii: " ")) &<< UInt64(8 &* rest)
        if filled.stringStops | filled.zeros(after: slash) == 0 {
          unsafe UnsafeMutableRawPointer(base + self.count).storeBytes(
            of: word.littleEndian,
            as: UInt64.self
          )
          self.count &+= rest
          break
        }
      }
      let byte = unsafe start[position]
      position &+= 1
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"),
        byte != UInt8(ascii: "/") || !escapingSlashes
      {
        write(byte)
      } else {
        // The longest escape, the rest with a whole word, and the quotation mark.
        reserve(15 &+ count &- position)
        writeEscape(of: byte)
      }
    }
    write(UInt8(ascii: "\""))
  }

  /// Returns the last bytes of a text as a word.
  ///
  /// - Parameters:
  ///   - start: The address of the bytes.
  ///   - count: The number of bytes, fewer than eight; at least four unless the text is long.
  ///   - isLong: Whether the text has eight bytes or more.
  /// - Returns: The bytes, the first in the lowest bits.
  @inline(__always) private static func word(
    at start: UnsafePointer<UInt8>,
    _ count: Int,
    isLong: Bool
  ) -> UInt64 {
    let bytes = unsafe UnsafeRawPointer(start)
    // Sound, both: the bytes are inside of the text.
    if isLong {
      let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      return UInt64(littleEndian: last) &>> UInt64(64 &- 8 &* count)
    }
    let first = unsafe bytes.loadUnaligned(as: UInt32.self)
    let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    return UInt64(UInt32(littleEndian: first))
      | UInt64(UInt32(littleEndian: last)) &<< UInt64(8 &* (count &- 4))
  }

  @inline(never) private mutating func writeEscape(of byte: UInt8) {
    write(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: write(UInt8(ascii: "b"))
    case 0x09: write(UInt8(ascii: "t"))
    case 0x0a: write(UInt8(ascii: "n"))
    case 0x0c: write(UInt8(ascii: "f"))
    case 0x0d: write(UInt8(ascii: "r"))
    case 0x00..<0x20:
      write(UInt8(ascii: "u"))
      write(UInt8(ascii: "0"))
      write(UInt8(ascii: "0"))
      write(UInt8(ascii: "0") &+ byte &>> 4)
      let digit = byte & 0xf
      write(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    default: write(byte)
    }
  }
}

extension UInt64 {
  /// The bytes in which two words are equal, marked by their highest bits.
  ///
  /// Only the first mark is exact.
  @inline(__always) fileprivate func zeros(after other: UInt64) -> UInt64 {
    let difference = self ^ other
    return (difference &- UInt64(repeating: 1)) & ~difference & .highBits
  }
}

// MARK: - Writing numbers

extension ByteBuffer {
  @inline(__always) mutating func append(_ integer: Int) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(UInt64(integer.magnitude))
  }

  mutating func append(_ integer: UInt64) {
    reserve(20)
    var digits = 1
    var rest = integer
    while rest >= 100 {
      rest /= 100
      digits &+= 2
    }
    if rest >= 10 { digits &+= 1 }
    var position = count &+ digits
    count = position
    rest = integer
    while rest >= 10 {
      position &-= 2
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      writePair(pair, at: position)
      rest = quotient
    }
    if digits & 1 != 0 {
      self[position &- 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
  }

  /// Writes two digits at once, in half as many steps.
  @inline(__always) private func writePair(_ pair: UInt64, at position: Int) {
    assert(position >= 0 && position &+ 2 <= count)
    // The quotient of a number below 100, without a division.
    let tens = (pair &* 103) &>> 10
    let ones = pair &- tens &* 10
    unsafe UnsafeMutableRawPointer(base + position).storeBytes(
      of: UInt16(truncatingIfNeeded: tens | ones &<< 8 | 0x3030).littleEndian,
      as: UInt16.self
    )
  }

  /// Appends the shortest text that reads as the same number, as `description` without `.0`.
  mutating func append(_ number: Double) {
    if appendShort(number) { return }
    append(description: number.description)
  }

  mutating func append(description: String) {
    var text = description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a number with at most 15 digits, of which few are a fraction.
  ///
  /// Two decimals of at most 15 digits never read as the same double. So if one reads as the number,
  /// it is the shortest. Powers of ten up to 10^22 and integers below 2^53 are exact, so the quotient
  /// of two is the double nearest to the decimal.
  ///
  /// - Returns: Whether the number was written.
  private mutating func appendShort(_ number: Double) -> Bool {
    let magnitude = number.magnitude
    guard magnitude < 1e9, magnitude >= 1e-3 else {
      guard number == 0 else { return false }
      if number.sign == .minus { append(UInt8(ascii: "-")) }
      append(UInt8(ascii: "0"))
      return true
    }
    var power = 1.0
    var fraction = 0
    while true {
      // Without `rounded()`, which calls a function.
      let scaled = magnitude * power + 0.5
      if scaled >= 1e15 { return false }
      let digits = Int64(scaled)
      if Double(digits) / power == magnitude {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(UInt64(digits), fraction: fraction)
        return true
      }
      if fraction == 7 { return false }
      fraction &+= 1
      power *= 10
    }
  }

  /// Appends a decimal.
  ///
  /// - Parameters:
  ///   - digits: All digits as an integer.
  ///   - fraction: The number of those after the point.
  private mutating func append(_ digits: UInt64, fraction: Int) {
    guard fraction > 0 else {
      append(digits)
      return
    }
    var power: UInt64 = 1
    for _ in 0..<fraction { power &*= 10 }
    var (whole, rest) = digits.quotientAndRemainder(dividingBy: power)
    append(whole)
    reserve(fraction &+ 1)
    write(UInt8(ascii: "."))
    var position = count &+ fraction
    count = position
    for _ in 0..<fraction {
      position &-= 1
      (rest, whole) = rest.quotientAndRemainder(dividingBy: 10)
      self[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: whole)
    }
  }
}
