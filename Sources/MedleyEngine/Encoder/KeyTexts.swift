/// A key as it is written.
struct KeyText {
  /// The name, as the type has it; empty if nothing is cached.
  var name = ""
  /// The name that is written.
  var written = ""
  /// The bytes to write, with quotation marks and colon, which the owner frees.
  var bytes: ByteBuffer?
  /// The hash of the name that is written.
  var hash: UInt64 = 0
}

extension KeyText {
  init(_ name: String, as written: String, escapingSlashes: Bool) {
    var bytes = ByteBuffer(capacity: 32)
    bytes.append(written, escapingSlashes: escapingSlashes)
    bytes.append(UInt8(ascii: ":"))
    // Keys are copied in whole blocks.
    bytes.reserve(16)
    self.init(name: name, written: written, bytes: bytes, hash: Self.hash(of: written))
  }

  /// Returns whether another key has the same name, or is written with the same bytes.
  ///
  /// Strings can be equal without having the same bytes.
  func isSame(as other: KeyText) -> Bool {
    guard let bytes, let others = other.bytes else { return false }
    return name == other.name || bytes.hasSameBytes(as: others)
  }

  /// Returns a hash of a name; 0 if strings may be equal to it that have other bytes.
  static func hash(of name: String) -> UInt64 {
    name.withContiguousBytes { name -> UInt64 in
      var (hash, all) = (0xcbf2_9ce4_8422_2325 as UInt64, UInt8(0))
      for position in 0..<name.count {
        let byte = name[position]
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        all |= byte
      }
      return all < 0x80 ? max(hash, 1) : 0
    } ?? 0
  }
}

/// A cache of the bytes of keys that have names of their own, such as those of wire forms.
///
/// The keys of a type that is one byte are in `EncodedKeys`. These are found by their names, which
/// repeat in each element of a feed.
struct KeyTexts {
  /// The limit for the bytes of a name.
  private static let longestName = 64
  private static let count = 128

  /// The texts by a hash of the name.
  ///
  /// Of two names with one hash, the last one is cached.
  private var texts = MemoryStack<KeyText>(capacity: 1)

  func deallocate() {
    for position in 0..<texts.count { texts[position].bytes?.deallocate() }
    texts.deallocate()
  }

  @inline(__always) subscript(position: Int) -> KeyText {
    _read { yield texts[position] }
  }

  /// Returns the position of the text of a key; nil for a name that isn't cached: an empty or long one,
  /// and one that isn't ASCII.
  @inline(__always)
  mutating func position(of name: String, _ make: () -> KeyText) -> Int? {
    guard 1...Self.longestName ~= name.utf8.count else { return nil }
    let hash = KeyText.hash(of: name)
    guard hash != 0 else { return nil }
    let position = Int(truncatingIfNeeded: hash ^ hash &>> 32) & (Self.count &- 1)
    // Both are ASCII, so equal strings have the same bytes.
    if position < texts.count, texts[position].name == name { return position }
    insert(make(), at: position)
    return position
  }

  @inline(never) private mutating func insert(_ text: KeyText, at position: Int) {
    while texts.count < Self.count { texts.push(KeyText()) }
    texts[position].bytes?.deallocate()
    texts[position] = text
  }
}
