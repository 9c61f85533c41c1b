import Foundation

/// Memory for the bytes of a document that is being written, which its owner frees.
///
/// Bytes are written to reserved memory without a check for each of them.
@safe package struct ByteBuffer {
  private(set) var base: UnsafeMutablePointer<UInt8>
  /// The number of written bytes, which can be reduced.
  package var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    unsafe base = Self.allocate(capacity)
    self.capacity = capacity
  }

  // Sound, all of it: functions reserve what they write, and positions are below the count.

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe malloc(capacity) else {
      // As when Swift's arrays can't allocate memory.
      fatalError("No memory for a document")
    }
    return unsafe memory.bindMemory(to: UInt8.self, capacity: capacity)
  }

  func deallocate() {
    unsafe free(base)
  }

  /// The written bytes, which are valid until the next change.
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Returns the memory, which the caller must free, and takes new memory.
  mutating func release(replacingBy capacity: Int) -> UnsafeMutableRawPointer {
    let released = unsafe UnsafeMutableRawPointer(base)
    unsafe base = Self.allocate(capacity)
    self.capacity = capacity
    count = 0
    return unsafe released
  }

  // MARK: - Reserving

  /// Makes room for a number of bytes.
  @inline(__always) mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(size) }
  }

  /// The system grows large blocks without copying them.
  @inline(never) private mutating func grow(_ size: Int) {
    let capacity = max(self.capacity * 2, count + size)
    guard let memory = unsafe realloc(base, capacity) else {
      // As when Swift's arrays can't allocate memory.
      fatalError("No memory for a document")
    }
    unsafe base = memory.assumingMemoryBound(to: UInt8.self)
    self.capacity = capacity
  }

  // MARK: - Writing

  @inline(__always) subscript(position: Int) -> UInt8 {
    get {
      assert(position >= 0 && position < count)
      return unsafe base[position]
    }
    nonmutating set {
      assert(position >= 0 && position < count)
      unsafe base[position] = newValue
    }
  }

  /// Writes a byte to reserved memory.
  @inline(__always) mutating func write(_ byte: UInt8) {
    assert(count < capacity)
    unsafe base[count] = byte
    count &+= 1
  }

  /// Writes a comma to reserved memory, or nothing, without a branch.
  @inline(__always) mutating func write(comma isWritten: Bool) {
    assert(count < capacity)
    unsafe base[count] = UInt8(ascii: ",")
    count &+= isWritten ? 1 : 0
  }

  @inline(__always) package mutating func append(_ byte: UInt8) {
    reserve(1)
    write(byte)
  }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (UnsafeMutableRawPointer(base) + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  package mutating func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a byte several times.
  mutating func append(_ byte: UInt8, count size: Int) {
    reserve(size)
    unsafe (base + count).initialize(repeating: byte, count: size)
    count &+= size
  }

  /// Moves the last member of an object, which begins with its comma, before the others.
  mutating func moveLastMember(from member: Int, to start: Int) {
    let size = count - member
    reserve(size)
    // Sound: so many bytes were written and reserved; the last ones are kept behind the others.
    let memory = unsafe UnsafeMutableRawPointer(base)
    unsafe (memory + count).copyMemory(from: memory + member, byteCount: size)
    unsafe (memory + start + size).copyMemory(from: memory + start, byteCount: member - start)
    unsafe (memory + start).copyMemory(from: memory + count + 1, byteCount: size - 1)
    unsafe base[start + size - 1] = UInt8(ascii: ",")
  }

  /// Appends a part of another buffer.
  mutating func append(_ range: Range<Int>, of other: ByteBuffer) {
    assert(range.upperBound <= other.count)
    unsafe append(UnsafeRawBufferPointer(rebasing: other.bytes[range]))
  }
}

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
    // Without escaping slashes, the quotation mark twice.
    let slash = UInt64(repeating: escapingSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\""))
    // Both quotation marks, and a whole word for a short text.
    reserve(text.count &+ 10)
    // Sound, all of it: memory was reserved for the text, and no word reaches beyond the text.
    let target = unsafe UnsafeMutableRawPointer(base + count + 1)
    unsafe base[count] = UInt8(ascii: "\"")
    var stops: UInt64 = 0
    var position = 0
    if text.count >= 8 {
      let source = UnsafeRawBufferPointer(text)
      // The last word overlaps the one before, so that all bytes are copied in whole words.
      let last = text.count &- 8
      repeat {
        let offset = min(position, last)
        let word = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        stops = word.littleEndian.escapes(slash)
        guard stops == 0 else { break }
        unsafe target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        position &+= 8
      } while position < text.count
    } else {
      let word = unsafe text.lastWord(from: 0)
      stops = word.escapes(slash)
      unsafe target.storeBytes(of: word.littleEndian, as: UInt64.self)
    }
    guard stops == 0 else {
      count &+= 1 &+ position
      unsafe appendEscaped(UnsafeBufferPointer(rebasing: text[position...]), slash)
      return
    }
    unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: text.count, as: UInt8.self)
    count &+= text.count &+ 2
  }

  /// Appends the rest of a text with something to escape, and the quotation mark.
  @inline(never) private mutating func appendEscaped(
    _ text: UnsafeBufferPointer<UInt8>,
    _ slash: UInt64
  ) {
    var position = 0
    while position < text.count {
      // The longest escape, the rest with a whole word, and the quotation mark.
      reserve(15 &+ text.count &- position)
      let word =
        position &+ 8 <= text.count
        ? unsafe UnsafeRawBufferPointer(text).loadUnaligned(
          fromByteOffset: position,
          as: UInt64.self
        ).littleEndian : unsafe text.lastWord(from: position)
      let stops = word.escapes(slash)
      let plain = stops == 0 ? min(8, text.count &- position) : stops.trailingZeroBitCount &>> 3
      write(word: word, count: plain)
      position &+= plain
      if stops != 0 {
        writeEscape(of: unsafe text[position])
        position &+= 1
      }
    }
    write(UInt8(ascii: "\""))
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

extension UnsafeBufferPointer<UInt8> {
  /// Returns the last bytes, fewer than eight, as a word with spaces after them.
  @inline(__always) fileprivate func lastWord(from position: Int) -> UInt64 {
    let spaces = UInt64(repeating: UInt8(ascii: " "))
    let size = count &- position
    if size >= 4 {
      // Sound: four bytes are inside.
      let bytes = UnsafeRawBufferPointer(self)
      let first = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(first.littleEndian) | UInt64(last.littleEndian) &<< UInt64(size &* 8 &- 32)
        | spaces &<< UInt64(size &* 8)
    }
    var word = spaces
    for index in (position..<count).reversed() { word = unsafe word &<< 8 | UInt64(self[index]) }
    return word
  }
}

extension UInt64 {
  /// The bytes of a text that have to be escaped: quotation marks, backslashes, controls, and one
  /// more, which is repeated in another word.
  ///
  /// The high bit of each is set. Only the first mark is exact, because a borrow carries into the
  /// next byte. Controls and the quotation mark are below 0x21 after inverting the bit in which the
  /// quotation mark differs from the space. All of them are ASCII, and bytes that aren't don't borrow.
  @inline(__always) fileprivate func escapes(_ other: UInt64) -> UInt64 {
    let ones = UInt64(repeating: 1)
    let controls = (self ^ UInt64(repeating: 0x02)) &- UInt64(repeating: 0x21)
    let backslash = (self ^ UInt64(repeating: 0x5c)) &- ones
    let others = (self ^ other) &- ones
    return (controls | backslash | others) & ~self & .highBits
  }
}

// MARK: - Writing numbers

extension ByteBuffer {
  @inline(__always) package mutating func append(_ integer: Int) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(UInt64(integer.magnitude))
  }

  package mutating func append(_ integer: UInt64) {
    reserve(24)
    guard integer >= Self.eightDigits else {
      write(upToEight: integer)
      return
    }
    let (upper, last) = integer.quotientAndRemainder(dividingBy: Self.eightDigits)
    if upper < Self.eightDigits {
      write(upToEight: upper)
    } else {
      write(upToEight: upper / Self.eightDigits)
      write(eight: upper % Self.eightDigits)
    }
    write(eight: last)
  }

  @inline(__always) private static var eightDigits: UInt64 { 100_000_000 }

  /// Writes a number of at most eight digits to memory that is reserved for eight.
  @inline(__always) private mutating func write(upToEight number: UInt64) {
    let digits = Self.digits(number)
    // The last digit is written for zero as well.
    let zeros = (digits | 1 &<< 56).trailingZeroBitCount & ~7
    write(word: (digits | 0x3030_3030_3030_3030) &>> UInt64(zeros), count: 8 &- zeros &>> 3)
  }

  /// Writes a number of at most eight digits, with leading zeros.
  @inline(__always) private mutating func write(eight number: UInt64, count: Int = 8) {
    write(word: Self.digits(number) | 0x3030_3030_3030_3030, count: count)
  }

  /// Writes the first bytes of a word to memory that is reserved for all of it.
  @inline(__always) private mutating func write(word: UInt64, count: Int) {
    assert(self.count + 8 <= capacity)
    unsafe UnsafeMutableRawPointer(base + self.count).storeBytes(
      of: word.littleEndian,
      as: UInt64.self
    )
    self.count &+= count
  }

  /// Returns the eight digits of a number, the first in the lowest byte.
  ///
  /// The number is divided into halves, and these into quarters and digits, at once. The factors
  /// give exact quotients for dividends below 10,000 and 100.
  @inline(__always) private static func digits(_ number: UInt64) -> UInt64 {
    let upper = number / 10_000
    let halves = upper | (number &- upper &* 10_000) &<< 32
    let hundreds = (halves &* 10_486) &>> 20 & 0x0000_007f_0000_007f
    let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
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
    // What makes the digits of the fraction eight digits.
    var scale = Self.eightDigits
    while true {
      // Without `rounded()`, which calls a function.
      let scaled = magnitude * power + 0.5
      if scaled >= 1e15 { return false }
      let digits = Int64(scaled)
      if Double(digits) / power == magnitude {
        if number < 0 { append(UInt8(ascii: "-")) }
        guard fraction > 0 else {
          append(UInt64(digits))
          return true
        }
        // A decimal that isn't below an integer reads as a number that isn't.
        let whole = Int64(magnitude)
        append(UInt64(whole))
        reserve(9)
        write(UInt8(ascii: "."))
        let rest = UInt64(digits &- whole &* Int64(power))
        write(eight: rest &* scale, count: fraction)
        return true
      }
      if fraction == 7 { return false }
      fraction &+= 1
      power *= 10
      scale /= 10
    }
  }
}
