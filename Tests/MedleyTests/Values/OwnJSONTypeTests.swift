import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// JSON types of an app's own, to which kept elements are decoded: they try one kind after the other.
@Suite struct OwnJSONTypeTests {
  enum JSONValue: Codable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([JSONValue].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: JSONValue].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .boolean(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  static let unregistered = PolymorphicRegistry<any Media>("type")

  /// An element with more members than are searched one by one, and keys of every spelling.
  static let json = #"""
    {"type":"X","a":1,"b":[true,"t",[2.5],{"c":{}}],"snake_case":"s","snakeCase":"c","é":"e","7":7,
    "d":{"e":{"f":[0,{"g":"h"}]}},"i":"","j":-1,"k":1e3,"l":[]}
    """#

  @Test(arguments: Backend.allCases, [json, #"{"type":"X","a":"b"}"#, #"{"type":"X"}"#])
  func `a kept element decodes as it would from the document`(
    _ backend: Backend,
    _ json: String
  ) throws {
    let expected = try backend.decode([JSONValue].self, from: "[\(json)]")
    let payload = try #require(try backend.feed("[\(json)]", Self.unregistered).unknown.first)
    #expect(try payload.decode(as: JSONValue.self) == expected[0])
    #expect(try [.object(payload.decode(as: [String: JSONValue].self))] == expected)
    #expect(try payload.decode(as: JSONValue.self, using: PolymorphicJSONDecoder()) == expected[0])
    #expect(try payload.decode(as: JSONValue.self, using: JSONDecoder()) == expected[0])
  }

  @Test(arguments: [1, 3, 9, 40])
  func `the first of members with one key counts`(_ count: Int) throws {
    let members: [PayloadValue.Member] = (0..<count).map { (key: "k\($0)", value: "first") }
    let repeated = members.map { (key: $0.key, value: PayloadValue.array([])) }
    let value = PayloadValue.object(members + repeated)
    let keys = Set(members.map(\.key))
    #expect(try value.decode([String: String].self) == keys.reduce(into: [:]) { $0[$1] = "first" })
    #expect(try value.decode(Keys.self).names == members.map(\.key))
  }

  struct Keys: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      names = container.allKeys.map(\.stringValue)
      for key in container.allKeys { _ = try container.decode(String.self, forKey: key) }
    }
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Named: Decodable, Equatable {
    var firstName: String
    var lastName: String?
  }

  @Test(
    arguments: [
      (["firstName": "as written"], "as written"),
      (["first_name": "converted"], "converted"),
      (["first_name": "converted", "firstName": "as written"], "as written"),
      (["firstName": "as written", "first_name": "converted"], "as written"),
    ] as [(PayloadValue, String)]
  )
  func `a key is found as it is written, and then as it is converted`(
    _ value: PayloadValue,
    _ name: String
  ) throws {
    #expect(try value.decode(Named.self) == Named(firstName: name))
    guard case .object(let members) = value else { return }
    let others = (0..<9).map { (key: "other\($0)", value: PayloadValue.null) }
    #expect(try PayloadValue.object(others + members).decode(Named.self).firstName == name)
  }

  // MARK: - Errors

  static let mismatches: [(PayloadValue, String, String)] = [
    (["a": ["b": [1, "2"]]], "a.b[1]", "Expected an integer but found a string instead."),
    (["a": ["b": [true]]], "a.b[0]", "Expected an integer but found a Boolean instead."),
    (["a": ["b": [1, nil]]], "a.b[1]", "Expected an integer but found null instead."),
    (["a": ["b": [["c": 1]]]], "a.b[0]", "Expected an integer but found an object instead."),
    (["a": ["b": [1, [2]]]], "a.b[1]", "Expected an integer but found an array instead."),
    (["a": ["b": [1.5]]], "a.b[0]", "The number doesn't fit into Int."),
    (["a": ["b": 1]], "a.b", "Expected an array but found a number instead."),
    (["a": ["b": "1"]], "a.b", "Expected an array but found a string instead."),
    (["a": [1]], "a", "Expected an object but found an array instead."),
    (["a": .other(7)], "a", "Expected an object but found Int instead."),
    (7, "", "Expected an object but found a number instead."),
  ]

  @Test(arguments: mismatches)
  func `an error has the path, what was expected and what was found`(
    _ value: PayloadValue,
    _ place: String,
    _ text: String
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try value.decode([String: [String: [Int]]].self)
    }
    #expect(error.place == place)
    #expect(error.details?.debugDescription == text)
  }

  struct Outer: Decodable {
    var inner: [String: [Named]]
  }

  @Test func `an absent member has the path of its object`() throws {
    let value: PayloadValue = ["inner": ["x": [["firstName": "a"], ["lastName": "b"]]]]
    let error = try #require(throws: DecodingError.self) { try value.decode(Outer.self) }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "inner.x[1].firstName")
  }

  @Test func `a member in a dictionary may be a date or data`() throws {
    let value: PayloadValue = ["a": .other(Date(timeIntervalSinceReferenceDate: 1)), "b": 2]
    let dates = try value.decode([String: Date].self)
    #expect(dates.mapValues(\.timeIntervalSinceReferenceDate) == ["a": 1, "b": 2])
    let wrong: PayloadValue = ["a": [["b": true]]]
    let error = try #require(throws: DecodingError.self) {
      try wrong.decode([String: [[String: Date]]].self)
    }
    #expect(error.place == "a[0].b")
  }

  @Test func `values are decoded at any depth with their paths`() throws {
    var value: PayloadValue = "end"
    for _ in 0..<100 { value = ["a": [value]] }
    #expect(try value.decode(Depth.self).path == String(repeating: "a/Index 0/", count: 100))
  }

  /// Walks down with nested containers, and then reads the path at once.
  struct Depth: Decodable {
    let path: String

    init(from decoder: any Decoder) throws {
      var decoder = decoder
      while let object = try? decoder.container(keyedBy: AnyKey.self) {
        var array = try object.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "a"))
        decoder = try array.superDecoder()
      }
      path = decoder.codingPath.map { "\($0.stringValue)/" }.joined()
    }
  }
}
