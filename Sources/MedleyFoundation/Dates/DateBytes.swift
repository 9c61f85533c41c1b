/// Reading the parts of a date from UTF-8, each from a position that then lies behind it.
///
/// A part that isn't there is nil and may leave the position anywhere.
extension Span<UInt8> {
  /// Whether a byte comes next, which is then behind.
  func reads(_ byte: UInt8, at position: inout Int) -> Bool {
    guard position < count, self[position] == byte else { return false }
    position += 1
    return true
  }

  /// Whether some bytes come next.
  func reads(_ bytes: [UInt8], at position: inout Int) -> Bool {
    guard count - position >= bytes.count else { return false }
    for byte in bytes {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Whether a word comes next, in ASCII and in whatever case.
  func readsWord(_ word: [UInt8], at position: inout Int) -> Bool {
    guard count - position >= word.count else { return false }
    for (index, letter) in word.enumerated() {
      guard self[position + index] | 0x20 == letter | 0x20 else { return false }
    }
    position += word.count
    return true
  }

  /// The number that exactly so many digits make.
  func number(digits: Int, at position: inout Int) -> Int? {
    guard count - position >= digits else { return nil }
    var number = 0
    for index in position..<position + digits {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    position += digits
    return number
  }

  /// The number that the digits make, as many as there are up to a number of them.
  func number(digits: ClosedRange<Int>, at position: inout Int) -> Int? {
    let end = Swift.min(count, position + digits.upperBound)
    var index = position
    while index < end, self[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
    guard index - position >= digits.lowerBound else { return nil }
    return number(digits: index - position, at: &position)
  }

  /// The nanoseconds that the digits of a fraction make; those beyond the ninth don't count.
  func nanosecond(at position: inout Int) -> Int? {
    let start = position
    var nanosecond = 0
    var unit = 100_000_000
    while position < count {
      let digit = self[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      nanosecond += unit * Int(digit)
      unit /= 10
      position += 1
    }
    return position > start ? nanosecond : nil
  }

  /// The seconds ahead of GMT that `Z`, `+01`, `+0100` or `+01:00` state.
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
