import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Types that are decoded with a configuration, at the top and inside.
@Suite struct ConfigurationTests {
  private struct Amount: Codable, DecodableWithConfiguration, Equatable {
    var cents: Int

    init(from decoder: any Decoder, configuration factor: Int) throws {
      cents = try decoder.singleValueContainer().decode(Int.self) * factor
    }
  }

  private struct Bill: DecodableWithConfiguration, Equatable {
    private enum CodingKeys: CodingKey { case total, tip, parts }

    var total: Amount
    var tip: Amount?
    var parts: [Amount] = []

    init(from decoder: any Decoder, configuration factor: Int) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      total = try container.decode(Amount.self, forKey: .total, configuration: factor)
      tip = try container.decodeIfPresent(Amount.self, forKey: .tip, configuration: factor)
      var parts = try container.nestedUnkeyedContainer(forKey: .parts)
      while !parts.isAtEnd {
        self.parts.append(try parts.decode(Amount.self, configuration: factor))
      }
    }
  }

  private enum Hundred: DecodingConfigurationProviding {
    static var decodingConfiguration: Int { 100 }
  }

  private static let texts = [
    #"{"total": 12, "tip": 1, "parts": [4, 8]}"#, #"{"total": 12, "parts": []}"#,
    #"{"total": 12, "tip": null, "parts": [4, "x"]}"#, #"{"total": true, "parts": []}"#,
    #"{"tip": 12}"#, "[]", "[", "null",
  ]

  @Test(arguments: texts)
  func `decodes with a configuration as JSONDecoder does`(_ text: String) throws {
    let data = Data(text.utf8)
    let engine = ScalarOutcome {
      try PolymorphicJSONDecoder().decode(Bill.self, from: data, configuration: 10)
    }
    let foundation = ScalarOutcome {
      try JSONDecoder().decode(Bill.self, from: data, configuration: 10)
    }
    #expect(engine == foundation)
  }

  @Test func `decodes with the configuration of a provider`() throws {
    let data = Data(Self.texts[0].utf8)
    let bill = try PolymorphicJSONDecoder().decode(
      Bill.self,
      from: data,
      configuration: Hundred.self
    )
    #expect(bill.total.cents == 1200 && bill.tip?.cents == 100)
    #expect(bill.parts.map(\.cents) == [400, 800])
  }

  @Test func `errors have a place`() {
    let error = #expect(throws: DecodingError.self) {
      try PolymorphicJSONDecoder().decode(
        Bill.self,
        from: Data(#"{"total": 12, "parts": [4, "x"]}"#.utf8),
        configuration: 1
      )
    }
    #expect(error?.jsonError?.column == 28)
  }
}
