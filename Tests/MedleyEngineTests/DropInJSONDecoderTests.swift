import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// `DropInJSONDecoder` beside the class that it takes the place of.
@Suite struct DropInJSONDecoderTests {
  private struct Event: Codable, Equatable {
    var startDate: Date?
    var payload: Data?
    var ratio: Double?
    var tags: [String: Int]?
  }

  /// What a library does: it names the superclass alone.
  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    with decoder: JSONDecoder
  ) -> Outcome<Value> {
    Outcome { try decoder.decode(type, from: Data(text.utf8)) }
  }

  /// Decodes a text with both classes, after the same change of their settings.
  private static func expectSame<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: String,
    location: SourceLocation = #_sourceLocation,
    _ change: (JSONDecoder) -> Void
  ) {
    let (foundation, engine) = (JSONDecoder(), DropInJSONDecoder())
    change(foundation)
    change(engine)
    let expected = decode(type, text, with: foundation)
    #expect(decode(type, text, with: engine) == expected, sourceLocation: location)
    // The second call uses the settings that the first one has read.
    #expect(decode(type, text, with: engine) == expected, sourceLocation: location)
  }

  // MARK: - Strategies

  @Test(arguments: [
    #"{"startDate": 12.5}"#, #"{"startDate": "2024-01-02T03:04:05Z"}"#,
    #"{"startDate": null}"#, #"{"startDate": true}"#,
  ])
  func `obeys the strategy of dates`(_ text: String) {
    Self.expectSame(Event.self, text) { _ in }
    Self.expectSame(Event.self, text) { $0.dateDecodingStrategy = .secondsSince1970 }
    Self.expectSame(Event.self, text) { $0.dateDecodingStrategy = .millisecondsSince1970 }
    Self.expectSame(Event.self, text) { $0.dateDecodingStrategy = .iso8601 }
    Self.expectSame(Event.self, text) {
      $0.dateDecodingStrategy = .custom { decoder in
        _ = try decoder.singleValueContainer().decode(Bool.self)
        return Date(timeIntervalSince1970: 7)
      }
    }
  }

  @Test(arguments: [
    #"{"payload": "SGk="}"#, #"{"payload": "%"}"#, #"{"payload": [1, 2]}"#, #"{"payload": 3}"#,
  ])
  func `obeys the strategy of data`(_ text: String) {
    Self.expectSame(Event.self, text) { _ in }
    Self.expectSame(Event.self, text) { $0.dataDecodingStrategy = .deferredToData }
    Self.expectSame(Event.self, text) {
      $0.dataDecodingStrategy = .custom { decoder in
        Data([try decoder.singleValueContainer().decode(UInt8.self)])
      }
    }
  }

  @Test(arguments: [#"{"ratio": "inf"}"#, #"{"ratio": "nope"}"#, #"{"ratio": 0.5}"#])
  func `obeys the strategy of floats`(_ text: String) {
    Self.expectSame(Event.self, text) { _ in }
    Self.expectSame(Event.self, text) {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
      )
    }
  }

  @Test(arguments: [
    #"{"start_date": 1, "tags": {"a_b": 1}}"#, #"{"START_DATE": 1}"#, #"{"start_date": "x"}"#,
  ])
  func `obeys the strategy of keys`(_ text: String) {
    Self.expectSame(Event.self, text) { _ in }
    Self.expectSame(Event.self, text) { $0.keyDecodingStrategy = .convertFromSnakeCase }
    Self.expectSame(Event.self, text) {
      $0.keyDecodingStrategy = .custom { path in
        path.last.map { $0.stringValue == "START_DATE" ? Key("startDate") : $0 } ?? Key("")
      }
    }
  }

  private struct Labelled: Decodable, Equatable {
    var label: String?

    init(from decoder: any Decoder) throws {
      label = CodingUserInfoKey(rawValue: "label").flatMap { decoder.userInfo[$0] as? String }
    }
  }

  @Test func `passes the user information`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "label"))
    Self.expectSame([Labelled].self, "[1]") { $0.userInfo[key] = "blue" }
  }

  // MARK: - Changing settings later

  @Test func `obeys a setting that changes between two calls`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "label"))
    let decoder: JSONDecoder = DropInJSONDecoder()
    let text = #"{"start_date": "2024-01-02T03:04:05Z"}"#
    func date() -> Date? {
      Self.decode(Event.self, text, with: decoder).value?.startDate
    }
    #expect(date() == nil)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(date() == nil)
    decoder.dateDecodingStrategy = .iso8601
    #expect(date() == Date(timeIntervalSince1970: 1_704_164_645))
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(Self.decode(Event.self, text, with: decoder).value == Event())

    #expect(Self.decode(Labelled.self, "1", with: decoder).value?.label == nil)
    decoder.userInfo[key] = "red"
    #expect(Self.decode(Labelled.self, "1", with: decoder).value?.label == "red")
    decoder.userInfo = [:]
    #expect(Self.decode(Labelled.self, "1", with: decoder).value?.label == nil)

    #expect(Self.decode(Event.self, #"{"payload": [7]}"#, with: decoder).value == nil)
    decoder.dataDecodingStrategy = .deferredToData
    #expect(
      Self.decode(Event.self, #"{"payload": [7]}"#, with: decoder).value?.payload == Data([7])
    )

    #expect(Self.decode([Double].self, #"["inf"]"#, with: decoder).value == nil)
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(Self.decode([Double].self, #"["inf"]"#, with: decoder).value == [.infinity])
  }

  @Test func `threads share a decoder whose settings change`() async {
    let decoder = DropInJSONDecoder()
    let results = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { round in
            if task == 0 {
              decoder.keyDecodingStrategy =
                round.isMultiple(of: 2) ? .convertFromSnakeCase : .useDefaultKeys
            }
            let value = Self.decode([Event].self, #"[{"ratio": 0.5}]"#, with: decoder).value
            return value == [Event(ratio: 0.5)]
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(Self.decode(Event.self, #"{"start_date": 1}"#, with: decoder).value?.startDate != nil)
  }

  // MARK: - Text that isn't JSON

  @Test(arguments: ["{ratio: .5, // half\n}", #"{"ratio": 0.5,}"#, #"{"ratio": 0.5}"#, "{ratio}"])
  func `reads JSON5 where that is allowed`(_ text: String) {
    Self.expectSame(Event.self, text) { $0.allowsJSON5 = true }
    Self.expectSame(Event.self, text) { _ in }
  }

  @Test(arguments: [#""ratio": 0.5"#, #"{"ratio": 0.5}"#, ""])
  func `reads a top-level dictionary where one is assumed`(_ text: String) {
    Self.expectSame(Event.self, text) { $0.assumesTopLevelDictionary = true }
    Self.expectSame(Event.self, text) { _ in }
  }

  // MARK: - Errors

  @Test(arguments: [
    "", "[", "nul", #"{"ratio": "x"}"#, #"{"ratio": [1]}"#, "[]", "null", #"{"tags": {"a": "b"}}"#,
    #"{"payload": "%"}"#, "[1, 2,]",
  ])
  func `throws the errors of JSONDecoder`(_ text: String) {
    Self.expectSame(Event.self, text) { _ in }
    Self.expectSame([Int].self, text) { _ in }
  }

  /// `JSONDecoder` has no path for these.
  @Test(arguments: [#"[{"startDate": "no"}]"#, #"[{"ratio": 1e999}]"#])
  func `an error leads to what doesn't fit`(_ text: String) {
    let decoder: JSONDecoder = DropInJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let outcome = Self.decode([Event].self, text, with: decoder)
    #expect(outcome.kind == "corrupted")
    #expect(outcome.path.first == "0")
    #expect(outcome.path.count == 2)
  }

  @Test(arguments: [#"{"other": "\x"}"#, "{\"other\": \"\u{1}\"}", #"{"other": 01}"#])
  func `refuses invalid text that no type reads`(_ text: String) {
    let outcome = Self.decode(Event.self, text, with: DropInJSONDecoder())
    #expect(outcome.kind == "corrupted")
    #expect(outcome.path.isEmpty)
  }

  @Test func `an error has its place`() {
    let decoder: JSONDecoder = DropInJSONDecoder()
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Event].self, from: Data("[{},\n {\"ratio\": true}]".utf8))
    }
    #expect(error?.jsonError?.line == 2)
    #expect(error?.jsonError?.column == 12)
    #expect(error?.jsonError?.excerpt.contains("^") == true)
  }

  // MARK: - Configurations

  private struct Amount: DecodableWithConfiguration, Equatable {
    var cents: Int

    init(from decoder: any Decoder, configuration factor: Int) throws {
      cents = try decoder.singleValueContainer().decode(Int.self) * factor
    }
  }

  @Test(arguments: ["12", "true", "12 // a dozen"])
  func `decodes with a configuration`(_ text: String) {
    for allowsJSON5 in [false, true] {
      let (foundation, engine) = (JSONDecoder(), DropInJSONDecoder() as JSONDecoder)
      for decoder in [foundation, engine] { decoder.allowsJSON5 = allowsJSON5 }
      func amount(_ decoder: JSONDecoder) -> Outcome<Amount> {
        Outcome { try decoder.decode(Amount.self, from: Data(text.utf8), configuration: 100) }
      }
      #expect(amount(engine) == amount(foundation))
    }
  }

  private enum Cents: DecodingConfigurationProviding {
    static var decodingConfiguration: Int { 100 }
  }

  @Test func `decodes with the configuration of a provider`() throws {
    let decoder: JSONDecoder = DropInJSONDecoder()
    func cents(_ text: String) throws -> Int {
      try decoder.decode(Amount.self, from: Data(text.utf8), configuration: Cents.self).cents
    }
    #expect(try cents("12") == 1200)
    // Errors of the engine have a place.
    let error = #expect(throws: DecodingError.self) { try cents(" true") }
    #expect(error?.jsonError?.column == 2)
  }

  // MARK: - Registries

  private protocol Media: Decodable, Sendable {}
  private struct Movie: Media, Equatable { var title: String }
  private struct Book: Media, Equatable { var pages: Int }

  @Test func `decodes and reports elements of registries`() throws {
    let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self, "BOOK": Book.self])
    let decoder: JSONDecoder = DropInJSONDecoder()
    decoder.userInfo.register(media)
    let text =
      #"[{"type": "MOVIE", "title": "Heat"}, {"type": "OPERA"}, {"type": "BOOK", "pages": 7}]"#
    let (feed, report) = try DecodingReport.collecting {
      try decoder.decode([Polymorphic<any Media>].self, from: Data(text.utf8))
    }
    #expect(feed.known.count == 2)
    #expect(feed.known.first as? Movie == Movie(title: "Heat"))
    #expect(feed.known.last as? Book == Book(pages: 7))
    #expect(report.unknownTags.count == 1)
    // Kept as the bytes that came: the engine decoded it, and not Foundation.
    let unknown = try #require(feed.unknown.first)
    #expect(
      unknown.sourceBytes.map { String(decoding: $0, as: UTF8.self) } == #"{"type": "OPERA"}"#
    )
    decoder.userInfo = [:]
    #expect(throws: (any Error).self) {
      try decoder.decode([Polymorphic<any Media>].self, from: Data(text.utf8))
    }
  }
}

/// A value, or the kind and the path of the error in its place.
struct Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
  var value: Value?
  var kind = ""
  var path: [String] = []

  init(_ body: () throws -> Value) {
    do {
      value = try body()
    } catch let error as DecodingError {
      let context: DecodingError.Context
      switch error {
      case .typeMismatch(let type, let found): (kind, context) = ("mismatch \(type)", found)
      case .valueNotFound(let type, let found): (kind, context) = ("null for \(type)", found)
      case .keyNotFound(let key, let found): (kind, context) = ("no \(key.stringValue)", found)
      case .dataCorrupted(let found): (kind, context) = ("corrupted", found)
      @unknown default: return
      }
      path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { return }
      kind = "invalid"
      path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    } catch {
      kind = "\(error)"
    }
  }

  var description: String { value.map { "\($0)" } ?? "\(kind) at \(path)" }
}

private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ stringValue: String) { self.stringValue = stringValue }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
