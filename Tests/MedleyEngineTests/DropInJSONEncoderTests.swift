import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// `DropInJSONEncoder` beside the class that it takes the place of.
@Suite struct DropInJSONEncoderTests {
  private struct Event: Encodable {
    var startDate = Date(timeIntervalSince1970: 1_704_164_645)
    var payload = Data("Hi".utf8)
    var ratio = 0.5
    var link = "https://example.com/a"
    var imageURLs = ["small_size": 1, "largeSize": 2]
  }

  /// Encodes a value with both classes, after the same change of their settings.
  private static func expectSame(
    _ value: some Encodable,
    location: SourceLocation = #_sourceLocation,
    _ change: (JSONEncoder) -> Void
  ) {
    func text(_ encoder: JSONEncoder) -> Outcome<String> {
      encoder.outputFormatting = [.sortedKeys]
      change(encoder)
      return Outcome { String(decoding: try encoder.encode(value), as: UTF8.self) }
    }
    let engine = DropInJSONEncoder()
    let expected = text(JSONEncoder())
    #expect(text(engine) == expected, sourceLocation: location)
    // The second call uses the settings that the first one has read.
    #expect(text(engine) == expected, sourceLocation: location)
  }

  @Test func `obeys every strategy`() {
    let event = Event()
    Self.expectSame(event) { _ in }
    Self.expectSame(event) { $0.dateEncodingStrategy = .secondsSince1970 }
    Self.expectSame(event) { $0.dateEncodingStrategy = .millisecondsSince1970 }
    Self.expectSame(event) { $0.dateEncodingStrategy = .iso8601 }
    Self.expectSame(event) {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("\(date.timeIntervalSince1970)")
      }
    }
    Self.expectSame(event) { $0.dataEncodingStrategy = .deferredToData }
    Self.expectSame(event) {
      $0.dataEncodingStrategy = .custom { data, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(data.count)
      }
    }
    Self.expectSame(event) { $0.keyEncodingStrategy = .convertToSnakeCase }
    Self.expectSame(event) {
      $0.keyEncodingStrategy = .custom { path in path.last ?? UnnamedKey() }
    }
  }

  @Test func `obeys the strategy of floats`() {
    for value in [0.5, .infinity, -.infinity, .nan] {
      Self.expectSame([value]) { _ in }
      Self.expectSame([value]) {
        $0.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "inf",
          negativeInfinity: "-inf",
          nan: "nan"
        )
      }
    }
  }

  @Test func `obeys the format`() {
    Self.expectSame(Event()) { $0.outputFormatting = [.sortedKeys, .prettyPrinted] }
    Self.expectSame(Event()) { $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }
  }

  private struct Labelled: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      let label = CodingUserInfoKey(rawValue: "label").flatMap { encoder.userInfo[$0] as? String }
      try container.encode(label ?? "none")
    }
  }

  @Test func `obeys a setting that changes between two calls`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "label"))
    let encoder: JSONEncoder = DropInJSONEncoder()
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    #expect(try text([Labelled()]) == #"["none"]"#)
    encoder.userInfo[key] = "red"
    #expect(try text([Labelled()]) == #"["red"]"#)
    #expect(try text(["a/b"]) == #"["a\/b"]"#)
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(try text(["a/b"]) == #"["a/b"]"#)
    let date = Date(timeIntervalSince1970: 2)
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try text([date]) == "[2]")
    encoder.dateEncodingStrategy = .millisecondsSince1970
    #expect(try text([date]) == "[2000]")
    encoder.dataEncodingStrategy = .deferredToData
    #expect(try text([Data([7])]) == "[[7]]")
  }

  private struct Empty: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `throws the errors of JSONEncoder`() {
    Self.expectSame(["a": [Double.infinity]]) { _ in }
    Self.expectSame(Empty()) { _ in }
    Self.expectSame([Empty()]) { _ in }
  }

  private struct Amount: EncodableWithConfiguration {
    func encode(to encoder: any Encoder, configuration: Int) throws {
      var container = encoder.singleValueContainer()
      try container.encode(configuration)
    }
  }

  @Test func `encodes with a configuration`() throws {
    let encoder: JSONEncoder = DropInJSONEncoder()
    let data = try encoder.encode(Amount(), configuration: 7)
    #expect(String(decoding: data, as: UTF8.self) == "7")
  }

  @Test func `threads share an encoder whose settings change`() async {
    let encoder = DropInJSONEncoder()
    let results = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { round in
            if task == 0 {
              encoder.keyEncodingStrategy =
                round.isMultiple(of: 2) ? .convertToSnakeCase : .useDefaultKeys
            }
            return (try? encoder.encode([1, 2])) == Data("[1,2]".utf8)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
  }

  // MARK: - Registries

  private protocol Media: Codable, Sendable {}
  private struct Movie: Media { var title: String }

  @Test func `encodes elements of registries with their tags`() throws {
    let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
    let encoder: JSONEncoder = DropInJSONEncoder()
    encoder.userInfo.register(media)
    let feed: [Polymorphic<any Media>] = [.known(Movie(title: "Heat"))]
    let text = String(decoding: try encoder.encode(feed), as: UTF8.self)
    #expect(text == #"[{"type":"MOVIE","title":"Heat"}]"#)
  }

  @Test func `writes an unknown element as it came if the engine decoded it`() throws {
    let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
    let text = #"[{"type": "OPERA", "b": 1.0, "a": "\u0041"}]"#
    func written(after decoder: JSONDecoder, by encoder: JSONEncoder) throws -> String {
      decoder.userInfo.register(media)
      encoder.userInfo.register(media)
      encoder.outputFormatting = .sortedKeys
      let feed = try decoder.decode([Polymorphic<any Media>].self, from: Data(text.utf8))
      return String(decoding: try encoder.encode(feed), as: UTF8.self)
    }
    #expect(try written(after: DropInJSONDecoder(), by: DropInJSONEncoder()) == text)
    let sorted = #"[{"a":"A","b":1,"type":"OPERA"}]"#
    #expect(try written(after: DropInJSONDecoder(), by: JSONEncoder()) == sorted)
    #expect(
      try written(after: JSONDecoder(), by: DropInJSONEncoder())
        == written(after: JSONDecoder(), by: JSONEncoder())
    )
  }
}

private struct UnnamedKey: CodingKey {
  var stringValue: String { "" }
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
