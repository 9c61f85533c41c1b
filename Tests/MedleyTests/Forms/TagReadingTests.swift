import Medley
import TestSupport
import Testing

/// How values in the payload match registered tags.
@Suite struct TagReadingTests {
  struct Text: Media, Hashable { var title: String }
  struct Number: Media, Hashable { var title: String }
  struct Flag: Media, Hashable { var title: String }

  static let kinds = PolymorphicRegistry<any Media>(
    "t",
    ["1": Text.self, 1: Number.self, true: Flag.self]
  )

  @Test(arguments: Backend.allCases)
  func `a string, an integer and a Boolean select different types`(_ backend: Backend) throws {
    let json = """
      [{"t":"1","title":"a"},{"t":1,"title":"b"},{"t":true,"title":"c"}]
      """
    let feed = try backend.feed(json, Self.kinds)
    #expect(
      feed == [.known(Text(title: "a")), .known(Number(title: "b")), .known(Flag(title: "c"))]
    )
    #expect(try backend.encode(feed, with: Self.kinds) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      ("1", TypeTag.integer(1), PolymorphicRegistry<any Media>("t", ["1": Text.self])),
      ("true", true, PolymorphicRegistry<any Media>("t", ["true": Text.self])),
      ("true", true, PolymorphicRegistry<any Media>("t", [1: Text.self])),
      (#""1""#, "1", PolymorphicRegistry<any Media>("t", [1: Text.self])),
      (#""true""#, "true", PolymorphicRegistry<any Media>("t", [true: Text.self])),
      ("1", 1, PolymorphicRegistry<any Media>("t", [true: Text.self])),
      ("0", 0, PolymorphicRegistry<any Media>("t", [false: Text.self])),
    ]
  )
  func `never converts a tag to another kind`(
    _ backend: Backend,
    _ sample: (json: String, tag: TypeTag, PolymorphicRegistry<any Media>)
  ) throws {
    let feed = try backend.feed(#"[{"t":\#(sample.json),"title":"a"}]"#, sample.2)
    #expect(feed.unknown.map(\.tag) == [sample.tag])
    #expect(feed.unknown.map(\.reason) == [.unregistered])
  }

  @Test(arguments: Backend.allCases, [Int64.min, -1, 0, Int64.max])
  func `accepts every 64-bit integer as a tag`(_ backend: Backend, _ value: Int64) throws {
    var registry = PolymorphicRegistry<any Media>("t")
    try registry.register(Text.self, for: .integer(value))
    let feed = try backend.feed(#"[{"t":\#(value),"title":"a"}]"#, registry)
    #expect(feed == [.known(Text(title: "a"))])
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `treats an integer beyond Int64 as an unknown tag`(_ backend: Backend) throws {
    let json = #"[{"t":18446744073709551615,"title":"a"}]"#
    let feed = try backend.feed(json, Self.kinds)
    let payload = try #require(feed.unknown.first)
    #expect(payload.tag == nil)
    #expect(payload.reason == .unregistered)
    #expect(payload.content["t"] == .unsigned(.max))
    #expect(try backend.encode(feed, with: Self.kinds) == JSONTree(parsing: json))

    var strict = Self.kinds
    strict.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) { try backend.feed(json, strict) }
    #expect(error.place == "[0].t")
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == nil)
    #expect(error.cause?.description.contains("more than 64 bits") == true)
  }

  @Test(
    arguments: Backend.allCases,
    [("1.5", "1.5"), (#"{"a":1}"#, "an object"), ("[1]", "array")]
  )
  func `a fraction, an object or an array is a tag of the wrong kind`(
    _ backend: Backend,
    _ sample: (json: String, found: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"t":\#(sample.json),"title":"a"}]"#, Self.kinds)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].t")
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.cause?.tag == nil)
    #expect(error.cause?.description.contains(sample.found) == true)
  }

  /// Binary property lists on Linux normalise such letters.
  static let spellings =
    #"[{"t":"\#(TypeTagTests.decomposed)","title":"b"},"#
    + #"{"t":"\#(TypeTagTests.precomposed)","title":"a"}]"#

  @Test(arguments: Backend.allCases.filter { $0.limit(decoding: spellings) == nil })
  func `strings that are only canonically equivalent are different tags`(_ backend: Backend) throws
  {
    let (one, other) = (TypeTagTests.precomposed, TypeTagTests.decomposed)
    var registry = PolymorphicRegistry<any Media>("t")
    try registry.register(Text.self, for: .string(one))
    try registry.register(Number.self, for: .string(other))
    let feed = try backend.feed(Self.spellings, registry)
    #expect(feed == [.known(Number(title: "b")), .known(Text(title: "a"))])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: Self.spellings))

    let first = try PolymorphicRegistry<any Media>("t").registering(Text.self, for: .string(one))
    #expect(try backend.feed(Self.spellings, first).unknown.map(\.tag) == [.string(other)])
  }

  @Test(arguments: Backend.allCases)
  func `accepts an empty string as a tag`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("", ["": Text.self])
    let feed = try backend.feed(#"[{"":"","title":"a"}]"#, registry)
    #expect(feed == [.known(Text(title: "a"))])
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `reads tags of every kind from the keys of external elements`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .external,
      [4: Number.self, true: Flag.self, "x": Text.self]
    )
    let json = #"[{"4":{"title":"a"}},{"true":{"title":"b"}},{"x":{"title":"c"}},{"04":1}]"#
    let feed = try backend.feed(json, registry)
    #expect(
      feed.prefix(3) == [
        .known(Number(title: "a")), .known(Flag(title: "b")), .known(Text(title: "c")),
      ]
    )
    #expect(feed.unknown.map(\.tag) == ["04"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an integer tag can name the content's key`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(.adjacent(tag: "t"), [4: Number.self])
    let json = #"[{"t":4,"4":{"title":"a"}}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed == [.known(Number(title: "a"))])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }
}
