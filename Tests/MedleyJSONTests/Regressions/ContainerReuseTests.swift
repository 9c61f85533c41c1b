import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Cached keys, or the result of reflection, were used where they were wrong.
@Suite struct ContainerReuseTests {
  // MARK: - Names of keys

  /// A key whose name changes between decode calls.
  private enum Shifting: CodingKey {
    case value

    @TaskLocal static var name = "a"
    var stringValue: String { Self.name }
    var intValue: Int? { Self.name == "7" ? 7 : nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    init() { self = .value }
  }

  /// The same with one byte, so that each case has a number.
  private enum Pair: CodingKey {
    case first, second

    var stringValue: String { self == .first ? Shifting.name : Shifting.name + Shifting.name }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private struct Item: Decodable {
    var values: [Int]

    init(from decoder: any Decoder) throws {
      let single = try decoder.container(keyedBy: Shifting.self)
      let pair = try decoder.container(keyedBy: Pair.self)
      values = [
        try single.decode(Int.self, forKey: Shifting()),
        try pair.decode(Int.self, forKey: .second), try pair.decode(Int.self, forKey: .first),
      ]
    }
  }

  @Test func `the names of keys are those of the decode call`() throws {
    let object = #"{"a": 1, "aa": 2, "b": 3, "bb": 4, "7": 5, "77": 6, "": 7}"#
    let text = "[\(Array(repeating: object, count: 10).joined(separator: ","))]"
    let decoder = PolymorphicJSONDecoder(alone: true)
    #expect(try decoder.decode(Int.self, from: "1") == 1)
    weak let document = decoder.pool.waiting.first
    for (name, values) in [
      ("a", [1, 2, 1]), ("b", [3, 4, 3]), ("a", [1, 2, 1]), ("7", [5, 6, 5]), ("b", [3, 4, 3]),
      ("", [7, 7, 7]), ("a", [1, 2, 1]),
    ] {
      try Shifting.$name.withValue(name) {
        let items = try decoder.decode([Item].self, from: text)
        #expect(items.map(\.values) == Array(repeating: values, count: 10), "\(name)")
      }
    }
    #expect(document != nil && decoder.pool.waiting.first === document)
  }

  // MARK: - Reflection

  private struct Leaf: Decodable, Equatable {
    var id: Int
    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: MisleadingKey.self).decode(Int.self, forKey: .id)
    }
  }

  private struct Tree: Decodable {
    var id: Int
    var leaves: [Leaf]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MisleadingKey.self)
      leaves = try container.decode([Leaf].self, forKey: .leaves)
      // Held by this container alone, which a leaf's mustn't have been pointed at another object.
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  @Test func `a type that reflects as something else doesn't mislead the reuse of containers`()
    throws
  {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let trees = (0..<50).map { #"{"leaves": [{"id": \#($0 * 2)}, {"id": 1}], "id": \#($0)}"# }
    #expect(try decoder.decode(Int.self, from: "1") == 1)
    weak let document = decoder.pool.waiting.first
    for _ in 0..<3 {
      let decoded = try decoder.decode([Tree].self, from: "[\(trees.joined(separator: ","))]")
      #expect(decoded.map(\.id) == Array(0..<50))
      #expect(decoded.map { $0.leaves.map(\.id) } == (0..<50).map { [$0 * 2, 1] })
    }
    #expect(decoder.reuse.containers == 0)
    #expect(document != nil && decoder.pool.waiting.first === document)
  }
}

/// Keys whose containers have custom mirrors.
public enum MisleadingKey: CodingKey { case id, leaves }

private final class Decoy {}

/// A mirror with an object that the container doesn't hold.
// swift-format-ignore: AvoidRetroactiveConformances
extension KeyedDecodingContainer: @retroactive CustomReflectable where Key == MisleadingKey {
  /// Another object than the one inside.
  public var customMirror: Mirror {
    // Held once for good, as far as anybody can see.
    let decoy = unsafe Unmanaged.passRetained(Decoy()).takeUnretainedValue()
    return Mirror(self, children: ["box": decoy], displayStyle: .struct)
  }
}
