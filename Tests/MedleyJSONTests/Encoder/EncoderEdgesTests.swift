import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Uses of an encoder that few types make.
@Suite(.onEachEngine) struct EncoderEdgesTests {
  private func text(
    _ value: some Encodable,
    _ configure: (any EngineEncoding) -> Void = { _ in }
  ) throws -> String {
    let encoder = Engine.current.encoder()
    configure(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func foundationText(
    _ value: some Encodable,
    _ configure: (JSONEncoder) -> Void = { _ in }
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    configure(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: - Dictionaries

  private enum Name: String, Codable, CodingKeyRepresentable {
    case firstName, lastName
  }

  private enum Plain: String, Codable {
    case firstName, lastName
  }

  private struct Keyed: Encodable {
    let strings = ["firstName": 1, "lastName": 2]
    let integers = [1: 1, -20: 2, 300: 3]
    let names = [Name.firstName: 1, .lastName: 2]
    let plain = [Plain.firstName: 1]
    let doubles = [1.5: "x"]
    let nested = ["aB": [Name.firstName: ["cD": 1]]]
    let empty: [String: Int] = [:]
  }

  @Test func `encodes dictionaries with keys of any type, under any strategy`() throws {
    let format: JSONEncoder.OutputFormatting = [.sortedKeys, .prettyPrinted]
    for strategy in [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase] {
      let found = try text(Keyed()) {
        $0.keyEncodingStrategy = strategy
        $0.outputFormatting = format
      }
      let expected = try foundationText(Keyed()) {
        $0.keyEncodingStrategy = strategy
        $0.outputFormatting = format
      }
      #expect(found == expected)
    }
  }

  // MARK: - Strategies

  @Test func `encodes what a custom strategy encodes`() throws {
    struct Dated: Encodable {
      let date = Date(timeIntervalSinceReferenceDate: 1)
      let data = Data([1, 2])
    }
    let ways: [@Sendable (any Encoder) throws -> Void] = [
      { _ in },
      { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode("x")
      },
      { encoder in
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      },
      { encoder in
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        try container.encode(Dated(), forKey: AnyEncoderKey("other"))
      },
    ]
    for way in ways.dropLast() {
      let found = try text([Dated()]) {
        $0.dateEncodingStrategy = .custom { try way($1) }
        $0.dataEncodingStrategy = .custom { try way($1) }
        $0.outputFormatting = .sortedKeys
      }
      let expected = try foundationText([Dated()]) {
        $0.dateEncodingStrategy = .custom { try way($1) }
        $0.dataEncodingStrategy = .custom { try way($1) }
      }
      #expect(found == expected)
    }
    // Endless, because it encodes a date again.
    #expect(throws: EncodingError.self) {
      try text([Dated()]) { $0.dateEncodingStrategy = .custom { try ways[3]($1) } }
    }
  }

  // MARK: - Integers

  @Test func `writes integers of every size`() throws {
    #expect(try text([Int128.min, .max, 0, -1]) == "[\(Int128.min),\(Int128.max),0,-1]")
    #expect(try text([UInt128.max, 10]) == "[\(UInt128.max),10]")
    var number = UInt64(1)
    for digit in 1..<20 {
      for value in [number, number - 1, number + UInt64(digit), number * 9] {
        #expect(try text([value]) == "[\(value)]")
        #expect(try text([Int64(clamping: value)]) == "[\(Int64(clamping: value))]")
        #expect(try text([-Int64(clamping: value)]) == "[\(-Int64(clamping: value))]")
      }
      if digit < 19 { number *= 10 }
    }
    #expect(try text([UInt64.max]) == "[\(UInt64.max)]")
    #expect(try text([Int.min]) == "[\(Int.min)]")
  }

  // MARK: - Calls inside calls

  @Test func `encodes while it encodes`() throws {
    struct Embedded: Encodable {
      let encoder: PolymorphicJSONEncoder
      let depth: Int

      func encode(to target: any Encoder) throws {
        var container = target.container(keyedBy: AnyEncoderKey.self)
        try container.encode(depth, forKey: AnyEncoderKey("depth"))
        guard depth > 0 else { return }
        let inner = try encoder.encode(Embedded(encoder: encoder, depth: depth - 1))
        #expect(throws: EncodingError.self) { try encoder.encode([Double.nan]) }
        try container.encode(inner.count, forKey: AnyEncoderKey("count"))
      }
    }
    let encoder = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<2 {
      let data = try encoder.encode(Embedded(encoder: encoder, depth: 3))
      #expect(String(decoding: data, as: UTF8.self) == #"{"depth":3,"count":22}"#)
    }
    #expect(encoder.reuse.documents <= 5)
  }

  @Test func `doesn't retain user information after the call`() throws {
    final class Large: Sendable {}
    let key = try #require(CodingUserInfoKey(rawValue: "large"))
    weak var large: Large?
    do {
      let object = Large()
      large = object
      let encoder = Engine.current.encoder()
      encoder.userInfo[key] = object
      #expect(try encoder.encode([1]) == Data("[1]".utf8))
    }
    #expect(large == nil)
  }
}
