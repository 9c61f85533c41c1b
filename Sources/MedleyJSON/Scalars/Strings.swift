/// A cache of short strings.
///
/// Feeds repeat short strings, and on 64-bit systems those of at most 15 bytes are stored inline,
/// so a small table can return them. It turns itself off if a document doesn't repeat strings.
@safe struct StringCache {
  private struct Entry {
    var first: UInt64
    var second: UInt64
    var string: String
  }

  private static let count = 128
  private let entries: UnsafeMutablePointer<Entry>
  /// A count that falls with each miss and rises with each hit.
  var credit = 256

  init() {
    unsafe entries = .allocate(capacity: Self.count)
    // No string has this length in its second word.
    unsafe entries.initialize(
      repeating: Entry(first: 0, second: .max, string: ""),
      count: Self.count
    )
  }

  func deallocate() {
    unsafe entries.deinitialize(count: Self.count)
    unsafe entries.deallocate()
  }

  /// Returns the string of at most 15 bytes in two words, the second with the length in its top
  /// byte.
  @inline(__always) mutating func string(
    _ first: UInt64,
    _ second: UInt64,
    otherwise make: () -> String
  ) -> String {
    let hash = (first ^ (second &<< 23 | second &>> 41)) &* 0x9e37_79b9_7f4a_7c15
    // Sound: the index has seven bits, and there are as many entries.
    let entry = unsafe entries + Int(truncatingIfNeeded: hash &>> 57)
    if unsafe entry.pointee.first == first, unsafe entry.pointee.second == second {
      credit &+= 1
      return unsafe entry.pointee.string
    }
    let string = make()
    credit &-= 2
    unsafe entry.pointee = Entry(first: first, second: second, string: string)
    return string
  }
}

// MARK: - Making strings

extension DocumentIndex {
  /// Returns the string at a position.
  @inline(__always) func string(at position: Int) -> String {
    let word = words[position]
    let (offset, count) = (word.offset, word.count)
    let kind = kind(position)
    if count <= 15, kind != .escaped, offset &+ 16 <= bytes.count {
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
    return withStrings { strings in
      strings.credit > 0
        ? strings.string(first, second) { makeString(offset, count, isASCII: isASCII) }
        : makeString(offset, count, isASCII: isASCII)
    }
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
  /// They are copied without validation if the system allows it: 615 instructions instead of 814
  /// for 26 bytes that aren't ASCII.
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
      unsafe withUnescaped(position) { unescaped in
        unsafe unescaped.withMemoryRebound(to: UInt8.self) {
          unsafe Self.makeString($0, isASCII: false)
        }
      }
    default:
      makeString(offset, count, isASCII: true)
    }
  }
}
