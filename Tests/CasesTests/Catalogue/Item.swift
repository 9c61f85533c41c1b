import Medley

/// An enum with an unknown case.
enum Item: CatalogueEnum {
  case movie(Movie)
  case book(Book)
  case unknown(UnknownPayload)

  static let declaration = """
    {"enum": true, "unknownCase": true, "discriminator": {"key": "type"}, "register": [
      {"type": "Movie", "tags": ["MOVIE"], "case": "movie"},
      {"type": "Book", "tags": ["BOOK", "NOVEL"], "case": "book"}]}
    """

  // One case has `from:` and the other relies on reflection.
  static let registry = PolymorphicRegistry<Item>("type") { registry in
    try registry.register(
      for: "MOVIE",
      as: Item.movie,
      from: { if case .movie(let movie) = $0 { movie } else { nil } }
    )
    try registry.register(for: "BOOK", "NOVEL", as: Item.book)
  }

  init?(holding payload: Any) {
    switch payload {
    case let movie as Movie: self = .movie(movie)
    case let book as Book: self = .book(book)
    default: return nil
    }
  }
}
