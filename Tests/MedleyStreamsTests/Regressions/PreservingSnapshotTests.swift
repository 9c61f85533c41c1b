import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// A value that preserves its JSON couldn't be encoded if it came from a snapshot that cut it.
@Suite struct PreservingSnapshotTests {
  private struct Outer: Codable, Equatable {
    var inner: Preserving<Inner>?
    var name: String?
    var sides: [Side: Int]?
  }

  private struct Inner: Codable, Equatable {
    var id: Int
    var note: String?
  }

  private enum Side: String, Codable { case left, right }

  private static let text = """
    {"x": [1, {"y": 2}], "inner": {"q": "unknown", "id": 1, "r": [2, 3], "note": "abc"}, \
    "name": "d", "sides": ["left", 1], "z": "last"}
    """

  /// Encodes with both encoders what a snapshot of a part of the text has.
  private func encoded(
    _ part: some StringProtocol,
    _ decoder: PolymorphicJSONDecoder = PolymorphicJSONDecoder()
  ) throws -> [String] {
    var partial = PartialDecoder(Preserving<Outer>.self, using: decoder)
    partial.append(part.utf8)
    let value = try #require(try partial.snapshot())
    // What comes later doesn't change what was decoded.
    partial.append("\"}]}".utf8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [
      String(decoding: try PolymorphicJSONEncoder().encode(value), as: UTF8.self),
      String(decoding: try encoder.encode(value), as: UTF8.self),
    ]
  }

  @Test func `a cut value is encoded with all that came of it`() throws {
    #expect(
      try encoded(#"{"x": [1, {"y": 2}], "inner": {"q": "unknown", "id": 1, "r": [2, "#) == [
        #"{"x": [1, {"y": 2}], "inner": {"q": "unknown", "id": 1, "r": [2]}}"#,
        #"{"inner":{"id":1,"q":"unknown","r":[2]},"x":[1,{"y":2}]}"#,
      ]
    )
  }

  @Test func `a cut value around a complete one is encoded with both`() throws {
    #expect(
      try encoded(#"{"inner": {"q": "unknown", "id": 1}, "z": [1], "name": "d"#) == [
        #"{"inner": {"q": "unknown", "id": 1}, "z": [1], "name": "d"}"#,
        #"{"inner":{"id":1,"q":"unknown"},"name":"d","z":[1]}"#,
      ]
    )
  }

  @Test func `a key that waits for its value is left out`() throws {
    let parts = try encoded(#"{"z": 1, "sides": ["left", 1, "right""#)
    #expect(parts.allSatisfy { $0.contains("z") && $0.contains("left") })
  }

  @Test func `a value can be changed and encoded`() throws {
    var partial = PartialDecoder(Preserving<Outer>.self, using: PolymorphicJSONDecoder())
    partial.append(#"{"inner": {"q": 1, "id": 2, "note": "abc"#.utf8)
    var value = try #require(try partial.snapshot())
    value.inner?.id = 3
    #expect(
      String(decoding: try PolymorphicJSONEncoder().encode(value), as: UTF8.self)
        == #"{"inner": {"q": 1, "id": 3, "note": "abc"}}"#
    )
  }

  @Test(arguments: [false, true])
  func `each snapshot can be encoded, and the last is the document`(_ takesCommas: Bool) throws {
    let decoder = PolymorphicJSONDecoder()
    decoder.allowsTrailingCommas = takesCommas
    var last: [String] = []
    for end in 1...Self.text.utf8.count {
      var partial = PartialDecoder(Preserving<Outer>.self, using: decoder)
      partial.append(Self.text.utf8.prefix(end))
      if try partial.snapshot() != nil { last = try encoded(Self.text.prefix(end), decoder) }
    }
    #expect(last.first == Self.text)
    var partial = PartialDecoder(Preserving<Outer>.self, using: decoder)
    partial.append(Self.text.utf8)
    let whole = try PolymorphicJSONEncoder().encode(try partial.finish())
    #expect(String(decoding: whole, as: UTF8.self) == Self.text)
  }
}
