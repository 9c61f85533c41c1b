import MedleyBase

/// One change of a document, as it may happen or be made by an attacker.
struct Mutation: Sendable {
  /// The change, by what becomes of the value.
  enum Kind: String, CaseIterable {
    case drop = "is dropped"
    case null = "is null"
    case kind = "is of another kind"
    case add = "has one more"
    case reorder = "is in another order"
    case rename = "has another name"
    case unknown = "is unknown"
    case swap = "has another value"
    case duplicate = "is there twice"
    case empty = "is empty"
    case huge = "is huge"
    case deep = "is nested"
  }

  let kind: Kind
  let path: NodePath
  /// Chooses among the values of the kind.
  let choice: Int

  /// Changes a document, unless it has no such place.
  func apply(to document: inout JSONNode) {
    guard let node = document[path] else { return }
    let container = Array(path.dropLast())
    switch (kind, path.last) {
    case (.drop, _): document[path] = nil
    case (.rename, let key?) where key.intValue == nil:
      document.rename(path, to: (document[container]?.children ?? []).newKey)
    case (.rename, let key?), (.duplicate, let key?):
      document[container]?.children.append(JSONNode.Child(key: key, value: node))
    default: document[path] = changed(node)
    }
  }

  private func changed(_ node: JSONNode) -> JSONNode {
    switch (kind, node) {
    case (.null, _): return .null
    case (.kind, _):
      let kinds: [JSONNode] = [
        .null, .scalar("true"), .scalar("7"), .scalar("7.5"), .plain("7"), .array([]), .object([]),
      ].filter { $0.kind != node.kind }
      return kinds[choice % kinds.count]
    case (.add, .array(let elements)):
      return .array(elements + [elements.first ?? .scalar("7")])
    case (.add, .object(let members)):
      return members.adding(.array([.scalar("7")]))
    case (.reorder, _): return node.reordered
    case (.unknown, _): return .plain("unknown-\(choice % 10)")
    // Another number, or the opposite.
    case (.swap, _) where node.kind == .number: return .scalar("\(choice % 1000)")
    case (.swap, _) where node.kind == .boolean:
      return .scalar(node == .scalar("true") ? "false" : "true")
    case (.empty, .array): return .array([])
    case (.empty, .object): return .object([])
    case (.empty, .scalar): return .plain("")
    case (.huge, _):
      let values: [JSONNode] = [
        .scalar("9223372036854775808"), .scalar("1e300"), .scalar("-0.1e-300"), .scalar("1e308"),
        .plain(String(repeating: "long ", count: 800)),
      ]
      return values[choice % values.count]
    case (.deep, _):
      return (0..<(choice % 2 == 0 ? 40 : 600)).reduce(node) { node, _ in .array([node]) }
    default: return node
    }
  }

  /// The change in words: `items[].year is null`.
  var description: String { "\(path.memberPath) \(kind.rawValue)" }
}

extension [SampleDocument] {
  /// Returns the sample and the one to three changes that a seed stands for.
  func mutations(_ seed: UInt64) -> (sample: SampleDocument, mutations: [Mutation]) {
    var random = SeededNumbers(state: seed)
    let sample = self[random.next(below: count)]
    let places = sample.document.values()
    let count = [1, 1, 1, 2, 3][random.next(below: 5)]
    let mutations = (0..<count).map { _ in
      Mutation(
        kind: Mutation.Kind.allCases[random.next(below: Mutation.Kind.allCases.count)],
        path: places[random.next(below: places.count)].path,
        choice: random.next(below: 1 << 20)
      )
    }
    return (sample, mutations)
  }
}

/// Numbers that a seed repeats.
private struct SeededNumbers {
  var state: UInt64

  /// SplitMix64, by Steele, Lea and Flood (2014).
  mutating func next(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
