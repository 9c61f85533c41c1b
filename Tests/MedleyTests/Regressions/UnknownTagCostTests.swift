import Medley
import MedleyBase
import MedleyResilience
import TestSupport
import Testing

/// The edit distance of each unknown tag to all registered ones was computed: 5.7 ms per element
/// with 1,000 types.
@Suite struct UnknownTagCostTests {
  private static func registry(_ tags: [String]) throws -> PolymorphicRegistry<any Media> {
    var registry = PolymorphicRegistry<any Media>("type", policies: .init(unknown: .throw))
    for tag in tags { try registry.register(Movie.self, for: .string(tag)) { $0 } }
    return registry
  }

  /// The number of computed edit distances for 100 elements with unknown tags.
  private static func comparisons(among count: Int) throws -> Int {
    let registry = try registry((0..<count).map { "customer.subscription.event\($0)" })
    let elements = (0..<100).map { #"{"type":"customer.invoice.paid\#($0)"}"# }
    return try counting {
      let feed = try Backend.json.decode(
        Lossy<[Polymorphic<any Media>]>.self,
        from: "[\(elements.joined(separator: ","))]",
        with: registry
      )
      #expect(feed.wrappedValue.isEmpty)
    }.count
  }

  @Test func `compares an unknown tag with only a few registered ones`() throws {
    #expect(try Self.comparisons(among: 1000) <= 100)
  }

  @Test(arguments: Thoroughness.seeds(0..<20))
  func `suggests the same tag as a plain search`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func word() -> String {
      let letters = Array("abcdeé_9")
      return String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        }
      )
    }
    var known: [String] = []
    for _ in 0..<30 { known.append(word()) }
    known = known.enumerated().filter { known.firstIndex(of: $1) == $0 }.map(\.element)
    let registry = try Self.registry(known)
    for _ in 0..<50 {
      let tag = Bool.random(using: &random) ? word() : known[0].uppercased() + word().prefix(2)
      guard !known.contains(tag) else { continue }
      let error = try #require(throws: DecodingError.self) {
        try Backend.json.feed(#"[{"type":"\#(tag)"}]"#, registry)
      }
      #expect(error.cause?.nearest == nearest(to: tag, among: known).map { .string($0) })
    }
  }

  // MARK: - Searching

  /// The first tag with the smallest distance, if that is small for its length.
  private func nearest(to tag: String, among known: [String]) -> String? {
    if let same = known.first(where: { $0.lowercased() == tag.lowercased() }) { return same }
    let letters = Array(tag.lowercased().unicodeScalars)
    let near = known.map { ($0, Array($0.lowercased().unicodeScalars)) }
      .map { ($0, distance(letters, $1), min(3, min(letters.count, $1.count) / 3)) }
      .filter { $0.1 <= $0.2 }
    let least = near.map(\.1).min()
    return near.first { $0.1 == least }?.0
  }

  /// The number of insertions, removals, replacements and swaps of neighbours.
  private func distance(_ lhs: [Unicode.Scalar], _ rhs: [Unicode.Scalar]) -> Int {
    var table = [[Int]](repeating: Array(0...rhs.count), count: lhs.count + 1)
    for row in lhs.indices {
      table[row + 1][0] = row + 1
      for column in rhs.indices {
        let replaced = table[row][column] + (lhs[row] == rhs[column] ? 0 : 1)
        var least = min(replaced, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
          least = min(least, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = least
      }
    }
    return table[lhs.count][rhs.count]
  }
}
