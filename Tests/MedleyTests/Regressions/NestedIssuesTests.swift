import Medley
import MedleyBase
import MedleyResilience
import TestSupport
import Testing

/// Each element and each dictionary around an issue traversed all its issues to tag and
/// sort them.
@Suite struct NestedIssuesTests {
  private struct Node: Media {
    var title = "node"
    var child: Polymorphic<any Media>?
    @Lossy var tags: [String]

    enum CodingKeys: CodingKey { case child, tags }
  }

  private static let registry = PolymorphicRegistry<any Media>("type") {
    try $0.register(Node.self, for: "N") { $0 }
  }

  @Test(arguments: Backend.allJSON)
  func `tags an issue once at every nesting depth`(_ backend: Backend) throws {
    let leaf = #"{"type":"N","tags":["# + Array(repeating: "1", count: 200).joined(separator: ",")
    let text =
      String(repeating: #"{"type":"N","tags":[2],"child":"#, count: 40) + leaf + "]}"
      + String(repeating: "}", count: 40)
    let (report, steps) = try counting {
      try DecodingReport.collecting {
        try backend.decode(Polymorphic<any Media>.self, from: text, with: Self.registry)
      }.report
    }
    #expect(report.issues.count == 240)
    #expect(report.issues.allSatisfy { $0.tag == "N" })
    // With a few steps to the path of each: 8,000 if each element tagged all issues in it.
    #expect(steps <= 2000)
  }

  private struct Tree: Decodable {
    var inner: [String: Tree] = [:]

    init(from decoder: any Decoder) throws {
      inner = try Lossy<[String: Tree]>(from: decoder).wrappedValue
    }
  }

  @Test func `sorts issues once at every nesting depth`() throws {
    let leaf = (0..<200).map { "\"k\($0 + 100)\":5" }.joined(separator: ",")
    let text =
      String(repeating: #"{"b":"#, count: 30) + "{\(leaf)}" + String(repeating: "}", count: 30)
    let (report, steps) = try counting {
      try DecodingReport.collecting { try Backend.json.decode(Tree.self, from: text) }.report
    }
    let keys = report.issues.compactMap(\.recoveredPath.last?.stringValue)
    #expect(keys == (0..<200).map { "k\($0 + 100)" })
    #expect(steps <= 300)
  }

  @Test func `keeps sorted issues of dictionaries in order with others`() throws {
    let text = #"{"b":{"z":1,"y":2},"a":{"x":3},"c":4}"#
    let report = try DecodingReport.collecting {
      try Backend.json.decode(Tree.self, from: text)
    }.report
    #expect(report.issues.map(\.recoveredPath.place) == ["a.x", "b.y", "b.z", "c"])
  }
}
