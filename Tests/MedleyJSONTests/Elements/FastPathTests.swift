import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// The engine takes its fast paths with and without receivers of issues.
///
/// A slow path gives the same values and takes several times as long, so these tests ask for the types
/// that are recognised, and count containers.
@Suite struct FastPathTests {
  /// The receiver of issues while a feed is decoded.
  enum Channel: CaseIterable, Sendable {
    case none, report, collector, observer

    /// The decoder after it has made all of its documents.
    func decode<Value: Decodable>(
      _ type: Value.Type,
      from text: String
    ) throws -> (
      value: Value, decoder: PolymorphicJSONDecoder
    ) {
      let decoder = PolymorphicJSONDecoder(
        alone: true,
        FastPathTests.registry,
        FastPathTests.fastRegistry
      )
      if self == .collector { decoder.userInfo.report(to: DecodingReport.Collector()) }
      if self == .observer { DecodingReport.observe { _ in } }
      for _ in 0..<2 { _ = try decode(type, from: text, with: decoder) }
      let (value, inner) = try counting(.innerCall) {
        try counting(.slowElement) { try decode(type, from: text, with: decoder) }
      }
      #expect(value.count == 0, "elements took the slow path")
      #expect(inner == 0, "values began calls of their own")
      return (value.value, decoder)
    }

    private func decode<Value: Decodable>(
      _ type: Value.Type,
      from text: String,
      with decoder: PolymorphicJSONDecoder
    ) throws -> Value {
      guard self == .report else { return try decoder.decode(type, from: text) }
      return try DecodingReport.collecting { try decoder.decode(type, from: text) }.value
    }
  }

  protocol Media: Sendable { var title: String { get } }
  protocol FastMedia: Sendable { var title: String { get } }

  struct Movie: Codable, Media { var title: String }
  struct Book: Codable, Media { var title: String, pages: Int }

  struct FastMovie: FieldDecodable, FastMedia {
    var title: String
    init(fields: inout FieldReader) throws { title = try fields.decode("title") }
  }

  struct FastBook: FieldDecodable, FastMedia {
    var title: String
    var pages: Int
    init(fields: inout FieldReader) throws {
      title = try fields.decode("title")
      pages = try fields.decode("pages")
    }
  }

