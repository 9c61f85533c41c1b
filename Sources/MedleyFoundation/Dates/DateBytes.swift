/// Functions that read the parts of a date from UTF-8 and advance a position past them.
///
/// An absent part is nil and leaves the position undefined.
extension Span<UInt8> {
  /// Advances past a byte and returns true if it comes next.
  func reads(_ byte: UInt8, at position: inout Int) -> Bool {
    guard position < count, self[position] == byte else { return false }
    position += 1
    return true
  }

  /// Advances past some bytes, or a word in ASCII in any case, and returns true if they come next.
  func reads(_ bytes: [UInt8], ignoringCase: Bool = false, at position: inout Int) -> Bool {
    guard count - position >= bytes.count else { return false }
    let caseBit: UInt8 = ignoringCase ? 0x20 : 0
    for index in bytes.indices {
      guard self[position + index] | caseBit == bytes[index] | caseBit else { return false }
    }
    position += bytes.count
    return true
  }

  /// Reads a number with a fixed number of digits.
  func number(digits: Int, at position: inout Int) -> Int? {
    number(digits: digits...digits, at: &position)
  }

  /// Reads a number whose count of digits is in a range.
  func number(digits: ClosedRange<Int>, at position: inout Int) -> Int? {
    let start = position
    let end = Swift.min(count, start + digits.upperBound)
    var number = 0
    while position < end {
      let digit = self[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      number = number * 10 + Int(digit)
      position += 1
    }
    return position - start >= digits.lowerBound ? number : nil
  }

  /// Reads a byte and a number of two digits after it.
  func number(after separator: UInt8, at position: inout Int) -> Int? {
    reads(separator, at: &position) ? number(digits: 2, at: &position) : nil
  }

  /// Reads the digits of a fraction of a second as nanoseconds.
  func nanosecond(digits: ClosedRange<Int>, at position: inout Int) -> Int? {
    let start = position
    guard let number = number(digits: digits, at: &position) else { return nil }
    return (position - start..<9).reduce(number) { fraction, _ in fraction * 10 }
  }

  /// Reads `Z`, `+01`, `+0100` or `+01:00` as seconds ahead of GMT.
  func offset(at position: inout Int) -> Int? {
    guard position < count else { return nil }
    let sign = self[position]
    position += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(digits: 2, at: &position), hours <= 23
    else { return nil }
    var minutes = 0
    if position < count {
      let next = self[position]
      let hasSeparator = next == UInt8(ascii: ":")
      if hasSeparator { position += 1 }
      if hasSeparator || next &- UInt8(ascii: "0") <= 9 {
        guard let stated = number(digits: 2, at: &position), stated <= 59 else { return nil }
        minutes = stated
      }
    }
    let offset = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -offset : offset
  }
}
