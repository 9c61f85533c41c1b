import Foundation
import Testing

/// Numbers that are the same in every run: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

extension TimeZone {
  /// A zone by name, which every system has.
  static func named(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }
}

/// 2024-01-02T03:04:05Z, a Tuesday.
let tuesday = Date(timeIntervalSince1970: 1_704_164_645)
