import Medley

/// `{"type": "MOVIE", "MOVIE": {"id": 1, ...}}`.
enum AdjacentNamed: FeedForm {
  static let registry = extracting(.adjacent(tag: "type"))
  static let reflected = reflecting(.adjacent(tag: "type"))

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("adjacent, named by the tag", count, byHand: Hand.self) {
      "{\"type\":\"\($0.tag)\",\"\($0.tag)\":\(MixedFeed.object($0.members))}"
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: String, CodingKey {
      case type
      case movie = "MOVIE"
      case book = "BOOK"
      case song = "SONG"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "MOVIE": self = .movie(try container.decode(Movie.self, forKey: .movie))
      case "BOOK": self = .book(try container.decode(Book.self, forKey: .book))
      case "SONG": self = .song(try container.decode(Song.self, forKey: .song))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .movie(let movie):
        try container.encode("MOVIE", forKey: .type)
        try container.encode(movie, forKey: .movie)
      case .book(let book):
        try container.encode("BOOK", forKey: .type)
        try container.encode(book, forKey: .book)
      case .song(let song):
        try container.encode("SONG", forKey: .type)
        try container.encode(song, forKey: .song)
      }
    }
  }
}
