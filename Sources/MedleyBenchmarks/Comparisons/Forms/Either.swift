import Medley

/// Either `{"type": "MOVIE", "id": 1, ...}` or `{"MOVIE": {"id": 1, ...}}`, of which the first is
/// written.
enum Either: FeedForm {
  static let registry = extracting(.key("type").or(.external))
  static let reflected = reflecting(.key("type").or(.external))

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("key or external", count, byHand: Hand.self) {
      $0.tagPlace % 2 == 0
        ? MixedFeed.object(["\"type\":\"\($0.tag)\""] + $0.members)
        : "{\"\($0.tag)\":\(MixedFeed.object($0.members))}"
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
      if let tag = try container.decodeIfPresent(String.self, forKey: .type) {
        switch tag {
        case "MOVIE": self = .movie(try Movie(from: decoder))
        case "BOOK": self = .book(try Book(from: decoder))
        case "SONG": self = .song(try Song(from: decoder))
        default: throw UnknownTag(tag: tag)
        }
      } else if let movie = try container.decodeIfPresent(Movie.self, forKey: .movie) {
        self = .movie(movie)
      } else if let book = try container.decodeIfPresent(Book.self, forKey: .book) {
        self = .book(book)
      } else {
        self = .song(try container.decode(Song.self, forKey: .song))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .movie(let movie):
        try container.encode("MOVIE", forKey: .type)
        try movie.encode(to: encoder)
      case .book(let book):
        try container.encode("BOOK", forKey: .type)
        try book.encode(to: encoder)
      case .song(let song):
        try container.encode("SONG", forKey: .type)
        try song.encode(to: encoder)
      }
    }
  }
}
