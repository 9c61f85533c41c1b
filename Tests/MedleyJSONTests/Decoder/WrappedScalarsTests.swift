import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// The engine converts the strings of wrapped numbers by itself, to the values of `JSONDecoder`.
@Suite(.onEachEngine) struct WrappedScalarsTests {
  struct Scalars: Codable {
    @Lossless var integer: Int
    @Lossless var double: Double
    @Lossless var boolean: Bool
  }

  private struct Outcome: Equatable {
    var encoded: String?
    var errorPath: [String]?
    var description: String?
  }

  private func outcome(_ decode: () throws -> Scalars) throws -> Outcome {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let scalars = try decode()
      let values = "\(scalars.integer) \(scalars.double) \(scalars.boolean)"
      let encoded = String(decoding: try encoder.encode(scalars), as: UTF8.self)
      return Outcome(encoded: "\(values) \(encoded)")
    } catch let error as DecodingError {
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context):
        return Outcome(
          errorPath: context.codingPath.map(\.stringValue),
          description: context.debugDescription
        )
      default: throw error
      }
    }
  }

  static let integers = [
    "7", #""7""#, #""007""#, #""+7""#, #""-0""#, #""7.0""#, #""7.""#, #""7.5""#, #""1e3""#,
    #"" 7""#, #""9223372036854775807""#, #""9223372036854775808""#, #""9223372036854775807.0""#,
    #""""#, #""0x7""#, #""1_000""#, #""\u0037""#, #""\u0667""#, #""true""#, "7.0", "true", "[7]",
  ]

  @Test(arguments: integers)
  func `a string becomes the integer that it becomes on JSONDecoder`(_ integer: String) throws {
    let json = Data(#"{"integer":\#(integer),"double":"1.5","boolean":"true"}"#.utf8)
    let onEngine = try outcome { try Engine.current.decoder().decode(Scalars.self, from: json) }
    let onFoundation = try outcome { try JSONDecoder().decode(Scalars.self, from: json) }
    #expect(onEngine.encoded == onFoundation.encoded)
    #expect(onEngine.errorPath == onFoundation.errorPath)
    #expect(onEngine.errorPath == nil || onEngine.errorPath == ["integer"])
  }

  static let others = [
    ("7", "true"), (#""7""#, "false"), (#""7.25""#, #""false""#), (#""1e400""#, "true"),
    (#""9007199254740993""#, "true"), (#""nan""#, "true"), (#""Infinity""#, "true"),
    (#""7""#, #""TRUE""#), (#""7""#, #""1""#), (#""7""#, "1"), (#""""#, "true"), ("true", "true"),
  ]

  @Test(arguments: others)
  func `strings become the doubles and Booleans of JSONDecoder`(
    _ double: String,
    _ boolean: String
  ) throws {
    let json = Data(#"{"integer":1,"double":\#(double),"boolean":\#(boolean)}"#.utf8)
    let onEngine = try outcome { try Engine.current.decoder().decode(Scalars.self, from: json) }
    let onFoundation = try outcome { try JSONDecoder().decode(Scalars.self, from: json) }
    #expect(onEngine.encoded == onFoundation.encoded)
    #expect(onEngine.errorPath == onFoundation.errorPath)
  }

  @Test func `a strategy reads infinity before a string is converted`() throws {
    struct Limit: Codable { @Lossless var limit: Double }
    let decoder = Engine.current.decoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "9",
      negativeInfinity: "-9",
      nan: "0"
    )
    let limits = try decoder.decode(
      [Limit].self,
      from: Data(#"[{"limit":"9"},{"limit":"8"},{"limit":9}]"#.utf8)
    )
    #expect(limits.map(\.limit) == [.infinity, 8, 9])
  }

  // MARK: - Lossy lists

  struct Lists: Decodable {
    @Lossy var integers: [Int]
    @Lossy var strings: [String]
    @Lossy var doubles: [Double]
    @Lossy var rating: Int?
  }

  @Test(arguments: [false, true])
  func `an invalid scalar of a list is dropped and reported, and the others stay`(
    onFoundation: Bool
  ) throws {
    let json = """
      {"integers":[1,"2",3],"strings":["a",null,"c"],"doubles":[1.5,2,[]],"rating":"x"}
      """
    let (lists, report) = try DecodingReport.collecting {
      onFoundation
        ? try JSONDecoder().decode(Lists.self, from: Data(json.utf8))
        : try Engine.current.decoder().decode(Lists.self, from: Data(json.utf8))
    }
    #expect(lists.integers == [1, 3])
    #expect(lists.strings == ["a", "c"])
    #expect(lists.doubles == [1.5, 2])
    #expect(lists.rating == nil)
    let paths = report.issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }
    #expect(paths == ["integers.Index 1", "strings.Index 1", "doubles.Index 2", "rating"])
    #expect(report.issues.map(\.action) == [.dropped, .dropped, .dropped, .defaulted])
  }

  @Test func `absent lists are empty with an issue, and absent optionals nil without`() throws {
    let (lists, report) = try DecodingReport.collecting {
      try Engine.current.decoder().decode(Lists.self, from: Data(#"{"doubles":[]}"#.utf8))
    }
    #expect(lists.integers == [] && lists.strings == [] && lists.doubles == [])
    #expect(lists.rating == nil)
    let paths = report.issues.map { $0.codingPath.map(\.stringValue) }
    #expect(paths == [["integers"], ["strings"]])
  }
}
