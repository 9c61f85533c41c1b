import Foundation
import Medley
import MedleyBase
import MedleyJSON
import TestSupport
import Testing

/// Decoders and containers that a type stores beyond its element and the decode call.
@Suite(.onEachEngine) struct KeptContainerTests {
  private enum Key: CodingKey, CaseIterable { case id, tags, inner }

  /// Stores the containers of its decoder.
  private final class Keeper: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Key>
    var tags: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Key.self)
      tags = try container.nestedUnkeyedContainer(forKey: .tags)
    }

    var id: Int {
      get throws { try container.decode(Int.self, forKey: .id) }
    }
  }

  /// A value that is moved to another thread.
  private struct Sent<Value>: @unchecked Sendable {
    // Sound: the tests use it on one thread at a time.
    var value: Value
  }

  private static func text(_ count: Int) -> String {
    let elements = (0..<count).map { number in
      #"{"id": \#(number), "tags": ["a\#(number)", "ü"], "inner": {"id": \#(-number)}}"#
    }
    return "[\(elements.joined(separator: ", "))]"
  }

  private func check(_ keepers: [Keeper]) throws {
    for (number, keeper) in keepers.enumerated() {
      #expect(try keeper.id == number)
      #expect(keeper.container.allKeys.count == 3)
      #expect(keeper.container.contains(.inner))
      #expect(keeper.container.codingPath.map(\.intValue) == [number])
      let inner = try keeper.container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      #expect(try inner.decode(Int.self, forKey: .id) == -number)
      #expect(throws: DecodingError.self) { try inner.decode(Int.self, forKey: .tags) }
      var tags = keeper.tags
      #expect(try tags.decode(String.self) == "a\(number)")
      #expect(try tags.decode(String.self) == "ü")
      let again = try keeper.decoder.container(keyedBy: Key.self)
      #expect(try again.decode([String].self, forKey: .tags).count == 2)
    }
  }

  @Test
  func `stored containers stay valid after the call, while the decoder decodes other documents`()
    throws
  {
    let decoder = Engine.current.decoder()
    let keepers = try decoder.decode([Keeper].self, from: Data(Self.text(20).utf8))
    try check(keepers)
    for count in 1...50 {
      #expect(try decoder.decode([Keeper].self, from: Self.text(count)).count == count)
      #expect(try decoder.decode([Int].self, from: "[1, 2]") == [1, 2])
    }
    try check(keepers)
  }

  @Test func `stored containers can be read on another thread`() async throws {
    let decoder = Engine.current.decoder()
    let keepers = Sent(value: try decoder.decode([Keeper].self, from: Self.text(30)))
    try await Task.detached {
      try check(keepers.value)
    }.value
    #expect(try decoder.decode([Keeper].self, from: Self.text(3)).count == 3)
  }

  @Test func `containers of a stored decoder keep the document after the decoder is released`()
    throws
  {
    let decoder = Engine.current.decoder()
    var containers: [KeyedDecodingContainer<Key>] = []
    do {
      let keepers = try decoder.decode([Keeper].self, from: Self.text(10))
      // This releases the decoders and containers of the decode call.
      for keeper in keepers {
        let container = try keeper.decoder.container(keyedBy: Key.self)
        containers.append(container)
        containers.append(try container.nestedContainer(keyedBy: Key.self, forKey: .inner))
      }
    }
    // Freed memory is used for other values.
    for _ in 0..<20 { _ = try decoder.decode([Keeper].self, from: Self.text(100)) }
    for (number, container) in containers.enumerated() {
      let id = try container.decode(Int.self, forKey: .id)
      #expect(id == (number % 2 == 0 ? number / 2 : -(number / 2)))
    }
  }

  @Test func `stored containers outlive the decoder`() throws {
    let keepers = try Engine.current.decoder().decode([Keeper].self, from: Self.text(5))
    try check(keepers)
  }

  /// Stores only a container, outside of the element.
  private struct Giver: Decodable {
    static let given = Lock<[Sent<KeyedDecodingContainer<Key>>]>([])

    init(from decoder: any Decoder) throws {
      let given = Sent(value: try decoder.container(keyedBy: Key.self))
      Self.given.withLock { $0.append(given) }
    }
  }

  @Test func `stored containers outlive the elements that made them`() throws {
    let decoder = Engine.current.decoder()
    _ = try decoder.decode([Giver].self, from: Self.text(40))
    _ = try decoder.decode([Keeper].self, from: Self.text(40))
    let given = Giver.given.withLock { given in
      defer { given = [] }
      return given
    }
    for (number, container) in given.enumerated() {
      #expect(try container.value.decode(Int.self, forKey: .id) == number)
    }
  }
}
