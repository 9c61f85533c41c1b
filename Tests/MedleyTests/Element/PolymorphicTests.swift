import Medley
import TestSupport
import Testing

/// Elements in every position.
@Suite struct PolymorphicTests {
  typealias Element = Polymorphic<any Media>

  static let movie = Element.known(Movie(title: "a"))
  static let book = Element.known(Book(title: "b"))
  static let opera = #"{"type":"OPERA","acts":3}"#
  static let json = (movie: #"{"type":"MOVIE","title":"a"}"#, book: #"{"type":"BOOK","title":"b"}"#)

  static func check<Value: Codable & Equatable>(
    _ backend: Backend,
    _ json: String,
    is value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let decoded = try backend.decode(Value.self, from: json, with: .media)
    #expect(decoded == value, sourceLocation: sourceLocation)
    #expect(
      try backend.encode(decoded, with: .media) == JSONTree(parsing: json),
      sourceLocation: sourceLocation
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes at the top level`(_ backend: Backend) throws {
    try Self.check(backend, Self.json.movie, is: Self.movie)
    #expect(
      try backend.decode(Element.self, from: Self.opera, with: .media).unknown?.tag == "OPERA"
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes in nested arrays`(_ backend: Backend) throws {
    try Self.check(
      backend,
      "[[\(Self.json.movie),\(Self.json.book)],[],[\(Self.json.book)]]",
      is: [[Self.movie, Self.book], [], [Self.book]]
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes in dictionaries`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"{"x":\#(Self.json.movie),"y":\#(Self.json.book)}"#,
      is: ["x": Self.movie, "y": Self.book]
    )
    try Self.check(backend, #"{"x":[\#(Self.json.movie)]}"#, is: ["x": [Self.movie]])
  }

  @Test(arguments: Backend.allCases)
  func `decodes null in an array of optionals as nil`(_ backend: Backend) throws {
    try Self.check(
      backend,
      "[\(Self.json.movie),null]",
      is: [Self.movie, nil] as [Element?]
    )
  }

  struct Box<Content: Codable & Hashable>: Codable, Hashable {
    var content: Content
    var more: [Content]?
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes in generic types`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"{"content":\#(Self.json.movie),"more":[\#(Self.json.book)]}"#,
      is: Box(content: Self.movie, more: [Self.book])
    )
  }

  struct Pair<First, Second>: Codable {
    var first: Polymorphic<First>
    @PolymorphicValue var second: Second?
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes in types that are generic over the base`(_ backend: Backend) throws {
    let pair = try backend.decode(
      Pair<any Media, any Media>.self,
      from: #"{"first":\#(Self.json.movie),"second":\#(Self.json.book)}"#,
      with: .media
    )
    #expect(pair.first == Self.movie)
    #expect(pair.second?.title == "b")
  }

  struct Page: Codable, Hashable {
    var hero: Element
    var side: Element?
  }

  @Test(arguments: Backend.allCases)
  func `a property that isn't optional is required`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Page.self, from: "{}", with: .media)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "hero")
    #expect(error.cause == nil)
  }

  @Test(arguments: Backend.allCases)
  func `applies the policy for missing tags to a null property`(_ backend: Backend) throws {
    let json = #"{"hero":null}"#
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Page.self, from: json, with: .media)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "hero")
    #expect(error.cause?.code == .missingTag)
    var registry = PolymorphicRegistry.media
    registry.policies.missing = .keep
    let page = try backend.decode(Page.self, from: json, with: registry)
    #expect(page.hero.unknown?.content == .null)
    #expect(try backend.encode(page, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases, ["{\"hero\":%}", "{\"hero\":%,\"side\":null}"])
  func `an optional property can be absent or null`(_ backend: Backend, _ json: String) throws {
    let page = try backend.decode(
      Page.self,
      from: json.replacing("%", with: Self.json.movie),
      with: .media
    )
    #expect(page == Page(hero: Self.movie, side: nil))
  }

  @Test(arguments: Backend.allCases)
  func `errors have the full path`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(
        [String: [Box<Element>]].self,
        from: #"{"x":[{"content":\#(Self.json.movie),"more":[{"type":"BOOK"}]}]}"#,
        with: .media
      )
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "x[0].more[0].title")
  }

  @Test func `known and unknown return the elements of their kind`() throws {
    let feed = try Backend.json.feed(
      "[\(Self.json.movie),\(Self.opera),\(Self.json.book)]",
      .media
    )
    #expect(feed.known.map(\.title) == ["a", "b"])
    #expect(feed.unknown.map(\.tag) == ["OPERA"])
    #expect(feed.map { $0.known?.title } == ["a", nil, "b"])
    #expect(feed.map { $0.unknown?.tag } == [nil, "OPERA", nil])
    #expect(feed[0].polymorphic == feed[0])
    #expect(feed.lazy.filter { $0.known is Book }.known.count == 1)
    #expect(Set(feed).known.count == 2)
  }

  @Test func `keeps the order of 10,000 elements of mixed types`() throws {
    let elements = (0..<2500).map {
      """
      {"type":"MOVIE","title":"\($0)"},{"title":"\($0)","type":"BOOK"},\
      {"type":"OPERA","n":\($0)},{"type":"MOVIE","title":"\($0)","minutes":1}
      """
    }
    let json = "[\(elements.joined(separator: ","))]"
    let feed = try Backend.json.feed(json, .media)
    #expect(feed.count == 10_000)
    #expect(feed.known.count == 7500)
    #expect(feed.known.last?.title == "2499")
    #expect(feed.unknown.last?.content["n"] == 2499)
  }
}
