import Medley
import TestSupport
import Testing

/// Elements with a tag and no content, where the payload needs some.
@Suite struct AbsentContentTests {
  enum Item: Hashable {
    case movie(Movie)
    case book(Book?)
  }

  /// A form, and a movie without content.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let discriminator: Discriminator
    let tagAlone: @Sendable (String) -> String
    let error: String
  }

  static let forms = [
    Form(
      testDescription: "adjacent",
      discriminator: .adjacent(tag: "type", content: "data"),
      tagAlone: { #"{"type":"\#($0)"}"# },
      error: "keyNotFound at [0].data"
    ),
    Form(
      testDescription: "adjacent, the tag names the content",
      discriminator: .adjacent(tag: "type"),
      tagAlone: { #"{"type":"\#($0)"}"# },
      error: "keyNotFound at [0].MOVIE"
    ),
    Form(
      testDescription: "external",
      discriminator: .external,
      tagAlone: { #""\#($0)""# },
      error: "keyNotFound at [0].MOVIE"
    ),
  ]

  private func registry(_ form: Form) throws -> PolymorphicRegistry<Item> {
    var registry = PolymorphicRegistry<Item>(form.discriminator)
    try registry.register(for: "MOVIE", as: Item.movie)
    try registry.register(for: "BOOK", as: Item.book)
    return registry
  }

  @Test(arguments: Backend.allCases, forms)
  func `misses the content of a payload at its key`(_ backend: Backend, _ form: Form) throws {
    let registry = try registry(form)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(form.tagAlone("MOVIE"))]", registry)
    }
    #expect("\(error.kind) at \(error.place)" == form.error)
  }

  @Test(arguments: Backend.allCases, forms)
  func `keeps an element without content as malformed`(_ backend: Backend, _ form: Form) throws {
    var registry = try registry(form)
    registry.policies.malformed = .keep
    let json = "[\(form.tagAlone("MOVIE"))]"
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.map(\.tag) == ["MOVIE"])
    #expect(feed.unknown.map(\.reason.description) == ["malformed"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases, forms)
  func `decodes an optional payload as nil`(_ backend: Backend, _ form: Form) throws {
    let feed = try backend.feed("[\(form.tagAlone("BOOK"))]", registry(form))
    #expect(feed.known == [.book(nil)])
  }

  @Test(arguments: Backend.allCases)
  func `refuses a wrapper array of one element`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Item>(.wrapperArray)
    try registry.register(for: "MOVIE", as: Item.movie)
    for json in [#"[["MOVIE"]]"#, #"[["new"]]"#] {
      let error = try #require(throws: DecodingError.self) { try backend.feed(json, registry) }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "[0]")
    }
  }

  // MARK: - Strings in alternatives

  enum Word: Hashable {
    case star
    case text(String)
    case circle(Int)
  }

  @Test(arguments: Backend.allCases)
  func `leaves a string that isn't registered to the next form`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Word>(.key("type").or(.external).or(.jsonKind))
    try registry.register(.star, for: "Star")
    try registry.register(for: "Circle", as: Word.circle)
    try registry.register(for: "string", as: Word.text)
    let feed = try backend.feed(#"["Star","Sun",{"Circle":3}]"#, registry)
    #expect(feed.known == [.star, .text("Sun"), .circle(3)])
  }

  @Test(arguments: Backend.allCases)
  func `decodes a tag that isn't a string from a string`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Word>(.external)
    try registry.register(.star, for: 4)
    let feed = try backend.feed(#"["4",{"4":{}}]"#, registry)
    #expect(feed.known == [.star, .star])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: #"["4","4"]"#))
  }

  @Test(arguments: Backend.allCases)
  func `decodes an unknown string again`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Word>(.external)
    let feed = try backend.feed(#"["Star"]"#, registry)
    let payload = try #require(feed.unknown.first)
    #expect(payload.content == "Star")
    var later = registry
    try later.register(.star, for: "Star")
    #expect(try payload.resolve(with: later).known == .star)
  }
}
