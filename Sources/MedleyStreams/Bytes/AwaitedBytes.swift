/// The bytes that may complete an element, so that bytes that come one at a time are looked at
/// together.
@usableFromInline struct AwaitedBytes: Sendable {
  @usableFromInline var first: UInt8
  @usableFromInline var second: UInt8
  /// The number of them that come at least before an element is complete; 0 if any byte may
  /// complete it.
  @usableFromInline var count: Int
  /// Whether the bytes between elements of an array, and an object or array that begins, complete
  /// nothing.
  @usableFromInline var isBetweenElements: Bool

  /// Any byte.
  static let any = AwaitedBytes(0, count: 0)

  /// Any byte but those between the elements of an array, and then the end of an object or array.
  ///
  /// To look at the bytes between elements one by one took half of the time of an element.
  static let afterElement = AwaitedBytes(0, count: 0, isBetweenElements: true)

  init(_ first: UInt8, or second: UInt8? = nil, count: Int = 1, isBetweenElements: Bool = false) {
    self.first = first
    self.second = second ?? first
    self.count = count
    self.isBetweenElements = isBetweenElements
  }

  /// Counts a byte; returns whether it may complete an element.
  @inlinable @inline(__always) mutating func isLast(_ byte: UInt8) -> Bool {
    guard count > 0 else { return isLastOutside(byte) }
    if byte == first || byte == second { count &-= 1 }
    return count == 0
  }

  @inlinable @inline(never) mutating func isLastOutside(_ byte: UInt8) -> Bool {
    guard isBetweenElements else { return true }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      (first, second, count) = (UInt8(ascii: "}"), UInt8(ascii: "]"), 1)
      return false
    case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "\t"):
      return false
    default: return true
    }
  }
}
