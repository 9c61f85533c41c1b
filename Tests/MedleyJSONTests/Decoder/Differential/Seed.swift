/// A generator of numbers that are the same for the same seed, so that a failure can be repeated.
struct Seed: RandomNumberGenerator {
  private var state: UInt64

  init(_ number: UInt64) {
    state = number &* 0x9e37_79b9_7f4a_7c15
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }

  mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool {
    number(below: times) == 0
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
