import Medley
import MedleyTesting
import TestSupport
import Testing

/// Tags that are cases of an enum of the app, registries like another one, functions for one direction.
@Suite struct CaseTagTests {
  enum Kind: String {
    case movie = "MOVIE"
    case book = "BOOK"
    case novel = "NOVEL"
    case advert = "AD"
  }

  enum Item: PolymorphicEnum, Equatable {
    case movie(Movie)
    case book(Book)
    case advert
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: Kind.movie, as: Item.movie)
      try $0.register(for: Kind.book, .novel, as: Item.book) {
        if case .book(let book) = $0 { book } else { nil }
      }
      try $0.register(.advert, for: Kind.advert)
    }
  }

  static let json = #"[{"type":"MOVIE","title":"a"},{"type":"NOVEL","title":"b"},{"type":"AD"}]"#

  @Test func `tags are made of strings and of cases`() throws {
    let name = "MOVIE"
    #expect(TypeTag(name) == "MOVIE")
    #expect(TypeTag(Kind.movie) == "MOVIE")
    let media = PolymorphicRegistry<any Media>(
      "type",
      [TypeTag(Kind.movie): Movie.self, TypeTag(Kind.novel): Book.self]
    )
    #expect(media.tags == ["MOVIE", "NOVEL"])
  }

  @Test(arguments: Backend.allCases)
  func `cases of an enum select the cases of another`(_ backend: Backend) throws {
    #expect(Item.registry.tags == ["MOVIE", "BOOK", "NOVEL", "AD"])
    let items = try backend.decode([Item].self, from: Self.json)
    #expect(items == [.movie(Movie(title: "a")), .book(Book(title: "b")), .advert])
    #expect(try backend.roundTrip(items) == items)
  }

  @Test func `cases of an enum select types of a protocol`() throws {
    var media = PolymorphicRegistry<any Media>("type")
    try media.register(Movie.self, for: Kind.movie) { $0 }
    try media.register(Book.self, for: Kind.book, .novel)
    #expect(media.tags == ["MOVIE", "BOOK", "NOVEL"])
    #expect(media.tag(for: Book.self) == "BOOK")
    let error = try #require(throws: RegistrationError.self) {
      try media.register(Podcast.self, for: Kind.novel)
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "NOVEL")
  }

  struct Length: Media {
    var title: String
    enum CodingKeys: CodingKey { case title }
  }

  @Test func `every function that registers takes a case`() throws {
    let media = try PolymorphicRegistry<any Media>("type")
      .registering(Movie.self, for: Kind.movie) { $0 }
      .registering(Book.self, for: Kind.book, .novel)
    #expect(media.tags == ["MOVIE", "BOOK", "NOVEL"])
    var other = PolymorphicRegistry<any Media>("type")
    try other.register(encodable: Movie.self, for: Kind.movie) { $0 }
    try other.register(encodable: Book.self, for: Kind.book)
    try other.register(Length.self, for: Kind.novel, fields: Length.CodingKeys.self)
    #expect(other.tags == ["MOVIE", "BOOK", "NOVEL"])
    try other.register(Podcast.self, for: Kind.advert, fields: Length.CodingKeys.self) { $0 }
    #expect(other.tag(for: Podcast.self) == "AD")
  }

  enum Beat: PolymorphicEnum, Equatable {
    case ping(interval: Int)
    case pong(Int)

    static let registry = PolymorphicRegistry<Beat>("type") {
      try $0.register(for: Kind.movie) { fields in
        .ping(interval: try fields.decode("interval"))
      } encoding: {
        guard case .ping(let interval) = $0 else { return nil }
        return ["interval": interval]
      }
      try $0.register(for: Kind.book, .novel) { .pong(try $0.decode("n")) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `functions of fields take a case`(_ backend: Backend) throws {
    #expect(Beat.registry.tags == ["MOVIE", "BOOK", "NOVEL"])
    let json = #"[{"type":"MOVIE","interval":5},{"type":"NOVEL","n":1}]"#
    let beats = try backend.decode([Beat].self, from: json)
    #expect(beats == [.ping(interval: 5), .pong(1)])
    #expect(try backend.roundTrip([beats[0]]) == [beats[0]])
  }

  // MARK: - Registries like another one

  @Test func `a registry like another one has its rules and no types`() throws {
    var media = PolymorphicRegistry<any Media>(
      .path("meta", "kind"),
      ignoringCase: true,
      policies: .init(unknown: .throw)
    )
    try media.register(Movie.self, for: "movie")
    media.policies.missing = .assume("movie")
    media.tagWriting = .unlessAssumed
    media.tagKind = .string
    var plugin = PolymorphicRegistry(like: media)
    #expect(plugin.tags.isEmpty)
    #expect(plugin.discriminator == media.discriminator)
    #expect(plugin.ignoresCase)
    #expect(plugin.tagWriting == .unlessAssumed)
    #expect(plugin.tagKind == .string)
    try plugin.register(Podcast.self, for: "podcast") { $0 }
    let all = try media.merging(plugin)
    let json = #"[{"title":"a"},{"meta":{"kind":"PODCAST"},"title":"b"}]"#
    let feed = try Backend.json.feed(json, all)
    #expect(feed == [.known(Movie(title: "a")), .known(Podcast(title: "b"))])
    #expect(media.tags == ["movie"])
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"meta":{"kind":"opera"}}]"#, plugin)
    }
    #expect(error.cause?.code == .unknownTag)
  }

  // MARK: - Functions for one direction

  enum Ping: PolymorphicDecodable, Equatable {
    case ping(interval: Int)
    case pong

    static let registry = PolymorphicRegistry<Ping>("type") {
      try $0.register(for: "ping") { fields in .ping(interval: try fields.decode("interval")) }
      try $0.register(.pong, for: "pong")
    }
  }

  @Test(arguments: Backend.allCases)
  func `functions that only decode need no other`(_ backend: Backend) throws {
    let json = #"[{"type":"ping","interval":5},{"type":"pong"}]"#
    #expect(try backend.decode([Ping].self, from: json) == [.ping(interval: 5), .pong])
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Ping].self, from: #"[{"type":"ping"}]"#)
    }
    #expect(error.place == "[0].interval")
  }

  @Test(arguments: Backend.allCases)
  func `encoding what is only decoded is an error that says so`(_ backend: Backend) throws {
    let pings = [Polymorphic.known(Ping.ping(interval: 5))]
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(pings, with: Ping.registry)
    }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .notEncodable)
    #expect(error.cause?.tag == "ping")
    #expect(
      error.cause?.description == """
        The case ping of Ping can't be encoded: it is registered for decoding only. Add encoding: to \
        its registration, a function that returns its fields.
        """
    )
    let beat = try #require(throws: EncodingError.self) { try backend.encode([Beat.pong(1)]) }
    #expect(beat.cause?.code == .notEncodable)
    #expect(beat.cause?.tag == "BOOK")
  }

  @Test func `validating an enum that is encoded finds what is only decoded`() throws {
    let problem = try #require(throws: RegistrationError.self) { try Beat.registry.validate() }
    #expect(problem.code == .notEncodable)
    #expect(problem.tag == "BOOK")
    #expect(problem.description.contains("Add encoding:"))
    try Ping.registry.validate()
  }
}
