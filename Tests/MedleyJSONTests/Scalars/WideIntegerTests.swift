import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// Integers of 128 bits in every place where a type may ask for one.
@Suite struct WideIntegerTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Ledger: Codable, Equatable {
    var balance: Int128
    var limit: UInt128?
    var entries: [Int128]
  }

  private struct Owner: Codable, Equatable { var name: String }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Nested: Decodable, Equatable {
    var first: Int128
    var second: UInt128
    var third: Int128?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      first = try container.decode(Int128.self)
      second = try container.decode(UInt128.self)
      third = try container.decodeIfPresent(Int128.self)
    }
  }

  private static let text = #"""
    {"type": "LEDGER", "name": "Ada", "balance": -170141183460469231731687303715884105728,
     "limit": 340282366920938463463374607431768211455, "entries": [18446744073709551616, -1, 0]}
    """#
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static let ledger = Ledger(balance: .min, limit: .max, entries: [1 << 64, -1, 0])

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Backend.allJSON)
  func `decodes members, elements and optionals`(_ backend: Backend) throws {
    #expect(try backend.decode(Ledger.self, from: Self.text) == Self.ledger)
    let without = #"{"balance": 1, "entries": []}"#
    #expect(try backend.decode(Ledger.self, from: without).limit == nil)
    let null = #"{"balance": 1, "entries": [], "limit": null}"#
    #expect(try backend.decode(Ledger.self, from: null).limit == nil)
    let nested = try backend.decode(Nested.self, from: "[-5, 18446744073709551616, null]")
    #expect(nested.first == -5 && nested.second == 1 << 64 && nested.third == nil)
    #expect(try backend.decode(Nested.self, from: "[1, 2, 3]").third == 3)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: ["true", #""1""#, "[]", "-1", "1.5", "340282366920938463463374607431768211456"])
  func `refuses what JSONDecoder refuses`(_ value: String) {
    struct Holder: Codable, Equatable { var value: UInt128 }
    let text = #"{"value": \#(value)}"#
    let engine = ScalarOutcome<Holder>.engine(text)
    #expect(engine.withoutPath == ScalarOutcome<Holder>.foundation(text).withoutPath)
    #expect(throws: DecodingError.self) {
      try PolymorphicJSONDecoder().decode(Holder.self, from: text)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `throws for absent members and elements`() {
    struct Holder: Codable, Equatable { var value: Int128 }
    #expect(ScalarOutcome<Holder>.engine("{}") == .foundation("{}"))
    #expect(ScalarOutcome<Int128>.engine("null") == .foundation("null"))
    #expect(ScalarOutcome<[Int128]>.engine("[null]") == .foundation("[null]"))
    #expect(ScalarOutcome<Holder>.engine(#"{"value":null}"#) == .foundation(#"{"value":null}"#))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Backend.allJSON)
  func `encodes payloads unchanged`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Equatable>("type", ["LEDGER": Ledger.self])
    let text = "[\(Self.text.replacing(#""name": "Ada", "#, with: ""))]"
    let feed = try backend.decode([Polymorphic<any Equatable>].self, from: text) {
      $0.register(registry)
    }
    #expect(feed.first?.known as? Ledger == Self.ledger)
    let encoded = try backend.encode(feed) { $0.register(registry) }
    #expect(encoded == (try JSONTree(parsing: text)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `decodes composed and deduced payloads`() throws {
    let composed = try PolymorphicJSONDecoder().decode(
      Composed<Owner, Ledger>.self,
      from: Self.text
    )
    #expect(composed.extension == Self.ledger)
    let data = try JSONEncoder().encode(composed)
    #expect(try JSONDecoder().decode(Ledger.self, from: data) == Self.ledger)
    let deduced = PolymorphicRegistry<any Equatable>(
      .deduced,
      ["OWNER": Owner.self, "LEDGER": Ledger.self]
    )
    let element = try PolymorphicJSONDecoder(deduced).decode(
      Polymorphic<any Equatable>.self,
      from: Self.text.replacing(#""name": "Ada", "#, with: "")
    )
    #expect(element.known as? Ledger == Self.ledger)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `keeps all digits in unknown payloads`() throws {
    let payload = try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: Self.text)
    #expect(try payload.decode(as: Ledger.self) == Self.ledger)
    #expect(try payload.decode(as: Ledger.self, using: JSONDecoder()) == Self.ledger)
    #expect(try payload.decode(as: Ledger.self, using: PolymorphicJSONDecoder()) == Self.ledger)
    struct Short: Decodable { var balance: Int64 }
    let error = #expect(throws: DecodingError.self) { try payload.decode(as: Short.self) }
    #expect(error?.details?.codingPath.place == "balance")
  }
}
