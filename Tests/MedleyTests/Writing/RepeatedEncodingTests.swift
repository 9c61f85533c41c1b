import Foundation
import Medley
import TestSupport
import Testing

/// Encoding remembers what it found out for earlier elements; the next ones may differ.
@Suite struct RepeatedEncodingTests {
  struct Price: Codable, Hashable { var amount: Int }

  /// An enum whose registration makes two cases of one type.
  enum Offer: PolymorphicEnum, Hashable {
    case free(Price)
    case paid(Price)
    case draft(Price)

    static let registry = PolymorphicRegistry<Offer>("type") {
      try $0.register(
        for: "PRICE",
        as: { (price: Price) in price.amount == 0 ? .free(price) : .paid(price) }
      )
    }
  }

  /// The same with a registration for each of two cases.
  enum Clip: PolymorphicEnum, Hashable {
    case movie(Price)
    case trailer(Price)
    case draft(Price)

    static let registry = PolymorphicRegistry<Clip>("type") {
      try $0.register(for: "MOVIE", as: Clip.movie)
      try $0.register(for: "TRAILER", as: Clip.trailer)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a case is told from others with the same payload each time`(_ backend: Backend) throws {
    for _ in 0..<3 {
      let tree = try backend.encode([
        Clip.trailer(Price(amount: 1)), .movie(Price(amount: 2)), .trailer(Price(amount: 3)),
      ])
      let expected = """
        [{"type":"TRAILER","amount":1},{"type":"MOVIE","amount":2},{"type":"TRAILER","amount":3}]
        """
      #expect(try tree == JSONTree(parsing: expected))
      let error = try #require(throws: EncodingError.self) {
        try backend.encode([Clip.movie(Price(amount: 1)), .draft(Price(amount: 2))])
      }
      #expect(error.cause?.code == .unregisteredType)
      #expect(error.place == "[1]")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a function that makes two cases is asked for each payload`(_ backend: Backend) throws {
    for _ in 0..<3 {
      let tree = try backend.encode([Offer.free(Price(amount: 0)), .paid(Price(amount: 2))])
      #expect(
        try tree
          == JSONTree(parsing: #"[{"type":"PRICE","amount":0},{"type":"PRICE","amount":2}]"#)
      )
      // It was seen to make both, so this one isn't taken for granted.
      let error = try #require(throws: EncodingError.self) {
        try backend.encode([Offer.free(Price(amount: 3))])
      }
      #expect(error.cause?.code == .unregisteredType)
      #expect(error.place == "[0]")
    }
  }

  // MARK: - Tags in nested objects

  struct Post: Media {
    var title: String
    var meta: Meta?

    struct Meta: Codable { var author: String }
  }

  /// A payload without a member that could be the object around the tag.
  struct Note: Media {
    var title: String
  }

  @Test(arguments: Backend.allCases)
  func `the object around a tag has the payload's members each time`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .path("meta", "kind"),
      ["POST": Post.self, "NOTE": Note.self]
    )
    for _ in 0..<3 {
      let elements: [Polymorphic<any Media>] = [
        .known(Post(title: "a", meta: Post.Meta(author: "b"))),
        .known(Note(title: "c")),
        .known(Post(title: "d", meta: nil)),
      ]
      let expected = """
        [{"meta":{"kind":"POST","author":"b"},"title":"a"},{"meta":{"kind":"NOTE"},"title":"c"},\
        {"meta":{"kind":"POST"},"title":"d"}]
        """
      #expect(try backend.encode(elements, with: registry) == JSONTree(parsing: expected))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a payload that is a scalar once is an error beside a nested tag`(
    _ backend: Backend
  ) throws {
    typealias Odd = MergedEncodingTests.Odd
    let registry = PolymorphicRegistry<any Media>(.path("meta", "kind"), ["ODD": Odd.self])
    for _ in 0..<3 {
      let tree = try DirectContainersTests.encode(backend, registry) { encoder in
        var container = encoder.container(keyedBy: DirectContainersTests.Plain.self)
        try container.encode(1, forKey: .a)
      }
      #expect(try tree == JSONTree(parsing: #"[{"meta":{"kind":"ODD"},"a":1}]"#))
      let error = try #require(throws: EncodingError.self) {
        try DirectContainersTests.encode(backend, registry) { encoder in
          var container = encoder.container(keyedBy: DirectContainersTests.Plain.self)
          try container.encode(1, forKey: .a)
          var value = encoder.singleValueContainer()
          try value.encode("x")
        }
      }
      #expect(error.place == "[0]")
      #expect(error.details?.debugDescription.contains(".adjacent, .external") == true)
    }
  }
}
