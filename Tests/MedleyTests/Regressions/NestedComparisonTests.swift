import Medley
import MedleyBase
import Testing

/// Objects that differ were compared in two orders at each level: 24 levels took 16 seconds.
@Suite struct NestedComparisonTests {
  /// A scalar that counts its comparisons.
  private struct Counting: Codable, Hashable {
    @TaskLocal static var comparisons: Lock<Int>?
    let number: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      Self.comparisons?.withLock { $0 += 1 }
      return lhs.number == rhs.number
    }
  }

  private func nested(_ depth: Int, _ number: Int) -> PayloadValue {
    var value = PayloadValue.other(Counting(number: number))
    for _ in 0..<depth { value = ["a": value, "b": 1] }
    return value
  }

  @Test func `compares the contents of two objects once`() {
    let comparisons = Lock(0)
    Counting.$comparisons.withValue(comparisons) {
      #expect(nested(40, 1) != nested(40, 2))
      #expect(nested(40, 1) == nested(40, 1))
    }
    #expect(comparisons.withLock { $0 } == 2)
  }

  @Test func `ignores the order of members but not duplicates`() {
    let value: PayloadValue = ["a": 1, "b": ["c": 2, "d": 3]]
    #expect(value == ["b": ["d": 3, "c": 2], "a": 1])
    #expect(value != ["b": ["d": 3, "c": 2], "a": 2])
    #expect((["a": 1, "a": 2] as PayloadValue) == ["a": 1, "a": 2])
    #expect((["a": 1, "a": 2] as PayloadValue) != ["a": 2, "a": 1])
    #expect((["b": 0, "a": 1, "a": 2] as PayloadValue) == ["a": 1, "b": 0, "a": 2])
  }
}
