/// A key as it is written.
struct KeyText {
  /// The name, as the type has it; empty if nothing is cached.
  var name = ""
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
    self.init(name: name, bytes: bytes, hash: Self.hash(of: written))
  }

  /// Returns whether another key has the same name, or is written with the same bytes.
  ///
  /// Strings can be equal without having the same bytes.
  func isSame(as other: KeyText) -> Bool {
    guard let bytes = bytes?.written, let others = other.bytes?.written else { return false }
    return name == other.name
      || bytes.count == others.count && bytes.equal(0, others, 0, count: bytes.count)
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
