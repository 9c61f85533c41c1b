import Medley
import TestSupport
import Testing

@Suite struct TagComparisonTests {
  static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "Label": Labelled.self, 4: Book.self],
    ignoringCase: true
  )

  @Test(arguments: Backend.allCases, ["MOVIE", "movie", "Movie"])
  func `tags that differ in case select one type`(_ backend: Backend, _ tag: String) throws {
    let feed = try backend.feed(#"[{"type":"\#(tag)","title":"a"}]"#, Self.media)
    #expect(feed == [.known(Movie(title: "a"))])
    #expect(
      try backend.encode(feed, with: Self.media)
        == JSONTree(parsing: #"[{"type":"MOVIE","title":"a"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `exact comparison distinguishes tags that differ in case`(_ backend: Backend) throws {
    let feed = try backend.feed(#"[{"type":"movie","title":"a"}]"#, .media)
    #expect(feed.unknown.map(\.tag) == ["movie"])
  }

  @Test func `tags that differ in case are a conflict`() throws {
    var media = Self.media
    let error = try #require(throws: RegistrationError.self) {
      try media.register(Book.self, for: "movie")
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "movie")
    #expect(error.description.contains("Movie"))
    #expect(error.description.contains("Book"))
    #expect(media.tags == Self.media.tags)
  }

  @Test func `tags of one type that differ in case are one tag`() throws {
    var media = Self.media
    try media.register(Movie.self, for: "movie", "mOVIE")
    #expect(media.tags == Self.media.tags)
    #expect(media.payloadType(for: "mOvIe") == Movie.self)
    #expect(media.tag(for: Movie.self) == "MOVIE")
  }

  @Test func `exact comparison keeps both tags`() throws {
    var media = PolymorphicRegistry<any Media>("type")
    try media.register(Movie.self, for: "movie")
    try media.register(Book.self, for: "MOVIE")
    #expect(media.tags == ["movie", "MOVIE"])
    #expect(!media.ignoresCase)
    #expect(Self.media.ignoresCase)
  }

  @Test func `merging uses the receiver's comparison`() throws {
    let lower = PolymorphicRegistry<any Media>("type", ["movie": Book.self])
    let error = try #require(throws: RegistrationError.self) { try Self.media.merging(lower) }
    #expect(error.code == .duplicateTag)
    let upper = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
    #expect(try upper.merging(lower).tags == ["MOVIE", "movie"])
  }

  @Test(arguments: Backend.allCases)
  func `encodes a stored tag as it is stored`(_ backend: Backend) throws {
    let json = #"[{"type":"LABEL","title":"a"}]"#
    let feed = try backend.feed(json, Self.media)
    #expect(feed == [.known(Labelled(type: "LABEL", title: "a"))])
    #expect(try backend.encode(feed, with: Self.media) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a stored tag of another type is an error`(_ backend: Backend) throws {
    let feed = [Polymorphic<any Media>.known(Labelled(type: "movie", title: "a"))]
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: Self.media)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.cause?.tag == "movie")
    #expect(error.cause?.knownTags == ["Label"])
  }

  @Test(arguments: Backend.allCases)
  func `ignores case in the parts of compound tags`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .compound("v", "kind"),
      [["V1", "Movie"]: Movie.self],
      ignoringCase: true
    )
    let feed = try backend.feed(#"[{"v":"v1","kind":"MOVIE","title":"a"}]"#, registry)
    #expect(feed == [.known(Movie(title: "a"))])
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(parsing: #"[{"v":"V1","kind":"Movie","title":"a"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `ignores case in tags that are keys`(_ backend: Backend) throws {
    let external = PolymorphicRegistry<any Media>(
      .external,
      ["MOVIE": Movie.self],
      ignoringCase: true
    )
    #expect(
      try backend.feed(#"[{"movie":{"title":"a"}}]"#, external) == [.known(Movie(title: "a"))]
    )
    let named = PolymorphicRegistry<any Media>(
      .adjacent(tag: "t"),
      ["MOVIE": Movie.self],
      ignoringCase: true
    )
    let feed = try backend.feed(#"[{"t":"movie","movie":{"title":"a"}}]"#, named)
    #expect(feed == [.known(Movie(title: "a"))])
  }

  @Test(arguments: Backend.allCases)
  func `an unknown tag keeps its case`(_ backend: Backend) throws {
    let json = #"[{"type":"OPERA"},{"type":"Opera"}]"#
    let feed = try backend.feed(json, Self.media)
    #expect(feed.unknown.map(\.tag) == ["OPERA", "Opera"])
    #expect(try backend.encode(feed, with: Self.media) == JSONTree(parsing: json))
  }
}
