import Medley
import TestSupport
import Testing

/// Discriminators and tags with `convertFromSnakeCase` and `convertToSnakeCase`.
@Suite struct KeyStrategyTests {
  struct Track: Media, Hashable {
    var trackTitle: String
    var title: String { trackTitle }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from json: String,
    _ registry: PolymorphicRegistry<any Media>,
    keys: KeyStrategy = .snakeCase
  ) throws -> Value {
    try Backend.json.decode(from: json, keys: keys) { $0.register(registry) }
  }

  static func encode(
    _ value: some Encodable,
    _ registry: PolymorphicRegistry<any Media>
  ) throws -> JSONTree {
    try Backend.json.encode(value, keys: .snakeCase) { $0.register(registry) }
  }

  static let forms: [(Discriminator, String)] = [
    ("media_type", #"{"media_type":"T_A","track_title":"a"}"#),
    ("mediaType", #"{"media_type":"T_A","track_title":"a"}"#),
    (.path("meta_data", "media_kind"), #"{"meta_data":{"media_kind":"T_A"},"track_title":"a"}"#),
    (.path("metaData", "mediaKind"), #"{"meta_data":{"media_kind":"T_A"},"track_title":"a"}"#),
    (
      .adjacent(tag: "media_type", content: "the_data"),
      #"{"media_type":"T_A","the_data":{"track_title":"a"}}"#
    ),
    (
      .adjacent(tag: "mediaType", content: "theData"),
      #"{"media_type":"T_A","the_data":{"track_title":"a"}}"#
    ),
    (.external, #"{"T_A":{"track_title":"a"}}"#),
    (.wrapperArray, #"["T_A",{"track_title":"a"}]"#),
    (.key("kind_of").or(.key("media_type")), #"{"media_type":"T_A","track_title":"a"}"#),
  ]

  @Test(arguments: forms)
  func `finds the tag under the original and under the converted key`(
    _ discriminator: Discriminator,
    _ json: String
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator, ["T_A": Track.self])
    let feed: [Polymorphic<any Media>] = try Self.decode(from: "[\(json)]", registry)
    #expect(feed == [.known(Track(trackTitle: "a"))])
    let again: [Polymorphic<any Media>] = try Self.decode(
      from: Self.encode(feed, registry).text,
      registry
    )
    #expect(again == feed)
  }

  @Test(arguments: forms.dropLast())
  func `encodes the original keys`(
    _ discriminator: Discriminator,
    _ json: String
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator, ["T_A": Track.self])
    let feed = [Polymorphic<any Media>.known(Track(trackTitle: "a"))]
    #expect(try Self.encode(feed, registry) == JSONTree(parsing: "[\(json)]"))
  }

  @Test(arguments: ["big_image", "bigImage", "Big_Image"])
  func `a tag can name the content's key in either spelling`(
    _ tag: String
  ) throws {
    var registry = PolymorphicRegistry<any Media>(.adjacent(tag: "type"))
    try registry.register(Track.self, for: .string(tag))
    let json = #"[{"type":"\#(tag)","\#(tag)":{"track_title":"a"}}]"#
    let feed: [Polymorphic<any Media>] = try Self.decode(from: json, registry)
    #expect(feed == [.known(Track(trackTitle: "a"))])
    let written = try Self.encode(feed, registry).text
    let again: [Polymorphic<any Media>] = try Self.decode(from: written, registry)
    #expect(again == feed)
  }

  /// Plain `Codable` types also lose keys that don't survive both strategies, such as
  /// `"Type"`.
  @Test(arguments: ["typeName", "type_name", "_type", "type"])
  func `finds the tag for a discriminator key in either spelling`(_ key: String) throws {
    let registry = PolymorphicRegistry<any Media>(.key(key), ["A": Track.self])
    let json = #"[{"\#(key)":"A","track_title":"a"}]"#
    let feed: [Polymorphic<any Media>] = try Self.decode(from: json, registry)
    #expect(feed == [.known(Track(trackTitle: "a"))])
    let written = try Self.encode(feed, registry).text
    let again: [Polymorphic<any Media>] = try Self.decode(from: written, registry)
    #expect(again == feed)
  }

  @Test func `without a strategy only the original key is the discriminator`() throws {
    let registry = PolymorphicRegistry<any Media>("media_type", ["A": Track.self])
    let error = try #require(throws: DecodingError.self) {
      let _: [Polymorphic<any Media>] = try Self.decode(
        from: #"[{"mediaType":"A","trackTitle":"a"}]"#,
        registry,
        keys: .asWritten
      )
    }
    #expect(error.cause?.code == .missingTag)
    #expect(error.place == "[0].media_type")
  }

  @Test func `doesn't convert the tags of external elements`() throws {
    let registry = PolymorphicRegistry<any Media>(
      .external,
      ["big_movie": Movie.self, "bigMovie": Book.self]
    )
    let feed: [Polymorphic<any Media>] = try Self.decode(
      from: #"[{"bigMovie":{"title":"a"}},{"big_movie":{"title":"b"}},{"new_one":{"a_b":1}}]"#,
      registry
    )
    #expect(feed.prefix(2) == [.known(Book(title: "a")), .known(Movie(title: "b"))])
    #expect(feed.unknown.map(\.tag) == ["new_one"])
  }

  @Test func `encodes unknown elements with their original keys`() throws {
    let registry = PolymorphicRegistry<any Media>("media_type", ["A": Track.self])
    let json = #"[{"media_type":"X","aURL":1,"a_url":{"SOME_key":[{"x_y":2,"zW":3}]}}]"#
    let feed: [Polymorphic<any Media>] = try Self.decode(from: json, registry)
    #expect(feed.unknown.first?.content["a_url"]?["SOME_key"]?[0] == ["x_y": 2, "zW": 3])
    #expect(try Self.encode(feed, registry) == JSONTree(parsing: json))
  }

  @Test func `a kept payload decodes with converted keys`() throws {
    let registry = PolymorphicRegistry<any Media>("media_type", ["A": Movie.self])
    let feed: [Polymorphic<any Media>] = try Self.decode(
      from: #"[{"media_type":"T","track_title":"a"}]"#,
      registry
    )
    let payload = try #require(feed.unknown.first)
    #expect(try payload.decode(as: Track.self) == Track(trackTitle: "a"))
    let later = try registry.registering(Track.self, for: "T")
    #expect(try payload.resolve(with: later) == .known(Track(trackTitle: "a")))
  }

  @Test func `a kept payload is deduced with converted keys`() throws {
    let registry = PolymorphicRegistry<any Media>(
      .deduced,
      ["A": Movie.self],
      policies: .init(missing: .keep)
    )
    let feed: [Polymorphic<any Media>] = try Self.decode(
      from: #"[{"track_title":"a"}]"#,
      registry
    )
    let payload = try #require(feed.unknown.first)
    let later = try registry.registering(Track.self, for: "T")
    #expect(try payload.resolve(with: later) == .known(Track(trackTitle: "a")))
  }

  struct Typed: Media, Hashable {
    var mediaType: String
    var title: String
  }

  @Test(arguments: ["media_type", "mediaType"])
  func `compares a stored tag under either spelling of its key`(_ key: String) throws {
    let registry = PolymorphicRegistry<any Media>(.key(key), ["A": Typed.self, "B": Movie.self])
    let feed = [Polymorphic<any Media>.known(Typed(mediaType: "A", title: "t"))]
    #expect(
      try Self.encode(feed, registry) == JSONTree(parsing: #"[{"media_type":"A","title":"t"}]"#)
    )
    let wrong = [Polymorphic<any Media>.known(Typed(mediaType: "B", title: "t"))]
    let error = try #require(throws: EncodingError.self) { try Self.encode(wrong, registry) }
    #expect(error.cause?.code == .tagDisagrees)
  }

  @Test func `doesn't convert the keys of dictionaries`() throws {
    let registry = PolymorphicRegistry<any Media>("media_type", ["A": Track.self])
    let entries: [String: Polymorphic<any Media>] = try Self.decode(
      from: #"{"an_id":{"media_type":"A","track_title":"a"}}"#,
      registry
    )
    #expect(entries == ["an_id": .known(Track(trackTitle: "a"))])
    #expect(
      try Self.encode(entries, registry)
        == JSONTree(parsing: #"{"an_id":{"media_type":"A","track_title":"a"}}"#)
    )
  }
}
