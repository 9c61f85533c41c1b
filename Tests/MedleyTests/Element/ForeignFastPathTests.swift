import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// On other decoders, an element costs one container and one member more than its
/// payload alone.
///
/// Slower paths give the same value, so these tests count the requests to the decoder.
@Suite struct ForeignFastPathTests {
  typealias Counts = CountingDecoder.Counts

  /// A value and the requests to its decoder.
  struct Counted<Value: Decodable>: Decodable {
    let value: Value
    let counts: Counts

    init(from decoder: any Decoder) throws {
      let counter = CountingDecoder.Counter()
      value = try Value(from: CountingDecoder(decoder, counter))
      counts = counter.counts
    }
  }

  /// An error and the requests to its decoder; nil if nothing is wrong.
  struct Failure<Value: Decodable>: Decodable {
    let error: (any Error)?
    let counts: Counts

    init(from decoder: any Decoder) throws {
      let counter = CountingDecoder.Counter()
      do {
        _ = try Value(from: CountingDecoder(decoder, counter))
        error = nil
      } catch {
        self.error = error
      }
      counts = counter.counts
    }
  }

  enum Item: PolymorphicEnum {
    case movie(Movie)
    case song(Song)
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "MOVIE", as: Item.movie)
      try registry.register(for: "SONG", as: Item.song)
    }
  }

  struct Fields: FieldDecodable, Encodable, Media {
    var title: String
    var minutes: Int?

    init(fields: inout FieldReader) throws {
      title = try fields.decode("title")
      minutes = try fields.decodeIfPresent("minutes")
    }
  }

  static var registry: PolymorphicRegistry<any Media> {
    PolymorphicRegistry("type", ["SONG": Song.self, "FIELDS": Fields.self])
  }

  private static let songs = """
    [{"type":"SONG","title":"a"},{"title":"b","type":"SONG"},{"title":"c","other":[],"type":"SONG"}]
    """

  /// The payload's own container and member, and those of the tag.
  private static let one = Counts(keyedContainers: 2, optionalMembers: 1, members: 1)

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: String = songs,
    on backend: Backend,
    isHeard: Bool
  ) throws -> Value {
    func decode() throws -> Value {
      try backend.decode(type, from: text) { $0.register(registry) }
    }
    guard isHeard else { return try decode() }
    return try DecodingReport.collecting { try decode() }.value
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList], [false, true])
  func `finds the tag of an element once`(_ backend: Backend, _ isHeard: Bool) throws {
    let feed = try Self.decode(
      [Counted<Polymorphic<any Media>>].self,
      on: backend,
      isHeard: isHeard
    )
    #expect(feed.map(\.value).known.map(\.title) == ["a", "b", "c"])
    #expect(feed.map(\.counts) == [Self.one, Self.one, Self.one])
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList], [false, true])
  func `finds the tag of a case once`(_ backend: Backend, _ isHeard: Bool) throws {
    let feed = try Self.decode([Counted<Item>].self, on: backend, isHeard: isHeard)
    #expect(feed.map(\.counts) == [Self.one, Self.one, Self.one])
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList], [false, true])
  func `finds the tag of an element of a lossy list once`(
    _ backend: Backend,
    _ isHeard: Bool
  ) throws {
    let feed = try Self.decode(
      Lossy<[Counted<Polymorphic<any Media>>]>.self,
      on: backend,
      isHeard: isHeard
    )
    #expect(feed.wrappedValue.map(\.counts) == [Self.one, Self.one, Self.one])
    let items = try Self.decode(Lossy<[Counted<Item>]>.self, on: backend, isHeard: isHeard)
    #expect(items.wrappedValue.map(\.counts) == [Self.one, Self.one, Self.one])
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList], [false, true])
  func `reads declared fields through one container`(_ backend: Backend, _ isHeard: Bool) throws {
    let text = #"[{"type":"FIELDS","title":"a"},{"type":"FIELDS","title":"b","minutes":2}]"#
    let plain = try Self.decode([Counted<Fields>].self, from: text, on: backend, isHeard: isHeard)
    // A present optional integer costs two queries and one member.
    for counts in plain.map(\.counts) {
      #expect(counts.keyedContainers == 1)
      #expect(counts.otherContainers == 0)
      #expect(counts.members <= 2)
    }
    let feed = try Self.decode(
      [Counted<Polymorphic<any Media>>].self,
      from: text,
      on: backend,
      isHeard: isHeard
    )
    for (counts, plain) in zip(feed.map(\.counts), plain.map(\.counts)) {
      var expected = plain
      expected.keyedContainers += 1
      expected.optionalMembers += 1
      #expect(counts == expected)
    }
  }

  @Test(arguments: [Backend.json, .binaryPropertyList])
  func `looks for the tag once, also for an error`(_ backend: Backend) throws {
    let text = #"[{"type":"PODCAST"},{"title":"a"},{"type":[]},{"type":"SONG"}]"#
    let strict = PolymorphicRegistry<any Media>(
      "type",
      ["SONG": Song.self],
      policies: .init(unknown: .throw)
    )
    let failures = try backend.decode([Failure<Polymorphic<any Media>>].self, from: text) {
      $0.register(strict)
    }
    #expect(failures.allSatisfy { $0.error is DecodingError })
    #expect(failures.map(\.counts.keyedContainers) == [1, 1, 1, 2])
    #expect(failures.map(\.counts.optionalMembers) == [1, 1, 1, 1])
  }
}
