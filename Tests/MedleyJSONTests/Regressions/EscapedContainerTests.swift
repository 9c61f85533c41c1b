import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import Testing

/// Containers that types keep were searched for in the whole process, each time that another one was
/// kept, and a document was let go only then.
@Suite struct EscapedContainerTests {
  private enum Key: CodingKey { case id, name }

  /// Keeps its container.
  private final class Keeper: Decodable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
    }

    var id: Int {
      get throws { try container.decode(Int.self, forKey: .id) }
    }
  }

  /// Keeps its container if it has a name.
  private final class Named: Decodable {
    private enum NamedKey: CodingKey { case id, name }
    private let container: KeyedDecodingContainer<NamedKey>?
    let number: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      number = try container.decode(Int.self, forKey: .id)
      self.container = container.contains(.name) ? container : nil
    }

    var id: Int {
      get throws { try container?.decode(Int.self, forKey: .id) ?? number }
    }
    var isKept: Bool { container != nil }
  }

  /// Goes when the document does that was decoded with it in `userInfo`.
  private final class Token: Sendable {}

  /// Decodes with a token that the document holds.
  private func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: String,
    with decoder: PolymorphicJSONDecoder,
    _ token: inout Token?
  ) throws -> Value {
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    decoder.userInfo = [key: try #require(token)]
    defer {
      decoder.userInfo = [:]
      token = nil
    }
    return try decoder.decode(type, from: text)
  }

  private static func text(_ count: Int, namedFrom first: Int = .max) -> String {
    let elements = (0..<count).map { #"{"id": \#($0)\#($0 >= first ? #", "name": "a""# : "")}"# }
    return "[\(elements.joined(separator: ","))]"
  }

  @Test func `sixteen thousand stored containers aren't in a table of the process`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    var keepers: [Keeper] = []
    for _ in 0..<800 { keepers += try decoder.decode([Keeper].self, from: Self.text(10)) }
    keepers += try decoder.decode([Keeper].self, from: Self.text(8000))
    #expect(keepers.count == 16_000)
    #expect(decoder.reuse.escaped == 0)
    for (number, keeper) in keepers.prefix(8000).enumerated() {
      #expect(try keeper.id == number % 10)
    }
    for (number, keeper) in keepers.dropFirst(8000).enumerated() {
      #expect(try keeper.id == number)
    }
  }

  @Test func `a document is freed with its last stored container`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    for count in [1, 3, 100] {
      var token: Token? = Token()
      weak let document = token
      var keepers = try decode([Keeper].self, from: Self.text(count), with: decoder, &token)
      while let keeper = keepers.popLast() {
        #expect(document != nil)
        #expect(try keeper.id == keepers.count)
      }
      #expect(document == nil, "\(count)")
    }
  }

  @Test func `a container that is made after the call keeps its document`() throws {
    final class DecoderKeeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let decoder = PolymorphicJSONDecoder(alone: true)
    var token: Token? = Token()
    weak let document = token
    var keepers = try decode([DecoderKeeper].self, from: Self.text(9), with: decoder, &token)
    var containers = try keepers.map { try $0.decoder.container(keyedBy: Key.self) }
    keepers = []
    #expect(document != nil)
    while let container = containers.popLast() {
      #expect(try container.decode(Int.self, forKey: .id) == containers.count)
    }
    #expect(document == nil)
  }

  @Test func `types that store some containers have few in the table of the process`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    var token: Token? = Token()
    weak let document = token
    // The first are let go, so that the others are of the pool, as far as it goes.
    var items = try decode(
      [Named].self,
      from: Self.text(3000, namedFrom: 100),
      with: decoder,
      &token
    )
    #expect(items.filter(\.isKept).count == 2900)
    #expect((1...256).contains(decoder.reuse.escaped))
    for (number, item) in items.enumerated() { #expect(try item.id == number) }
    items = []
    // Each call of the decoder asks eight of them.
    for _ in 0..<256 / 8 { #expect(try decoder.decode([Int].self, from: "[1]") == [1]) }
    #expect(decoder.reuse.escaped == 0)
    #expect(document == nil)
  }

  @Test func `escaped containers outlive their decoder and are freed later`() throws {
    var token: Token? = Token()
    weak let document = token
    var items = try decode(
      [Named].self,
      from: Self.text(30, namedFrom: 20),
      with: PolymorphicJSONDecoder(),
      &token
    )
    for _ in 0..<10 { #expect(try PolymorphicJSONDecoder().decode(Int.self, from: "1") == 1) }
    for (number, item) in items.enumerated() { #expect(try item.id == number) }
    items = []
    // Other tests may leave some, too.
    var decoders = 0
    while document != nil, decoders < 500 {
      _ = try PolymorphicJSONDecoder().decode(Int.self, from: "1")
      decoders += 1
    }
    #expect(document == nil)
  }

  @Test func `types that are nested deeper than the pool's limit are decoded correctly`() throws {
    struct Chain: Decodable {
      var depth: Int
      private enum CodingKeys: CodingKey { case next, id }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let next = try container.decodeIfPresent([Chain].self, forKey: .next)?.first
        depth = (next?.depth ?? 0) + 1
        #expect(try container.decode(Int.self, forKey: .id) == depth)
      }
    }
    let decoder = PolymorphicJSONDecoder(alone: true)
    decoder.depthLimit = 1000
    var text = #"{"id": 1}"#
    for number in 2...400 { text = #"{"next": [\#(text)], "id": \#(number)}"# }
    #expect(try decoder.decode(Chain.self, from: text).depth == 400)
    let isKept = try decoder.pool.keepsDocument { () throws in
      for _ in 0..<2 { #expect(try decoder.decode(Chain.self, from: text).depth == 400) }
    }
    #expect(isKept)
    #expect(decoder.reuse.containers <= 256)
  }
}
