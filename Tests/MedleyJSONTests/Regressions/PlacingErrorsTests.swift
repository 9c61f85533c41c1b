import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Each error without a place walked its array from the first element: 80,000 of them took 8 seconds
/// in a lossy list with a report.
@Suite struct PlacingErrorsTests {
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

  /// Expects issues on all lines, in a time in proportion: 256 times as much would be quadratic.
  private func expectLinearTime(_ decode: (Int) throws -> DecodingReport) rethrows {
    let growth = try ProcessorTime.growth(from: 300, to: 4800) { count in
      let report = try decode(count)
      #expect(report.issues.count == count)
      // One element to a line.
      let lines = report.issues.map { ($0.error as? DecodingError)?.jsonLocation?.line }
      #expect(lines == (0..<count).map { $0 + 2 })
    }
    #expect(growth < 64)
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[\n\((0..<count).map(element).joined(separator: ",\n"))]"
  }

  @Test func `an error of a type is located from its element`() throws {
    try expectLinearTime { count in
      try DecodingReport.collecting {
        try PolymorphicJSONDecoder()
          .decode(Lossy<[Picky]>.self, from: list(count) { "{\"a\":\($0)}" })
      }.report
    }
  }

  @Test func `an unknown tag is located from its element`() throws {
    var registry = PolymorphicRegistry<any Encodable>("type", ["BOOK": String.self])
    registry.policies.unknown = .throw
    try expectLinearTime { count in
      try DecodingReport.collecting {
        try PolymorphicJSONDecoder(registry)
          .decode(
            Lossy<[Polymorphic<any Encodable>]>.self,
            from: list(count) { #"{"type":"?\#($0)"}"# }
          )
      }.report
    }
  }

  @Test func `errors in nested lists are located alike`() throws {
    try expectLinearTime { count in
      try DecodingReport.collecting {
        try PolymorphicJSONDecoder()
          .decode([Shelf].self, from: list(count) { #"{"items":[\#($0)]}"# })
      }.report
    }
  }
}
