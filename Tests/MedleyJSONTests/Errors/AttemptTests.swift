import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Errors of a type that tries several types in turn, and keeps what each of them threw.
@Suite(.onEachEngine) struct AttemptTests {
  @Test func `every attempt has the path that JSONDecoder gives it`() throws {
    let text = """
      {"id": "a", "b": [1, [2, "x"], {"c": null, "d": 3}], "e": {"f": {"g": [[], {}]}},
       "h": "last", "i": [3, 4, 5], "j": {}}
      """
    let expected = try JSONDecoder().decode(Tried.self, from: Data(text.utf8)).all
    let tried = try Engine.current.decoder().decode(Tried.self, from: text).all
    #expect(tried.map(\.path) == expected.map(\.path))
    #expect(tried.map(\.kind) == expected.map(\.kind))
    #expect(tried.contains { $0.path == "b[2].d" })
  }

  @Test func `errors keep their paths while others are made at every depth`() throws {
    // Up and down by several levels at once, with scalars before, between and behind.
    let text = """
      {"a": [[["x"], "x"], "x", [[], [["x"]]]], "b": {"c": {"d": {"e": "x"}}, "f": "x"}, "g": "x",
       "h": [{"i": [{"j": ["x", "x"]}, "x"]}, {"k": "x"}], "l": "x"}
      """
    for _ in 0..<3 {
      let expected = try JSONDecoder().decode(Tried.self, from: Data(text.utf8)).all
      let tried = try Engine.current.decoder().decode(Tried.self, from: text).all
      #expect(tried.map(\.path) == expected.map(\.path))
    }
  }

