import Foundation
import Medley
import MedleyJSON
import Testing

/// The bytes of unknown elements whose tag is removed.
@Suite struct UnknownBytesTests {
  static let bodies: [(Discriminator, json: String, body: String)] = [
    (
      "type", #"{ "type" : "X", "n":1.0,"e":1e2 , "s":"\u00e9" }"#,
      #"{ "n":1.0,"e":1e2 , "s":"\u00e9" }"#
    ),
    ("type", #"{"n":1.0, "type":"X"}"#, #"{"n":1.0}"#),
    (
      "type", #"{"n":1.0, "type":"X" , "m": [1.50, {"type": 1.0}]}"#,
      #"{"n":1.0, "m": [1.50, {"type": 1.0}]}"#
    ),
    ("type", "{\n  \"type\": \"X\",\n  \"n\": 1.0\n}", "{\n  \"n\": 1.0\n}"),
    ("type", #"{"type":"X"}"#, "{}"),
    ("type", #"{"ty\u0070e":"X","n":1.0}"#, #"{"n":1.0}"#),
    (.path("meta", "kind"), #"{"meta":{"kind":"X"},"n":1.0}"#, #"{"n":1.0}"#),
    (
      .path("meta", "kind"), #"{"meta":{"v": 1.0,"kind":"X"},"n":1.0}"#,
      #"{"meta":{"v": 1.0},"n":1.0}"#
    ),
    (.key("type").or(.key("kind")), #"{"kind":"X","n":1.0}"#, #"{"n":1.0}"#),
    (.adjacent(tag: "t", content: "c"), #"{"t":"X","c":{"n": 1.0}}"#, #"{"n": 1.0}"#),
    (.external, #"{"X":{"n": 1.0}}"#, #"{"n": 1.0}"#),
    (.wrapperArray, #"["X",{"n": 1.0}]"#, #"{"n": 1.0}"#),
    (.wrapperArray, #"["X", 1.0]"#, "1.0"),
  ]

  @Test(arguments: bodies)
  func `they go out as they came`(
    _ discriminator: Discriminator,
    _ json: String,
    _ body: String
  ) throws {
    let registry = PolymorphicRegistry<any Sendable>(discriminator)
    let element = try PolymorphicJSONDecoder(registry)
      .decode(Polymorphic<any Sendable>.self, from: json)
    for payload in [element.unknown, element.unknown?.detached()] {
      let unknown = Polymorphic<any Sendable>.unknown(try #require(payload))
      let encoded = try PolymorphicJSONEncoder(registry).encodeTagged(unknown)
      #expect(encoded.tag == "X")
      #expect(String(decoding: encoded.body, as: UTF8.self) == body)
    }
  }
}
