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

  @Test(arguments: Backend.allJSON)
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

  @Test(arguments: Backend.allJSON)
  func `coding paths have the integer value of a key`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([String: [Int: String]].self, from: #"{"a": {"12": [1]}}"#)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.details?.codingPath.map(\.stringValue) == ["a", "12"])
    #expect(error?.details?.codingPath.map(\.intValue) == [nil, 12])
  }

  @Test(arguments: Backend.allJSON)
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

  /// Any JSON, whose dictionaries have dictionaries of the same type as values.
  private indirect enum Tree: Decodable, Equatable {
    case leaf(Int)
    case members([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .leaf(value)
      } else {
        self = .members(try container.decode([String: Tree].self))
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `decodes dictionaries inside of dictionaries of the same type`(_ backend: Backend) throws {
    let text = #"{"a": {"b": 1, "c": {"d": {}, "e": 2}, "f": 3}, "g": 4, "h": {"i": {"j": 5}}}"#
    let tree = try backend.decode(Tree.self, from: text)
    #expect(
      tree
        == .members([
          "a": .members([
            "b": .leaf(1), "c": .members(["d": .members([:]), "e": .leaf(2)]), "f": .leaf(3),
          ]),
          "g": .leaf(4), "h": .members(["i": .members(["j": .leaf(5)])]),
        ])
    )
    let error = #expect(throws: DecodingError.self) {
      try backend.decode(Tree.self, from: #"{"a": {"b": 1, "c": {"d": [], "e": 2}}, "g": 4}"#)
    }
    #expect(error?.place == "a.c.d")
  }

  /// An object that counts how many of its kind there are.
  private final class Counted: Decodable {
    @TaskLocal static var count = Count()

    final class Count: @unchecked Sendable {
      // Sound: one test uses it, on one thread.
      var value = 0
    }

    let number: Int
    private let count = Counted.count

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      count.value += 1
    }

    deinit { count.value -= 1 }
  }

  @Test(arguments: Backend.allJSON)
  func `releases values when a later one throws or repeats a key`(_ backend: Backend) throws {
    try Counted.$count.withValue(Counted.Count()) {
      #expect(throws: DecodingError.self) {
        try backend.decode([String: Counted].self, from: #"{"a": 1, "b": 2, "c": "x", "d": 3}"#)
      }
      #expect(Counted.count.value == 0)
      let text = #"{"a": 1, "é": 2, "a": 3, "e\u0301": 4, "b": 5}"#
      let members = try backend.decode([String: Counted].self, from: text)
      #expect(members.mapValues(\.number) == ["a": 1, "é": 2, "b": 5])
      withExtendedLifetime(members) { #expect(Counted.count.value == 3) }
    }
  }

  @Test(arguments: Backend.allJSON)
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
