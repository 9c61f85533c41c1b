/// A cache of the bytes of keys that have names of their own, such as those of wire forms.
///
/// The keys of a type that is one byte are in `EncodedKeys`. These are found by their names, which
/// repeat in each element of a feed.
struct KeyTexts {
  struct Text {
    /// The name, as the type has it; empty if nothing is cached.
    var name = ""
    /// The name that is written.
    var written = ""
    /// The bytes to write, with quotation marks and colon.
    var bytes: ByteBuffer?
    /// The bit of the name that is written, by which repeated keys are found.
    var bit: UInt64 = 0
    /// Its hash, by which parts are compared.
    var hash: UInt64 = 0
  }

  /// The limit for the bytes of a name.
  private static let longestName = 64
  private static let count = 128

  /// The texts by a hash of the name.
  ///
  /// Of two names with one hash, the last one is cached.
  private var texts = MemoryStack<Text>(capacity: 1)

  func deallocate() {
    for position in 0..<texts.count { texts[position].bytes?.deallocate() }
    texts.deallocate()
  }

  @inline(__always) subscript(position: Int) -> Text {
    _read { yield texts[position] }
  }

  /// Returns the position of the text of a key; nil for a name that isn't cached.
  @inline(__always)
  mutating func position(of name: String, _ make: () -> Text) -> Int? {
    guard let position = Self.hash(name) else { return nil }
    // Both are ASCII, so equal strings have the same bytes.
    if position < texts.count, texts[position].name == name { return position }
    insert(name, at: position, make())
    return position
  }

  @inline(never)
  private mutating func insert(_ name: String, at position: Int, _ text: consuming Text) {
    while texts.count < Self.count { texts.push(Text()) }
    texts[position].bytes?.deallocate()
    text.name = name
    texts[position] = text
  }

  /// Returns the place of a name; nil for an empty or long one, and for one that isn't ASCII.
  private static func hash(_ name: String) -> Int? {
    let hash = unsafe name.utf8.withContiguousStorageIfAvailable { name in
      guard !name.isEmpty, name.count <= longestName else { return -1 }
      var (hash, all) = (name.count, UInt8(0))
      for position in 0..<name.count {
        let byte = unsafe name[position]
        hash = hash &* 31 &+ Int(byte)
        all |= byte
      }
      return all < 0x80 ? (hash ^ hash &>> 7) & (count - 1) : -1
    }
    return hash.flatMap { $0 < 0 ? nil : $0 }
  }
}
