import Medley

/// A type of the mixed feed that reads and writes its own fields.
protocol FastMedia: Media, FieldDecodable, FieldEncodable {
  /// The same with synthesised `Codable`, for comparison.
  var plain: HandWritten { get }
}

struct FastMovie: FastMedia {
  var id: Int
  var title: String
  var director: String
  var year: Int
  var rating: Double

  init(fields: inout FieldReader) throws {
    id = try fields.decode("id")
    title = try fields.decode("title")
    director = try fields.decode("director")
    year = try fields.decode("year")
    rating = try fields.decode("rating")
  }

  func encode(fields: inout FieldWriter) throws {
    try fields.encode("id", id)
    try fields.encode("title", title)
    try fields.encode("director", director)
    try fields.encode("year", year)
    try fields.encode("rating", rating)
  }

  var plain: HandWritten {
    .movie(Movie(id: id, title: title, director: director, year: year, rating: rating))
  }
}

struct FastBook: FastMedia {
  var id: Int
  var title: String
  var author: String
  var pages: Int
  var price: Double

  init(fields: inout FieldReader) throws {
    id = try fields.decode("id")
    title = try fields.decode("title")
    author = try fields.decode("author")
    pages = try fields.decode("pages")
    price = try fields.decode("price")
  }

  func encode(fields: inout FieldWriter) throws {
    try fields.encode("id", id)
    try fields.encode("title", title)
    try fields.encode("author", author)
    try fields.encode("pages", pages)
    try fields.encode("price", price)
  }

  var plain: HandWritten {
    .book(Book(id: id, title: title, author: author, pages: pages, price: price))
  }
}

struct FastSong: FastMedia {
  var id: Int
  var title: String
  var artist: String
  var seconds: Int
  var explicit: Bool

  init(fields: inout FieldReader) throws {
    id = try fields.decode("id")
    title = try fields.decode("title")
    artist = try fields.decode("artist")
    seconds = try fields.decode("seconds")
    explicit = try fields.decode("explicit")
  }

  func encode(fields: inout FieldWriter) throws {
    try fields.encode("id", id)
    try fields.encode("title", title)
    try fields.encode("artist", artist)
    try fields.encode("seconds", seconds)
    try fields.encode("explicit", explicit)
  }

  var plain: HandWritten {
    .song(Song(id: id, title: title, artist: artist, seconds: seconds, explicit: explicit))
  }
}

// MARK: - Registering

/// The mixed feed of types that read their own fields, as an enum with a registry.
enum FastItem: PolymorphicEnum {
  case movie(FastMovie)
  case book(FastBook)
  case song(FastSong)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<FastItem>("type") { registry in
    try registry.register(for: "MOVIE", as: FastItem.movie)
    try registry.register(for: "BOOK", as: FastItem.book)
    try registry.register(for: "SONG", as: FastItem.song)
  }

  var plain: HandWritten? {
    switch self {
    case .movie(let movie): movie.plain
    case .book(let book): book.plain
    case .song(let song): song.plain
    case .unknown: nil
    }
  }
}

extension PolymorphicRegistry where Base == any Media {
  /// The registry of types that read their own fields, in the short form.
  static let fastLiteral = PolymorphicRegistry(
    "type",
    ["MOVIE": FastMovie.self, "BOOK": FastBook.self, "SONG": FastSong.self]
  )

  /// The same in the long form.
  static let fastEmbedding = PolymorphicRegistry("type") { registry in
    try registry.register(FastMovie.self, for: "MOVIE") { $0 }
    try registry.register(FastBook.self, for: "BOOK") { $0 }
    try registry.register(FastSong.self, for: "SONG") { $0 }
  }
}
