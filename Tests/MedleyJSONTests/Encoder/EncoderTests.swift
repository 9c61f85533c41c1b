import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

@Suite(.onEachEngine) struct EncoderTests {
  private func text(
    _ value: some Encodable,
    _ configure: (any EngineEncoding) -> Void = { _ in }
  ) throws -> String {
    let encoder = Engine.current.encoder()
    configure(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: - Order

  private protocol Media: Sendable {}

  private struct Movie: Media, Codable, Equatable {
    var title: String
    var year: Int
    var cast: [String]
    var rating: Double?
  }

  @Test func `writes members in the order in which the type encodes them`() throws {
    let movie = Movie(title: "Alien", year: 1979, cast: ["Weaver"], rating: 8.5)
    #expect(
      try text(movie) == #"{"title":"Alien","year":1979,"cast":["Weaver"],"rating":8.5}"#
    )
  }

  @Test func `writes the tag first`() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Movie.self, for: "MOVIE")
    let encoder = Engine.current.encoder(registry)
    let movie = Movie(title: "Alien", year: 1979, cast: [], rating: nil)
    let data = try encoder.encode([Polymorphic<any Media>.known(movie)])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"type":"MOVIE","title":"Alien","year":1979,"cast":[]}]"#
    )
  }

  @Test func `keeps the last of repeated members in the place of the first`() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        try container.encode([1, 2], forKey: AnyEncoderKey("a"))
        try container.encode(2, forKey: AnyEncoderKey("b"))
        try container.encode(3, forKey: AnyEncoderKey("a"))
      }
    }
    #expect(try text(Twice()) == #"{"a":3,"b":2}"#)
  }

  @Test func `goes on with the nested container of a key`() throws {
    struct Nested: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        var first = container.nestedContainer(
          keyedBy: AnyEncoderKey.self,
          forKey: AnyEncoderKey("n")
        )
        try first.encode(1, forKey: AnyEncoderKey("a"))
        try container.encode(2, forKey: AnyEncoderKey("b"))
        var second = container.nestedContainer(
          keyedBy: OtherEncoderKey.self,
          forKey: AnyEncoderKey("n")
        )
        try second.encode(3, forKey: OtherEncoderKey("c"))
        try first.encode(4, forKey: AnyEncoderKey("d"))
      }
    }
    #expect(try text(Nested()) == #"{"n":{"a":1,"c":3,"d":4},"b":2}"#)
  }

  // MARK: - Errors

  @Test func `removes a member whose error is caught`() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        try container.encode(1, forKey: AnyEncoderKey("a"))
        throw CocoaError(.coderInvalidValue)
      }
    }
    struct Catching: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try? container.encode(Failing())
        try container.encode(1)
        try? container.encode([Failing()])
        try? container.encode(Double.nan)
        #expect(container.count == 1)
        try container.encode(2)
        var object = container.nestedContainer(keyedBy: AnyEncoderKey.self)
        try? object.encode(Failing(), forKey: AnyEncoderKey("x"))
        try? object.encode(Float.infinity, forKey: AnyEncoderKey("x"))
        try object.encode(3, forKey: AnyEncoderKey("y"))
      }
    }
    #expect(try text(Catching()) == #"[1,2,{"y":3}]"#)
  }

  @Test func `puts the path into errors`() throws {
    struct Inner: Encodable {
      var value: Double
    }
    struct Outer: Encodable {
      var list: [[String: Inner]]
    }
    let value = Outer(list: [["a": Inner(value: 1)], ["b": Inner(value: .nan)]])
    let error = #expect(throws: EncodingError.self) { try Engine.current.encoder().encode(value) }
    guard case .invalidValue(let value, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((value as? Double)?.isNaN == true)
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1", "b", "value"])
    #expect(context.codingPath.map(\.intValue) == [nil, 1, nil, nil])
    #expect(context.debugDescription == "Unable to encode Double.nan directly in JSON.")
  }

  @Test func `has the keys of the type in paths, with a strategy`() throws {
    struct Path: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map(\.stringValue))
      }
    }
    struct Inner: Encodable {
      var pathOfValue = Path()
    }
    struct Outer: Encodable {
      var innerValue = [Inner()]
    }
    let expected = #"{"inner_value":[{"path_of_value":["innerValue","Index 0","pathOfValue"]}]}"#
    #expect(try text(Outer()) { $0.keyEncodingStrategy = .convertToSnakeCase } == expected)
  }

  @Test func `refuses a value that encodes nothing, or two shapes`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    struct Both: Encodable {
      func encode(to encoder: any Encoder) {
        _ = encoder.container(keyedBy: AnyEncoderKey.self)
        _ = encoder.unkeyedContainer()
      }
    }
    let nothing = #expect(throws: EncodingError.self) {
      try Engine.current.encoder().encode(Nothing())
    }
    #expect(
      "\(String(describing: nothing))".contains("Top-level Nothing did not encode any values.")
    )
    let both = #expect(throws: EncodingError.self) {
      try Engine.current.encoder().encode(["key": Both()])
    }
    #expect("\(String(describing: both))".contains("is object and an array at once"))
    #expect(try text([Nothing()]) == "[{}]")
  }

  @Test func `refuses NaN as a decimal`() {
    #expect(throws: EncodingError.self) { try Engine.current.encoder().encode([Decimal.nan]) }
  }

  // MARK: - Depth

  private final class Node: Encodable {
    let next: [Node]
    init(_ next: [Node]) { self.next = next }
  }

  @Test(arguments: [1, 2, 100, 512])
  func `limits the depth`(_ limit: Int) throws {
    let encoder = PolymorphicJSONEncoder()
    encoder.depthLimit = limit
    func arrays(_ depth: Int) throws -> Data {
      var value = PayloadValue.array([])
      for _ in 1..<depth { value = .array([value]) }
      return try encoder.encode(value)
    }
    #expect(try arrays(limit).count == 2 * limit)
    let error = #expect(throws: EncodingError.self) { try arrays(limit + 1) }
    #expect("\(String(describing: error))".contains("more than \(limit) levels deep"))
  }

  @Test func `sorts deep documents with one encoder again and again`() throws {
    let encoder = PolymorphicJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.depthLimit = 1000
    var value = PayloadValue.object([])
    for _ in 1..<800 { value = ["b": value, "a": 1] }
    let first = try encoder.encode(value)
    for _ in 0..<3 { #expect(try encoder.encode(value) == first) }
  }

  @Test func `refuses endless recursion`() {
    final class Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    struct Deep: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Deep())
      }
    }
    #expect(throws: EncodingError.self) { try Engine.current.encoder().encode(Endless()) }
    #expect(throws: EncodingError.self) { try Engine.current.encoder().encode(Deep()) }
  }

  // MARK: - Output

  @Test func `appends to bytes that the caller keeps`() throws {
    let encoder = PolymorphicJSONEncoder()
    var bytes = Array("x".utf8)
    try encoder.encode([1], into: &bytes)
    try encoder.encode("y", into: &bytes)
    #expect(throws: EncodingError.self) { try encoder.encode([1, .nan], into: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self) == #"x[1]"y""#)
    var data = Data()
    try encoder.encode(nil as Int?, into: &data)
    #expect(data == Data("null".utf8))
  }

  @Test func `writes large documents`() throws {
    let strings = (0..<20_000).map { "line \($0) /\"" }
    let data = try Engine.current.encoder().encode(strings)
    #expect(data.count > 1 << 18)
    #expect(try JSONDecoder().decode([String].self, from: data) == strings)
    #expect(try Engine.current.encoder().encode(strings) == data)
  }

  @Test func `encodes infinity and NaN as the strategy says`() throws {
    let numbers = [Double.infinity, -.infinity, .nan]
    let found = try text(numbers) {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+",
        negativeInfinity: "-",
        nan: "?"
      )
    }
    #expect(found == #"["+","-","?"]"#)
  }

  @Test func `writes strings of any length with escapes at any place`() throws {
    let (engine, foundation) = (Engine.current.encoder(), JSONEncoder())
    for count in 0..<40 {
      let plain = String("The quick brown fox jumps over the lazy dog".prefix(count))
      #expect(try engine.encode([plain]) == foundation.encode([plain]))
      for place in 0..<count {
        for escaped in ["\"", "\\", "/", "\u{1}", "\u{1f}", "é"] {
          let index = plain.index(plain.startIndex, offsetBy: place)
          let string = String(plain[..<index] + escaped + plain[plain.index(after: index)...])
          #expect(try engine.encode([string]) == foundation.encode([string]))
        }
      }
    }
  }

  @Test func `writes numbers as description does`() throws {
    var random = SeededDoubles()
    for _ in 0..<20_000 {
      let number = random.next()
      let expected = number.description.replacing(/\.0$/, with: "")
      #expect(try text(number) == expected)
    }
  }

  /// Numbers with short decimals, and their neighbours.
  private struct SeededDoubles {
    private var state: UInt64 = 1

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = Double(state >> 33 % 1_000_000_000)
      let number = digits / [1, 10, 1000, 1e5, 1e6, 1e7, 1e9, 1e12][Int(state >> 20 & 7)]
      switch state >> 25 & 3 {
      case 0: return number.nextUp
      case 1: return -number.nextDown
      default: return number
      }
    }
  }
}
