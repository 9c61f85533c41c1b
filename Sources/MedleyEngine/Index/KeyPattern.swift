import MedleyBase

/// A key as it is in the index and in the bytes, for comparisons without a string.
package struct KeyPattern {
  /// The upper half of the index entry of the key: kind and length.
  ///
  /// It is zero, which no key has, while the pattern is suspended.
  private(set) var activeShape: UInt32
  /// The upper half of the index entry, also while the pattern is suspended.
  private let shape: UInt32
  /// The first eight bytes.
  let word: UInt64
  /// The mask of those bytes that belong to the key.
  let mask: UInt64
  /// The key.
  let bytes: Bytes

  /// Creates the pattern of a key that isn't known yet, which matches no key.
  init() {
    (activeShape, shape, word, mask, bytes) = (0, 0, 0, 0, Bytes())
  }

  var count: Int { bytes.count }
  var isLearned: Bool { shape != 0 }

  /// Copies a key.
  ///
  /// ``deallocate()`` frees the copy.
  package init(_ string: String) {
    self = string.withBytes { KeyPattern($0.copied()) }
  }

  /// Creates the pattern of a key that outlives it.
  init(_ bytes: Bytes) {
    self.bytes = bytes
    let count = bytes.count
    let isASCII = (0..<count).allSatisfy { bytes[$0] < 0x80 }
    let kind = isASCII ? Kind.ascii : .text
    shape = UInt32(truncatingIfNeeded: IndexEntry(kind, offset: 0, count: count).high)
    activeShape = shape
    mask = count >= 8 ? .max : .first(count)
    word = bytes.head(0, count)
  }

  /// Creates the pattern of a field's name, whose bytes are those of a literal.
  @inline(__always) init(_ key: FieldKey) {
    assert(Kind.ascii.rawValue == 5 && Kind.text.rawValue == 6)
    shape = key.shape
    activeShape = shape
    word = key.word
    mask = key.mask
    // Sound: the literal has this many bytes.
    bytes = unsafe Bytes(UnsafeRawBufferPointer(start: key.base, count: key.count))
  }

  package func deallocate() {
    if isLearned { bytes.deallocate() }
  }

  /// Whether the pattern is learned and not suspended.
  @inline(__always) var isActive: Bool { activeShape != 0 }

  /// Suspends the pattern, so that it matches no key.
  mutating func suspend() { activeShape = 0 }

  /// Resumes the pattern, so that it matches its key again.
  mutating func resume() { activeShape = shape }

  var isASCII: Bool { shape >> 28 == UInt32(Kind.ascii.rawValue) }
}
