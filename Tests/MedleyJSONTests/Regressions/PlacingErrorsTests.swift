import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Each error without a place walked its array from the first element: 80,000 of them took 8 seconds
/// in a lossy list with a report.
@Suite(.onEachEngine) struct PlacingErrorsTests {
  private struct Picky: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no")
      )
    }
  }

  /// An object with a list of such elements.
  private struct Shelf: Decodable {
    @Lossy var items: [Picky]
  }

  private func steps(count: Int, _ decode: () throws -> DecodingReport) throws -> Int {
    let (report, steps) = try counting { try decode() }
    #expect(report.issues.count == count)
    // One element to a line.
    let lines = report.issues.map { ($0.error as? DecodingError)?.jsonError?.line }
    #expect(lines == (0..<count).map { $0 + 2 })
    return steps
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[\n\((0..<count).map(element).joined(separator: ",\n"))]"
  }

  @Test func `an error of a type is located from its element`() throws {
    let steps = try steps(count: 300) {
      try DecodingReport.collecting {
        try Engine.current.decoder()
          .decode(Lossy<[Picky]>.self, from: list(300) { "{\"a\":\($0)}" })
      }.report
    }
    #expect(steps <= 300)
  }

  @Test func `an unknown tag is located from its element`() throws {
    var registry = PolymorphicRegistry<any Encodable>("type", ["BOOK": String.self])
    registry.policies.unknown = .throw
    let steps = try steps(count: 300) {
      try DecodingReport.collecting {
        try Engine.current.decoder(registry)
          .decode(
            Lossy<[Polymorphic<any Encodable>]>.self,
            from: list(300) { #"{"type":"?\#($0)"}"# }
          )
      }.report
    }
    #expect(steps <= 300)
  }

  @Test func `errors in nested lists are located alike`() throws {
    let steps = try steps(count: 300) {
      try DecodingReport.collecting {
        try Engine.current.decoder()
          .decode([Shelf].self, from: list(300) { #"{"items":[\#($0)]}"# })
      }.report
    }
    // A few for each, since the elements are scalars: 45,000 if the outer list were walked.
    #expect(steps <= 20 * 300)
  }
}
