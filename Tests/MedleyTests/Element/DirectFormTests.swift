import Foundation
import Medley
import Synchronization
import TestSupport
import Testing

/// On Foundation's decoders, a registered string is found without the wire form, which reads all
/// else.
@Suite struct DirectFormTests {
  private typealias Registry = PolymorphicRegistry<any Media>

  private enum Item: PolymorphicEnum {
    case movie(Movie)
    case song(Song)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>(.external.or(.key("type"))) {
      try $0.register(for: "MOVIE", as: Item.movie)
      try $0.register(for: "SONG", as: Item.song)
    }
  }

  private static let foundation = [Backend.json, .xmlPropertyList, .binaryPropertyList]

  // MARK: - Alternatives

  @Test(arguments: Backend.allCases)
  func `a single key that isn't registered is an unknown tag of an external form`(
    _ backend: Backend
  ) throws {
    let items = try backend.decode([Item].self, from: #"[{"type":"MOVIE"}]"#)
    #expect(items.first?.unknownPayload?.tag == "type")
  }

  @Test(arguments: Backend.allCases)
  func `several keys have their tag in the next alternative`(_ backend: Backend) throws {
    let json =
      #"[{"type":"MOVIE","title":"a"},{"SONG":{"title":"b"}},{"type":"OPERA","title":"c"}]"#
    let items = try backend.decode([Item].self, from: json)
    guard case .movie(let movie) = items[0], case .song(let song) = items[1] else {
      Issue.record("Found \(items)")
      return
    }
    #expect(movie.title == "a")
    #expect(song.title == "b")
    #expect(items[2].unknownPayload?.tag == "OPERA")
  }

  @Test(arguments: Backend.allCases)
  func `a null tag leaves the element to the next alternative`(_ backend: Backend) throws {
    guard Backend.allJSON.contains(backend) else { return }
    let registry = Registry(.key("type").or(.adjacent(tag: "kind", content: "data"))) {
      try $0.register(Song.self, for: "SONG") { $0 }
    }
    let json = #"[{"type":null,"kind":"SONG","data":{"title":"a"}}]"#
    let feed = try backend.decode([Polymorphic<any Media>].self, from: json, with: registry)
    #expect(feed.known.map(\.title) == ["a"])
  }

  // MARK: - Failing

  @Test(arguments: [
    (Discriminator.key("type"), #"{"type":"SONG","title":7}"#, "[0].title"),
    (.path("meta", "type"), #"{"meta":{"type":"SONG"},"title":7}"#, "[0].title"),
    (.adjacent(tag: "type", content: "data"), #"{"type":"SONG","data":{}}"#, "[0].data.title"),
    (.adjacent(tag: "type", content: "data"), #"{"type":"SONG"}"#, "[0].data"),
    (.adjacent(tag: "type"), #"{"type":"SONG","SONG":{"title":7}}"#, "[0].SONG.title"),
    (.external, #"{"SONG":{"title":7}}"#, "[0].SONG.title"),
    (.wrapperArray, #"["SONG",{"title":7}]"#, "[0][1].title"),
    (.deduced, #"{"title":7}"#, "[0].title"),
  ])
  func `an error of a payload has its tag and its path`(
    _ discriminator: Discriminator,
    _ json: String,
    _ place: String
  ) throws {
    for backend in Backend.allCases {
      var registry = Registry(discriminator) { try $0.register(Song.self, for: "SONG") { $0 } }
      func decode() throws -> [Polymorphic<any Media>] {
        try backend.decode([Polymorphic<any Media>].self, from: "[\(json)]", with: registry)
      }
      let error = try #require(throws: DecodingError.self) { try decode() }
      #expect(error.place == place, "\(backend)")
      registry.policies.malformed = .keep
      let (feed, report) = try DecodingReport.collecting { try decode() }
      #expect(feed.first?.unknown?.tag == "SONG", "\(backend)")
      #expect(report.issues.map(\.action) == [.kept], "\(backend)")
    }
  }

  // MARK: - Reading once

  @Test(arguments: foundation)
  func `calls the function of a custom form once, whatever it returns`(_ backend: Backend) throws {
    let calls = Mutex(0)
    var registry = Registry(
      .custom { decoder in
        enum Key: CodingKey { case title, other }
        calls.withLock { $0 += 1 }
        let container = try decoder.container(keyedBy: Key.self)
        if container.contains(.title) { return "SONG" }
        return container.contains(.other) ? "OPERA" : nil
      }
    ) { try $0.register(Song.self, for: "SONG") { $0 } }
    registry.policies.missing = .keep
    registry.policies.malformed = .keep
    let json = #"[{"title":"a"},{"other":1},{},{"title":[]},"b"]"#
    let feed = try backend.decode([Polymorphic<any Media>].self, from: json, with: registry)
    #expect(feed.known.map(\.title) == ["a"])
    #expect(feed.unknown.map(\.tag) == ["OPERA", nil, "SONG", nil])
    #expect(calls.withLock(\.self) == 5)
  }

  // MARK: - Kinds

  private struct Name: Codable, RawRepresentable, Hashable { var rawValue: String }

  @Test(arguments: Backend.allCases)
  func `a string is decoded by the type that is registered for strings`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Hashable>(.jsonKind) {
      try $0.register(Name.self, for: "string") { $0 }
      try $0.register(Double.self, for: "number") { $0 }
      try $0.register([Int].self, for: "array") { $0 }
      try $0.register(Movie.self, for: "object") { $0 }
    }
    let json = #"["a",1.5,[1,2],{"title":"b"},true]"#
    let values = try backend.decode([Polymorphic<any Hashable>].self, from: json, with: registry)
    #expect(
      values.known.map { AnyHashable($0) } == [
        AnyHashable(Name(rawValue: "a")), AnyHashable(1.5), AnyHashable([1, 2]),
        AnyHashable(Movie(title: "b")),
      ]
    )
    #expect(values.last?.unknown?.tag == "boolean")
  }

  @Test func `a URL is decoded from a string as JSONDecoder does it`() throws {
    let registry = PolymorphicRegistry<any Hashable>(.jsonKind) {
      try $0.register(URL.self, for: "string") { $0 }
    }
    let json = #"["https://example.org/a"]"#
    let values = try Backend.json.decode(
      [Polymorphic<any Hashable>].self,
      from: json,
      with: registry
    )
    #expect(values.known.first as? URL == URL(string: "https://example.org/a"))
  }
}