  @Test func `an error that is kept doesn't change with later ones`() throws {
    let tried = try Engine.current.decoder().decode(
      Tried.self,
      from: "[1,\n \"b\",\n {\"c\": true}]"
    )
    let texts = tried.all.filter { $0.path == "[1]" }
    #expect(
      texts.map(\.description) == [
        "Expected to decode Bool but found a string instead.",
        "Expected to decode Int but found a string instead.",
        "Expected to decode Double but found a string instead.",
      ]
    )
    #expect(texts.map(\.location) == Array(repeating: "line 2, column 2", count: 3))
    let inner = tried.all.filter { $0.path == "[2].c" }
    #expect(inner.isEmpty)
    let object = tried.all.filter { $0.path == "[2]" }
    #expect(object.map(\.location) == Array(repeating: "line 3, column 2", count: 5))
    #expect(
      object.last?.description == "Expected to decode Array<Any> but found a dictionary instead."
    )
  }

  @Test func `a number that doesn't fit has its digits in the error`() throws {
    let tried = try Engine.current.decoder().decode(Tried.self, from: "[1.5, -2.25]").all
    #expect(
      tried.map(\.description).filter { $0.contains("<") } == [
        "Parsed JSON number <1.5> does not fit in Int.",
        "Parsed JSON number <-2.25> does not fit in Int.",
      ]
    )
  }

  @Test(arguments: [
    "300", "-129", "1e40", "123456789012345678901234567890",
    "0.\(String(repeating: "12", count: 400))",
  ])
  func `a number that doesn't fit is in the error as it is written`(_ number: String) throws {
    let error = try #require(
      #expect(throws: DecodingError.self) {
        try Engine.current.decoder().decode([Int8].self, from: "[\(number)]")
      }
    )
    #expect(
      error.details?.debugDescription == "Parsed JSON number <\(number)> does not fit in Int8."
    )
    #expect(error.errorPath.map(\.intValue) == [0])
  }

  /// A number whose path has the `intValue` of its key.
  private struct Numbered: Decodable {
    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?

      init(stringValue: String) { self.stringValue = stringValue }
      init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }

    var numbers: [Int?] = []

    init(from decoder: any Decoder) throws {
      for key in [Key(stringValue: "7"), Key(intValue: 7), Key(stringValue: "7")] {
        let container = try decoder.container(keyedBy: Key.self)
        #expect(throws: DecodingError.self) {
          do {
            _ = try container.decode(Int.self, forKey: key)
          } catch let error as DecodingError {
            numbers.append(error.details?.codingPath.last?.intValue)
            throw error
          }
        }
      }
    }
  }

  @Test func `an error after another one has the number of its own key`() throws {
    let numbered = try Engine.current.decoder().decode(Numbered.self, from: #"{"7": "x"}"#)
    #expect(numbered.numbers == [nil, 7, nil])
  }

  /// An object that is tried as a dictionary first, whose keys aren't converted.
  private struct Converted: Decodable {
    private enum CodingKeys: CodingKey {
      case firstKey
    }

    var paths: [String] = []

    init(from decoder: any Decoder) throws {
      func note(_ body: () throws -> Void) {
        do {
          try body()
        } catch {
          paths.append((error as? DecodingError)?.details?.codingPath.last?.stringValue ?? "")
        }
      }
      note { _ = try decoder.singleValueContainer().decode([String: Int].self) }
      note {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .firstKey)
      }
      note { _ = try decoder.singleValueContainer().decode([String: Bool].self) }
    }
  }

  @Test func `an object that is tried as a dictionary and by keys has both kinds of path`() throws {
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let converted = try decoder.decode(Converted.self, from: #"{"first_key": "x"}"#)
    #expect(converted.paths == ["first_key", "firstKey", "first_key"])
  }

  @Test func `a text belongs to its type, however many there are`() throws {
    struct Many: Decodable {
      let texts: [[String]]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let attempts: [(any Decodable.Type, String)] = [
          (Bool.self, "Bool"), (Int.self, "Int"), (Int8.self, "Int8"), (Int16.self, "Int16"),
          (Int32.self, "Int32"), (Int64.self, "Int64"), (UInt.self, "UInt"),
          (UInt8.self, "UInt8"), (UInt16.self, "UInt16"), (UInt32.self, "UInt32"),
          (UInt64.self, "UInt64"), (Double.self, "Double"), (Float.self, "Float"),
          (Decimal.self, "NSDecimal"), (String.self, "String"),
        ]
        texts = attempts.map { type, name in
          var text = ""
          do {
            _ = try container.decode(type)
          } catch {
            text = (error as? DecodingError)?.details?.debugDescription ?? ""
          }
          return [name, text]
        }
      }
    }
    let values = ["[]", "{}", "\"x\"", "true", "null", "[1]", "{\"a\": 1}"]
    let decoder = Engine.current.decoder()
    for _ in 0..<3 {
      let documents = try decoder.decode([Many].self, from: "[\(values.joined(separator: ","))]")
      for many in documents {
        for text in many.texts where !text[1].isEmpty {
          #expect(text[1].contains(" \(text[0]) ") || text[0] == "NSDecimal", "\(text)")
        }
      }
    }
  }
}

/// A value with what was thrown while its type was being looked for.
private struct Tried: Decodable {
  struct Attempt {
    let kind: String
    let path: String
    let description: String
    let location: String?
  }

  private(set) var all: [Attempt] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return }
    if attempt({ try container.decode(Bool.self) }) != nil { return }
    if attempt({ try container.decode(Int.self) }) != nil { return }
    if attempt({ try container.decode(Double.self) }) != nil { return }
    if attempt({ try container.decode(String.self) }) != nil { return }
    if let array = attempt({ try container.decode([Tried].self) }) {
      all += array.flatMap(\.all)
    } else {
      let object = try container.decode([String: Tried].self)
      all += object.sorted { $0.key < $1.key }.flatMap(\.value.all)
    }
  }

  private mutating func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch let error as DecodingError {
      let kind =
        switch error {
        case .typeMismatch: "mismatch"
        case .dataCorrupted: "corrupted"
        default: "other"
        }
      all.append(
        Attempt(
          kind: kind,
          path: (error.details?.codingPath ?? []).text,
          description: error.details?.debugDescription ?? "",
          location: error.linePlace
        )
      )
    } catch {}
    return nil
  }
}

extension [any CodingKey] {
  fileprivate var text: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
