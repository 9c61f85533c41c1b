/// Counts of fast paths and slow paths of a decoder.
///
/// Tests read them, because a slow path changes no result and only makes the decoder slower.
package struct FastPathCount: Equatable, Sendable {
  /// The number of types with an element decoder.
  package var types = 0
  /// The number of elements of those types that took the slow path.
  package var slowElements = 0
  /// The number of values that began a call of their own, because a report was being collected.
  package var innerCalls = 0

  package init(types: Int = 0, slowElements: Int = 0, innerCalls: Int = 0) {
    self.types = types
    self.slowElements = slowElements
    self.innerCalls = innerCalls
  }

  static func + (lhs: FastPathCount, rhs: FastPathCount) -> FastPathCount {
    FastPathCount(
      types: lhs.types + rhs.types,
      slowElements: lhs.slowElements + rhs.slowElements,
      innerCalls: lhs.innerCalls + rhs.innerCalls
    )
  }
}
