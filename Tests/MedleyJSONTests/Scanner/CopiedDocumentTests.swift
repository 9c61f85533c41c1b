import MedleyJSON
import Testing

/// Small documents, which are copied with zeros behind them, and longer ones, which aren't.
@Suite struct CopiedDocumentTests {
  private struct Record: Codable, Equatable {
    var text: String
    var price: Double
    var number: Int
    var isNew: Bool
  }

  private func text(_ length: Int) -> String {
    let letters = String(repeating: "t", count: length)
    return #"{"text":"\#(letters)","number":12,"isNew":true,"price":1.5}"#
  }

  @Test func `decodes documents around the limit, also in turn with shorter ones`() throws {
    let decoder = PolymorphicJSONDecoder()
    for length in [1980, 0, 1992, 1, 2000, 15, 2100, 16] + Array(1985...2005) {
      let record = try decoder.decode(Record.self, from: text(length))
      let letters = String(repeating: "t", count: length)
      #expect(record == Record(text: letters, price: 1.5, number: 12, isNew: true))
    }
  }

  @Test func `doesn't read what is left of a longer document`() throws {
    let decoder = PolymorphicJSONDecoder()
    let long = Array(text(300).utf8)
    for end in 1..<long.count {
      #expect(try FirstError.found(in: long, by: decoder) == nil)
      #expect(try FirstError.found(in: Array(long[..<end]), by: decoder)?.offset == end)
    }
    for number in ["1", "12.5", "-3", "1e2", "12345678", "123456789.25"] {
      _ = try decoder.decode([Int].self, from: "[\(String(repeating: "1,", count: 90))1]")
      #expect(try decoder.decode(Double.self, from: number) == Double(number))
    }
  }

  /// A type that keeps its decoder, so that its document is kept as well.
  private struct Kept: Decodable {
    var decoder: any Decoder

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
    }
  }

  @Test(arguments: [0, 100, 2100])
  func `a kept document isn't changed by the next`(_ length: Int) throws {
    let decoder = PolymorphicJSONDecoder()
    let kept = try decoder.decode(Kept.self, from: text(length))
    for other in [0, 50, 500] { _ = try decoder.decode(Record.self, from: text(other)) }
    let record = try Record(from: kept.decoder)
    let letters = String(repeating: "t", count: length)
    #expect(record == Record(text: letters, price: 1.5, number: 12, isNew: true))
  }
}
