import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Arrays of integers, strings and doubles, which the engine decodes in separate loops, compared
/// with `JSONDecoder`.
@Suite(.onEachEngine) struct ScalarArrayTests {
  private static let elements = [
    "0", "-0", "1", "-1", "1.0", "1.5", "-2.50", "1e2", "1e-2", "12345678", "123456789012345678",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "1e18", "1e19", "1e400", "-1e400", "1e-400", "0.1",
    "0.30000000000000004",
    "123456789.123456789", "null", "true", "false", "\"\"", #""a""#, #""é""#, #""\n""#,
    #""\ud83d\ude00""#, #""1""#, #""a string that is on the heap""#, "[]", "[1]", "{}",
    #"{"a":1}"#,
  ]

  private static var texts: [String] {
    let alone = elements.map { "[\($0)]" }
    let first = elements.map { "[\($0),1,2]" }
    let behind = elements.map { "[1,2,\($0)]" }
    let strings = elements.map { #"["a", \#($0) ,"b"]"# }
    return ["[]", "[ ]", "null", "1", #""a""#, "{}", #"{"a":[1]}"#, "true"]
      + alone + first + behind + strings
  }

  /// A type with an array as a member in several ways.
  private struct Holder<Element: Decodable & Equatable & Sendable>: Decodable, Equatable, Sendable {
    var list: [Element]
    var optional: [Element]?
    var nullable: [Element?]?
    var nested: [[Element]]?
    var members: [String: [Element]]?
    var last: Int
  }

  /// Compares the results of both decoders.
  ///
  /// For numbers that don't fit, `JSONDecoder` has no path.
  private func check<Value: Decodable & Equatable & Sendable>(
    _ type: Value.Type,
    _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let theirs = ScalarOutcome<Value>.foundation(text)
    for padding in Padding.allCases {
      let ours = ScalarOutcome<Value>.engine(text + padding.text)
      let isSame =
        if case .error("corrupted", _) = theirs {
          ours.withoutPath == theirs.withoutPath
        } else {
          ours == theirs
        }
      #expect(isSame, "\(type) of \(text): \(ours), \(theirs)", sourceLocation: location)
    }
  }

  private func checkAll<Element: Decodable & Equatable & Sendable>(_ type: Element.Type) {
    for (number, text) in Self.texts.enumerated() {
      check([Element].self, text)
      check([Element]?.self, text)
      check([Element?].self, text)
      check([[Element]].self, "[\(text),[],\(text)]")
      check([String: [Element]].self, #"{"k":\#(text)}"#)
      let holders =
        ["optional", "nullable", "nested", "members"].map { name in
          #"{"list":\#(text),"\#(name)":null,"last":1}"#
        } + [
          #"{"last":1,"optional":\#(text),"list":[]}"#,
          #"{"last":1,"nullable":\#(text),"list":[]}"#,
          #"{"nested":[[],\#(text)],"list":[],"last":1}"#,
          #"{"members":{"k":\#(text)},"list":[],"last":1}"#,
        ]
      for holder in Thoroughness.some(of: holders, each: 5, seed: number) {
        check(Holder<Element>.self, holder)
      }
    }
  }

  @Test func `decodes arrays of integers`() { checkAll(Int.self) }
  @Test func `decodes arrays of strings`() { checkAll(String.self) }
  @Test func `decodes arrays of doubles`() { checkAll(Double.self) }
  /// These don't have separate loops.
  @Test func `decodes arrays of other scalars`() {
    checkAll(Int8.self)
    checkAll(Float.self)
    checkAll(Bool.self)
  }

  @Test(arguments: [
    (#"{"list":[1,2,"x"]}"#, ["list", "Index 2"]), (#"{"list":[1,null]}"#, ["list", "Index 1"]),
    (#"{"list":[1.5]}"#, ["list", "Index 0"]), (#"{"list":[0,1e400]}"#, ["list", "Index 1"]),
    (#"{"list":{}}"#, ["list"]), (#"{"list":7}"#, ["list"]),
    (#"{"list":[9223372036854775808]}"#, ["list", "Index 0"]),
    (#"{"list":[[1]]}"#, ["list", "Index 0"]),
  ])
  func `an error has the place of the element`(_ text: String, _ path: [String]) throws {
    let outcome = ScalarOutcome<[String: [Int]]>.engine(text)
    guard case .error(_, let found) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(found == path)
  }

  @Test func `decodes infinity and NaN in arrays`() throws {
    let decoder = Engine.current.decoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    let doubles = try decoder.decode([Double].self, from: #"["inf", 1, "-inf", "nan", 2.5]"#)
    #expect(doubles.map { "\($0)" } == ["inf", "1.0", "-inf", "nan", "2.5"])
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([Double].self, from: #"[1, "infinite"]"#)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[1]")
  }

  @Test(arguments: [1, 2, 100, 10_000])
  func `decodes arrays of any length`(_ count: Int) throws {
    let numbers = (0..<count).map { $0 * 7919 - count }
    let text = "[\(numbers.map(String.init).joined(separator: ","))]"
    let decoder = Engine.current.decoder()
    #expect(try decoder.decode([Int].self, from: text) == numbers)
    #expect(try decoder.decode([Double].self, from: text) == numbers.map(Double.init))
    let strings = numbers.map { "text of \($0)" }
    let quoted = "[\(strings.map { "\"\($0)\"" }.joined(separator: ", "))]"
    #expect(try decoder.decode([String].self, from: quoted) == strings)
    #expect(try decoder.decode([[String]].self, from: "[\(quoted),[]]") == [strings, []])
  }
}
