import Medley
import MedleyBase
import MedleyResilience
import TestSupport
import Testing

/// Every surrounding element captured an element again that was nested too deeply.
@Suite struct DeepCaptureTests {
  private struct Node: Media {
    var title = "node"
    var child: Polymorphic<any Media>?

    enum CodingKeys: CodingKey { case child }
  }

  private static let registry = PolymorphicRegistry<any Media>(
    "type",
    policies: .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  ) { try $0.register(Node.self, for: "N") { $0 } }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"type":"N","child":"#, count: depth) + "{}"
      + String(repeating: "}", count: depth)
  }

  /// The number of captured values of a list of such elements.
  private static func captures(_ depth: Int, times count: Int) throws -> Int {
    let list = Array(repeating: nested(depth), count: count).joined(separator: ",")
    return try counting {
      let feed = try Backend.json.decode(
        Lossy<[Polymorphic<any Media>]>.self,
        from: "[\(list)]",
        with: registry
      )
      #expect(feed.wrappedValue.count == (depth > 128 ? 0 : count))
    }.count
  }

  @Test func `captures a value beyond the limit at most once`() throws {
    #expect(try Self.captures(120, times: 1) <= 10)
    #expect(try Self.captures(200, times: 1) <= 10)
    #expect(try Self.captures(200, times: 5) <= 50)
  }

  @Test func `the error has the path of the limit`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode(
        Polymorphic<any Media>.self,
        from: Self.nested(200),
        with: Self.registry
      )
    }
    #expect(error.details?.debugDescription.contains("nested deeper than 128 levels") == true)
    #expect(error.place.hasSuffix("child.child") && error.details?.codingPath.count == 200)
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "N")
  }

  // MARK: - Keeping content

  private struct List: Decodable {
    var id: Int
    @Lossy var children: [List]
  }

  @Test func `surrounding lists don't capture content again`() throws {
    let text =
      String(repeating: #"{"children":["#, count: 200) + String(repeating: "]}", count: 200)
    let (report, steps) = try counting {
      try DecodingReport.collecting(keepingContent: true) {
        try Backend.json.decode(Lossy<[List]>.self, from: "[\(text)]")
      }.report
    }
    #expect(report.issues.map(\.recoveredPath.place) == ["[0]"])
    #expect(report.issues.first?.content == nil)
    #expect(steps <= 300)
  }
}
