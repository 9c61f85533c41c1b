import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// `Preserving` inside other types, and other types inside it.
@Suite struct PreservingNestingTests {
  protocol Media: Codable, Sendable { var title: String { get } }
  struct Movie: Media, Equatable {
    var title: String
    var minutes: Int?
  }
  struct Book: Media, Equatable { var title: String }

  private static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  enum Item: PolymorphicEnum {
    case movie(Preserving<Movie>)
    case book(Preserving<Book>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(
        for: "MOVIE",
        "FILM",
        as: Item.movie,
        from: { if case .movie(let movie) = $0 { movie } else { nil } }
      )
      try registry.register(for: "BOOK", as: Item.book)
    }
  }

  // MARK: - Inside

  @Test(arguments: Backend.allCases)
  func `keeps the originals of elements, members and optionals`(_ backend: Backend) throws {
    struct Shelf: Codable {
      var first: Preserving<Book>?
      var others: [Preserving<Book>]
      var byKey: [String: Preserving<Book>]
      @Lossy var lossy: [Preserving<Book>]
    }
    let json = #"""
      {"first":{"title":"a","x":1},"others":[{"title":"b","x":2},{"title":"c","x":3}],
       "byKey":{"k":{"title":"d","x":4}},"lossy":[{"title":"e","x":5}]}
      """#
    var shelf: Shelf = try backend.decode(from: json)
    #expect(try backend.encode(shelf) == JSONTree(parsing: json))
    shelf.first?.title = "A"
    // Each element has its own, so the order is free.
    shelf.others.reverse()
    shelf.others[0].title = "C"
    shelf.byKey["k"]?.title = "D"
    shelf.lossy[0].title = "E"
    let changed = #"""
      {"first":{"title":"A","x":1},"others":[{"title":"C","x":3},{"title":"b","x":2}],
       "byKey":{"k":{"title":"D","x":4}},"lossy":[{"title":"E","x":5}]}
      """#
    #expect(try backend.encode(shelf) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.allCases)
  func `nests`(_ backend: Backend) throws {
    struct Inner: Codable {
      var a: Int
      var b: Int?
    }
    struct Outer: Codable {
      var inner: Preserving<Inner>
      var all: [Preserving<Inner>]
      var c: Int
    }
    let json = #"{"inner":{"a":1,"x":1},"all":[{"a":1,"x":2},{"a":2,"x":3}],"c":3,"y":{}}"#
    var outer: Preserving<Outer> = try backend.decode(from: json)
    #expect(try backend.encode(outer) == JSONTree(parsing: json))
    outer.inner.b = 5
    outer.all.swapAt(0, 1)
    outer.all[0].a = 7
    let changed = #"{"inner":{"a":1,"b":5,"x":1},"all":[{"a":7,"x":3},{"a":1,"x":2}],"c":3,"y":{}}"#
    #expect(try backend.encode(outer) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.allCases)
  func `a new value has nothing of the one that it replaces`(_ backend: Backend) throws {
    struct Outer: Codable {
      var book: Preserving<Book>
      var other: Book
    }
    let json = #"{"book":{"title":"a","x":1},"other":{"title":"b","x":2}}"#
    var outer: Preserving<Outer> = try backend.decode(from: json)
    outer.book = Preserving(Book(title: "A"))
    outer.other = Book(title: "B")
    // Of a plain object, it isn't known whether it is another one.
    let changed = #"{"book":{"title":"A"},"other":{"title":"B","x":2}}"#
    #expect(try backend.encode(outer) == JSONTree(parsing: changed))
  }

  struct Node: Codable {
    var name: Int
    var children: [Preserving<Node>]
  }

  @Test(arguments: Backend.allJSON)
  func `nests deeply in time that isn't exponential`(_ backend: Backend) throws {
    var json = #"{"name":0,"children":[],"x":0}"#
    for depth in 1...40 { json = #"{"name":\#(depth),"children":[\#(json)],"x":\#(depth)}"# }
    var node: Preserving<Node> = try backend.decode(from: json)
    #expect(try backend.encode(node) == JSONTree(parsing: json))
    node.children[0].children[0].name = -1
    let changed = json.replacingOccurrences(of: #""name":38,"#, with: #""name":-1,"#)
    #expect(try backend.encode(node) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.allCases)
  func `keeps elements of registries`(_ backend: Backend) throws {
    struct Feed: Codable {
      var items: [Polymorphic<any Media>]
      var page: Int
    }
    let json = #"""
      {"items":[{"type":"MOVIE","title":"a","x":1},{"type":"GAME","title":"b"},
       {"x":2,"title":"c","type":"BOOK"}],"page":1,"y":2}
      """#
    var feed: Preserving<Feed> = try backend.decode(from: json) { $0.register(Self.media) }
    #expect(try backend.encode(feed) { $0.register(Self.media) } == JSONTree(parsing: json))
    feed.items[0] = .known(Movie(title: "A", minutes: 5))
    feed.items.swapAt(1, 2)
    let changed = #"""
      {"items":[{"type":"MOVIE","title":"A","minutes":5,"x":1},{"x":2,"title":"c","type":"BOOK"},
       {"type":"GAME","title":"b"}],"page":1,"y":2}
      """#
    #expect(try backend.encode(feed) { $0.register(Self.media) } == JSONTree(parsing: changed))
  }

  // MARK: - As a payload

  @Test(arguments: Backend.allCases)
  func `is a payload with its tag`(_ backend: Backend) throws {
    let json = #"""
      [{"x":1,"title":"a","type":"MOVIE"},{"type":"BOOK","title":"b","x":2},{"type":"GAME"}]
      """#
    var items: [Item] = try backend.decode(from: json)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    guard case .movie(var movie) = items[0], case .book(let book) = items[1] else {
      Issue.record("\(items)")
      return
    }
    movie.minutes = 90
    items = [.book(book), .movie(movie), .book(Preserving(Book(title: "new")))]
    let changed = #"""
      [{"type":"BOOK","title":"b","x":2},{"x":1,"title":"a","type":"MOVIE","minutes":90},
       {"type":"BOOK","title":"new"}]
      """#
    #expect(try backend.encode(items) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.allCases)
  func `is a payload in a wrapper`(_ backend: Backend) throws {
    for discriminator in [
      Discriminator.adjacent(tag: "type", content: "data"), .external, .wrapperArray,
    ] {
      let registry = try PolymorphicRegistry<Preserving<Book>>(discriminator)
        .registering(Preserving<Book>.self, for: "BOOK")
      let value = Polymorphic<Preserving<Book>>.known(Preserving(Book(title: "a")))
      let json = try backend.encode([value]) { $0.register(registry) }.text
        .replacingOccurrences(of: #""title":"a""#, with: #""title":"a","x":{"b":1}"#)
      #expect(json.contains("x"))
      var books: [Polymorphic<Preserving<Book>>] = try backend.decode(from: json) {
        $0.register(registry)
      }
      #expect(try backend.encode(books) { $0.register(registry) } == JSONTree(parsing: json))
      var book = try #require(books[0].known)
      book.title = "B"
      books[0] = .known(book)
      let changed = json.replacingOccurrences(of: #""a""#, with: #""B""#)
      #expect(try backend.encode(books) { $0.register(registry) } == JSONTree(parsing: changed))
    }
  }

  @Test(arguments: Backend.allJSON)
  func `is a payload that is found by its fields`(_ backend: Backend) throws {
    struct A: Codable { var a: Int }
    struct B: Codable { var b: Int }
    enum Either: PolymorphicEnum {
      case a(Preserving<A>)
      case b(Preserving<B>)
      static let registry = PolymorphicRegistry<Either>(.deduced) { registry in
        try registry.register(for: "a", as: Either.a)
        try registry.register(for: "b", as: Either.b)
      }
    }
    let json = #"[{"a":1,"x":1},{"b":2,"x":2}]"#
    let values: [Either] = try backend.decode(from: json)
    #expect(try backend.encode(values) == JSONTree(parsing: json))
  }

  // MARK: - In compositions

  @Test(arguments: Backend.allCases)
  func `composes`(_ backend: Backend) throws {
    struct Common: Codable { var id: Int }
    struct Details: Codable { var note: String }
    let json = #"{"id":1,"note":"n","x":{"y":1}}"#
    var whole: Preserving<Composed<Common, Details>> = try backend.decode(from: json)
    whole.value.id = 2
    #expect(try backend.encode(whole) == JSONTree(parsing: #"{"id":2,"note":"n","x":{"y":1}}"#))
    var part: Composed<Common, Preserving<Details>> = try backend.decode(from: json)
    #expect(try backend.encode(part) == JSONTree(parsing: json))
    part.base.id = 3
    part.extension.note = "m"
    #expect(try backend.encode(part) == JSONTree(parsing: #"{"id":3,"note":"m","x":{"y":1}}"#))
  }

  // MARK: - Foundation's types

  @Test(arguments: [JSONEncoder.DateEncodingStrategy.iso8601, .secondsSince1970])
  func `writes dates as the encoder's strategy does`(
    _ strategy: JSONEncoder.DateEncodingStrategy
  ) throws {
    struct Event: Codable {
      var date: Date
      var url: URL
      var title: String
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = #"{"date":"1970-01-01T00:00:01Z","url":"https://a.example","title":"a","x":1}"#
    var event = try decoder.decode(Preserving<Event>.self, from: Data(json.utf8))
    event.title = "b"
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = strategy
    let tree = try JSONTree(parsing: Array(encoder.encode(event)))
    if case .iso8601 = strategy {
      #expect(tree["date"]?.string == "1970-01-01T00:00:01Z")
    } else {
      #expect(tree["date"] == 1)
    }
    #expect(tree["url"]?.string == "https://a.example")
    #expect(tree["x"] == 1)
  }
}
