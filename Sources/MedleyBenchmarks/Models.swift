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

/// What apps write by hand: a switch over the tag, and the same decoder for the payload.
enum HandWritten: Decodable, Hashable {
  case movie(Movie)
  case book(Book)
  case song(Song)

  private enum CodingKeys: CodingKey {
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

  var media: any Media {
    switch self {
    case .movie(let movie): movie
    case .book(let book): book
    case .song(let song): song
    }
  }
}

extension PolymorphicRegistry where Base == any Media {
  /// The registry of the mixed feed.
  ///
  /// `{ $0 }` lets the compiler check that a type is a base, which costs nothing while decoding.
  static let mixed = PolymorphicRegistry("type") { registry in
    try registry.register(Movie.self, for: "MOVIE") { $0 }
    try registry.register(Book.self, for: "BOOK") { $0 }
    try registry.register(Song.self, for: "SONG") { $0 }
  }
}
