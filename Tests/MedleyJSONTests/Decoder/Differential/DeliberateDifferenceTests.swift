import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Each difference that the article *Differences from JSONDecoder* lists.
@Suite(.onEachEngine) struct DeliberateDifferenceTests {
  private let decoder = Engine.current.decoder()

  private struct Item: Decodable, Equatable {
    var id: Int
  }

  @Test(arguments: [
    #"{"id": 1, "skipped": "\x"}"#, #"{"id": 1, "skipped": "\ud800"}"#, #"{"id": 1,}"#,
    #"{"id": 1, "skipped": [1, 2,]}"#, #"{"id": 1, "skipped": 01}"#,
  ])
  func `refuses invalid JSON in parts that no type decodes`(_ text: String) {
    if Engine.current.acceptsCommas(in: text.utf8) { return }
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: text) }
    #expect(error?.kind == .dataCorrupted)
    #expect(error?.details?.codingPath.isEmpty == true)
  }

  @Test func `refuses invalid UTF-8 in parts that no type decodes`() {
    var bytes = Array(#"{"id": 1, "skipped": "?"}"#.utf8)
    bytes[bytes.count - 3] = 0xff
    #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: bytes) }
  }

  @Test func `names the number that doesn't fit`() {
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([[UInt8]].self, from: "[[1], [2, 256]]")
    }
    #expect(error?.kind == .dataCorrupted)
    #expect(error?.place == "[1][1]")
  }

  @Test func `names the date that isn't ISO 8601`() {
    decoder.dateDecodingStrategy = .iso8601
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: [Date]].self, from: #"{"a": ["yesterday"]}"#)
    }
    #expect(error?.kind == .dataCorrupted)
    #expect(error?.place == "a[0]")
  }

  @Test func `refuses a fraction as an integer, however large the number`() {
    for text in ["1.5", "9007199254740993.5", "1234567890123456789.9"] {
      #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: text) }
    }
  }

  @Test func `throws the first error of a dictionary in the order of the document`() {
    let members = (0..<50).map { #""k\#($0)": \#($0 < 20 ? "1" : "null")"# }.joined(separator: ",")
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Int].self, from: "{\(members)}")
    }
    #expect(error?.place == "k20")
    let numbers = (0..<50).map { #""\#($0)": \#($0 < 20 ? "1" : "null")"# }.joined(separator: ",")
    let other = #expect(throws: DecodingError.self) {
      try decoder.decode([Int: Int].self, from: "{\(numbers)}")
    }
    #expect(other?.details?.codingPath.first?.intValue == 20)
  }

  @Test func `decodes the first of repeated keys and not the others`() throws {
    let text = #"{"a_key": 1, "a_key": "x"}"#
    #expect(try decoder.decode([String: Int].self, from: text) == ["a_key": 1])
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([String: Int].self, from: text) == ["a_key": 1])
  }

  @Test func `prefers the spelling of a key that the type has`() throws {
    struct Price: Decodable {
      var coffee: Int
      enum CodingKeys: String, CodingKey { case coffee = "café" }
    }
    #expect(try decoder.decode(Price.self, from: "{\"cafe\u{301}\": 1, \"café\": 2}").coffee == 2)
  }

  @Test func `decodes infinity from a string with escapes`() throws {
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(
      try decoder.decode([Double].self, from: #"["i\u006ef", "-inf"]"#) == [.infinity, -.infinity]
    )
  }

  @Test func `stays at the end of an array`() throws {
    struct Row: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        #expect(try container.decodeIfPresent(Int.self) == nil)
        #expect(try container.decodeIfPresent(Item.self) == nil)
        #expect(container.currentIndex == 0)
      }
    }
    _ = try decoder.decode(Row.self, from: "[]")
  }

  @Test func `a stored decoder keeps its value`() throws {
    struct Keeper: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let keepers = try decoder.decode([String: [Keeper]].self, from: #"{"a": [1, 2]}"#)
    let kept = try #require(keepers["a"]?.last?.decoder)
    #expect(kept.codingPath.place == "a[1]")
    #expect(try kept.singleValueContainer().decode(Int.self) == 2)
  }
}
