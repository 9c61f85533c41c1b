import Medley
import TestSupport
import Testing

/// The policy `.decode(as:)`.
@Suite struct FallbackTypeTests {
  typealias Registry = PolymorphicRegistry<any Media>

  struct Generic: Media, Hashable {
    var type: String?
    var title: String
  }

  static let media: Registry = {
    var registry = Registry.media
    registry.policies.unknown = .decode(as: Generic.self)
    return registry
  }()

  @Test(arguments: Backend.allCases)
  func `decodes an unknown element as the fallback type`(_ backend: Backend) throws {
    let json = #"[{"type":"MOVIE","title":"a"},{"type":"OPERA","title":"b"}]"#
    let feed = try backend.feed(json, Self.media)
    #expect(feed == [.known(Movie(title: "a")), .known(Generic(type: "OPERA", title: "b"))])
    #expect(try backend.encode(feed, with: Self.media) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encodes the tag that the fallback type stores`(_ backend: Backend) throws {
    var error = try #require(throws: EncodingError.self) {
      try backend.encode(
        [Polymorphic<any Media>.known(Generic(type: nil, title: "a"))],
        with: Self.media
      )
    }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.description.contains("Generic") == true)

    error = try #require(throws: EncodingError.self) {
      try backend.encode(
        [Polymorphic<any Media>.known(Generic(type: "MOVIE", title: "a"))],
        with: Self.media
      )
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.cause?.tag == "MOVIE")
    #expect(error.cause?.description.contains("another type") == true)
  }

  @Test(arguments: Backend.allCases)
  func `throws when encoding a fallback type that stores no tag`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.unknown = .decode(as: Song.self)
    let feed = try backend.feed(#"[{"type":"SONG","title":"a"}]"#, registry)
    #expect(feed.known.map(\.title) == ["a"])
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: registry)
    }
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.description.contains("stores no tag under \"type\"") == true)
  }

  @Test(arguments: Backend.allCases)
  func `an element that doesn't decode as the fallback type is malformed`(_ backend: Backend) throws
  {
    var registry = Self.media
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"OPERA"}]"#, registry)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].title")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "OPERA")
    registry.policies.malformed = .keep
    let json = #"[{"type":"OPERA"},{"type":18446744073709551615}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.map(\.tag) == ["OPERA", nil])
    #expect(feed.unknown.map(\.reason.description) == ["malformed", "malformed"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  struct Wide: Media, Hashable {
    var v: Int
    var kind: String
    var title: String
  }

  @Test(arguments: Backend.allCases)
  func `the fallback type can store compound tags and nested tags`(_ backend: Backend) throws {
    let registry = Registry(
      .compound("v", "kind"),
      [[1, "MOVIE"]: Movie.self],
      policies: .init(unknown: .decode(as: Wide.self))
    )
    let json = #"[{"v":2,"kind":"MOVIE","title":"a"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed == [.known(Wide(v: 2, kind: "MOVIE", title: "a"))])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))

    let nested = Registry(
      .path("meta", "kind"),
      ["MOVIE": Movie.self],
      policies: .init(unknown: .decode(as: Filed.self))
    )
    let filed = #"[{"meta":{"kind":"X","lang":"en"},"title":"a"}]"#
    #expect(
      try backend.encode(backend.feed(filed, nested), with: nested) == JSONTree(parsing: filed)
    )
  }

  struct Filed: Media, Hashable {
    struct Meta: Codable, Hashable {
      var kind: String
      var lang: String
    }
    var meta: Meta
    var title: String
  }

  @Test(arguments: Backend.allCases)
  func `decodes the payload of a wrapped element, which can't be encoded`(
    _ backend: Backend
  ) throws {
    let samples: [(Discriminator, String)] = [
      (.adjacent(tag: "type", content: "data"), #"{"type":"OPERA","data":{"title":"a"}}"#),
      (.adjacent(tag: "type"), #"{"type":"opera","opera":{"title":"a"}}"#),
      (.external, #"{"OPERA":{"title":"a"}}"#),
      (.wrapperArray, #"["OPERA",{"title":"a"}]"#),
    ]
    for (discriminator, json) in samples {
      let registry = Registry(
        discriminator,
        ["MOVIE": Movie.self],
        policies: .init(unknown: .decode(as: Generic.self))
      )
      let feed = try backend.feed("[\(json)]", registry)
      #expect(feed == [.known(Generic(type: nil, title: "a"))])
      let error = try #require(throws: EncodingError.self) {
        try backend.encode(feed, with: registry)
      }
      #expect(error.cause?.code == .unregisteredType)
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes the stored tag of a fallback type that is also registered`(
    _ backend: Backend
  ) throws {
    var registry = Self.media
    try registry.register(Generic.self, for: "GENERIC")
    let json = #"[{"type":"GENERIC","title":"a"},{"type":"OPERA","title":"b"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.count == 2)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  enum Item: PolymorphicEnum, Hashable {
    case movie(Movie)
    case generic(Generic)

    static let registry = PolymorphicRegistry<Item>(
      "type",
      policies: .init(
        unknown: .decode(
          as: Generic.self,
          Item.generic,
          from: { if case .generic(let generic) = $0 { generic } else { nil } }
        )
      )
    ) { try $0.register(for: "MOVIE", as: Item.movie) }
  }

  enum Reflected: PolymorphicEnum, Hashable {
    case movie(Movie)
    case generic(Generic)

    static let registry = PolymorphicRegistry<Reflected>(
      "type",
      policies: .init(unknown: .decode(as: Generic.self, Reflected.generic))
    ) { try $0.register(for: "MOVIE", as: Reflected.movie) }
  }

  static let items = #"[{"type":"MOVIE","title":"a"},{"type":"OPERA","title":"b"}]"#

  @Test(arguments: Backend.allCases)
  func `a fallback type can be the payload of an enum case`(_ backend: Backend) throws {
    let items = try backend.decode([Item].self, from: Self.items)
    #expect(items == [.movie(Movie(title: "a")), .generic(Generic(type: "OPERA", title: "b"))])
    #expect(try backend.encode(items) == JSONTree(parsing: Self.items))
  }

  @Test(arguments: Backend.allCases)
  func `finds the enum case of a fallback type by reflection`(_ backend: Backend) throws {
    let items = try backend.decode([Reflected].self, from: Self.items)
    #expect(items == [.movie(Movie(title: "a")), .generic(Generic(type: "OPERA", title: "b"))])
    #expect(try backend.encode(items) == JSONTree(parsing: Self.items))
  }

  @Test(arguments: Backend.allCases)
  func `a fallback type that can't be cast to the base is a programming error`(
    _ backend: Backend
  ) throws {
    var registry = Registry.media
    registry.policies = .init(unknown: .decode(as: Stranger.self), malformed: .keep)
    let error = try #require(throws: RegistrationError.self) {
      try backend.feed(#"[{"type":"X","name":"a"}]"#, registry)
    }
    #expect(error.code == .notABase)
  }
}
