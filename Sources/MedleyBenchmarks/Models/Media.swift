import Medley

/// The base of the mixed feed.
protocol Media: Codable, Sendable {
  var id: Int { get }
}

struct Movie: Media, Hashable {
  var id: Int
  var title: String
  var director: String
  var year: Int
  var rating: Double
}

struct Book: Media, Hashable {
  var id: Int
  var title: String
  var author: String
  var pages: Int
  var price: Double
}

struct Song: Media, Hashable {
  var id: Int
  var title: String
  var artist: String
  var seconds: Int
  var explicit: Bool
}

// MARK: - Switching by hand

/// Hand-written decoding: a switch over the tag, and the same decoder for the payload.
enum HandWritten: Decodable, Hashable {
  case movie(Movie)
  case book(Book)
  case song(Song)

  enum CodingKeys: CodingKey {
    case type
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "MOVIE": self = .movie(try Movie(from: decoder))
    case "BOOK": self = .book(try Book(from: decoder))
    case "SONG": self = .song(try Song(from: decoder))
    case let tag:
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: container,
        debugDescription: "Unknown type \(tag)."
      )
    }
  }
}

// MARK: - Registering

/// The mixed feed as an enum with a registry.
enum Item: PolymorphicEnum, Hashable {
  case movie(Movie)
  case book(Book)
  case song(Song)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Item>("type") { registry in
    try registry.register(for: "MOVIE", as: Item.movie)
    try registry.register(for: "BOOK", as: Item.book)
    try registry.register(for: "SONG", as: Item.song)
  }
}

/// The same with its payloads stated by one `switch`.
enum StatedItem: PolymorphicEnum, Hashable {
  case movie(Movie)
  case book(Book)
  case song(Song)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<StatedItem>("type") { registry in
    try registry.register(for: "MOVIE", as: StatedItem.movie)
    try registry.register(for: "BOOK", as: StatedItem.book)
    try registry.register(for: "SONG", as: StatedItem.song)
  }

  var payload: any Encodable {
    switch self {
    case .movie(let movie): movie
    case .book(let book): book
    case .song(let song): song
    case .unknown(let payload): payload
    }
  }
}

extension PolymorphicRegistry where Base == any Media {
  /// The registry of the mixed feed, in the short form.
  static let literal = PolymorphicRegistry(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self, "SONG": Song.self]
  )

  /// The same in the long form, in which `{ $0 }` converts the payload to the base.
  static let embedding = PolymorphicRegistry("type") { registry in
    try registry.register(Movie.self, for: "MOVIE") { $0 }
    try registry.register(Book.self, for: "BOOK") { $0 }
    try registry.register(Song.self, for: "SONG") { $0 }
  }
}

// MARK: - Comparing

extension HandWritten {
  init?(_ media: any Media) {
    switch media {
    case let movie as Movie: self = .movie(movie)
    case let book as Book: self = .book(book)
    case let song as Song: self = .song(song)
    case let media as any FastMedia: self = media.plain
    default: return nil
    }
  }

  init?(_ item: Item) {
    switch item {
    case .movie(let movie): self = .movie(movie)
    case .book(let book): self = .book(book)
    case .song(let song): self = .song(song)
    case .unknown: return nil
    }
  }
}
