import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import Testing

/// Encoders and containers that are used after their call.
@Suite struct KeptEncoderTests {
  /// What a value keeps of a call.
  private final class Keeper: Encodable {
    var encoder: (any Encoder)?
    var keyed: KeyedEncodingContainer<AnyEncoderKey>?
    var cases: KeyedEncodingContainer<CodingKeys>?
    var unkeyed: (any UnkeyedEncodingContainer)?
    var superEncoder: (any Encoder)?

    enum CodingKeys: CodingKey {
      case id, list, nested
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .id)
      unkeyed = container.nestedUnkeyedContainer(forKey: .list)
      keyed = container.nestedContainer(keyedBy: AnyEncoderKey.self, forKey: .nested)
      superEncoder = container.superEncoder()
      cases = container
      self.encoder = encoder
    }

    /// Uses everything.
    func write() throws {
      try cases?.encode(2, forKey: .id)
      try cases?.encode(["x": [1]], forKey: .id)
      try keyed?.encode("x", forKey: AnyEncoderKey("y"))
      try unkeyed?.encode(["z"])
      _ = unkeyed?.count
      _ = cases?.codingPath
      var own = encoder?.container(keyedBy: CodingKeys.self)
      try own?.encode(5, forKey: .id)
      var later = superEncoder?.unkeyedContainer()
      try later?.encode(7)
      _ = encoder?.codingPath
    }
  }

  @Test func `does no harm after the call`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    let expected = Data(#"{"id":1,"list":[],"nested":{},"super":{}}"#.utf8)
    var keepers: [Keeper] = []
    for _ in 0..<50 {
      let keeper = Keeper()
      #expect(try encoder.encode(keeper) == expected)
      for keeper in keepers { try keeper.write() }
      keepers.append(keeper)
    }
    let last = Keeper()
    #expect(try encoder.encode([last, last]).count == 2 * expected.count + 3)
    try last.write()
  }

  @Test func `does no harm in the next call`() throws {
    struct Using: Encodable {
      let keeper: Keeper
      let id: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        try keeper.write()
        try container.encode(id, forKey: AnyEncoderKey("id"))
        try keeper.write()
      }
    }
    let encoder = PolymorphicJSONEncoder(alone: true)
    let keeper = Keeper()
    _ = try encoder.encode(keeper)
    for id in 0..<20 {
      #expect(try encoder.encode(Using(keeper: keeper, id: id)) == Data("{\"id\":\(id)}".utf8))
    }
  }

  @Test func `ignores what is written to a value that is finished`() throws {
    struct Late: Encodable {
      let keeper = Keeper()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(keeper)
        try keeper.write()
        try container.encode(2)
      }
    }
    #expect(
      try PolymorphicJSONEncoder().encode(Late())
        == Data(#"[{"id":1,"list":[],"nested":{},"super":{}},2]"#.utf8)
    )
  }

  // MARK: - Reuse

  private struct Tree: Codable {
    var name: String
    var children: [Tree]
  }

  private func tree(_ depth: Int) -> Tree {
    Tree(name: "\(depth)", children: depth > 0 ? [tree(depth - 1), tree(depth - 1)] : [])
  }

  @Test func `reuses outputs and containers`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    let tree = tree(8)
    _ = try encoder.encode(tree)
    #expect(try encoder.pool.keepsDocument { for _ in 0..<10 { _ = try encoder.encode(tree) } })
    // One for each level of the tree.
    #expect(encoder.reuse.containers == 9)
    #expect(encoder.reuse.escaped == 0)
  }

  @Test func `releases escaped containers`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    do {
      let keeper = Keeper()
      _ = try encoder.encode(keeper)
      keeper.encoder = nil
      keeper.superEncoder = nil
      keeper.unkeyed = nil
    }
    let escaped = encoder.reuse.escaped
    #expect(escaped > 0)
    for _ in 0..<2 * escaped { _ = try encoder.encode([1]) }
    #expect(encoder.reuse.escaped == 0)
  }

  @Test func `doesn't collect containers that are released after their calls`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    for _ in 0..<500 {
      let keeper = Keeper()
      _ = try encoder.encode([keeper, Keeper(), Keeper()])
      keeper.encoder = nil
      keeper.superEncoder = nil
      keeper.unkeyed = nil
    }
    #expect(encoder.reuse.escaped < 32)
  }

  @Test func `keeps no memory of a large document, and gives back the rest`() throws {
    let encoder = PolymorphicJSONEncoder(alone: true)
    var bytes: [UInt8] = []
    try encoder.encode([String(repeating: "x", count: 5 << 20)], into: &bytes)
    #expect(bytes.count > 5 << 20)
    #expect(encoder.reuse.documents == 1)
    #expect(encoder.pool.waiting[0].capacity <= 1 << 20)
    encoder.pool.release()
    #expect(encoder.reuse.documents == 0)
    PolymorphicJSONEncoder.releaseMemory()
    #expect(try encoder.encode([1]) == Data("[1]".utf8))
  }

  @Test func `serves many threads`() async throws {
    let encoder = PolymorphicJSONEncoder()
    let tree = tree(6)
    let expected = try encoder.encode(tree)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { (0..<20).allSatisfy { _ in (try? encoder.encode(tree)) == expected } }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }

  // MARK: - Changing names

  @Test func `reads the names of keys in each call`() throws {
    struct Renamed: Encodable {
      nonisolated(unsafe) static var name = "first"
      enum CodingKeys: CodingKey {
        case value
        var stringValue: String { unsafe Renamed.name }
        var intValue: Int? { nil }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .value)
      }
    }
    let encoder = PolymorphicJSONEncoder()
    #expect(try encoder.encode(Renamed()) == Data(#"{"first":1}"#.utf8))
    unsafe Renamed.name = "second"
    #expect(try encoder.encode(Renamed()) == Data(#"{"second":1}"#.utf8))
  }

  @Test func `keeps one of two keys with the same name`() throws {
    struct Same: Encodable {
      enum CodingKeys: CodingKey {
        case first, second
        var stringValue: String { "x" }
        var intValue: Int? { nil }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .first)
        try container.encode(2, forKey: .second)
      }
    }
    for _ in 0..<3 {
      #expect(try PolymorphicJSONEncoder().encode([Same()]) == Data(#"[{"x":2}]"#.utf8))
    }
  }
}
