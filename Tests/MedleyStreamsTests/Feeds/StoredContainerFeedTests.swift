import Medley
import MedleyJSON
import MedleyStreams
import Testing

/// Elements that store their container, in chunks of one event, and others between them.
@Suite struct StoredContainerFeedTests {
  private protocol Part: Decodable, Sendable { var number: Int { get throws } }

  private struct Plain: Part {
    let id: Int
    var number: Int { id }
  }

  /// Stores its container if it has a name.
  private final class Stored: Part, @unchecked Sendable {
    private enum Key: CodingKey { case id, name }
    private let container: KeyedDecodingContainer<Key>?
    private let id: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      self.container = container.contains(.name) ? container : nil
    }

    var number: Int {
      get throws { try container?.decode(Int.self, forKey: .id) ?? id }
    }
  }

  @Test(arguments: [1, 7, 1000])
  func `stored containers read their own element`(_ period: Int) throws {
    var registry = PolymorphicRegistry<any Part>("type")
    try registry.register(Plain.self, for: "PLAIN") { $0 }
    try registry.register(Stored.self, for: "STORED") { $0 }
    let chunks = (0..<200).map { id -> [UInt8] in
      // The first ones aren't stored, so that their containers are reused.
      let name = id >= 60 && id % period == 0 ? #","name":"a""# : ""
      let type = id % 3 == 0 ? "PLAIN" : "STORED"
      return Array("data: {\"type\":\"\(type)\",\"id\":\(id)\(name)}\n\n".utf8)
    }
    var elements = PolymorphicJSONDecoder(alone: true, registry)
      .elements(of: Polymorphic<any Part>.self, in: chunks, as: .serverSentEvents)
    var all: [Polymorphic<any Part>] = []
    while let element = try elements.next() { all.append(element) }
    #expect(try all.compactMap { try $0.known?.number } == Array(0..<200))
  }
}
