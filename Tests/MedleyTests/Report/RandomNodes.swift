import TestSupport

/// SplitMix64: the same numbers on every system for one seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Documents for `ReportModelTests.Node`, with values that are wrong, absent or null.
enum RandomNodes {
  static func list(depth: Int, using random: inout SeededGenerator) -> JSONTree {
    let count = Int.random(in: 0...3, using: &random)
    return .array((0..<count).map { _ in node(depth: depth - 1, using: &random) })
  }

  static func node(depth: Int, using random: inout SeededGenerator) -> JSONTree {
    if chance(8, &random) { return wrong(.object([:]), &random) }
    var members: [JSONTree.Member] = []
    func add(_ key: String, absent odds: Int, _ value: JSONTree) {
      guard !chance(odds, &random) else { return }
      members.append(.init(key: key, value: chance(9, &random) ? wrong(value, &random) : value))
    }
    add("children", absent: 4, depth > 0 ? list(depth: depth, using: &random) : .array([]))
    add(
      "maps",
      absent: 6,
      dictionary(&random) { random in array(&random) { scalar(1, &$0) } }
    )
    add("tags", absent: 6, array(&random) { scalar("t", &$0) })
    add("note", absent: 3, "n")
    add(
      "rows",
      absent: 3,
      array(&random, rarely: true) { array(&$0, rarely: true) { scalar(1, &$0, rarely: true) } }
    )
    add(
      "leaf",
      absent: 3,
      dictionary(&random) { depth > 0 ? node(depth: depth - 2, using: &$0) : .object(["id": 1]) }
    )
    add("id", absent: 12, 7)
    return .object(members.shuffled(using: &random))
  }

  private static func chance(_ odds: Int, _ random: inout SeededGenerator) -> Bool {
    Int.random(in: 0..<odds, using: &random) == 0
  }

  /// A value of any other kind.
  private static func wrong(_ value: JSONTree, _ random: inout SeededGenerator) -> JSONTree {
    let others: [JSONTree] = [
      .null, .boolean(true), 3, "x", .array([]), .array([true]), .object([:]),
      .object(["q": .array([false])]),
    ]
    return others.randomElement(using: &random) ?? value
  }

  private static func scalar(
    _ value: JSONTree,
    _ random: inout SeededGenerator,
    rarely: Bool = false
  ) -> JSONTree {
    chance(rarely ? 20 : 5, &random) ? wrong(value, &random) : value
  }

  private static func array(
    _ random: inout SeededGenerator,
    rarely: Bool = false,
    _ element: (inout SeededGenerator) -> JSONTree
  ) -> JSONTree {
    if chance(rarely ? 20 : 8, &random) { return wrong(.array([]), &random) }
    return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) })
  }

  private static func dictionary(
    _ random: inout SeededGenerator,
    _ element: (inout SeededGenerator) -> JSONTree
  ) -> JSONTree {
    let keys = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random)
    )
    return .object(keys.map { JSONTree.Member(key: $0, value: element(&random)) })
  }
}
