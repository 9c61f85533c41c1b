// MARK: - Resolving escapes

extension DocumentIndex {
  /// Calls a function with the unescaped bytes of a string or a key.
  func withUnescaped<Result>(
    _ position: Int,
    _ body: (Bytes) -> Result
  ) -> Result {
    let entry = entries[position]
    let (offset, count) = (entry.offset, entry.count)
    guard kind(position) == .escaped else {
      return body(bytes.part(from: offset, count: count))
    }
    // Unescaped bytes are never longer than the escapes: at most four bytes for twelve.
    return unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let unescaped = unsafe unescape(from: offset, count: count, into: buffer)
      return unsafe body(Bytes(UnsafeRawBufferPointer(rebasing: buffer[..<unescaped])))
    }
  }

  /// Writes the unescaped bytes of a validated string, and returns their number.
  private func unescape(
    from start: Int,
    count: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var position = start
    var written = 0
    let end = start + count
    // Sound: there is room for as many bytes as are read, and no step writes more than it reads.
    func write(_ byte: UInt8) {
      unsafe buffer[written] = byte
      written &+= 1
    }
    while position < end {
      // A run without escapes.
      while end &- position >= 8 {
        let word = bytes.word(at: position)
        let length = word.stringStops.bytesBeforeMark
        // Those of the eight bytes after the run are overwritten, or are after the last.
        unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: written, as: UInt64.self)
        written &+= length
        position &+= length
        if length < 8 { break }
      }
      guard position < end else { break }
      let byte = bytes[position]
      position &+= 1
      guard byte == UInt8(ascii: "\\") else {
        write(byte)
        continue
      }
      let letter = bytes[position]
      position &+= 1
      switch letter {
      case UInt8(ascii: "b"): write(0x08)
      case UInt8(ascii: "f"): write(0x0c)
      case UInt8(ascii: "n"): write(0x0a)
      case UInt8(ascii: "r"): write(0x0d)
      case UInt8(ascii: "t"): write(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(at: position)
        position &+= 4
        if scalar & 0xfc00 == 0xd800 {
          scalar = 0x10000 &+ ((scalar & 0x3ff) &<< 10 | codeUnit(at: position &+ 2) & 0x3ff)
          position &+= 6
        }
        Self.encode(scalar, write)
      default: write(letter)
      }
    }
    return written
  }

  private func codeUnit(at position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for digit in position..<position &+ 4 {
      unit = unit &<< 4 | (bytes[digit].hexadecimalValue ?? 0)
    }
    return unit
  }

  /// Calls a function with the bytes of a scalar in UTF-8 (RFC 3629 §3).
  @inline(__always) private static func encode(_ scalar: UInt32, _ write: (UInt8) -> Void) {
    func continuation(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: 0x80 | (scalar &>> shift) & 0x3f)
    }
    switch scalar {
    case ..<0x80:
      write(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      write(UInt8(truncatingIfNeeded: 0xc0 | scalar &>> 6))
      write(continuation(0))
    case ..<0x10000:
      write(UInt8(truncatingIfNeeded: 0xe0 | scalar &>> 12))
      write(continuation(6))
      write(continuation(0))
    default:
      write(UInt8(truncatingIfNeeded: 0xf0 | scalar &>> 18))
      write(continuation(12))
      write(continuation(6))
      write(continuation(0))
    }
  }
}
