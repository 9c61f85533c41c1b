/// Memory for the bytes of a document that is being written, which its owner frees.
///
/// Bytes are written to reserved memory without a check for each of them.
struct ByteBuffer {
  private var memory: OwnedMemory<UInt8>
  /// The number of written bytes, which can be reduced.
  var count = 0

  var capacity: Int { memory.capacity }

  init(capacity: Int) {
    self.init(OwnedMemory(capacity: capacity))
  }

  init(_ memory: OwnedMemory<UInt8>) {
    self.memory = memory
  }

  func deallocate() {
    memory.deallocate()
  }

  /// The written bytes, which are valid until the next change.
  @inline(__always) var written: Bytes { memory.bytes(of: count) }

  // MARK: - Reserving

  /// Makes room for a number of bytes.
  @inline(__always) mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(size) }
  }

  @inline(never) private mutating func grow(_ size: Int) {
    memory = memory.resized(to: max(capacity * 2, count + size))
  }

  // MARK: - Writing

  @inline(__always) subscript(position: Int) -> UInt8 {
    assert(position < count)
    return memory[position]
  }

  /// Writes a byte to reserved memory.
  @inline(__always) mutating func write(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    write(byte)
  }

  @inline(__always) mutating func append(_ bytes: Bytes) {
    reserve(bytes.count)
    memory.copy(bytes, toByte: count)
    count &+= bytes.count
  }

  @inline(__always) mutating func append(_ bytes: [UInt8]) { bytes.withBytes { append($0) } }

  mutating func append(_ text: StaticString) {
    unsafe append(Bytes(.init(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }

  /// Appends a byte several times.
  mutating func append(_ byte: UInt8, count size: Int) {
    reserve(size)
    memory.fill(count..<count &+ size, with: byte)
    count &+= size
  }

  /// Moves the last member of an object, which begins with its comma, before the others.
  mutating func moveLastMember(from member: Int, to start: Int) {
    let size = count - member
    reserve(size)
    // The last ones are kept behind the others.
    memory.copy(written.part(from: member, count: size), toByte: count)
    memory.copy(written.part(from: start, count: member - start), toByte: start + size)
    memory.copy(
      memory.bytes(of: count + size).part(from: count + 1, count: size - 1),
      toByte: start
    )
    memory[start + size - 1] = UInt8(ascii: ",")
  }

  /// Writes a comma, or nothing, and a key, sixteen bytes at a time, of which only some count.
  ///
  /// - Parameters:
  ///   - comma: Whether there is a comma.
  ///   - key: The key, in memory of whole blocks.
  @inline(__always) mutating func append(comma: Bool, key: ByteBuffer) {
    reserve(key.count &+ 17)
    // Without a branch.
    memory[count] = UInt8(ascii: ",")
    count &+= comma ? 1 : 0
    let (target, start) = (memory, count)
    var offset = 0
    repeat {
      let block = key.memory.load(SIMD2<UInt64>.self, atByte: offset)
      target.store(block, atByte: start &+ offset)
      offset &+= 16
    } while offset < key.count
    count &+= key.count
  }
}

// MARK: - Writing strings

extension ByteBuffer {
  /// Appends a string with its quotation marks.
  @inline(__always) mutating func append(_ string: String, escapingSlashes: Bool) {
    // Not by `withUTF8`, which needs a copy: counting references takes as long as a short text.
    let isWritten: Void? = string.withContiguousBytes {
      append(text: $0, escapingSlashes: escapingSlashes)
    }
    if isWritten == nil { append(bridged: string, escapingSlashes: escapingSlashes) }
  }

  /// Appends a string whose bytes aren't UTF-8 in one place, such as an `NSString`.
  @inline(never) private mutating func append(bridged string: String, escapingSlashes: Bool) {
    string.withBytes { append(text: $0, escapingSlashes: escapingSlashes) }
  }

  private mutating func append(text: Bytes, escapingSlashes: Bool) {
    // Without escaping slashes, the quotation mark twice.
    let slash = UInt64(repeating: escapingSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\""))
    // Both quotation marks, and a whole word for a short text.
    reserve(text.count &+ 10)
    write(UInt8(ascii: "\""))
    // No word reaches beyond the text.
    let (target, start) = (memory, count)
    var stops: UInt64 = 0
    var position = 0
    if text.count >= 8 {
      // The last word overlaps the one before, so that all bytes are copied in whole words.
      let last = text.count &- 8
      repeat {
        let offset = min(position, last)
        let word = text.word(at: offset)
        stops = word.escapes(slash)
        guard stops == 0 else { break }
        target.store(word.littleEndian, atByte: start &+ offset)
        position &+= 8
      } while position < text.count
    } else {
      let word = text.lastWord(from: 0)
      stops = word.escapes(slash)
      target.store(word.littleEndian, atByte: start)
    }
    guard stops == 0 else {
      count &+= position
      appendEscaped(text, from: position, slash)
      return
    }
    target[start &+ text.count] = UInt8(ascii: "\"")
    count &+= text.count &+ 1
  }

  /// Appends the rest of a text with something to escape, and the quotation mark.
  @inline(never) private mutating func appendEscaped(
    _ text: Bytes,
    from begin: Int,
    _ slash: UInt64
  ) {
    var position = begin
    while position < text.count {
      // The longest escape, the rest with a whole word, and the quotation mark.
      reserve(15 &+ text.count &- position)
      let word =
        position &+ 8 <= text.count ? text.word(at: position) : text.lastWord(from: position)
      let stops = word.escapes(slash)
      let plain = stops == 0 ? min(8, text.count &- position) : stops.trailingZeroBitCount &>> 3
      write(word: word, count: plain)
      position &+= plain
      if stops != 0 {
        writeEscape(of: text[position])
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
      append("u00")
      write(UInt8(ascii: "0") &+ byte &>> 4)
      let digit = byte & 0xf
      write(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    default: write(byte)
    }
  }
}

extension String {
  /// Calls a function with the bytes in UTF-8, which must not escape.
  ///
  /// - Returns: The result; nil, without a call, if the bytes aren't in one place.
  @discardableResult @inline(__always)
  func withContiguousBytes<Result>(_ body: (Bytes) -> Result) -> Result? {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe body(Bytes(UnsafeRawBufferPointer($0))) }
  }
}

extension Bytes {
  /// Returns the last bytes, fewer than eight, as a word with spaces after them.
  @inline(__always) fileprivate func lastWord(from position: Int) -> UInt64 {
    let spaces = UInt64(repeating: UInt8(ascii: " "))
    let size = count &- position
    if size >= 4 {
      return UInt64(quad(at: position)) | UInt64(quad(at: count &- 4)) &<< UInt64(size &* 8 &- 32)
        | spaces &<< UInt64(size &* 8)
    }
    var word = spaces
    for index in (position..<count).reversed() { word = word &<< 8 | UInt64(self[index]) }
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
  @inline(__always) mutating func append(_ integer: Int) { append(Int64(integer)) }

  @inline(never) mutating func append(_ integer: Int64) {
    reserve(25)
    if integer < 0 { write(UInt8(ascii: "-")) }
    let magnitude = UInt64(integer.magnitude)
    guard magnitude >= Self.eightDigits else { return write(upToEight: magnitude) }
    let (upper, last) = magnitude.quotientAndRemainder(dividingBy: Self.eightDigits)
    append(Int64(upper))
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
  @inline(__always) mutating func write(word: UInt64, count: Int) {
    memory.store(word.littleEndian, atByte: self.count)
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
  @inline(never) mutating func append(_ number: Double) {
    if appendShort(number) { return }
    append(description: number.description)
  }

  /// Appends the description of a number, without `.0` at its end.
  @inline(never) mutating func append(description: String) {
    description.withBytes { text in
      let isWhole = text.count > 2 && text.pair(at: text.count &- 2) == 0x302e
      append(text.part(from: 0, count: text.count &- (isWhole ? 2 : 0)))
    }
  }

  /// Appends a number with at most 15 digits, of which few are a fraction.
  ///
  /// Two decimals of at most 15 digits never read as the same double. So if one reads as the number,
  /// it is the shortest. Powers of ten up to 10^22 and integers below 2^53 are exact, so the quotient
  /// of two is the double nearest to the decimal.
  ///
  /// - Returns: Whether the number was written.
  @inline(__always) private mutating func appendShort(_ number: Double) -> Bool {
    let magnitude = number.magnitude
    guard magnitude < 1e9, magnitude >= 1e-3 else {
      if number == 0 { append(number.sign == .minus ? "-0" : "0") }
      return number == 0
    }
    var power = 1.0
    for fraction in 0..<8 {
      // Without `rounded()`, which calls a function.
      let scaled = magnitude * power + 0.5
      if scaled >= 1e15 { return false }
      let digits = Int64(scaled)
      if Double(digits) / power == magnitude {
        if number < 0 { append(UInt8(ascii: "-")) }
        guard fraction > 0 else {
          append(digits)
          return true
        }
        // A decimal that isn't below an integer reads as a number that isn't.
        let whole = Int64(magnitude)
        append(whole)
        reserve(9)
        write(UInt8(ascii: "."))
        let rest = UInt64(digits &- whole &* Int64(power))
        // The digits of the fraction, and zeros up to eight.
        write(eight: rest &* (Self.eightDigits / UInt64(power)), count: fraction)
        return true
      }
      power *= 10
    }
    return false
  }
}
