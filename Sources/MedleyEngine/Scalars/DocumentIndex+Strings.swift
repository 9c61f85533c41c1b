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
    return longString(kind, position, offset, count)
  }

  @inline(__always) private func shortString(
    _ offset: Int,
    _ count: Int,
    isASCII: Bool
  ) -> String {
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
    return state.strings.score > 0
      ? state.strings.string(first, second) { makeString(offset, count, isASCII: isASCII) }
      : makeString(offset, count, isASCII: isASCII)
  }

  @inline(never) private func makeString(_ offset: Int, _ count: Int, isASCII: Bool) -> String {
    bytes.string(from: offset, count: count, isASCII: isASCII)
  }

  @inline(never) private func longString(
    _ kind: Kind,
    _ position: Int,
    _ offset: Int,
    _ count: Int
  ) -> String {
    switch kind {
    case .text:
      makeString(offset, count, isASCII: false)
    case .escaped:
      withUnescaped(position) { $0.string(from: 0, count: $0.count, isASCII: false) }
    default:
      makeString(offset, count, isASCII: true)
    }
  }
}

extension Bytes {
  /// Returns a string of bytes that the scanner has validated.
  ///
  /// They are copied without validation if the system allows it.
  @inline(__always) func string(from position: Int, count: Int, isASCII: Bool) -> String {
    unsafe withBytes(from: position, count: count) { bytes in
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        // Sound: the scanner has validated the bytes.
        return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
      }
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
  }
}
