import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// The errors of unknown tags in lossy lists, whose text is made when it is read.
@Suite struct UnreadTextTests {
  private typealias Element = Polymorphic<any Shelved>

  private static func registry(
    _ discriminator: Discriminator = "type"
  ) throws -> PolymorphicRegistry<any Shelved> {
    var registry = PolymorphicRegistry<any Shelved>(
      discriminator,
      policies: .init(unknown: .throw)
    )
    try registry.register(LossyFeed.Book.self, for: "BOOK")
    try registry.register(LossyFeed.Shelf.self, for: "SHELF")
    return registry
  }

  private static let elements = [
    #"{"type":"BOOC"}"#, #"{"type":"shelf"}"#, #"{"type":4}"#, #"{"type":"\u0041"}"#,
    #"{"type":"BOOK","pages":"none"}"#, #"{"type":99999999999999999999}"#, #"{}"#, "7",
    #"{"type":"SHELF","items":[{"type":"BOAK"}],"rows":[]}"#,
  ]

  private func text(_ error: any Error) throws -> String {
    let error = try #require(error as? DecodingError)
    let details = try #require(error.details)
    return """
      \(error.summary) | \(details.codingPath.place) | \(details.debugDescription) | \
      \(error.linePlace ?? "-") | \(error.cause?.description ?? "-") | \
      \(error.cause?.nearest?.description ?? "-") | \(error.cause?.knownTags ?? [])
      """
  }

  @Test(arguments: [Discriminator.key("type"), .key("type").or(.wrapperArray)])
  func `an issue has the error that a strict list throws`(_ discriminator: Discriminator) throws {
    let decoder = PolymorphicJSONDecoder(try Self.registry(discriminator))
    for element in Self.elements.dropLast() {
      let json = "[\(element)]"
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode([Element].self, from: json)
      }
      let report = try decoder.decodeLossy([Element].self, from: json).report
      #expect(report.issues.count == 1)
      let issue = try #require(report.issues.first)
      #expect(try text(issue.error) == text(error))
      #expect(issue.description.contains(error.summary.dropFirst(4)) || issue.tag != nil)
      // It is the same when it is read again.
      #expect(try text(issue.error) == text(error))
    }
  }

  @Test func `all receivers get the text`() throws {
    let decoder = PolymorphicJSONDecoder(try Self.registry())
    let json = "[\(Self.elements.joined(separator: ","))]"
    let report = try decoder.decodeLossy([Element].self, from: json).report
    let texts = try report.issues.map { try text($0.error) }
    #expect(texts.count == 9)
    #expect(texts[0].contains(#"but found "BOOC". Did you mean "BOOK"?"#))
    #expect(texts[1].contains(#"but found "shelf". Did you mean "SHELF"?"#))
    #expect(texts[8].contains(#"but found "BOAK". Did you mean "BOOK"?"#))

    let collector = DecodingReport.Collector()
    decoder.userInfo.report(to: collector)
    _ = try decoder.decode(Lossy<[Element]>.self, from: json)
    #expect(try collector.report.issues.map { try text($0.error) } == texts)

    let encoded = try JSONEncoder().encode(report)
    let decoded = try JSONDecoder().decode(DecodingReport.self, from: encoded)
    #expect(decoded.issues.count == 9)
    #expect(report.issues.map(\.codingPath.place) == decoded.issues.map(\.codingPath.place))
  }

  @Test func `a type that decodes a lossy list inside gets whole errors`() throws {
    struct Inner: Decodable {
      let text: String

      init(from decoder: any Decoder) throws {
        _ = try Lossy<[Element]>(from: decoder)
        var container = try decoder.unkeyedContainer()
        let error = #expect(throws: DecodingError.self) { try container.decode(Element.self) }
        text = error?.details?.debugDescription ?? ""
      }
    }
    let decoder = PolymorphicJSONDecoder(try Self.registry())
    let values = try decoder.decode(
      Lossy<[Inner]>.self,
      from: #"[[{"type":"BOOC"}],[{"type":"BOAK"}]]"#
    )
    #expect(values.wrappedValue.map { $0.text.contains("Did you mean \"BOOK\"?") } == [true, true])
  }

  @Test func `searches no similar tags for errors that nothing reads`() throws {
    let list = (0..<50).map { "{\"type\":\"TIPE_\($0)\"}" }.joined(separator: ",")
    func issues(among count: Int) throws -> (value: [DecodingIssue], count: Int) {
      var registry = PolymorphicRegistry<any Shelved>("type", policies: .init(unknown: .throw))
      for number in 0..<count {
        try registry.register(LossyFeed.Book.self, for: .string("TYPE_\(number)")) { $0 }
      }
      let decoder = PolymorphicJSONDecoder(registry)
      return try counting {
        _ = try decoder.decode(Lossy<[Element]>.self, from: "[\(list)]")
        return try decoder.decodeLossy([Element].self, from: "[\(list)]").report.issues
      }
    }
    let (few, many) = (try issues(among: 1), try issues(among: 100))
    #expect(few.value.count == 50)
    #expect(many.value.count == 50)
    #expect(many.count == few.count)
    let reading = try counting { try text(many.value[7].error) }
    #expect(reading.value.contains(#"Did you mean "TYPE_7"?"#))
    #expect(reading.count > 0 || !countsSteps)
  }

  /// The members of a lossy struct, whose receivers change between the calls of one decoder.
  @Test func `each call uses the collector of its time`() throws {
    struct Page: Decodable {
      @Lossy var numbers: [Int]
      @Lossy var level: Int?
    }
    let json = #"[{"numbers":["a"],"level":"b"}]"#
    func paths(_ report: DecodingReport) -> [String] { report.issues.map(\.codingPath.place) }
    let decoder = PolymorphicJSONDecoder()
    let (first, second) = (DecodingReport.Collector(), DecodingReport.Collector())
    _ = try decoder.decode([Page].self, from: json)
    decoder.userInfo.report(to: first)
    _ = try decoder.decode([Page].self, from: json)
    decoder.userInfo.report(to: second)
    _ = try decoder.decode([Page].self, from: json)
    #expect(paths(first.takeReport()) == ["[0].numbers[0]", "[0].level"])
    #expect(paths(second.takeReport()) == ["[0].numbers[0]", "[0].level"])
    decoder.userInfo = [:]
    _ = try decoder.decode([Page].self, from: json)
    #expect(first.report.isClean && second.report.isClean)
  }
}
