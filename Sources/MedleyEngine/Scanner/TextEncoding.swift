/// The encoding of a document that isn't in UTF-8: UTF-16 or UTF-32.
///
///     first bytes     00 00 FE FF   FE FF   FF FE 00 00   FF FE     with a byte order mark
///                     00 00 00 xx   00 xx   xx 00 00 00   xx 00     without
///     encoding        UTF-32        UTF-16  UTF-32        UTF-16
///                     big-endian            little-endian
///
/// Without a mark, the zeros in the first characters show it, because JSON begins with a character of
/// ASCII (RFC 4627 §3). `JSONDecoder` finds encodings in the same way.
struct TextEncoding {
  /// The number of bytes of a code unit: 2 or 4.
  let width: Int
  let isBigEndian: Bool
  /// The number of bytes of the byte order mark; 0 if there is none.
  let markLength: Int

  /// The number in its name: 16 or 32.
  var bits: Int { width * 8 }
}

// MARK: - Detecting

extension TextEncoding {
  /// Finds the encoding of a document; nil if it can only be UTF-8.
  init?(of bytes: Bytes) {
    guard bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xfe else { return nil }
    /// Returns whether one of the first four bytes is 0; there are none behind the end.
    func isZero(_ index: Int) -> Bool { index < bytes.count && bytes[index] == 0 }
    let isLong = bytes.count >= 4
    let found: (width: Int, isBigEndian: Bool, markLength: Int)? =
      switch (bytes[0], bytes[1]) {
      case (0xfe, 0xff): (2, true, 2)
      // UTF-16 would begin with U+0000, which isn't JSON.
      case (0xff, 0xfe) where isZero(2) && isZero(3): (4, false, 4)
      case (0xff, 0xfe): (2, false, 2)
      case (0, 0) where isLong && bytes[2] == 0xfe && bytes[3] == 0xff: (4, true, 4)
      case (0, 0) where isLong && isZero(2): (4, true, 0)
      case (_, 0) where isZero(2) && isZero(3): (4, false, 0)
      case (0, _) where !isLong || isZero(2): (2, true, 0)
      case (_, 0) where !isLong || isZero(3): (2, false, 0)
      default: nil
      }
    guard let found else { return nil }
    (width, isBigEndian, markLength) = found
  }
}

// MARK: - Transcoding

extension TextEncoding {
  /// Returns a document in UTF-8, without its byte order mark.
  ///
  /// - Throws: `SyntaxError` with the first code unit that is no character.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  func utf8(_ bytes: Bytes) throws(SyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    // Most documents are in ASCII; others grow the array once or twice.
    text.reserveCapacity(bytes.count / width + bytes.count / 16)
    var position = markLength
    while position < bytes.count {
      guard let character = scalar(at: &position, in: bytes).flatMap(UTF8.encode) else {
        throw SyntaxError(offset: position, reason: .otherEncoding(bits: bits))
      }
      for byte in character { text.append(byte) }
    }
    // Only one mark is ignored.
    if text.count >= 3, text[0] == 0xef, text[1] == 0xbb, text[2] == 0xbf {
      throw SyntaxError(offset: markLength, reason: .unexpectedByte)
    }
    return text
  }

  /// Reads a character; nil if there is none at the position.
  private func scalar(at position: inout Int, in bytes: Bytes) -> Unicode.Scalar? {
    guard let unit = unit(at: position, in: bytes) else { return nil }
    if let scalar = Unicode.Scalar(unit) {
      position += width
      return scalar
    }
    // Half of a pair in UTF-16: D800 to DBFF, and DC00 to DFFF.
    guard width == 2, unit < 0xdc00, let low = self.unit(at: position + 2, in: bytes),
      0xdc00...0xdfff ~= low
    else { return nil }
    position += 4
    return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
  }

  private func unit(at position: Int, in bytes: Bytes) -> UInt32? {
    guard bytes.count - position >= width else { return nil }
    var unit: UInt32 = 0
    for index in 0..<width {
      let byte = bytes[position + (isBigEndian ? index : width - 1 - index)]
      unit = unit << 8 | UInt32(byte)
    }
    return unit
  }
}

extension SyntaxError.Reason {
  /// Returns why a feed is refused, by its first bytes: if it is in UTF-16 or UTF-32.
  package static func encodedFeed(beginning bytes: [UInt8]) -> Self? {
    bytes.withBytes { TextEncoding(of: $0) }.map { .encodedFeed(bits: $0.bits) }
  }
}
