import Medley
import MedleyTesting
import TestSupport
import Testing

/// Merged registries: `merging` and `overriding(with:)`.
@Suite struct MergingTests {
  static let media = PolymorphicRegistry<any Media>.media
  static let plugin = PolymorphicRegistry<any Media>("type", ["PODCAST": Podcast.self])

  @Test(arguments: Backend.allCases)
  func `a merged registry has the types of both`(_ backend: Backend) throws {
    let all = try Self.media.merging(Self.plugin)
    #expect(all.tags == ["MOVIE", "BOOK", "NOVEL", "PODCAST"])
    #expect(Self.media.tags.count == 3)
    let feed = try backend.feed(
      #"[{"type":"PODCAST","title":"a"},{"type":"NOVEL","title":"b"}]"#,
      all
    )
    #expect(feed == [.known(Podcast(title: "a")), .known(Book(title: "b"))])
    #expect(all.tag(for: Book.self) == "BOOK")
  }

  @Test func `a conflict names both types`() throws {
    let other = try PolymorphicRegistry<any Media>("type").registering(
      Podcast.self,
      for: "PODCAST",
      "BOOK",
      fileID: "Plugin/Shows.swift",
      line: 7
    )
    let error = try #require(throws: RegistrationError.self) { try Self.media.merging(other) }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "BOOK")
    #expect(error.description.contains("Book ("))
    #expect(error.description.contains("MergingTests.swift") == false)
    #expect(error.description.contains("Media.swift"))
    #expect(error.description.contains("Podcast (Plugin/Shows.swift:7)"))
  }

  @Test func `merging an equal registry changes nothing`() throws {
    let all = try Self.media.merging(Self.plugin)
    #expect(try all.merging(Self.plugin).merging(Self.media).tags == all.tags)
  }

  @Test func `merging adds aliases to a registered type`() throws {
    let other = PolymorphicRegistry<any Media>("type", ["BOOK": Book.self, "TALE": Book.self])
    let all = try Self.media.merging(other)
    #expect(all.tags == ["MOVIE", "BOOK", "NOVEL", "TALE"])
    #expect(all.problems.isEmpty)
    #expect(all.tag(for: Book.self) == "BOOK")
  }

  @Test(arguments: [
    (Discriminator.key("kind"), "kind"), (.external, "as the only key"),
    (.compound("type"), "unlike ways"),
  ])
  func `registries with different discriminators can't be merged`(
    _ discriminator: Discriminator,
    _ words: String
  ) throws {
    let other = PolymorphicRegistry<any Media>(discriminator)
    let error = try #require(throws: RegistrationError.self) { try Self.media.merging(other) }
    #expect(error.code == .unlikeDiscriminators)
    #expect(error.description.contains("Media"))
    #expect(error.description.contains(words))
  }

  @Test(arguments: Backend.allCases)
  func `merging keeps the receiver's policies`(_ backend: Backend) throws {
    var receiver = Self.media
    receiver.policies.missing = .assume("MOVIE")
    var other = Self.plugin
    other.policies.missing = .assume("PODCAST")
    other.policies.unknown = .throw
    for all in [try receiver.merging(other), receiver.overriding(with: other)] {
      let feed = try backend.feed(#"[{"title":"a"},{"type":"X"}]"#, all)
      #expect(feed.first == .known(Movie(title: "a")))
      #expect(feed.unknown.map(\.tag) == ["X"])
    }
  }

  @Test(arguments: Backend.allCases)
  func `overriding replaces the type of a tag`(_ backend: Backend) throws {
    let stubs = PolymorphicRegistry<any Media>("type", ["BOOK": Podcast.self, "NEW": Song.self])
    let tested = Self.media.overriding(with: stubs)
    #expect(Set(tested.tags) == ["MOVIE", "BOOK", "NOVEL", "NEW"])
    #expect(tested.payloadType(for: "BOOK") == Podcast.self)
    #expect(tested.payloadType(for: "NOVEL") == Book.self)
    #expect(tested.tag(for: Podcast.self) == "BOOK")
    #expect(tested.tag(for: Book.self) == "NOVEL")
    let feed = try backend.feed(
      #"[{"type":"BOOK","title":"a"},{"type":"NOVEL","title":"b"}]"#,
      tested
    )
    #expect(feed == [.known(Podcast(title: "a")), .known(Book(title: "b"))])
    #expect(try backend.roundTrip(feed, with: tested) == feed)
  }

  @Test func `overriding all tags of a type removes the type`() {
    let stubs = PolymorphicRegistry<any Media>("type", ["MOVIE": Song.self])
    let tested = Self.media.overriding(with: stubs)
    #expect(tested.tag(for: Movie.self) == nil)
    #expect(tested.problems.isEmpty)
  }

  struct Clip: Codable, Hashable { var title: String }

  enum Entry: PolymorphicEnum, Hashable {
    case movie(Clip)
    case trailer(Clip)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Entry>("type") { registry in
      try registry.register(
        for: "MOVIE",
        as: Entry.movie,
        from: { if case .movie(let clip) = $0 { clip } else { nil } }
      )
      try registry.register(
        for: "TRAILER",
        as: Entry.trailer,
        from: { if case .trailer(let clip) = $0 { clip } else { nil } }
      )
    }
  }

  @Test func `one tag for two cases with the same payload type is a conflict`() throws {
    var entries = PolymorphicRegistry<Entry>("type")
    try entries.register(for: "MOVIE", as: Entry.movie)
    let error = try #require(throws: RegistrationError.self) {
      try entries.register(for: "MOVIE", as: Entry.trailer)
    }
    #expect(error.code == .duplicateTag)
    #expect(error.tag == "MOVIE")
  }

  @Test func `a shared alias doesn't merge two cases`() throws {
    var entries = PolymorphicRegistry<Entry>("type")
    try entries.register(for: "MOVIE", "FILM", as: Entry.movie)
    #expect(throws: RegistrationError.self) {
      try entries.register(for: "TRAILER", "FILM", as: Entry.trailer)
    }
  }

  @Test func `merging an equal registry with one payload type in two cases changes nothing`() throws
  {
    let twice = try Entry.registry.merging(Entry.registry)
    #expect(twice.tags == ["MOVIE", "TRAILER"])
    #expect(twice.problems.isEmpty)
  }
}
