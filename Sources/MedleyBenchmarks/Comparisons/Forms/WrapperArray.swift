import Medley

/// `["MOVIE", {"id": 1, ...}]`.
enum WrapperArray: FeedForm {
  static let registry = extracting(.wrapperArray)
  static let reflected = reflecting(.wrapperArray)

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("wrapper array", count, byHand: Hand.self) {
      "[\"\($0.tag)\",\(MixedFeed.object($0.members))]"
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      switch try container.decode(String.self) {
      case "MOVIE": self = .movie(try container.decode(Movie.self))
      case "BOOK": self = .book(try container.decode(Book.self))
      case "SONG": self = .song(try container.decode(Song.self))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      switch self {
      case .movie(let movie):
        try container.encode("MOVIE")
        try container.encode(movie)
      case .book(let book):
        try container.encode("BOOK")
        try container.encode(book)
      case .song(let song):
        try container.encode("SONG")
        try container.encode(song)
      }
    }
  }
}
