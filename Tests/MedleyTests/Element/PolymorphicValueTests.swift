import Medley
import TestSupport
import Testing

@Suite struct PolymorphicValueTests {
  struct Page: Codable, Hashable {
    @PolymorphicValue var hero: (any Media)?
    var id = 7
  }

  static func page(_ backend: Backend, _ json: String) throws -> Page {
    try backend.decode(Page.self, from: json, with: .media)
  }

  static let samples = [
    #"{"id":7}"#,
    #"{"id":7,"hero":null}"#,
    #"{"id":7,"hero":{"type":"OPERA","acts":[1,{}]}}"#,
    #"{"id":7,"hero":{"type":"MOVIE","title":"a"}}"#,
  ]

  @Test(arguments: Backend.allCases, samples)
  func `encodes unchanged after decoding`(_ backend: Backend, _ json: String) throws {
    let page = try Self.page(backend, json)
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(page, with: .media) == page)
  }

  @Test(arguments: Backend.allCases)
  func `is nil for an absent, null or unknown element`(_ backend: Backend) throws {
    let pages = try Self.samples.map { try Self.page(backend, $0) }
    #expect(pages.map { $0.hero?.title } == [nil, nil, nil, "a"])
    #expect(pages.map { $0.$hero == nil } == [true, true, false, false])
    #expect(pages[2].$hero?.unknown?.tag == "OPERA")
  }

  @Test(arguments: Backend.allCases, samples)
  func `assigning nil omits the key`(_ backend: Backend, _ json: String) throws {
    var page = try Self.page(backend, json)
    page.hero = nil
    #expect(page.$hero == nil)
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: #"{"id":7}"#))
  }

  @Test(arguments: Backend.allCases, samples)
  func `assigning a value replaces an unknown element`(_ backend: Backend, _ json: String) throws {
    var page = try Self.page(backend, json)
    page.hero = Book(title: "b")
    #expect(
      try backend.encode(page, with: .media)
        == JSONTree(parsing: #"{"id":7,"hero":{"type":"BOOK","title":"b"}}"#)
    )
    page.$hero = try Self.page(backend, Self.samples[2]).$hero
    #expect(page.hero == nil)
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: Self.samples[2]))
    page.$hero = nil
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: Self.samples[0]))
  }

  @Test(arguments: Backend.allCases)
  func `a malformed element is an error`(_ backend: Backend) throws {
    var error = try #require(throws: DecodingError.self) {
      try Self.page(backend, #"{"id":7,"hero":{"type":"MOVIE"}}"#)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "hero.title")
    error = try #require(throws: DecodingError.self) {
      try Self.page(backend, #"{"id":7,"hero":{"title":"a"}}"#)
    }
    #expect(error.cause?.code == .missingTag)
    #expect(error.place == "hero.type")
    error = try #require(throws: DecodingError.self) { try Self.page(backend, #"{"hero":4}"#) }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "hero")
  }

  @Test func `lets types with it synthesise Equatable and Hashable`() throws {
    let pages = try Self.samples.map { try Self.page(.json, $0) }
    #expect(pages[0] == pages[1])
    #expect(Set(pages).count == 3)
    #expect(pages[3] == Page(hero: Movie(title: "a")))
    #expect(pages[3] != Page(hero: Movie(title: "b")))
    #expect(Page(hero: Song(title: "a")) != Page(hero: Song(title: "a")))
  }

  @Test(arguments: Backend.allCases)
  func `has its initial value`(_ backend: Backend) throws {
    #expect(
      try backend.encode(Page(hero: Movie(title: "a")), with: .media)
        == JSONTree(parsing: Self.samples[3])
    )
    #expect(try backend.encode(Page(hero: nil), with: .media) == JSONTree(parsing: #"{"id":7}"#))
  }

  @Test(arguments: Backend.allCases)
  func `encodes nil as null outside an object`(_ backend: Backend) throws {
    let json = #"[null,{"type":"MOVIE","title":"a"},{"type":"OPERA"}]"#
    let values = try backend.decode(
      [PolymorphicValue<any Media>].self,
      from: json,
      with: .media
    )
    #expect(values.map { $0.wrappedValue?.title } == [nil, "a", nil])
    #expect(try backend.encode(values, with: .media) == JSONTree(parsing: json))
  }

  struct ByHand: Codable {
    @PolymorphicValue var hero: (any Media)?
    enum CodingKeys: String, CodingKey { case hero }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _hero = try container.decode(PolymorphicValue<any Media>.self, forKey: .hero)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(_hero, forKey: .hero)
    }
  }

  @Test(arguments: Backend.allCases, ["{}", #"{"hero":null}"#, #"{"hero":{"type":"X"}}"#])
  func `supports hand-written Codable`(_ backend: Backend, _ json: String) throws {
    let page = try backend.decode(ByHand.self, from: json, with: .media)
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: json))
  }

  struct Film: Media {
    var title: String
    @PolymorphicValue var sequel: (any Media)?
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a property of a payload`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry.media
    try registry.register(Film.self, for: "FILM")
    let json = """
      [{"type":"FILM","title":"a"},{"type":"FILM","title":"b","sequel":null},
       {"type":"FILM","title":"c","sequel":{"type":"FILM","title":"d","sequel":{"type":"X"}}}]
      """
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map { ($0 as? Film)?.sequel?.title } == [nil, nil, "d"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }
}
