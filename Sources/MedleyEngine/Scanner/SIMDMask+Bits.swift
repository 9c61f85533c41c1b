extension SIMDMask<SIMD16<Int8>> {
  /// The lanes as bits, the first in the lowest.
  ///
  /// Comparison fills a lane with ones, of which one bit is kept, a different one in each of eight
  /// lanes. Multiplication adds the lanes.
  @inlinable @inline(__always) package var bits: UInt64 {
    let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
    let lanes = unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self) & weights
    let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    let ones = UInt64(repeating: 1)
    return (halves[0] &* ones) &>> 56 | (halves[1] &* ones) &>> 48 & 0xff00
  }
}
