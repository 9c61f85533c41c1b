import Medley

/// The parts that the suites of compositions share.
enum Parts {
  struct Common: Codable, Hashable {
    var title: String
    var year: Int?
  }

  struct Details: Codable, Hashable {
    var director: String
  }

  /// All of it may be absent.
  struct Extras: Codable, Hashable {
    var tagline: String?
    var budget: Int?
  }

  /// A part that is there as a whole or not at all.
  struct Rating: Codable, Hashable {
    var stars: Int
    var votes: Int
    var source: String?
  }

  struct Envelope: Codable, Hashable {
    var id: Int
  }

  typealias Stored = Composed<Common, Details>

  /// Parts with names, two of them optional.
  struct Film: ComposedCodable, Hashable {
    var common: Common
    var details: Details
    var rating: Rating?
    var extras: Extras?

    static let composition = Composition(
      Film.init,
      \.common,
      \.details,
      \.rating,
      \.extras
    )
  }

  // MARK: - Polymorphic parts

  protocol Element: Codable {}

  struct Movie: Element, Hashable {
    var minutes: Int
  }

  struct Book: Element, Hashable {
    var pages: Int?
    var isbn: String
  }

  /// One that stores what the common part has, too.
  struct Titled: Element, Hashable {
    var title: String
    var acts: Int
  }

  enum Kind: PolymorphicEnum, Hashable {
    case movie(Movie)
    case book(Book)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Kind>("type") { registry in
      try registry.register(for: "MOVIE", as: Kind.movie)
      try registry.register(for: "BOOK", as: Kind.book)
    }
  }

  static func registry(_ discriminator: Discriminator) -> PolymorphicRegistry<any Element> {
    PolymorphicRegistry(
      discriminator,
      ["MOVIE": Movie.self, "BOOK": Book.self, "OPERA": Titled.self]
    )
  }

  typealias Entry = Composed<Common, Polymorphic<any Element>>
  typealias Posting = Composed<Envelope, Polymorphic<any Element>>
}
