import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Tags and registries of every size and spelling, against `JSONDecoder`.
@Suite(.onEachEngine) struct TagSpellingTests {
  private struct Payload: Codable, Equatable { var n: Int? }
  private struct Other: Codable, Equatable { var n: Int? }

  /// The result of both decoders, which must be the same.
  private func compare(
    _ text: String,
    _ registry: PolymorphicRegistry<any Equatable>,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    _ location: SourceLocation = #_sourceLocation
  ) -> String {
    let (ours, theirs) = outcomes(of: text, registry, keys: keys) {
      "\(type(of: $0))(\(($0 as? Payload)?.n ?? -1))"
    }
    #expect(ours == theirs, "\(text)", sourceLocation: location)
    return ours
  }

  @Test func `tags with escapes select by their characters`() {
    let registry = PolymorphicRegistry<any Equatable>("type", ["MOVIE": Payload.self])
    #expect(compare(#"[{"type": "MO\u0056IE", "n": 1}]"#, registry) == "Payload(1)")
    #expect(compare(#"[{"t\u0079pe": "MOVIE", "n": 2}]"#, registry) == "Payload(2)")
    #expect(compare(#"[{"t\u0079pe": "\u004dOVIE", "n": 3}]"#, registry) == "Payload(3)")
    #expect(compare(#"[{"type": "MOVI\u0000E"}]"#, registry).contains("unregistered"))
    #expect(compare(#"[{"type": ""}]"#, registry).contains("unregistered"))
  }

