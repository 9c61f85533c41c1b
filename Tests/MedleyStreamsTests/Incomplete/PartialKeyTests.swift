import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// The members of objects that aren't complete, beside those of the same objects with an end.
@Suite struct PartialKeyTests {
  private struct Members: Codable, Equatable {
    var a: Int?
    var alphabet: Int?
    var key7: Int?
    var key40: Int?
    var key60: Int?
  }

  @Test(arguments: [
    #"{"a": 1, "a": 2, "alphabet": 3, "a": 4, "alphabet": 5}"#,
    #"{"alphabet": 1, "\u0061": 2, "a": 3, "\u0061lphabet": 4}"#,
    #"{"": 1, "a": 2, "": 3, "ä": 4, "ä": 5, "a": 6}"#,
    #"{"a":1,"a":2}"#,
  ])
  func `the first of equal keys wins in each snapshot`(_ text: String) throws {
    try check(text)
  }

  @Test(arguments: [5, 13, 48, 49, 70], [0, 1, 7, 40])
  func `objects of any size read as those with an end`(_ count: Int, _ repeated: Int) throws {
    var members = (0..<count).map { #""key\#($0)": \#($0)"# }
    members.append(#""key\#(repeated)": 1000"#)
    members.append(#""a": 1001"#)
    try check("{\(members.joined(separator: ", "))}")
  }

  @Test func `objects inside are complete when they end`() throws {
    let inner = (0..<60).map { #"{"a": \#($0), "a": -1, "b\#($0)": {"a": 7}}"# }
    let text = "[\(inner.joined(separator: ","))]"
    var partial = PartialDecoder([Members].self, using: PolymorphicJSONDecoder())
    var count = 0
    for byte in text.utf8 {
      partial.append(CollectionOfOne(byte))
      guard byte == UInt8(ascii: "}") else { continue }
      let members = try #require(try partial.snapshot())
      #expect(members.enumerated().allSatisfy { $1.a == $0 })
      count += 1
    }
    #expect(count == 120)
  }

  private enum Side: String, Codable {
    case left, right, top
  }

  private struct Box: Decodable {
    var margins: [Side: [Int]]?
    var named: [Int: Int]?
  }

  @Test func `keys in an array wait for their values`() throws {
    let text = #"{"margins": ["left", [1, 2], "right", [], "top", [3]], "named": {"1": 2}}"#
    var partial = PartialDecoder(Box.self, using: PolymorphicJSONDecoder())
    var found: [[Side: [Int]]] = []
    for byte in text.utf8 {
      partial.append(CollectionOfOne(byte))
      guard let margins = try partial.snapshot()?.margins else {
        #expect(found.isEmpty)
        continue
      }
      if found.last != margins { found.append(margins) }
    }
    #expect(
      found == [
        [:], [.left: []], [.left: [1]], [.left: [1, 2]], [.left: [1, 2], .right: []],
        [.left: [1, 2], .right: [], .top: []], [.left: [1, 2], .right: [], .top: [3]],
      ]
    )
    #expect(try partial.snapshot()?.named == [1: 2])
  }

  @Test func `an array of keys and values that ends in a key is an error`() throws {
    var partial = PartialDecoder(Box.self, using: PolymorphicJSONDecoder())
    partial.append(#"{"margins": ["left", [1], "right"]}"#.utf8)
    #expect(throws: DecodingError.self) { try partial.snapshot() }
  }

  private enum Call: Hashable, Sendable {
    case arguments([String: String])
  }

  @Test(
    arguments: [
      (.jsonKind, "object", #"{"return_code":"a","_x":"b","returnCode":"c"}"#),
      (.firstMatch, "call", #"{"return_code":"a","_x":"b","returnCode":"c"}"#),
      (.key("item_kind"), "call", #"{"return_code":"a","item_kind":"call","_x":"b"}"#),
      (.external, "call", #"{"call":{"return_code":"a","_x":"b"}}"#),
      (.synthesized, "call", #"{"call":{"_0":{"return_code":"a","_x":"b"}}}"#),
      (.member, "call", #"{"id_x":7,"call":{"return_code":"a","_x":"b"}}"#),
      (
        .adjacent(tag: "item_kind", content: "the_data"), "call",
        #"{"item_kind":"call","the_data":{"return_code":"a","_x":"b"}}"#
      ),
    ] as [(Discriminator, TypeTag, String)]
  )
  func `keys of a dictionary stay under snake case`(
    _ discriminator: Discriminator,
    _ tag: TypeTag,
    _ element: String
  ) throws {
    var registry = PolymorphicRegistry<Call>(discriminator)
    try registry.register(
      for: tag,
      as: { Call.arguments($0) },
      from: { if case .arguments(let arguments) = $0 { arguments } else { nil } }
    )
    let decoder = PolymorphicJSONDecoder(registry)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = "[\(element),\(element)]"
    let whole = try decoder.decode([Polymorphic<Call>].self, from: Array(text.utf8))
    guard case .known(.arguments(let expected))? = whole.first else {
      Issue.record("The element isn't known.")
      return
    }
    #expect(expected.keys.contains("return_code") && expected.keys.contains("_x"))
    var partial = PartialDecoder([Polymorphic<Call>].self, using: decoder)
    var found: Set<String> = []
    for byte in text.utf8 {
      partial.append(CollectionOfOne(byte))
      for case .known(.arguments(let arguments)) in try partial.snapshot() ?? [] {
        found.formUnion(arguments.keys)
      }
    }
    #expect(found == Set(expected.keys))
    #expect(try partial.snapshot() == whole)
  }

  /// Compares the snapshot after each comma, which ends a number, with the decoded text that ends
  /// there.
  private func check(_ text: String) throws {
    let decoder = PolymorphicJSONDecoder()
    let bytes = Array(text.utf8)
    var members = PartialDecoder(Members.self, using: decoder)
    var dictionary = PartialDecoder([String: Int].self, using: decoder)
    var value = PartialDecoder(PayloadValue.self, using: decoder)
    for (end, byte) in bytes.enumerated() {
      members.append(CollectionOfOne(byte))
      dictionary.append(CollectionOfOne(byte))
      value.append(CollectionOfOne(byte))
      if byte == UInt8(ascii: ",") {
        let ended = Array(bytes[..<end]) + [UInt8(ascii: "}")]
        #expect(try members.snapshot() == decoder.decode(Members.self, from: ended))
        #expect(try dictionary.snapshot() == decoder.decode([String: Int].self, from: ended))
        #expect(try value.snapshot() == decoder.decode(PayloadValue.self, from: ended))
      }
    }
    #expect(try members.finish() == decoder.decode(Members.self, from: bytes))
    #expect(try dictionary.snapshot() == decoder.decode([String: Int].self, from: bytes))
  }
}
