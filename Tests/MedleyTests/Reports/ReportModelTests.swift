import Medley
import MedleyResilience
import TestSupport
import Testing

/// The reports of random documents against a model that reads only their text.
@Suite struct ReportModelTests {
  struct Node: Codable {
    @Lossy var children: [Node]
    @Lossy var maps: [String: [Int]]
    @Lossy var tags: Set<String>
    @Lossy var note: String?
    var rows: [[Int]]?
    @Lossy var leaf: [String: Node]?
    var id: Int
  }

  @Test(arguments: Backend.allCases, Thoroughness.some(of: 1...40 as ClosedRange<UInt64>, each: 4))
  func `the report equals the model's`(_ backend: Backend, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let document = RandomNodes.list(depth: 4, using: &random)
    var model = NodeModel(keepsOrder: backend.keepsOrder)
    let expected = model.list(document, at: "")
    let (nodes, report) = try DecodingReport.collecting(keepingContent: seed.isMultiple(of: 2)) {
      try backend.decode(Lossy<[Node]>.self, from: document.text).wrappedValue
    }
    #expect(report.losses == model.losses, "seed \(seed): \(document.text)")
    #expect(report.places == model.places, "seed \(seed): \(document.text)")
    #expect(nodes.reduce(0) { $0 + $1.count } == expected)
    #expect(Set(report.losses).count == report.losses.count, "each loss once")
    // Decoding the result again drops nothing and gives the same value.
    let text = try backend.encode(nodes).text
    let (again, second) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Node]>.self, from: text).wrappedValue
    }
    #expect(second.isClean, "seed \(seed): \(second)")
    #expect(again.reduce(0) { $0 + $1.count } == expected)
  }

  @Test(.enabled(if: SeededRandom.isUsual))
  func `the random documents have issues of every kind`() {
    var model = NodeModel(keepsOrder: false)
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      _ = model.list(RandomNodes.list(depth: 4, using: &random), at: "")
    }
    #expect(model.losses.count > 500)
    #expect(model.losses.contains { $0.hasSuffix("defaulted") })
    let ends = [
      ".id", ".children", ".tags[0]", ".note", ".rows", ".leaf", ".rows[0][0]", ".leaf.a",
    ]
    for end in ends {
      #expect(model.places.contains { $0.hasSuffix(end) }, "\(end)")
    }
  }
}

extension ReportModelTests.Node {
  /// The number of nodes, including nested ones.
  fileprivate var count: Int {
    children.reduce(1) { $0 + $1.count } + (leaf ?? [:]).values.reduce(0) { $0 + $1.count }
  }
}
