/// How often a decoder took its fast paths, and how often it left them.
///
/// Leaving one changes no result and makes the decoder several times slower, so that tests have to
/// count.
package struct FastPathCount: Equatable, Sendable {
  /// How many types have a decoder for their elements.
  package var types = 0
  /// How many elements of those types took the slow path.
  package var slowElements = 0
  /// How often somebody listened and values had to begin a call of their own.
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

extension PolymorphicJSONDecoder {
  /// How often fast paths were taken and left, in all calls whose documents wait for the next.
  package var fastPaths: FastPathCount { pool.fastPaths }
}
