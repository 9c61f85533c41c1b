import Medley
import MedleyBase
import TestSupport
import Testing

@Suite struct TextsTests {
  @Test(arguments: [0, 1, 2, 3, 12, 13, 64, 100])
  func `orders positions like a stable sort`(_ count: Int) {
    var random = SeededRandom(seed: 11)
    let numbers = (0..<count).map { _ in random.number(below: 9) }
    let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    #expect(numbers.indices.sortedOrder { numbers[$0] < numbers[$1] } == expected)
  }

  @Test func `orders positions that begin later`() {
    let numbers = [9, 8, 3, 2, 1]
    #expect((2..<5).sortedOrder { numbers[$0] < numbers[$1] } == [4, 3, 2])
  }
}
