import Foundation
import TestSupport
import Testing

/// Dictionaries with keys of all kinds.
@Suite struct DictionaryTests {
  private enum Plain: String, Codable {
    case one, two
  }

  private enum Key: String, Codable, CodingKeyRepresentable {
    case one, two
  }

  private struct Code: Codable, Hashable, CodingKeyRepresentable {
    var number: Int
    var codingKey: any CodingKey { Number(intValue: number) }

    init(_ number: Int) {
      self.number = number
    }

    init?(codingKey: some CodingKey) {
      guard let number = codingKey.intValue else { return nil }
      self.number = number
    }

    private struct Number: CodingKey {
      var intValue: Int?
      var stringValue: String { "\(intValue ?? 0)" }
      init(intValue: Int) { self.intValue = intValue }
      init?(stringValue: String) { intValue = Int(stringValue) }
    }
  }

  @Test(arguments: [Backend.json, .engine])
  func `decodes keys that are strings, numbers, cases and codes`(_ backend: Backend) throws {
    #expect(try backend.decode([String: Int].self, from: #"{"a": 1, "": 2}"#) == ["a": 1, "": 2])
    #expect(try backend.decode([Int: Bool].self, from: #"{"-7": true}"#) == [-7: true])
    #expect(try backend.decode([Key: Int].self, from: #"{"two": 2}"#) == [.two: 2])
    #expect(try backend.decode([Code: Int].self, from: #"{"12": 2}"#) == [Code(12): 2])
    // Other keys are written in turn with their values.
    #expect(try backend.decode([Plain: Int].self, from: #"["one", 1]"#) == [.one: 1])
    #expect(try backend.decode([Double: Int].self, from: "[0.5, 1]") == [0.5: 1])
    #expect(
      try backend.decode([String: [Int: String]].self, from: #"{"a": {"1": "b"}}"#)
        == ["a": [1: "b"]]
    )
  }

  @Test(arguments: [Backend.json, .engine])
  func `coding paths have the integer value of a key`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([String: [Int: String]].self, from: #"{"a": {"12": [1]}}"#)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.details?.codingPath.map(\.stringValue) == ["a", "12"])
    #expect(error?.details?.codingPath.map(\.intValue) == [nil, 12])
  }

  @Test(arguments: [Backend.json, .engine])
  func `refuses keys that are neither numbers nor cases`(_ backend: Backend) throws {
    let number = #expect(throws: DecodingError.self) {
      try backend.decode([Int: Int].self, from: #"{"a": 1}"#)
    }
    #expect(number?.kind == .typeMismatch)
    let key = #expect(throws: DecodingError.self) {
      try backend.decode([Key: Int].self, from: #"{"three": 1}"#)
    }
    #expect(key?.kind == .dataCorrupted)
  }

  @Test(arguments: [Backend.json, .engine])
  func `doesn't convert keys of dictionaries`(_ backend: Backend) throws {
    struct Settings: Decodable {
      var maxValues: [String: Int]
    }
    let text = #"{"max_values": {"first_value": 1}}"#
    let settings = try backend.decode(Settings.self, from: text, keys: .snakeCase)
    #expect(settings.maxValues == ["first_value": 1])
    let error = #expect(throws: DecodingError.self) {
      try backend.decode(
        Settings.self,
        from: #"{"max_values": {"first_value": "x"}}"#,
        keys: .snakeCase
      )
    }
    #expect(error?.place == "maxValues.first_value")
  }
}
