import Medley

/// `{"id": 1, ...}`, whose members tell the type.
enum Deduced: FeedForm {
  static let registry = extracting(.deduced)
  static let reflected = reflecting(.deduced)

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("deduced", count, byHand: Hand.self) { MixedFeed.object($0.members) }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: CodingKey {
      case director
      case author
      case artist
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.director) {
        self = .movie(try Movie(from: decoder))
      } else if container.contains(.author) {
        self = .book(try Book(from: decoder))
      } else if container.contains(.artist) {
        self = .song(try Song(from: decoder))
      } else {
        throw UnknownTag(tag: "none")
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .movie(let movie): try movie.encode(to: encoder)
      case .book(let book): try book.encode(to: encoder)
      case .song(let song): try song.encode(to: encoder)
      }
    }
  }
}
