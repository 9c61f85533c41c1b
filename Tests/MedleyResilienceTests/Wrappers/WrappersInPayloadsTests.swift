import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// Wrappers in payloads of registries, enums and compositions.
@Suite struct WrappersInPayloadsTests {
  struct Rated: Media, Hashable {
    @Defaulted<Untitled> var title: String
    @Lossless var stars: Int
    @LenientBool var liked: Bool
    @Lossy var tags: [String]
    @OmittedWhenEmpty var notes: [String]
    @NullWhenNil var due: Int?
    var link: FieldValue<String>

    enum Untitled: DefaultSource {
      static let defaultValue = "untitled"
    }
  }

  static let registry = PolymorphicRegistry<any Media>("type", ["R": Rated.self])
  static let plain = #""title":"a","stars":"5","liked":"Y","tags":["x"],"due":null"#

  @Test(arguments: Backend.allCases)
  func `encodes payloads with wrappers unchanged, with their tag`(_ backend: Backend) throws {
    for rest in ["", #","link":null"#, #","link":"b","notes":["n"]"#] {
      let json = #"[{"type":"R",\#(Self.plain)\#(rest)}]"#
      let feed = try backend.feed(json, Self.registry)
      #expect(feed.known.map(\.title) == ["a"])
      #expect(try backend.encode(feed, with: Self.registry) == JSONTree(parsing: json))
      #expect(try backend.roundTrip(feed, with: Self.registry) == feed)
    }
  }

  @Test(arguments: Backend.allCases)
  func `issues have the tag of the payload`(_ backend: Backend) throws {
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(
        #"[{"type":"R","stars":1,"liked":0,"tags":["x",1]},{"type":"R","stars":1,"liked":1}]"#,
        Self.registry
      )
    }
    #expect(feed.known.map(\.title) == ["untitled", "untitled"])
    let number = Backend.allJSON.contains(backend) ? "a number" : "an integer"
    #expect(
      report.issues.map(\.description) == [
        "[0].tags[1]: expected a string, found \(number) (in R); dropped",
        "[1].tags: missing (in R); defaulted",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `errors have the tag of the payload`(_ backend: Backend) throws {
    for (members, place) in [
      (#""stars":"x","liked":1"#, "[0].stars"), (#""stars":1,"liked":2"#, "[0].liked"),
      (#""stars":1,"liked":1,"link":4"#, "[0].link"), (#""stars":1,"liked":1,"due":[]"#, "[0].due"),
      (#""liked":1"#, "[0].stars"), (#""stars":1,"liked":1,"title":4"#, "[0].title"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.feed(#"[{"type":"R",\#(members)}]"#, Self.registry)
      }
      #expect(error.place == place)
      #expect((error.details?.underlyingError as? PayloadError)?.tag == "R")
    }
  }

  struct Stamped: Codable, Hashable {
    var stamp: FieldValue<String>
    @OmittedWhenEmpty @Lossy var tags: [Int]
  }

  struct Details: Codable, Hashable {
    @Lossless var director: String
    @Defaulted<Defaults.Zero> var year: Int
  }

  @Test(arguments: Backend.allCases)
  func `each part of a composition uses its own wrappers`(_ backend: Backend) throws {
    typealias Film = Composed<Stamped, Details>
    for stamp in ["", #""stamp":null,"#, #""stamp":"s","tags":[1],"#] {
      let film = try backend.keep(Film.self, #"{\#(stamp)"director":7,"year":1}"#)
      #expect(film.director == "7" && film.year == 1)
    }
    let (film, issues) = try backend.collect(Film.self, #"{"director":"a","tags":["x"]}"#)
    #expect(film.base.stamp == .absent && film.year == 0)
    #expect(issues == ["tags[0] dropped"])
  }

  struct Deduced: Media, Hashable {
    @Defaulted<Rated.Untitled> var title: String
    @Lossless var stars: Int
    @LenientBool var liked: Bool
    var author: Identifier<IdentifierTests.Author>
  }

  @Test(arguments: Backend.allCases)
  func `finds the fields of wrapped properties`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.deduced)
    try registry.register(Deduced.self, for: "D")
    try registry.register(Movie.self, for: "M")
    let feed = try backend.feed(
      #"[{"stars":"1","liked":0,"author":"ada"},{"title":"a"}]"#,
      registry
    )
    #expect(feed.known.map(\.title) == ["untitled", "a"])
    #expect(feed.first?.known is Deduced)
  }

  @Test func `wrapped properties follow convertFromSnakeCase`() throws {
    struct Post: Codable, Hashable {
      @Lossless var viewCount: Int
      @Defaulted<Defaults.Empty> @Lossy var tagList: [String: Int]
      @LenientBool var isLiked: Bool
      @OmittedWhenEmpty var sideNotes: [String]
      var nickName: FieldValue<String>
    }
    let json = #"{"view_count":"1","tag_list":{"a_b":1},"is_liked":"N","nick_name":null}"#
    let post = try Backend.json.decode(Post.self, from: json, keys: .snakeCase)
    #expect(post.viewCount == 1 && post.tagList == ["a_b": 1] && post.nickName == .null)
    #expect(try Backend.json.encode(post, keys: .snakeCase) == JSONTree(parsing: json))
  }

  struct Shelves: Codable, Hashable {
    @OmittedWhenEmpty @PolymorphicArray var first: [any Media]
    @Defaulted<Defaults.Empty> @Lossy @PolymorphicArray var second: [any Media]
    @NullWhenEmpty @Lossy @PolymorphicArray var third: [any Media]
    @Defaulted<Defaults.Empty> @PolymorphicArray var fourth: [any Media]
  }

  @Test(arguments: Backend.allCases)
  func `the other wrappers wrap polymorphic arrays`(_ backend: Backend) throws {
    let movie = #"{"type":"MOVIE","title":"a"}"#
    let unknown = #"{"type":"X"}"#
    _ = try backend.keep(
      Shelves.self,
      #"{"first":[\#(movie)],"second":[\#(unknown)],"third":[\#(movie),\#(unknown)],"fourth":[]}"#
    )
    let (none, issues) = try backend.collect(Shelves.self, #"{"second":null,"third":[4]}"#)
    #expect(issues.count == 1)
    try backend.expect(none, encodesTo: #"{"second":[],"third":null,"fourth":[]}"#)
    let bad = #"{"type":"MOVIE"}"#
    for key in ["first", "fourth"] {
      #expect(
        try backend.fault(Shelves.self, #"{"\#(key)":[\#(bad)]}"#)
          == "keyNotFound at \(key)[0].title"
      )
    }
  }
}
