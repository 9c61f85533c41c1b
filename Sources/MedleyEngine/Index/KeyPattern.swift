import MedleyBase

/// A key as it is in the index and in the bytes, for comparisons without a string.
@safe package struct KeyPattern {
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
  let count: Int

  private let base: UnsafePointer<UInt8>

  /// The pattern of a key that isn't known yet, which matches no key.
  static var unlearned: KeyPattern { KeyPattern() }

  private init() {
    activeShape = 0
    shape = 0
    word = 0
    mask = 0
    count = -1
    // Sound: it is never read.
    unsafe base = UnsafePointer(bitPattern: 8).unsafelyUnwrapped
  }

  var isLearned: Bool { count >= 0 }

  /// Copies a key.
  ///
  /// ``deallocate()`` frees the copy.
  package init(_ string: String) {
    var string = string
    self = string.withUTF8 { key in
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, key.count))
      // Sound: there is room for the key.
      if let base = key.baseAddress { unsafe copy.initialize(from: base, count: key.count) }
      return unsafe KeyPattern(UnsafeBufferPointer(start: copy, count: key.count), at: copy)
    }
  }

  /// Calls a function with the pattern of a key that isn't copied.
  static func withPattern<Result>(
    of string: String,
    _ body: (KeyPattern) throws -> Result
  ) rethrows -> Result {
    var string = string
    return try string.withUTF8 { key in
      var byte: UInt8 = 0
      return try unsafe withUnsafePointer(to: &byte) { nothing in
        try body(unsafe KeyPattern(key, at: key.baseAddress ?? nothing))
      }
    }
  }

  private init(_ key: UnsafeBufferPointer<UInt8>, at base: UnsafePointer<UInt8>) {
    count = key.count
    unsafe self.base = base
    let isASCII = unsafe key.allSatisfy { $0 < 0x80 }
    let kind = isASCII ? Kind.ascii : .text
    shape = UInt32(truncatingIfNeeded: IndexEntry(kind, offset: 0, count: count).high)
    activeShape = shape
    mask = count >= 8 ? .max : .first(count)
    word = unsafe Bytes(UnsafeRawBufferPointer(key)).head(0, count)
  }

  /// Creates the pattern of a field's name, whose bytes are those of a literal.
  @inline(__always) init(_ key: FieldKey) {
    assert(Kind.ascii.rawValue == 5 && Kind.text.rawValue == 6)
    shape = key.shape
    activeShape = shape
    word = key.word
    mask = key.mask
    count = key.count
    unsafe base = key.base
  }

  package func deallocate() {
    if isLearned { unsafe base.deallocate() }
  }

  /// Whether the pattern is learned and not suspended.
  @inline(__always) var isActive: Bool { activeShape != 0 }

  /// Suspends the pattern, so that it matches no key.
  mutating func suspend() { activeShape = 0 }

  /// Resumes the pattern, so that it matches its key again.
  mutating func resume() { activeShape = shape }

  var isASCII: Bool { shape >> 28 == UInt32(Kind.ascii.rawValue) }

  /// The key.
  @inline(__always) var bytes: Bytes {
    unsafe Bytes(UnsafeRawBufferPointer(start: base, count: count))
  }

  var string: String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// Returns whether a part of some bytes is this key.
  func equals(_ bytes: Bytes, at position: Int, count: Int) -> Bool {
    count == self.count && self.bytes.equal(0, bytes, position, count: count)
  }
}
