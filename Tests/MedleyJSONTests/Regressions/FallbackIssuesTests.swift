import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// An element that failed took back what the fallback type of an unknown one before it had reported.
@Suite struct FallbackIssuesTests {
  private struct Book: Codable, Equatable { var pages: Int }
  private struct Generic: Codable, Equatable {
    var type: String
    @Lossy var tags: [String]
  }

  private static var registry: PolymorphicRegistry<any Equatable> {
    var registry = PolymorphicRegistry<any Equatable>("type", ["BOOK": Book.self])
    registry.policies.unknown = .decode(as: Generic.self)
    return registry
  }

  @Test(arguments: Backend.allJSON)
  func `issues of a fallback type stay when the next element fails`(_ backend: Backend) throws {
    let text = #"""
      [{"type": "OPERA", "tags": ["a", 1]}, {"type": "BOOK", "pages": "many"},
       {"type": "OPERA", "tags": [2]}, {"type": "BOOK", "pages": 1}]
      """#
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Polymorphic<any Equatable>]>.self, from: text) {
        $0.register(Self.registry)
      }
    }
    #expect(feed.wrappedValue.count == 3)
    #expect(report.issues.map(\.codingPath.place) == ["[0].tags[1]", "[1].pages", "[2].tags[0]"])
    #expect(report.issues.map(\.tag) == ["OPERA", "BOOK", "OPERA"])
  }
}
