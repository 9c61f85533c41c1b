/// Random numbers that are the same wherever and whenever they are asked for (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: What a test repeats a failure with.
  ///   - name: What tells one document from another under the same seed.
  init(seed: UInt64, _ name: String) {
    // FNV-1a: `hashValue` differs from one process to the next.
    state = name.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
