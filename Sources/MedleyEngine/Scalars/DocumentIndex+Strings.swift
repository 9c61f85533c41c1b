// MARK: - Making strings

extension DocumentIndex {
  /// Returns the string at a position, compiled once: each copy takes 350 bytes.
  @inline(never) package func string(at position: Int) -> String {
    inlineString(at: position)
  }

  /// Does the same, for the callers that decode most strings.
  @inline(__always) func inlineString(at position: Int) -> String {
    let entry = entries[position]
    let (offset, count) = (entry.offset, entry.count)
    let kind = kind(position)
    if count <= 15, kind != .escaped, offset &+ 16 <= bytes.readable {
      return shortString(offset, count, isASCII: kind == .ascii)
    }
    return longString(at: position)
  }

  @inline(__always)
  private func shortString(_ offset: Int, _ count: Int, isASCII: Bool) -> String {
    let first: UInt64
    let second: UInt64
    let length = UInt64(truncatingIfNeeded: count) &<< 56
    if count < 8 {
      first = bytes.word(at: offset) & .first(count)
      second = length
    } else {
      first = bytes.word(at: offset)
      second = bytes.word(at: offset &+ 8) & .first(count &- 8) | length
    }
    func make() -> String { bytes.string(from: offset, count: count, isASCII: isASCII) }
    return state.strings.score > 0
      ? state.strings.string(first, second, otherwise: make) : make()
  }

  @inline(never) private func longString(at position: Int) -> String {
    let entry = entries[position]
    let kind = kind(position)
    if kind == .escaped {
      return withUnescaped(position) { $0.string(from: 0, count: $0.count, isASCII: false) }
    }
    return bytes.string(from: entry.offset, count: entry.count, isASCII: kind != .text)
  }
}

extension Bytes {
  /// Returns a string of bytes that the scanner has validated.
  ///
  /// They are copied without validation if the system allows it.
  @inline(never) func string(from position: Int, count: Int, isASCII: Bool) -> String {
    assert(position >= 0 && count >= 0 && position + count <= self.count)
    // Sound: the part is inside, and bytes have no alignment.
    let start = unsafe (base + position).assumingMemoryBound(to: UInt8.self)
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Sound: the scanner has validated the bytes.
      return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Resolving escapes

extension DocumentIndex {
  /// Calls a function with the unescaped bytes of a string or a key.
  func withUnescaped<Result>(_ position: Int, _ body: (Bytes) -> Result) -> Result {
    let entry = entries[position]
    let (offset, count) = (entry.offset, entry.count)
    guard kind(position) == .escaped else {
      return body(bytes.part(from: offset, count: count))
    }
    // Unescaped bytes are never longer than the escapes: at most four bytes for twelve.
    return unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { memory in
      // Sound: it is neither grown nor freed, and used only here.
      var buffer = ByteBuffer(unsafe OwnedMemory(memory.baseAddress, capacity: count))
      unescape(from: offset, count: count, into: &buffer)
      return body(buffer.written)
    }
  }

  /// Writes the unescaped bytes of a validated string to memory for as many as are read.
  ///
  /// No step writes more than it reads.
  private func unescape(from start: Int, count: Int, into buffer: inout ByteBuffer) {
    var position = start
    let end = start + count
    while position < end {
      // A run without escapes.
      while end &- position >= 8 {
        let word = bytes.word(at: position)
        let length = word.stringStops.bytesBeforeMark
        // Those of the eight bytes after the run are overwritten, or are after the last.
        buffer.write(word: word, count: length)
        position &+= length
        if length < 8 { break }
      }
      guard position < end else { break }
      let byte = bytes[position]
      position &+= 1
      guard byte == UInt8(ascii: "\\") else {
        buffer.write(byte)
        continue
      }
      let letter = bytes[position]
      position &+= 1
      switch letter {
      case UInt8(ascii: "b"): buffer.write(0x08)
      case UInt8(ascii: "f"): buffer.write(0x0c)
      case UInt8(ascii: "n"): buffer.write(0x0a)
      case UInt8(ascii: "r"): buffer.write(0x0d)
      case UInt8(ascii: "t"): buffer.write(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(at: position)
        position &+= 4
        if scalar & 0xfc00 == 0xd800 {
          scalar = 0x10000 &+ ((scalar & 0x3ff) &<< 10 | codeUnit(at: position &+ 2) & 0x3ff)
          position &+= 6
        }
        // The scanner refuses surrogates without their other half.
        guard let character = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { continue }
        for byte in character { buffer.write(byte) }
      default: buffer.write(letter)
      }
    }
  }

  private func codeUnit(at position: Int) -> UInt32 {
    (position..<position &+ 4).reduce(0) { $0 &<< 4 | (bytes[$1].hexadecimalValue ?? 0) }
  }
}
