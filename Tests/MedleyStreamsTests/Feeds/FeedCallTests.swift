import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import Testing

/// The elements of a feed and the calls of its decoder.
@Suite struct FeedCallTests {
  private static func losses(_ report: DecodingReport) -> [String] {
    report.issues.map { $0.recoveredPath.map(\.stringValue).joined(separator: " ") }
  }

  @Test func `the elements of a stream are calls of their own`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let collector = DecodingReport.Collector()
    decoder.userInfo.report(to: collector)
    let feed = Data(#"[[1],["a",2],[3,"b"],[]]"#.utf8)
    let elements = decoder.elements(of: Lossy<[Int]>.self, in: [feed], as: .array)
    let lists = try FeedSample.all(elements).map(\.wrappedValue)
    #expect(lists == [[1], [2], [3], []])
    #expect(Self.losses(collector.report) == ["Index 1 Index 0", "Index 2 Index 1"])
  }
}
