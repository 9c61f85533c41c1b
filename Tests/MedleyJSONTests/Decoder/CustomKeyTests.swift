import Foundation
import Medley
import MedleyBase
import MedleyJSON
import TestSupport
import Testing

/// Keys that a function converts.
@Suite(.onEachEngine) struct CustomKeyTests {
  typealias Strategy = JSONDecoder.KeyDecodingStrategy

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The names of the keys of objects in objects and arrays.
  private struct Names: Decodable, Equatable {
    private(set) var names: [String: Names] = [:]
    private(set) var elements: [Names] = []

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: DynamicKey.self) {
        for key in container.allKeys {
          names[key.stringValue] = try container.decode(Names.self, forKey: key)
        }
      } else if var container = try? decoder.unkeyedContainer() {
        while !container.isAtEnd { elements.append(try container.decode(Names.self)) }
      }
    }
  }

  private static let text = """
    {"left": {"a_b": 1, "c": {"a_b": 2, "left": 3}}, "right": {"a_b": 4, "c": {"a_b": 5}},
     "list": [{"a_b": 1, "c": 2}, {"a_b": 3, "c": [{"a_b": 4}, {"a_b": 5, "c": {}}]}]}
    """

  /// Functions of the whole path.
  private static let functions: [(name: String, function: @Sendable ([any CodingKey]) -> String)] =
    [
      ("the name", { ($0.last?.stringValue ?? "").uppercased() }),
      ("the parent's name", { $0.suffix(2).map(\.stringValue).joined(separator: "/") }),
      ("all names", { $0.map(\.stringValue).joined(separator: "/") }),
      ("the depth", { "\($0.count) \($0.last?.stringValue ?? "")" }),
      ("indices", { "\($0.compactMap(\.intValue)) \($0.last?.stringValue ?? "")" }),
      (
        "the root, for one name",
        { path in
          let name = path.last?.stringValue ?? ""
          return name == "a_b" ? "\(path[0].stringValue) \(name)" : name
        }
      ),
      (
        "a description",
        { path in
          let above = path.dropLast().map { "\($0)".contains("right") }
          return "\(above.contains(true)) \(path.last?.stringValue ?? "")"
        }
      ),
      (
        "a debug description",
        { path in
          let above = path.dropLast().map { String(reflecting: $0).contains("right") }
          return "\(above.contains(true)) \(path.last?.stringValue ?? "")"
        }
      ),
      (
        "a mirror",
        { path in
          let above = path.dropLast().map { key in
            var text = ""
            dump(key, to: &text)
            return text.contains("right")
          }
          return "\(above.contains(true)) \(path.last?.stringValue ?? "")"
        }
      ),
    ]

  @Test(arguments: functions.indices)
  func `a function of the path converts keys as for JSONDecoder`(_ number: Int) throws {
    let function = Self.functions[number].function
    let strategy = Strategy.custom { Name(function($0)) }
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = strategy
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = strategy
    let expected = try foundation.decode(Names.self, from: Data(Self.text.utf8))
    // Twice, because the second call has the first one's document.
    for _ in 0..<2 {
      #expect(
        try decoder.decode(Names.self, from: Self.text) == expected,
        "\(Self.functions[number].name)"
      )
    }
  }

  @Test func `a function may return a key above`() throws {
    let strategy = Strategy.custom { path in path[max(0, path.count - 2)] }
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = strategy
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = strategy
    let text = #"{"x": {"a": 1}, "y": {"a": 2}}"#
    let expected = try foundation.decode(Names.self, from: Data(text.utf8))
    #expect(try decoder.decode(Names.self, from: text) == expected)
    #expect(expected.names["y"]?.names.keys.first == "y")
  }

  private struct Point: Decodable, Equatable {
    let x, y: Int
  }

  @Test func `the function is called once for a name that depends on the name alone`() throws {
    let calls = Lock(0)
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .custom { path in
      calls.withLock { $0 += 1 }
      return Name((path.last?.stringValue ?? "").lowercased())
    }
    let text = (0..<50).map { #"{"X": \#($0), "Y": 1}"# }.joined(separator: ",")
    let points = try decoder.decode([Point].self, from: "[\(text)]")
    #expect(points == (0..<50).map { Point(x: $0, y: 1) })
    #expect(calls.withLock { $0 } == 2)
    // The function may return something else in another call.
    _ = try decoder.decode([Point].self, from: "[\(text)]")
    #expect(calls.withLock { $0 } == 4)
  }

  @Test(arguments: [3, 12, 13, 40])
  func `of keys with the same converted name the first is used`(_ count: Int) throws {
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue ?? ""
      return Name(name.hasPrefix("x") ? "x" : name)
    }
    let others = (0..<count).map { #""x\#($0)": \#($0)"# }.joined(separator: ",")
    let text = "{\(others), \"y\": 7}"
    #expect(try decoder.decode(Point.self, from: text) == Point(x: 0, y: 7))
  }

  @Test func `the path of an error has the names that depend on it`() throws {
    struct Inner: Decodable {
      let own: Int
    }
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .custom { path in
      if path.count > 2, path[0].stringValue == "Left", path.last?.stringValue == "Item" {
        return Name("own")
      }
      return Name((path.last?.stringValue ?? "").lowercased())
    }
    let error = try #require(
      #expect(throws: DecodingError.self) {
        try decoder.decode(
          [String: [Inner]].self,
          from: #"{"Left": [{"Item": 1}, {"Item": "x"}]}"#
        )
      }
    )
    #expect(error.summary.hasPrefix("Left[1].own: "), "\(error.summary)")
  }

  @Test func `keys of a text in a string have its path`() throws {
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .custom { path in
      Name(path.map(\.stringValue).joined(separator: "/"))
    }
    struct Root: Decodable {
      let names: Names

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DynamicKey.self)
        let key = try #require(container.allKeys.first)
        names = try container.decode(JSONText<Names>.self, forKey: key).wrappedValue
      }
    }
    let root = try decoder.decode(Root.self, from: #"{"body": "{\"a\": 1}"}"#)
    #expect(root.names.names.keys.sorted() == ["body/a"])
  }
}
