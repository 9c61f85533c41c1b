import Medley
import MedleyComposition

/// The parts that the suites of compositions share.
enum Parts {
  struct Common: Codable, Hashable {
    var title: String
    var year: Int?
  }

  struct Details: Codable, Hashable {
    var director: String
  }

  /// A part whose members are all optional.
  struct Extras: Codable, Hashable {
    var tagline: String?
    var budget: Int?
  }

  /// A part with required members.
  struct Rating: Codable, Hashable {
    var stars: Int
    var votes: Int
    var source: String?
  }

  struct Envelope: Codable, Hashable {
    var id: Int
  }

  typealias Stored = Composed<Common, Details>

  /// A composition of named parts, two of them optional.
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

  /// A part that also stores a member of the common part.
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
