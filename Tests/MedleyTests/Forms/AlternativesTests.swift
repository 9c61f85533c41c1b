import Medley
import TestSupport
import Testing

/// `.or`: decodes several forms and encodes the first.
@Suite struct AlternativesTests {
  @Test(arguments: Backend.allCases)
  func `the first form that finds a tag wins`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .key("type").or(.key("kind")),
      ["MOVIE": Movie.self, "BOOK": Book.self]
    )
    let feed = try backend.feed(
      """
      [{"type":"MOVIE","kind":"BOOK","title":"a"},{"kind":"BOOK","title":"b"},
       {"type":"OPERA","kind":"BOOK"}]
      """,
      registry
    )
    #expect(feed.prefix(2) == [.known(Movie(title: "a")), .known(Book(title: "b"))])
    #expect(feed.unknown.map(\.tag) == ["OPERA"])
  }

  @Test(arguments: Backend.allCases)
  func `a tag of the wrong kind is an error and the next form isn't tried`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Media>(
      .key("type").or(.key("kind")),
      ["MOVIE": Movie.self]
    )
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":{},"kind":"MOVIE","title":"a"}]"#, registry)
    }
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.place == "[0].type")
  }

  @Test(arguments: Backend.allCases)
  func `an external element with too many members is read by the next form`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Media>(
      .external.or(.key("type")),
      ["MOVIE": Movie.self]
    )
    let feed = try backend.feed(
      #"[{"MOVIE":{"title":"a"}},{"type":"MOVIE","title":"b"}]"#,
      registry
    )
    #expect(feed == [.known(Movie(title: "a")), .known(Movie(title: "b"))])
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(parsing: #"[{"MOVIE":{"title":"a"}},{"MOVIE":{"title":"b"}}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `one alternative reads objects and another reads arrays`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .wrapperArray.or(.key("type")),
      ["MOVIE": Movie.self]
    )
    let feed = try backend.feed(
      #"[["MOVIE",{"title":"a"}],{"type":"MOVIE","title":"b"}]"#,
      registry
    )
    #expect(feed == [.known(Movie(title: "a")), .known(Movie(title: "b"))])
  }

  @Test(arguments: Backend.allCases)
  func `deduces elements without a tag`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.key("type").or(.deduced))
    try registry.register(Movie.self, for: "MOVIE")
    try registry.register(Book.self, for: "BOOK")
    let feed = try backend.feed(
      #"[{"type":"BOOK","title":"a"},{"title":"b","minutes":1},{"title":"c","pages":1}]"#,
      registry
    )
    #expect(
      feed == [
        .known(Book(title: "a")), .known(Movie(title: "b", minutes: 1)),
        .known(Book(title: "c", pages: 1)),
      ]
    )
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(
          parsing: """
            [{"type":"BOOK","title":"a"},{"type":"MOVIE","title":"b","minutes":1},
             {"type":"BOOK","title":"c","pages":1}]
            """
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `assumes a tag if no form finds one`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any Media>(
      .key("type").or(.key("kind")),
      ["MOVIE": Movie.self]
    )
    registry.policies.missing = .assume("MOVIE")
    let feed = try backend.feed(#"[{"title":"a"},{"kind":null,"title":"b"}]"#, registry)
    #expect(feed == [.known(Movie(title: "a")), .known(Movie(title: "b"))])
  }

  @Test(arguments: Backend.allCases)
  func `resolves an unknown element at the payload of the form that found it`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Media>(
      .key("type").or(.external),
      ["MOVIE": Movie.self]
    )
    let feed = try backend.feed(#"[{"BOOK":{"title":"a"}}]"#, registry)
    let payload = try #require(feed.unknown.first)
    #expect(try payload.decode(as: Book.self) == Book(title: "a"))
  }
}
