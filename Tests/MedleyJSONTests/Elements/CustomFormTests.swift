import Foundation
import Medley
import MedleyJSON
import Synchronization
import TestSupport
import Testing

/// The engine calls the function of a custom form once for each element, and decodes its payload as
/// other decoders do.
@Suite struct CustomFormTests {
  private struct Note: Codable, Hashable { var text: String }

  private enum Key: CodingKey { case kind }

  /// Returns the tag of an object, and that of other values.
  private static func tag(in decoder: any Decoder) throws -> TypeTag? {
    guard let container = try? decoder.container(keyedBy: Key.self) else { return "DATE" }
    return try container.decodeIfPresent(TypeTag.self, forKey: .kind)
  }

  private static func registry(
    _ read: @escaping @Sendable (any Decoder) throws -> TypeTag?
  ) throws -> PolymorphicRegistry<any Hashable> {
    var registry = PolymorphicRegistry<any Hashable>(.custom(read))
    registry.policies.malformed = .keep
    registry.policies.missing = .keep
    try registry.register(Note.self, for: "NOTE", "MEMO", 7) { $0 }
    try registry.register(Date.self, for: "DATE") { $0 }
    return registry
  }

  @Test(arguments: Backend.allJSON)
  func `calls the function once for each element`(_ backend: Backend) throws {
    let calls = Mutex(0)
    let registry = try Self.registry { decoder in
      calls.withLock { $0 += 1 }
      return try Self.tag(in: decoder)
    }
    let elements = [
      #"{"kind":"NOTE","text":"a"}"#, #"{"kind":"MEMO","text":"b"}"#, #"{"kind":7,"text":"c"}"#,
      #"{"kind":"SONG"}"#, "{}", #"{"kind":[]}"#, #"{"kind":"NOTE"}"#, "7", "null",
    ]
    for element in elements {
      calls.withLock { $0 = 0 }
      _ = try? backend.decode([Polymorphic<any Hashable>].self, from: "[\(element)]") {
        $0.register(registry)
      }
      #expect(calls.withLock(\.self) == 1, "\(element)")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `decodes elements inside a payload with the same function`(_ backend: Backend) throws {
    struct Thread: Codable, Hashable { var replies: [Polymorphic<any Hashable>] }
    var registry = try Self.registry(Self.tag)
    registry.policies.unknown = .keep
    try registry.register(Thread.self, for: "THREAD") { $0 }
    let json = """
      [{"kind":"THREAD","replies":[{"kind":"SONG"},{"kind":"THREAD","replies":[]},\
      {"kind":"NOTE"}]},{"kind":"SONG"},{"kind":"MEMO","text":"b"}]
      """
    let feed = try backend.decode([Polymorphic<any Hashable>].self, from: json) {
      $0.register(registry)
    }
    #expect(feed.map { $0.unknown?.tag } == [nil, "SONG", nil])
    let thread = try #require(feed.first?.known as? Thread)
    #expect(thread.replies.map { $0.unknown?.tag } == ["SONG", nil, "NOTE"])
    #expect(feed.last?.known as? Note == Note(text: "b"))
  }

  @Test func `decodes a date by the strategy of the decoder`() throws {
    let decoder = PolymorphicJSONDecoder()
    decoder.userInfo.register(try Self.registry(Self.tag))
    decoder.dateDecodingStrategy = .secondsSince1970
    let feed = try decoder.decode([Polymorphic<any Hashable>].self, from: Data("[60]".utf8))
    #expect(feed.first?.known as? Date == Date(timeIntervalSince1970: 60))
  }

  @Test func `calls the function with converted keys`() throws {
    let decoder = PolymorphicJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.userInfo.register(
      PolymorphicRegistry<any Hashable>(
        .custom { decoder in
          enum Key: CodingKey { case mediaType }
          let container = try decoder.container(keyedBy: Key.self)
          return try container.decode(TypeTag.self, forKey: .mediaType)
        },
        ["NOTE": Note.self]
      )
    )
    let json = #"[{"media_type":"NOTE","text":"a"}]"#
    let feed = try decoder.decode([Polymorphic<any Hashable>].self, from: Data(json.utf8))
    #expect(feed.first?.known as? Note == Note(text: "a"))
  }

  @Test func `names the tag that was found in an error`() throws {
    var registry = try Self.registry(Self.tag)
    registry.policies.malformed = .throw
    let error = try #require(throws: DecodingError.self) {
      try Backend.engine.decode(
        [Polymorphic<any Hashable>].self,
        from: #"[{"kind":"NOTE","text":"a"},{"kind":"MEMO"}]"#
      ) { $0.register(registry) }
    }
    #expect(error.place == "[1].text")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "MEMO")
  }
}
