import Medley

/// `{"MOVIE": {"id": 1, ...}}`.
enum External: FeedForm {
  static let registry = extracting(.external)
  static let reflected = reflecting(.external)

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("external", count, byHand: Hand.self) {
      "{\"\($0.tag)\":\(MixedFeed.object($0.members))}"
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: String, CodingKey {
      case movie = "MOVIE"
      case book = "BOOK"
      case song = "SONG"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let keys = container.allKeys
      guard keys.count == 1 else { throw UnknownTag(tag: "\(keys)") }
      switch keys[0] {
      case .movie: self = .movie(try container.decode(Movie.self, forKey: .movie))
      case .book: self = .book(try container.decode(Book.self, forKey: .book))
      case .song: self = .song(try container.decode(Song.self, forKey: .song))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .movie(let movie): try container.encode(movie, forKey: .movie)
      case .book(let book): try container.encode(book, forKey: .book)
      case .song(let song): try container.encode(song, forKey: .song)
      }
    }
  }
}
