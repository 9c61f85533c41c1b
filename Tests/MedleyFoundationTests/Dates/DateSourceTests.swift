import Foundation
import Medley
import MedleyFoundation
import TestSupport
import Testing

/// Decoding one value with several formats.
private struct Moment: Codable, Hashable {
  var date: Date

  init(from decoder: any Decoder) throws {
    date = try ServerDates.decode(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try ServerDates.encode(date, to: encoder)
  }
}

@Suite struct DateSourceTests {
  @Test(arguments: Backend.allCases)
  func `tries formats in order and encodes the first`(_ backend: Backend) throws {
    let json = #"["2024-01-02T03:04:05Z","2024-01-02",1704164645000,1704164645000.0,1.5e3,0]"#
    let moments = try backend.decode([Moment].self, from: json)
    #expect(
      moments.map(\.date.timeIntervalSince1970)
        == [1_704_164_645, 1_704_153_600, 1_704_164_645, 1_704_164_645, 1.5, 0]
    )
    let written = #"""
      ["2024-01-02T03:04:05Z","2024-01-02T00:00:00Z","2024-01-02T03:04:05Z",
      "2024-01-02T03:04:05Z","1970-01-01T00:00:01Z","1970-01-01T00:00:00Z"]
      """#
    #expect(try backend.encode(moments) == JSONTree(parsing: written))
  }

  /// Dates that are written in another format than they are read in.
  private enum Converted: DateSource {
    static let formats: [DateFormat] = [.iso8601, .day]
    static let writing = DateFormat.secondsSince1970
  }

  @Test(arguments: Backend.allCases)
  func `can encode another format than the first`(_ backend: Backend) throws {
    struct Box: Codable { @FormattedDate<Converted, [Date]> var dates: [Date] }
    let box = try backend.decode(Box.self, from: #"{"dates":["2024-01-02T03:04:05Z"]}"#)
    #expect(try backend.encode(box) == JSONTree(parsing: #"{"dates":[1704164645]}"#))
    #expect(Converted.fallback == nil)
    #expect(ServerDates.writing == .iso8601)
    #expect(PatientDates.fallback == .distantPast)
  }

  @Test(arguments: [
    ([DateFormat.iso8601], "ISO 8601"),
    ([.day, .iso8601], "yyyy-MM-dd or ISO 8601"),
    (
      [.pattern("dd.MM.yyyy"), .secondsSince1970, .millisecondsSince1970],
      "dd.MM.yyyy, seconds since 1970 or milliseconds since 1970"
    ),
  ])
  func `an error describes the formats`(_ formats: [DateFormat], _ text: String) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy =
      switch formats.count {
      case 1: .formats(formats[0])
      case 2: .formats(formats[0], formats[1])
      default: .formats(formats[0], formats[1], formats[2])
      }
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: Data("[true]".utf8))
    }
    #expect(
      error.details?.debugDescription
        == "Expected a date as \(text) but found a Boolean instead."
    )
  }

  // MARK: Errors

  static let expectation = "Expected a date as ISO 8601, yyyy-MM-dd or milliseconds since 1970"

  @Test(arguments: Backend.allCases)
  func `a string that matches no format is corrupted data`(_ backend: Backend) throws {
    for (text, found) in [
      ("02.01.2024", #""02.01.2024""#), ("", #""""#), (#"a\"\n"#, #""a\"\n""#),
      (String(repeating: "é", count: 90), "\"\(String(repeating: "é", count: 60))\"…"),
      ("1704164645000", #""1704164645000""#),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode([Moment].self, from: #"["2024-01-02","\#(text)"]"#)
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "[1]")
      // The engine adds the place, before which Swift prints a full stop.
      let end = backend.seesBytes ? "" : "."
      #expect(error.details?.debugDescription == "\(Self.expectation) but found \(found)\(end)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a value of another kind is a type mismatch`(_ backend: Backend) throws {
    for (json, found) in [
      ("true", "a Boolean"), ("[]", "an array"), ("[1]", "an array"), ("{}", "an object"),
      (#"{"a":1}"#, "an object"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode([String: Moment].self, from: #"{"at":\#(json)}"#)
      }
      guard case .typeMismatch(let type, let context) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect("\(type)" == "Date")
      #expect(error.place == "at")
      let end = backend.seesBytes ? "" : "."
      #expect(context.debugDescription == "\(Self.expectation) but found \(found) instead\(end)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `null is a missing value`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Moment].self, from: "[null]")
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[0]")
  }

  @Test func `a number beyond the supported years is corrupted data`() throws {
    for (json, found) in [("1e300", "1e+300"), ("-9223372036854775808", "-9.2233720368547")] {
      let error = try #require(throws: DecodingError.self) {
        try Backend.json.decode([Moment].self, from: "[\(json)]")
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "[0]")
      #expect(error.details?.debugDescription.contains("but found \(found)") == true, "\(error)")
    }
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Moment].self, from: "[1e400]")
    }
    #expect(error.place == "[0]")
  }

  @Test func `a kind that no format reads is a type mismatch`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formats(.iso8601)
    let number = try #require(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: Data("[5]".utf8))
    }
    #expect(number.kind == .typeMismatch)
    #expect(
      number.details?.debugDescription == "Expected a date as ISO 8601 but found a number instead."
    )
    decoder.dateDecodingStrategy = .formats(.secondsSince1970)
    let string = try #require(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: Data(#"["5"]"#.utf8))
    }
    #expect(string.kind == .typeMismatch)
    #expect(string.place == "[0]")
    #expect(
      string.details?.debugDescription
        == "Expected a date as seconds since 1970 but found a string instead."
    )
  }

  @Test(arguments: [#"["\x"]"#, #"["2024-01-02]"#, "[1.]", "[01]", #"["\ud800"]"#])
  func `invalid JSON is an error despite a fallback`(_ json: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formats(.iso8601, .secondsSince1970, fallback: .distantPast)
    #expect(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: Data(json.utf8))
    }
  }

  @Test(arguments: Backend.allCases)
  func `encoding a date beyond the format is an error`(_ backend: Backend) throws {
    struct Box: Encodable {
      @ISO8601Date var at: Date
    }
    for interval in [Double.nan, .infinity, 1e15] {
      let error = try #require(throws: EncodingError.self) {
        try backend.encode([Box(at: Date(timeIntervalSince1970: interval))])
      }
      #expect(error.details?.debugDescription.contains("beyond what ISO 8601 can state") == true)
      #expect(error.place == "[0].at")
    }
  }
}
