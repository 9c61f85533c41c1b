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

  @inline(never) private func makeString(
    _ offset: Int,
    _ count: Int,
    isASCII: Bool
  ) -> String {
    unsafe bytes.withBytes(from: offset, count: count) {
      unsafe Self.makeString($0, isASCII: isASCII)
    }
  }

  /// Returns a string of bytes that the scanner has validated.
  ///
  /// They are copied without validation if the system allows it.
  @inline(__always) private static func makeString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    isASCII: Bool
  ) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Sound: the scanner has validated the bytes.
      return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
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
      withUnescaped(position) { unescaped in
        unsafe unescaped.withBytes(from: 0, count: unescaped.count) {
          unsafe Self.makeString($0, isASCII: false)
        }
      }
    default:
      makeString(offset, count, isASCII: true)
    }
  }
}
