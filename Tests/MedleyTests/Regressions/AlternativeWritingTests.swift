import Medley
import MedleyTesting
import TestSupport
import Testing

/// Elements were encoded in the first alternative even if it didn't support the tag.
@Suite struct AlternativeWritingTests {
  static let commands: Discriminator = .compound("cmd", "evt").or(.key("cmd"))

  @Test(arguments: Backend.allCases)
  func `encodes a tag in the first alternative that supports it`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(Self.commands)
    try registry.register(Movie.self, for: ["DISPATCH", "READY"])
    try registry.register(Book.self, for: "AUTHORIZE")
    try registry.validate()
    let feed: [Polymorphic<any Media>] = [.known(Movie(title: "a")), .known(Book(title: "b"))]
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(
          parsing: """
            [{"cmd":"DISPATCH","evt":"READY","title":"a"},{"cmd":"AUTHORIZE","title":"b"}]
            """
        )
    )
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  static let writable: [(Discriminator, TypeTag, String)] = [
    (.external.or(.key("type")), "MOVIE", #"{"MOVIE":{"title":"a"}}"#),
    (.external.or(.compound("a", "b")), ["A", "B"], #"{"a":"A","b":"B","title":"a"}"#),
    (.compound("a", "b").or(.external), 4, #"{"4":{"title":"a"}}"#),
    (
      .compound("a", "b", "c").or(.compound("a", "b")), ["A", "B"],
      #"{"a":"A","b":"B","title":"a"}"#
    ),
    (.compound("a", "b").or(.adjacent(tag: "t")), "MOVIE", #"{"t":"MOVIE","MOVIE":{"title":"a"}}"#),
    (.compound("a", "b").or(.wrapperArray), true, #"[true,{"title":"a"}]"#),
    (.adjacent(tag: "t").or(.path("m", "t")), true, #"{"t":true,"true":{"title":"a"}}"#),
  ]

  @Test(arguments: Backend.allCases, writable)
  func `decodes and encodes every tag that an alternative supports`(
    _ backend: Backend,
    _ sample: (discriminator: Discriminator, tag: TypeTag, json: String)
  ) throws {
    var registry = PolymorphicRegistry<any Media>(sample.discriminator)
    try registry.register(Movie.self, for: sample.tag)
    try registry.validate()
    let feed = [Polymorphic<any Media>.known(Movie(title: "a"))]
    let tree = try JSONTree(parsing: "[\(sample.json)]")
    #expect(try backend.encode(feed, with: registry) == tree)
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test func `validation reports a tag that no alternative supports`() throws {
    let samples: [(Discriminator, TypeTag)] = [
      (Self.commands, ["A", "B", "C"]), (.external.or(.key("type")), ["A", "B"]),
      (.compound("c", "d").or(.compound("a", "b")), "MOVIE"),
      (.key("a").or(.key("b")), ["A", "B"]),
    ]
    for (discriminator, tag) in samples {
      var registry = PolymorphicRegistry<any Media>(discriminator)
      try registry.register(Movie.self, for: tag)
      let error = try #require(throws: RegistrationError.self) { try registry.validate() }
      #expect(error.code == .unusableTag)
      #expect(error.tag == tag)
    }
  }

  @Test func `encoding a tag that no alternative supports is an error`() throws {
    var registry = PolymorphicRegistry<any Media>(Self.commands)
    try registry.register(Movie.self, for: ["A", "B", "C"])
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Polymorphic<any Media>.known(Movie(title: "a"))], with: registry)
    }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .notEncodable)
    #expect(error.cause?.tag == ["A", "B", "C"])
  }

  struct Command: Media, Hashable {
    var cmd: String
    var evt: String?
    var title: String
  }

  @Test(arguments: Backend.allCases)
  func `encodes a stored alias in the alternative that supports it`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any Media>(Self.commands)
    try registry.register(Command.self, for: ["SET", "VOICE"], "AUTHORIZE")
    try registry.validate()
    let json = """
      [{"cmd":"SET","evt":"VOICE","title":"a"},{"cmd":"AUTHORIZE","title":"b"}]
      """
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.isEmpty)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encodes a fallback type in its original alternative`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any Media>(Self.commands)
    registry.policies.unknown = .decode(as: Command.self)
    let json = """
      [{"cmd":"SET","evt":"VOICE","title":"a"},{"cmd":"AUTHORIZE","title":"b"}]
      """
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.isEmpty)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  enum Inner: PolymorphicEnum {
    case movie(Movie)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Inner>("kind") {
      try $0.register(for: "MOVIE", as: Inner.movie)
    }
  }

  enum Outer: PolymorphicEnum {
    case inner(Inner)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Outer>(AlternativeWritingTests.commands) {
      try $0.register(for: "INNER", as: Outer.inner)
    }
  }

  @Test(arguments: Backend.allCases)
  func `keeps the tag of a kept inner element in every alternative`(
    _ backend: Backend
  ) throws {
    let json = #"[{"cmd":"INNER","kind":"OPERA"},{"cmd":"INNER","kind":"MOVIE","title":"a"}]"#
    let feed = try backend.decode([Outer].self, from: json)
    #expect(try backend.encode(feed) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an assumed tag finds its content in its alternative`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.compound("a", "b").or(.adjacent(tag: "t")))
    try registry.register(Movie.self, for: "movie")
    registry.policies.missing = .assume("movie")
    #expect(
      try backend.feed(#"[{"movie":{"title":"a"}}]"#, registry) == [.known(Movie(title: "a"))]
    )
  }
}
