import Foundation

/// How often tests repeat what they do with other seeds, lengths and positions.
///
/// A default run takes about a tenth of the repetitions and every kind of case. With the environment
/// variable `MEDLEY_THOROUGH` a run takes all of them, and the tests that need gigabytes:
///
/// ```sh
/// MEDLEY_THOROUGH=1 swift test
/// ```
package enum Thoroughness {
  /// Whether a run takes all repetitions.
  package static let isFull = ProcessInfo.processInfo.environment["MEDLEY_THOROUGH"] != nil

  /// `count` repetitions, or a tenth of them, but at least one.
  package static func rounds(_ count: Int) -> Int {
    isFull ? count : max(1, count / 10)
  }

  /// All seeds, or the first tenth of them, but at least one.
  package static func seeds(_ seeds: Range<UInt64>) -> Range<UInt64> {
    isFull ? seeds : seeds.lowerBound..<seeds.lowerBound + max(1, UInt64(seeds.count) / 10)
  }

  /// All values, or every tenth from one that `seed` chooses.
  ///
  /// A different seed for each case of a test spreads the values over the cases.
  package static func some<Values: RandomAccessCollection>(
    of values: Values,
    each step: Int = 10,
    seed: Int = 0
  ) -> [Values.Element] {
    guard !isFull else { return Array(values) }
    return values.enumerated().filter { ($0.offset + seed).isMultiple(of: step) }.map(\.element)
  }
}
