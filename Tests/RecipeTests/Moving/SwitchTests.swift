import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of a `switch` by hand.
@Suite struct SwitchTests {
  struct Movie: Codable, Hashable {
    var title: String
  }

  struct Book: Codable, Hashable {
    var pages: Int
  }

  struct Other: Codable, Hashable {
    var type: String
  }

  static let heat = Movie(title: "Heat")

  // MARK: - Cases

  enum Item: PolymorphicEnum, Hashable {
    case movie(Movie)
    case book(Book)
    case advert
    case rated(stars: Int)
    case result(Other)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: "movie", as: Item.movie)
      try $0.register(for: "book", "novel", as: Item.book)
      try $0.register(.advert, for: "ad")
      try $0.register(for: "rated") { fields in
        .rated(stars: try fields.decode("stars"))
      } encoding: {
        if case .rated(let stars) = $0 { ["stars": stars] } else { nil }
      }
      try $0.register(matching: "*_result", as: Item.result)
    }
  }

  @Test(arguments: Backend.allCases)
  func `one registry decodes and encodes the cases`(_ backend: Backend) throws {
    let items = try backend.keep(
      [Item].self,
      #"""
      [{"type":"movie","title":"Heat"},{"type":"book","pages":4},{"type":"ad"},
      {"type":"rated","stars":5},{"type":"web_result"},{"type":"new","a":[1]}]
      """#
    )
    #expect(
      items.dropLast() == [
        .movie(Self.heat), .book(Book(pages: 4)), .advert, .rated(stars: 5),
        .result(Other(type: "web_result")),
      ]
    )
    guard case .unknown(let payload) = items[5] else {
      Issue.record("\(items[5])")
      return
    }
    #expect(payload.tag == "new")
    #expect(
      try backend.decode([Item].self, from: #"[{"type":"novel","pages":4}]"#)
        == [.book(Book(pages: 4))]
    )
  }

  // MARK: - Policies

  enum Strict: PolymorphicEnum, Hashable {
    case movie(Movie)
    case other(Other)

    static let registry = PolymorphicRegistry<Strict>("type", ignoringCase: true) {
      try $0.register(for: "movie", as: Strict.movie)
      $0.policies.unknown = .decode(as: Other.self, Strict.other)
      $0.policies.missing = .assume("movie")
    }
  }

  @Test(arguments: Backend.allCases)
  func `policies stand for the default of the switch`(_ backend: Backend) throws {
    let items = try backend.decode(
      [Strict].self,
      from: #"[{"type":"MOVIE","title":"Heat"},{"title":"Heat"},{"type":"new"}]"#
    )
    #expect(items == [.movie(Self.heat), .movie(Self.heat), .other(Other(type: "new"))])
    try backend.expect(
      items,
      encodesTo: #"""
        [{"type":"movie","title":"Heat"},{"type":"movie","title":"Heat"},{"type":"new"}]
        """#
    )
  }

  enum Closed: PolymorphicEnum, Hashable {
    case movie(Movie)

    static let registry = PolymorphicRegistry<Closed>("type", policies: .init(unknown: .throw)) {
      try $0.register(for: "movie", as: Closed.movie)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an unknown tag is an error that names the known ones`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Closed].self, from: #"[{"type":"new"}]"#)
    }
    #expect(error.place == "[0].type")
    #expect(error.cause?.knownTags == ["movie"])
  }

  // MARK: - Forms

  /// Decodes both types in a form, and expects that they are encoded unchanged.
  func check(
    _ discriminator: Discriminator,
    _ json: String,
    _ backend: Backend,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var registry = PolymorphicRegistry<any Codable & Sendable>(discriminator)
    try registry.register(Movie.self, for: "movie") { $0 }
    try registry.register(Book.self, for: "book") { $0 }
    let feed = try backend.feed(json, registry)
    #expect(feed.known.first as? Movie == Self.heat, sourceLocation: sourceLocation)
    #expect(feed.known.last as? Book == Book(pages: 4), sourceLocation: sourceLocation)
    #expect(
      try backend.encode(feed, with: registry) == JSONTree(parsing: json),
      sourceLocation: sourceLocation
    )
  }

  @Test(arguments: Backend.allCases)
  func `discriminators stand for containers`(_ backend: Backend) throws {
    try check(
      .path("meta", "kind"),
      #"[{"meta":{"kind":"movie"},"title":"Heat"},{"meta":{"kind":"book"},"pages":4}]"#,
      backend
    )
    try check(
      .adjacent(tag: "type", content: "data"),
      #"[{"type":"movie","data":{"title":"Heat"}},{"type":"book","data":{"pages":4}}]"#,
      backend
    )
    try check(
      .adjacent(tag: "type"),
      #"[{"type":"movie","movie":{"title":"Heat"}},{"type":"book","book":{"pages":4}}]"#,
      backend
    )
    try check(.external, #"[{"movie":{"title":"Heat"}},{"book":{"pages":4}}]"#, backend)
    try check(.member, #"[{"movie":{"title":"Heat"}},{"book":{"pages":4}}]"#, backend)
    try check(.wrapperArray, #"[["movie",{"title":"Heat"}],["book",{"pages":4}]]"#, backend)
    try check(.deduced, #"[{"title":"Heat"},{"pages":4}]"#, backend)
    try check(.firstMatch, #"[{"title":"Heat"},{"pages":4}]"#, backend)
  }

  @Test(arguments: Backend.allCases)
  func `several members make one tag`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Codable & Sendable>(.compound("version", "kind"))
    try registry.register(Movie.self, for: [1, "movie"]) { $0 }
    try registry.register(Book.self, for: [2, "movie"]) { $0 }
    let json = #"""
      [{"version":1,"kind":"movie","title":"Heat"},{"version":2,"kind":"movie","pages":4}]
      """#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.last as? Book == Book(pages: 4))
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  enum Author: PolymorphicEnum, Hashable {
    case name(String)
    case movie(Movie)

    static let registry = PolymorphicRegistry<Author>(.jsonKind) {
      try $0.register(for: "string", as: Author.name)
      try $0.register(for: "object", as: Author.movie)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a string or an object needs no attempts`(_ backend: Backend) throws {
    let authors = try backend.keep([Author].self, #"["Ada",{"title":"Heat"}]"#)
    #expect(authors == [.name("Ada"), .movie(Self.heat)])
  }

  // MARK: - Raw values

  enum Genre: String {
    case drama
  }

  enum Kind: String, ForwardCompatibleEnum {
    case movie
    case other

    static func unknown(_ rawValue: String) -> Kind { .other }
  }

  struct Listing: Codable, Hashable {
    var genre: OpenEnum<Genre>
    var kind: Kind
  }

  @Test(arguments: Backend.allCases)
  func `new raw values are kept, or another case`(_ backend: Backend) throws {
    let listing = try backend.decode(Listing.self, from: #"{"genre":"western","kind":"game"}"#)
    #expect(listing == Listing(genre: .unknown("western"), kind: .other))
    try backend.expect(listing, encodesTo: #"{"genre":"western","kind":"other"}"#)
  }

  // MARK: - Members

  struct Post: Codable, Hashable {
    @Lossy var items: [Item]
    @Defaulted<Defaults.Zero> var views: Int
    @Lossy var rating: Int?
    @Lossless var id: Int
    @OneOrMany var authors: [String]
    @NullWhenNil var due: Int?
    var note: FieldValue<String>
    @JSONText var movie: Movie
  }

  @Test(arguments: Backend.allJSON)
  func `wrappers stand for attempts by hand`(_ backend: Backend) throws {
    let text = #""{\"title\":\"Heat\"}""#
    let post = try backend.decode(
      Post.self,
      from: #"""
        {"items":[{"type":"movie"},{"type":"ad"}],"rating":"x","id":"7","authors":"Ada",
        "note":null,"movie":\#(text)}
        """#
    )
    #expect(
      post
        == Post(
          items: [.advert],
          views: 0,
          rating: nil,
          id: 7,
          authors: ["Ada"],
          due: nil,
          note: .null,
          movie: Self.heat
        )
    )
    try backend.expect(
      post,
      encodesTo: #"""
        {"items":[{"type":"ad"}],"views":0,"id":"7","authors":"Ada","due":null,"note":null,
        "movie":\#(text)}
        """#
    )
  }

  struct Track: Decodable, Hashable {
    var plays: Int
    var volume: Int
    var tags: [String]

    private enum CodingKeys: CodingKey {
      case plays
      case volume
      case tags
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      plays = try container.decode(.plays, default: 0)
      volume = try container.decodeLossy(.volume, default: 5)
      tags = try container.decodeLossy(.tags)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an initialiser by hand has the same`(_ backend: Backend) throws {
    let (track, issues) = try backend.collect(
      Track.self,
      #"{"volume":"loud","tags":["a",4]}"#
    )
    #expect(track.plays == 0 && track.volume == 5 && track.tags == ["a"])
    #expect(issues == ["volume defaulted", "tags[1] dropped"])
  }
}
