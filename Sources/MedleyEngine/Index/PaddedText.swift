/// Memory for a small document, with zeros after it.
///
/// Frequent members are read with a look at 160 bytes from each one, which a small document mostly
/// doesn't have. The zeros are part of no valid text, so that nothing is read into them. The
/// copy takes a tenth of what it saves.
@safe struct PaddedText {
  /// The length of the longest document that is copied.
  static let largestCount = 2048
  /// The number of zeros: for the bytes that the scanner looks at, in whole blocks of its bitmap.
  static let padding = 256

  private let base: UnsafeMutableRawPointer

  init() {
    unsafe base = .allocate(byteCount: Self.largestCount + Self.padding, alignment: 16)
  }

  func deallocate() {
    unsafe base.deallocate()
  }

  /// Copies a document, which replaces the one before.
  ///
  /// - Parameter text: At most ``largestCount`` bytes.
  /// - Returns: The copy, after which there are zeros.
  func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    precondition(text.count <= Self.largestCount)
    // Sound: there is room for the text and the zeros.
    if let start = text.baseAddress { unsafe base.copyMemory(from: start, byteCount: text.count) }
    unsafe (base + text.count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    return unsafe UnsafeRawBufferPointer(start: base, count: text.count)
  }
}
