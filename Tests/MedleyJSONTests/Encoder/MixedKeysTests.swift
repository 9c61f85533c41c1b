import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Objects whose members have keys of several types.
@Suite struct MixedKeysTests {
  private enum Tag: CodingKey {
    case type, kind
  }

  private enum Common: CodingKey {
    case id, title, type
  }

  private enum Further: CodingKey {
    case note, id, rating
  }

  /// What a value writes, in order.
  private enum Step {
    case tag(Tag, Int)
    case common(Common, Int)
    case further(Further, Int)
    case named(String, Int)
    case nested(Common, [Step])
    /// A container that was made before the others.
    case early(Tag, Int)
  }

  private struct Value: Encodable {
    var steps: [Step]

    func encode(to encoder: any Encoder) throws {
      var early = encoder.container(keyedBy: Tag.self)
      for step in steps {
        switch step {
        case .tag(let key, let number):
          var container = encoder.container(keyedBy: Tag.self)
          try container.encode(number, forKey: key)
        case .common(let key, let number):
          var container = encoder.container(keyedBy: Common.self)
          try container.encode(number, forKey: key)
        case .further(let key, let number):
          var container = encoder.container(keyedBy: Further.self)
          try container.encode(number, forKey: key)
        case .named(let name, let number):
          var container = encoder.container(keyedBy: AnyEncoderKey.self)
          try container.encode(number, forKey: AnyEncoderKey(name))
        case .nested(let key, let steps):
          var container = encoder.container(keyedBy: Common.self)
          try container.encode(Value(steps: steps), forKey: key)
        case .early(let key, let number):
          try early.encode(number, forKey: key)
        }
      }
    }
  }

  private func text(_ steps: [Step], _ encoder: PolymorphicJSONEncoder) throws -> String {
    String(decoding: try encoder.encode(Value(steps: steps)), as: UTF8.self)
  }

  @Test func `keeps the last of two members whose keys are of two types`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<3 {
      #expect(
        try text([.tag(.type, 1), .common(.id, 2), .common(.type, 3)], encoder)
          == #"{"type":3,"id":2}"#
      )
      #expect(
        try text([.common(.id, 1), .further(.note, 2), .further(.id, 3)], encoder)
          == #"{"id":3,"note":2}"#
      )
    }
  }

  @Test func `finds a repeated key that the types were tested without`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    // The keys that are known are different.
    for _ in 0..<2 {
      #expect(
        try text([.tag(.type, 1), .common(.id, 2), .common(.title, 3)], encoder)
          == #"{"type":1,"id":2,"title":3}"#
      )
    }
    #expect(
      try text([.tag(.type, 1), .common(.id, 2), .common(.type, 3)], encoder)
        == #"{"type":3,"id":2}"#
    )
    #expect(
      try text([.tag(.type, 1), .common(.id, 2), .tag(.type, 3)], encoder)
        == #"{"type":3,"id":2}"#
    )
  }

  @Test func `finds the repeated keys of a container that goes on`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<2 {
      #expect(
        try text([.early(.kind, 1), .further(.id, 2), .early(.kind, 3), .further(.id, 4)], encoder)
          == #"{"kind":3,"id":4}"#
      )
    }
  }

  private func step(_ random: inout SeededRandom, _ depth: Int) -> Step {
    let number = Int.random(in: 0..<10, using: &random)
    func key<Key>(_ keys: [Key]) -> Key { keys[number % keys.count] }
    return switch Int.random(in: 0..<(depth > 0 ? 12 : 11), using: &random) {
    case 0..<3: .tag(key([.type, .kind]), number)
    case 3..<6: .common(key([.id, .title, .type]), number)
    case 6..<8: .further(key([.note, .id, .rating]), number)
    case 8: .named(key(["x", "id", "kind"]), number)
    case 9..<11: .early(key([.type, .kind]), number)
    default: .nested(key([.id, .title, .type]), steps(&random, depth - 1))
    }
  }

  private func steps(_ random: inout SeededRandom, _ depth: Int = 2) -> [Step] {
    (0..<Int.random(in: 0..<5, using: &random)).map { _ in step(&random, depth) }
  }

  @Test func `writes the members of JSONEncoder in any order of containers`() throws {
    var random = SeededRandom(seed: 14)
    let (engine, foundation) = (PolymorphicJSONEncoder(alone: true), JSONEncoder())
    foundation.outputFormatting = .sortedKeys
    let sorted = PolymorphicJSONEncoder(alone: true)
    sorted.outputFormatting = .sortedKeys
    for _ in 0..<(Thoroughness.isFull ? 300_000 : 3000) {
      let value = Value(steps: steps(&random))
      let expected = try foundation.encode(value)
      #expect(try sorted.encode(value) == expected)
      let tree = try JSONDecoder().decode(PayloadValue.self, from: try engine.encode(value))
      #expect(try foundation.encode(tree) == expected)
      // A decoder keeps one of repeated members, and the bytes have each once.
      #expect(try engine.encode(value).count == expected.count)
    }
  }

  @Test func `takes keys that are equal as strings for the same`() throws {
    enum Accented: String, CodingKey {
      case composed = "\u{e9}"
      case decomposed = "e\u{301}"
    }
    struct Both: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Accented.self)
        try container.encode(1, forKey: .composed)
        try container.encode(2, forKey: .decomposed)
      }
    }
    let encoder = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<2 {
      #expect(try encoder.encode(Both()) == Data("{\"\u{e9}\":2}".utf8))
    }
  }
}