  @Test func `the first of two tags is used`() {
    let registry = PolymorphicRegistry<any Equatable>(
      "type",
      ["A": Payload.self, "B": Other.self]
    )
    #expect(compare(#"[{"type": "A", "n": 1, "type": "B"}]"#, registry) == "Payload(1)")
    #expect(compare(#"[{"n": 1, "type": "B", "type": "A"}]"#, registry).hasPrefix("Other"))
    #expect(compare(#"[{"type": "X", "type": "A"}]"#, registry) == "\"X\" unregistered")
    _ = compare(#"[{"type": null, "type": "A"}]"#, registry)
    _ = compare(#"[{"type": "A", "t\u0079pe": "B", "n": 1, "n": 2}]"#, registry)
  }

  @Test func `tags of every length differ if one byte differs`() throws {
    var registry = PolymorphicRegistry<any Equatable>("type")
    let lengths = Array(1...40) + [63, 64, 65, 127, 128, 129, 1000]
    for length in lengths {
      try registry.register(Payload.self, for: .string(String(repeating: "t", count: length)))
    }
    for length in lengths {
      let tag = String(repeating: "t", count: length)
      #expect(compare(#"[{"type": "\#(tag)", "n": \#(length)}]"#, registry) == "Payload(\(length))")
      for index in Set([0, length / 2, length - 1]) {
        var bytes = Array(tag.utf8)
        bytes[index] ^= 1
        let wrong = String(decoding: bytes, as: UTF8.self)
        #expect(compare(#"[{"type": "\#(wrong)"}]"#, registry) == "\"\(wrong)\" unregistered")
      }
    }
    #expect(
      compare(#"[{"type": "\#(String(repeating: "t", count: 999))"}]"#, registry).contains("un")
    )
  }

  @Test(arguments: ["é", "e\u{301}", "Å", "한", "\u{1112}\u{1161}\u{11ab}", "👩‍👩‍👧", "K"])
  func `tags in two normal forms are two tags`(_ tag: String) {
    let registry = PolymorphicRegistry<any Equatable>(
      "type",
      ["e\u{301}": Payload.self, "한": Payload.self, "👩‍👩‍👧": Payload.self, "K": Payload.self]
    )
    _ = compare(#"[{"type": "\#(tag)", "n": 1}]"#, registry)
    let escaped = tag.utf16.map { "\\u" + String(format: "%04x", $0) }.joined()
    _ = compare(#"[{"type": "\#(escaped)", "n": 1}]"#, registry)
  }

  @Test func `decodes with three thousand tags and with none`() throws {
    var registry = PolymorphicRegistry<any Equatable>("type")
    _ = compare(#"[{"type": "A"}, {"type": 1}]"#, registry)
    for number in 0..<3000 {
      try registry.register(Payload.self, for: .string("TAG\(number)"))
    }
    let elements = (0..<3100).map { #"{"n": \#($0), "type": "TAG\#($0)"}"# }
    let shown = compare("[\(elements.joined(separator: ","))]", registry)
    #expect(shown.hasPrefix("Payload(0), Payload(1), "))
    #expect(shown.hasSuffix("\"TAG3099\" unregistered"))
  }

  @Test(arguments: ["media_type", "mediaType", "type", "Type", "_type_"])
  func `finds the key of the tag with a key strategy`(_ key: String) {
    let registry = PolymorphicRegistry<any Equatable>(.key(key), ["A": Payload.self])
    for spelling in ["media_type", "mediaType", "type", "Type", "_type_", "m\\u0065dia_type"] {
      let text = #"[{"\#(spelling)": "A", "n": 1}, {"n": 1, "\#(spelling)": "B"}]"#
      _ = compare(text, registry)
      _ = compare(text, registry, keys: .convertFromSnakeCase)
      _ = compare(
        text,
        registry,
        keys: .custom { path in
          AnyKey("\(path.last?.stringValue ?? "")".lowercased())
        }
      )
    }
  }

  @Test func `decodes alternatives and custom discriminators`() {
    let custom = PolymorphicRegistry<any Equatable>(
      .custom { decoder in
        let container = try decoder.container(keyedBy: AnyKey.self)
        return .string(try container.decode([String].self, forKey: AnyKey("kinds")).joined())
      },
      ["AB": Payload.self]
    )
    _ = compare(#"[{"kinds": ["A", "B"], "n": 4}, {"n": 1, "kinds": ["A"]}]"#, custom)
    _ = compare(#"[{"kinds": ["A", 1], "n": 4}]"#, custom)
    _ = compare(#"[{"n": 4}]"#, custom)
    _ = compare("[7]", custom)
    let forms = PolymorphicRegistry<any Equatable>(
      Discriminator.key("type").or(.path("meta", "kind")).or(.external),
      ["A": Payload.self, "B": Other.self]
    )
    for element in [
      #"{"type": "A", "n": 1}"#, #"{"meta": {"kind": "B"}, "n": 1}"#, #"{"A": {"n": 5}}"#,
      #"{"type": "X"}"#, #"{"X": {}}"#, #"{"type": null, "meta": {"kind": "A"}, "n": 1}"#, "{}",
      #"{"type": 5, "A": {"n": 1}}"#, #"{"meta": 3, "B": {}}"#, "[]", #""A""#, "null",
    ] { _ = compare("[\(element)]", forms) }
  }
}

/// What the engine and `JSONDecoder` make of a feed: its elements, or the error.
func outcomes<Base>(
  of text: String,
  _ registry: PolymorphicRegistry<Base>,
  keys: JSONDecoder.KeyDecodingStrategy,
  showing show: (Base) -> String
) -> (engine: String, foundation: String) {
  func outcome(_ decode: () throws -> [Polymorphic<Base>]) -> String {
    do {
      return try decode().map { element in
        switch element {
        case .known(let value): show(value)
        case .unknown(let payload): "\(payload.tag?.description ?? "-") \(payload.reason)"
        }
      }
      .joined(separator: ", ")
    } catch {
      return (error as? DecodingError)?.summary ?? "\(error)"
    }
  }
  let engine = Engine.current.decoder(registry)
  engine.keyDecodingStrategy = keys
  let foundation = JSONDecoder()
  foundation.keyDecodingStrategy = keys
  foundation.userInfo.register(registry)
  return (
    outcome { try engine.decode([Polymorphic<Base>].self, from: text) },
    outcome { try foundation.decode([Polymorphic<Base>].self, from: Data(text.utf8)) }
  )
}

/// A key of any name.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