  enum Item: PolymorphicEnum {
    case movie(Movie)
    case book(Book)
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "MOVIE", as: Item.movie)
      try registry.register(for: "BOOK", as: Item.book)
    }
  }

  enum FastItem: PolymorphicEnum {
    case movie(FastMovie)
    case book(FastBook)
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<FastItem>("type") { registry in
      try registry.register(for: "MOVIE", as: FastItem.movie)
      try registry.register(for: "BOOK", as: FastItem.book)
    }
  }

  struct Page<Element: Decodable>: Decodable {
    var hero: Element
    var items: [Element]
  }

  struct LossyPage<Element: Decodable>: Decodable {
    @Lossy var items: [Element]
  }

  static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  static let fastRegistry = PolymorphicRegistry<any FastMedia>("type") { registry in
    try registry.register(FastMovie.self, for: "MOVIE") { $0 }
    try registry.register(FastBook.self, for: "BOOK") { $0 }
  }

  private static let elements = (0..<40).map { number in
    // The tag is at both ends, and some objects have so many members that they get a hash table.
    switch number % 3 {
    case 0: #"{"type":"MOVIE","title":"m"}"#
    case 1: #"{"title":"b","pages":3,"type":"BOOK"}"#
    default: #"{"pages":4,"title":"b","type":"BOOK","other":[{"type":1}]}"#
    }
  }

  private static let array = "[\(elements.joined(separator: ","))]"
  private static let page = #"{"items":\#(array),"hero":\#(elements[1])}"#
  private static let pages = "[\(page),\(page),\(page)]"

  // MARK: - Elements

  @Test(arguments: Channel.allCases)
  func `decodes arrays of existentials`(_ channel: Channel) throws {
    let (feed, decoder) = try channel.decode([Polymorphic<any Media>].self, from: Self.array)
    #expect(feed.known.map(\.title).prefix(3) == ["m", "b", "b"])
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    // One for each payload, and none for finding a tag.
    #expect(decoder.reuse.containers == 2)
  }

  @Test(arguments: Channel.allCases)
  func `decodes arrays of enums`(_ channel: Channel) throws {
    let (feed, decoder) = try channel.decode([Item].self, from: Self.array)
    #expect(feed.count == 40)
    #expect(decoder.recognises(Item.self))
    #expect(decoder.reuse.containers == 2)
  }

  @Test(arguments: Channel.allCases)
  func `decodes elements and arrays in structs`(_ channel: Channel) throws {
    let (pages, decoder) = try channel.decode(
      [Page<Polymorphic<any Media>>].self,
      from: Self.pages
    )
    #expect(pages.map(\.items.count) == [40, 40, 40])
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    #expect(decoder.reuse.containers == 3)
    let (_, other) = try channel.decode([Page<Item>].self, from: Self.pages)
    #expect(other.recognises(Item.self))
    #expect(other.reuse.containers == 3)
  }

  @Test(arguments: Channel.allCases)
  func `keeps unknown elements`(_ channel: Channel) throws {
    // Containers are reused after a few for the same keys were released.
    let movies = String(repeating: #"{"title":"m","type":"MOVIE"},"#, count: 5)
    let (feed, decoder) = try channel.decode(
      [Polymorphic<any Media>].self,
      from: #"[{"type":"OPERA"},\#(movies){"type":"OPERA"}]"#
    )
    #expect(feed.unknown.map(\.tag) == ["OPERA", "OPERA"])
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    #expect(decoder.reuse.containers == 1)
  }

  // MARK: - Lossy lists

  @Test(arguments: Channel.allCases)
  func `decodes lossy lists`(_ channel: Channel) throws {
    let (feed, decoder) = try channel.decode(
      Lossy<[Polymorphic<any Media>]>.self,
      from: Self.array
    )
    #expect(feed.wrappedValue.count == 40)
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    #expect(decoder.reuse.containers == 2)
  }

  @Test(arguments: Channel.allCases)
  func `decodes lossy lists in structs`(_ channel: Channel) throws {
    let broken = Self.pages.replacingOccurrences(of: #""m""#, with: "7")
    let (pages, decoder) = try channel.decode([LossyPage<Item>].self, from: broken)
    #expect(pages.map(\.items.count) == [26, 26, 26])
    #expect(decoder.recognises(Item.self))
    #expect(decoder.reuse.containers == 3)
  }

  // MARK: - Declared fields

  @Test(arguments: Channel.allCases)
  func `decodes declared fields without a container`(_ channel: Channel) throws {
    let (books, decoder) = try channel.decode(
      [FastMovie].self,
      from: Self.array
    )
    #expect(books.count == 40)
    #expect(decoder.recognises(FastMovie.self))
    #expect(decoder.reuse.containers == 0)
  }

  @Test(arguments: Channel.allCases)
  func `decodes declared fields by tag without a container`(_ channel: Channel) throws {
    let (feed, decoder) = try channel.decode([Polymorphic<any FastMedia>].self, from: Self.array)
    #expect(feed.known.count == 40)
    #expect(decoder.recognises(Polymorphic<any FastMedia>.self))
    #expect(decoder.recognises(FastMovie.self))
    #expect(decoder.recognises(FastBook.self))
    #expect(decoder.reuse.containers == 0)
    let (items, other) = try channel.decode([FastItem].self, from: Self.array)
    #expect(items.count == 40)
    #expect(other.recognises(FastItem.self))
    #expect(other.recognises(FastMovie.self))
    #expect(other.recognises(FastBook.self))
    #expect(other.reuse.containers == 0)
    let (lossy, third) = try channel.decode(Lossy<[FastItem]>.self, from: Self.array)
    #expect(lossy.wrappedValue.count == 40)
    #expect(third.recognises(FastItem.self))
    #expect(third.recognises(FastMovie.self))
    #expect(third.recognises(FastBook.self))
    #expect(third.reuse.containers == 0)
  }

  // MARK: - Other paths

  private enum Genre: ForwardCompatibleCases {
    case drama
    case comedy
    case unknown(String)

    static let wireValues: KeyValuePairs = ["drama": Genre.drama, "comedy": .comedy]
  }

  @Test func `recognises an open enum that isn't generic, and reads unlisted values by itself`()
    throws
  {
    let (genres, decoder) = try Channel.allCases[0].decode(
      [[Genre]].self,
      from: #"[["drama", "new"], ["comedy"], ["drama"]]"#
    )
    #expect(genres == [[.drama, .unknown("new")], [.comedy], [.drama]])
    #expect(decoder.recognises(Genre.self))
  }

  @Test func `reads elements without a registered string on the slow path`() throws {
    var registry = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self, "BOOK": Book.self]
    )
    registry.policies.missing = .keep
    let decoder = PolymorphicJSONDecoder(alone: true, registry)
    let text = #"[{"title":"m"},{"type":"MOVIE","title":"m"},{"type":4}]"#
    let (feed, slow) = try counting(.slowElement) {
      try decoder.decode([Polymorphic<any Media>].self, from: text)
    }
    #expect(feed.unknown.map(\.reason) == [.untagged, .unregistered])
    #expect(feed.known.map(\.title) == ["m"])
    #expect(slow == (countsSteps ? 2 : 0))
    #expect(decoder.recognises(Polymorphic<any Media>.self))
  }

  @Test func `decodes elements in calls that begin inside of a decode call`() throws {
    struct Curious: Decodable {
      var items: [Polymorphic<any Media>]
      init(from decoder: any Decoder) throws {
        items = try DecodingReport.collecting { try .init(from: decoder) }.value
      }
    }
    struct CuriousPage: Decodable {
      var items: [Polymorphic<any Media>]
      enum CodingKeys: CodingKey { case items }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try DecodingReport.collecting { try container.decode(forKey: .items) }.value
      }
    }
    let decoder = PolymorphicJSONDecoder(alone: true, Self.registry)
    let (page, inner) = try counting(.innerCall) {
      try decoder.decode(CuriousPage.self, from: Self.page)
    }
    #expect(page.items.count == 40)
    #expect(inner == (countsSteps ? 1 : 0))
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    #expect(try decoder.decode(Curious.self, from: Self.array).items.count == 40)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}
