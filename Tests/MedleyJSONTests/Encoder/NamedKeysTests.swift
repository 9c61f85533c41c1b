import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Keys that have names of their own, whose bytes are cached by name.
@Suite struct NamedKeysTests {
  private struct Object: Encodable {
    var names: [String]
    var isNested = false

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyEncoderKey.self)
      for (number, name) in names.enumerated() {
        if isNested {
          var nested = container.nestedContainer(
            keyedBy: AnyEncoderKey.self,
            forKey: AnyEncoderKey(name)
          )
          try nested.encode(number, forKey: AnyEncoderKey(name))
        } else {
          try container.encode(number, forKey: AnyEncoderKey(name))
        }
      }
    }
  }

  /// More names than are cached, in objects that repeat them in other orders.
  private static let objects: [Object] = {
    let odd = [
      "", "a/b", "say \"hi\"", "tab\t", "straße", "\u{212A}", "K", "snake_case", "longName",
      String(repeating: "n", count: 64), String(repeating: "m", count: 65), "null", "é",
    ]
    let many = (0..<300).map { "memberName\($0)" }
    return (0..<4).flatMap { round in
      [
        Object(names: round % 2 == 0 ? odd : odd.reversed()),
        Object(names: Array(many.dropFirst(round * 40).prefix(200))),
        Object(names: odd, isNested: true),
      ]
    }
  }()

  private func tree(_ json: Data) throws -> JSONTree {
    try JSONTree(parsing: String(decoding: json, as: UTF8.self))
  }

  @Test(arguments: [false, true], [false, true])
  func `are written as by JSONEncoder, in every call`(_ isSnakeCase: Bool, _ isPlain: Bool) throws {
    let (foundation, engine) = (JSONEncoder(), PolymorphicJSONEncoder())
    if isSnakeCase {
      foundation.keyEncodingStrategy = .convertToSnakeCase
      engine.keyEncodingStrategy = .convertToSnakeCase
    }
    if isPlain {
      foundation.outputFormatting = .withoutEscapingSlashes
      engine.outputFormatting = .withoutEscapingSlashes
    }
    let expected = try tree(foundation.encode(Self.objects))
    for _ in 0..<3 {
      #expect(try tree(engine.encode(Self.objects)) == expected)
    }
  }

  /// A character may begin with a scalar that isn't a letter, and end with one that is.
  @Test func `are converted whatever their characters consist of`() throws {
    let scalars = ["\u{600}", "A", "b", "\u{301}", "_", "É"]
    var names = [""]
    for _ in 0..<4 { names = names.flatMap { name in scalars.map { name + $0 } } }
    // Foundation's encoder stops at it.
    names.append("x\u{600}A\u{600}b")
    let engine = PolymorphicJSONEncoder()
    engine.keyEncodingStrategy = .convertToSnakeCase
    for name in names {
      let json = try engine.encode(Object(names: [name]))
      let object = try JSONDecoder().decode([String: Int].self, from: json)
      #expect(Array(object.values) == [0])
    }
    let json = try engine.encode(Object(names: ["x\u{600}A\u{600}b"]))
    #expect(String(decoding: json, as: UTF8.self) == "{\"x\u{600}_a\u{600}b\":0}")
  }

  @Test func `follow an encoder whose settings change`() throws {
    let engine = PolymorphicJSONEncoder()
    let object = Object(names: ["imageURL", "a/b"])
    for _ in 0..<2 {
      engine.keyEncodingStrategy = .useDefaultKeys
      engine.outputFormatting = []
      #expect(try engine.encode(object) == Data(#"{"imageURL":0,"a\/b":1}"#.utf8))
      engine.keyEncodingStrategy = .convertToSnakeCase
      #expect(try engine.encode(object) == Data(#"{"image_url":0,"a\/b":1}"#.utf8))
      engine.outputFormatting = .withoutEscapingSlashes
      #expect(try engine.encode(object) == Data(#"{"image_url":0,"a/b":1}"#.utf8))
      engine.keyEncodingStrategy = .custom { AnyEncoderKey("\($0.count)\($0[0].stringValue)") }
      #expect(try engine.encode(object) == Data(#"{"1imageURL":0,"1a/b":1}"#.utf8))
    }
  }

  @Test func `written as one are one member`() throws {
    let engine = PolymorphicJSONEncoder()
    engine.keyEncodingStrategy = .convertToSnakeCase
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    let object = Object(names: ["oneName", "other", "one_name"])
    #expect(
      try tree(engine.encode(object)) == tree(foundation.encode(object))
    )
  }
}
