import Medley

/// `{"type": "MOVIE", "data": {"id": 1, ...}}`.
enum Adjacent: FeedForm {
  static let registry = extracting(.adjacent(tag: "type", content: "data"))
  static let reflected = reflecting(.adjacent(tag: "type", content: "data"))

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("adjacent", count, byHand: Hand.self) {
      "{\"type\":\"\($0.tag)\",\"data\":\(MixedFeed.object($0.members))}"
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: CodingKey {
      case type
      case data
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "MOVIE": self = .movie(try container.decode(Movie.self, forKey: .data))
      case "BOOK": self = .book(try container.decode(Book.self, forKey: .data))
      case "SONG": self = .song(try container.decode(Song.self, forKey: .data))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .movie(let movie):
        try container.encode("MOVIE", forKey: .type)
        try container.encode(movie, forKey: .data)
      case .book(let book):
        try container.encode("BOOK", forKey: .type)
        try container.encode(book, forKey: .data)
      case .song(let song):
        try container.encode("SONG", forKey: .type)
        try container.encode(song, forKey: .data)
      }
    }
  }
}
