import Foundation

/// A generator whose numbers are the same for one seed on every system, so that a failure can be
/// repeated.
///
/// The environment variable `MEDLEY_SEED` is a number that moves all seeds, so that each test tries
/// other values:
///
/// ```sh
/// MEDLEY_SEED=7 swift test
/// ```
///
/// SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  private static let move =
    ProcessInfo.processInfo.environment["MEDLEY_SEED"].flatMap { UInt64($0) } ?? 0

  /// Whether seeds are those that tests name.
  ///
  /// Only with these it is known how many values of a kind there are.
  package static let isUsual = move == 0

  package init(seed: UInt64) {
    // Tests name small seeds, from which the others are far away.
    state = seed ^ Self.move << 32
  }

  /// Creates a generator for one of several documents under the same seed.
  package init(seed: UInt64, _ name: String) {
    // FNV-1a: `hashValue` differs from one process to the next.
    state = name.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed ^ Self.move << 32) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  // MARK: - Choosing

  /// A number from zero up to `bound`, without it.
  package mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  /// True once in so many calls, on average.
  package mutating func once(in times: Int) -> Bool {
    number(below: times) == 0
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
