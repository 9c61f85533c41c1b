import TestSupport

/// Documents for `ReportModelTests.Node` with invalid, absent and null values.
enum RandomNodes {
  static func list(depth: Int, using random: inout SeededRandom) -> JSONTree {
    let count = Int.random(in: 0...3, using: &random)
    return .array((0..<count).map { _ in node(depth: depth - 1, using: &random) })
  }

  static func node(depth: Int, using random: inout SeededRandom) -> JSONTree {
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

  private static func chance(_ odds: Int, _ random: inout SeededRandom) -> Bool {
    Int.random(in: 0..<odds, using: &random) == 0
  }

  /// A value of another kind.
  private static func wrong(_ value: JSONTree, _ random: inout SeededRandom) -> JSONTree {
    let others: [JSONTree] = [
      .null, .boolean(true), 3, "x", .array([]), .array([true]), .object([:]),
      .object(["q": .array([false])]),
    ]
    return others.randomElement(using: &random) ?? value
  }

  private static func scalar(
    _ value: JSONTree,
    _ random: inout SeededRandom,
    rarely: Bool = false
  ) -> JSONTree {
    chance(rarely ? 20 : 5, &random) ? wrong(value, &random) : value
  }

  private static func array(
    _ random: inout SeededRandom,
    rarely: Bool = false,
    _ element: (inout SeededRandom) -> JSONTree
  ) -> JSONTree {
    if chance(rarely ? 20 : 8, &random) { return wrong(.array([]), &random) }
    return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) })
  }

  private static func dictionary(
    _ random: inout SeededRandom,
    _ element: (inout SeededRandom) -> JSONTree
  ) -> JSONTree {
    let keys = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random)
    )
    return .object(keys.map { JSONTree.Member(key: $0, value: element(&random)) })
  }
}
