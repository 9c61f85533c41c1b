import Medley
import MedleyTesting
import TestSupport
import Testing

@Suite struct PolymorphicRegistryTests {
  @Test func `a list of tags and types makes a registry`() {
    let media = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self, "BOOK": Book.self, "NOVEL": Book.self],
      policies: .init(missing: .assume("MOVIE"))
    )
    #expect(media.tags == ["MOVIE", "BOOK", "NOVEL"])
    #expect(media.payloadType(for: "MOVIE") == Movie.self)
    #expect(media.payloadType(for: "NOVEL") == Book.self)
    #expect(media.payloadType(for: "OPERA") == nil)
    #expect(media.payloadType(for: "movie") == nil)
    #expect(media.tag(for: Book.self) == "BOOK")
    #expect(media.tag(for: Song.self) == nil)
    #expect(media.discriminator == "type")
    #expect(media.problems.isEmpty)
  }

  @Test func `a closure builds a registry`() {
    let media = PolymorphicRegistry<any Media>("type") { registry in
      try registry.register(Movie.self, for: "MOVIE") { $0 }
      try registry.register(Book.self, for: "BOOK", "NOVEL") { $0 }
      registry.policies.missing = .assume("MOVIE")
    }
    #expect(media.tags == ["MOVIE", "BOOK", "NOVEL"])
    #expect(media.tag(for: Book.self) == "BOOK")
    #expect(media.problems.isEmpty)
  }

  @Test func `an empty registry has no tags`() throws {
    let media = PolymorphicRegistry<any Media>("type", policies: .init(unknown: .throw))
    #expect(media.tags.isEmpty)
    #expect(media.problems.isEmpty)
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"type":"MOVIE"}]"#, media)
    }
    #expect(error.cause?.knownTags == [])
    #expect(error.cause?.description.contains("no type is registered") == true)
  }

  @Test func `registering returns a changed copy`() throws {
    let media = PolymorphicRegistry<any Media>.media
    let extended = try media.registering(Podcast.self, for: "PODCAST", "SHOW") { $0 }
    #expect(extended.tags == ["MOVIE", "BOOK", "NOVEL", "PODCAST", "SHOW"])
    #expect(media.tags == ["MOVIE", "BOOK", "NOVEL"])
  }

  @Test func `changing a copy leaves the original as it is`() throws {
    var media = PolymorphicRegistry<any Media>.media
    let copy = media
    try media.register(Song.self, for: "SONG")
    media.policies.unknown = .throw
    #expect(copy.payloadType(for: "SONG") == nil)
    #expect(try Backend.json.feed(#"[{"type":"SONG","title":"a"}]"#, copy).unknown.count == 1)
  }

  @Test func `registering one tag for two types throws an error that names both`() throws {
    var media = PolymorphicRegistry<any Media>("type")
    try media.register(Movie.self, for: "MOVIE", fileID: "App/Media.swift", line: 12)
    let error = try #require(throws: RegistrationError.self) {
      try media.register(
        Book.self,
        for: "BOOK",
        "MOVIE",
        fileID: "Plugin/Books.swift",
        line: 34
      )
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "MOVIE")
    #expect(error.description.contains("Movie (App/Media.swift:12)"))
    #expect(error.description.contains("Book (Plugin/Books.swift:34)"))
    #expect(error.description.contains("overriding(with:)"))
    #expect(media.tags == ["MOVIE"])
    #expect(media.tag(for: Book.self) == nil)
  }

  @Test func `registering a type again adds its tags`() throws {
    var media = PolymorphicRegistry<any Media>("type")
    try media.register(Book.self, for: "BOOK")
    try media.register(Book.self, for: "BOOK")
    try media.register(Book.self, for: "BOOK", "NOVEL")
    try media.register(Book.self, for: "TALE", "NOVEL")
    #expect(media.tags == ["BOOK", "NOVEL", "TALE"])
    #expect(media.tag(for: Book.self) == "BOOK")
    #expect(media.problems.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `decodes aliases and encodes the canonical tag`(_ backend: Backend) throws {
    let feed = try backend.feed(
      #"[{"type":"NOVEL","title":"a"},{"type":"BOOK","title":"b"}]"#,
      .media
    )
    #expect(feed == [.known(Book(title: "a")), .known(Book(title: "b"))])
    #expect(
      try backend.encode(feed, with: .media)
        == JSONTree(parsing: #"[{"type":"BOOK","title":"a"},{"type":"BOOK","title":"b"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `converts a payload to the base`(_ backend: Backend) throws {
    struct Old: Codable { var name: String }
    var media = PolymorphicRegistry<any Media>("v")
    try media.register(Movie.self, for: 2)
    try media.register(Old.self, for: 1) { Movie(title: $0.name, minutes: 0) }
    let feed = try backend.feed(#"[{"v":1,"name":"a"},{"v":2,"title":"b"}]"#, media)
    #expect(feed == [.known(Movie(title: "a", minutes: 0)), .known(Movie(title: "b"))])
    #expect(
      try backend.encode(feed, with: media)
        == JSONTree(parsing: #"[{"v":2,"title":"a","minutes":0},{"v":2,"title":"b"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `an error thrown by a conversion is an error in the payload`(_ backend: Backend) throws {
    struct Refusal: Error, Equatable { var name: String }
    struct Old: Codable { var name: String }
    var media = PolymorphicRegistry<any Media>("v")
    try media.register(Old.self, for: 1) { throw Refusal(name: $0.name) }
    let thrown = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"v":1,"name":"a"}]"#, media)
    }
    #expect(thrown.place == "[0]")
    let cause = thrown.details?.underlyingError as? PayloadError
    #expect(cause?.tag == 1)
    #expect(cause?.underlyingError as? Refusal == Refusal(name: "a"))
    media.policies.malformed = .keep
    let payload = try #require(try backend.feed(#"[{"v":1,"name":"a"}]"#, media).unknown.first)
    guard case .malformed(let error) = payload.reason else {
      Issue.record("The reason is \(payload.reason).")
      return
    }
    let kept = (error as? DecodingError)?.details?.underlyingError as? PayloadError
    #expect(kept?.underlyingError as? Refusal == Refusal(name: "a"))
  }

  @Test func `a conflict in a list stops the program and names both types`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = PolymorphicRegistry<any Media>("type", ["A": Movie.self, "A": Book.self])
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Movie"))
    #expect(message.contains("Book"))
    #expect(message.contains("PolymorphicRegistryTests.swift"))
  }
}
