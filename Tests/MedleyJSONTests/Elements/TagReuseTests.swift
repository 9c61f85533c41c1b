import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import Testing

/// Containers skip the tag that was found last.
///
/// These types decode it nevertheless, and decode other values in between.
@Suite struct TagReuseTests {
  private protocol Media {}
  private protocol Rated {}

  /// The tag is a field between others.
  private struct Movie: Codable, Hashable, Media, Rated {
    var title: String
    var type: String
    var n: Int
    var kind: String?
  }

  /// The tag is decoded first, and again.
  private struct Book: Decodable, Hashable, Media, Rated {
    var tags: [String] = []
    var keys: [String]
    var n: Int
    var title: String
    var last: String

    private enum CodingKeys: CodingKey { case type, n, title, absent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tags.append(try container.decode(String.self, forKey: .type))
      n = try container.decode(Int.self, forKey: .n)
      tags.append(try container.decode(String.self, forKey: .type))
      _ = container.contains(.absent)
      title = try container.decode(String.self, forKey: .title)
      keys = container.allKeys.map(\.stringValue).sorted()
      last = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
    }
  }

  /// The tag isn't a field.
  private struct Plain: Codable, Hashable, Media, Rated {
    var title: String
    var n: Int
  }

  private static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self, "PLAIN": Plain.self, "PAGE": Page.self]
  )
  private static let rated = PolymorphicRegistry<any Rated>(
    "kind",
    ["MOVIE": Movie.self, "BOOK": Book.self, "PLAIN": Plain.self]
  )

  /// Every order of some members.
  private static func orders(_ members: [String]) -> [String] {
    func orders(_ members: [String]) -> [[String]] {
      if members.count < 2 { return [members] }
      return members.indices.flatMap { index in
        var others = members
        let first = others.remove(at: index)
        return orders(others).map { [first] + $0 }
      }
    }
    return orders(members).map { "{\($0.joined(separator: ","))}" }
  }

  /// The result of both decoders, which must be the same and not an error.
  private func check<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: String,
    _ decoder: PolymorphicJSONDecoder = PolymorphicJSONDecoder(Self.media, Self.rated),
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let foundation = JSONDecoder()
    foundation.userInfo.register(Self.media)
    foundation.userInfo.register(Self.rated)
    let expected = try foundation.decode(type, from: Data(text.utf8))
    for padding in Padding.allCases {
      let value = try decoder.decode(type, from: text + padding.text)
      #expect(value == expected, "\(text)", sourceLocation: location)
    }
  }

  private typealias Feed = [Polymorphic<any Media>]

  @Test(arguments: ["MOVIE", "BOOK", "PLAIN"])
  func `decodes a tag that is a field at any place`(_ tag: String) throws {
    let elements = Self.orders([
      #""type":"\#(tag)""#, #""n":1"#, #""title":"t""#, #""kind":"k""#, #""x":{"type":"inner"}"#,
    ])
    try check(Feed.self, "[\(elements.joined(separator: ","))]")
    // Keys that need a slow search, so that no tag is skipped.
    let odd = Self.orders([
      #""t\u0079pe":"\#(tag)""#, #""n":1"#, #""title":"t""#, #""n":2"#,
    ])
    try check(Feed.self, "[\(odd.joined(separator: ","))]")
  }

  @Test func `decodes objects with only a tag, and with containers`() throws {
    try check([Attempted].self, #"[{"type":"MOVIE"},{"type":"BOOK"},{"type":"PLAIN"},{}]"#)
    let elements = Self.orders([
      #""type":"PLAIN""#, #""a":{"title":"no","n":5}"#, #""title":"t""#, #""b":[1,{"n":7}]"#,
      #""n":1"#,
    ])
    try check(Feed.self, "[\(elements.joined(separator: ","))]")
  }

  // MARK: - Twice

  /// Decodes its element with two registries and as a plain type, and continues with an earlier
  /// container.
  private struct Twofold: Decodable, Equatable {
    var media: Polymorphic<any Media>
    var rated: Polymorphic<any Rated>
    var again: Polymorphic<any Media>
    var plain: Plain
    var titles: [String] = []

    private enum CodingKeys: CodingKey { case title, type, kind, n }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      titles.append(try container.decode(String.self, forKey: .title))
      media = try Polymorphic(from: decoder)
      titles.append(try container.decode(String.self, forKey: .kind))
      rated = try Polymorphic(from: decoder)
      titles.append(try container.decode(String.self, forKey: .type))
      again = try decoder.singleValueContainer().decode(Polymorphic<any Media>.self)
      plain = try Plain(from: decoder)
      titles.append("\(try container.decode(Int.self, forKey: .n))")
      let other = try decoder.container(keyedBy: CodingKeys.self)
      for key in other.allKeys where key != .n {
        titles.append(try other.decode(String.self, forKey: key))
      }
      titles.sort()
    }
  }

  @Test func `decodes the same elements with two registries`() throws {
    for (type, kind) in [("MOVIE", "BOOK"), ("BOOK", "PLAIN"), ("PLAIN", "MOVIE"), ("X", "BOOK")] {
      let elements = Self.orders([
        #""type":"\#(type)""#, #""kind":"\#(kind)""#, #""n":1"#, #""title":"t""#,
      ])
      let text = "[\(elements.joined(separator: ","))]"
      try check([Twofold].self, text)
      try check(Feed.self, text)
      try check([Polymorphic<any Rated>].self, text)
    }
  }

  /// Tries one type, and then others, on the same element.
  private enum Attempted: Decodable, Equatable {
    case media(Polymorphic<any Media>)
    case movie(Movie)
    case members([String])

    private enum CodingKeys: CodingKey { case n, title, type }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let movie = try? Movie(from: decoder) {
        self = .movie(movie)
      } else if let media = try? container.decode(Polymorphic<any Media>.self) {
        self = .media(media)
      } else {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let type = try members.decodeIfPresent(String.self, forKey: .type)
        let keys = members.allKeys.map(\.stringValue).sorted()
        self = .members(keys + [type ?? "-"])
      }
    }
  }

  @Test func `decodes an element as several types in turn`() throws {
    let elements =
      Self.orders([#""type":"PLAIN""#, #""n":1"#, #""title":"t""#])
      + Self.orders([#""type":"BOOK""#, #""n":"x""#, #""title":"t""#])
      + Self.orders([#""type":"MOVIE""#, #""n":2"#, #""title":"t""#])
      + Self.orders([#""type":"MOVIE""#, #""n":[2]"#, #""title":{"n":1}"#])
    try check([Attempted].self, "[\(elements.joined(separator: ","))]")
  }

  // MARK: - Nested elements

  /// Nested elements come before its own fields.
  private struct Page: Decodable, Hashable, Media {
    @PolymorphicArray var items: [any Media]
    var type: String
    var lead: Polymorphic<any Rated>?
    var title: String
  }

  @Test func `decodes nested elements before later fields`() throws {
    let inner = #"{"type":"PLAIN","title":"inner","n":1}"#
    let pages = Self.orders([
      #""type":"PAGE""#, #""items":[\#(inner),{"n":2,"title":"m","type":"MOVIE"}]"#,
      #""title":"outer""#, #""lead":{"title":"r","kind":"PLAIN","n":3}"#,
    ])
    try check(Feed.self, "[\(pages.joined(separator: ","))]")
    let nested = Self.orders([
      #""type":"PAGE""#, #""items":[\#(pages[0]),\#(pages[23])]"#, #""title":"outer""#,
    ])
    try check(Feed.self, "[\(nested.joined(separator: ","))]")
  }

  // MARK: - Other documents

  private struct Holder: Codable, Equatable {
    struct Inner: Codable, Equatable { var n: Int }

    var first: Inner?
    var list: [Int]?
    var n: Int
    var title: String?
  }

  @Test func `a stored tag position is not used for the next document`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true, Self.media, Self.rated)
    let feeds = [
      #"[{"type":"PLAIN","n":1,"title":"t"}]"#, #"[{"n":1,"type":"PLAIN","title":"t"}]"#,
      #"[{"n":1,"title":"t","type":"PLAIN"}]"#, #"[{"title":"t","n":1,"type":"PLAIN"}]"#,
    ]
    let others = Self.orders([
      #""first":{"n":7}"#, #""n":1"#, #""list":[1,2,3]"#, #""title":"t""#,
    ])
    #expect(try decoder.decode(Int.self, from: "1") == 1)
    let isKept = try decoder.pool.keepsDocument {
      for feed in feeds {
        for other in others {
          try check(Feed.self, feed, decoder)
          try check([Holder].self, "[\(other)]", decoder)
          // After an error in a payload, in the next element, and in the text.
          for text in [
            #"[{"type":"PLAIN","n":"x"}]"#, "[\(feed.dropFirst().dropLast()),1]",
            "\(feed.dropLast())",
          ] {
            #expect(throws: DecodingError.self) { try decoder.decode([Movie].self, from: text) }
            #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: text + "x") }
            _ = try? decoder.decode(Feed.self, from: text)
            try check([Holder].self, "[\(other)]", decoder)
          }
        }
      }
    }
    #expect(isKept)
  }
}
