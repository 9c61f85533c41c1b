import Medley

/// `{"meta": {"type": "MOVIE"}, "id": 1, ...}`.
enum Path: FeedForm {
  static let registry = extracting(.path("meta", "type"))
  static let reflected = reflecting(.path("meta", "type"))

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("path", count, byHand: Hand.self) {
      MixedFeed.object(["\"meta\":{\"type\":\"\($0.tag)\"}"] + $0.members)
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: CodingKey {
      case meta
    }

    private enum MetaKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let meta = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      switch try meta.decode(String.self, forKey: .type) {
      case "MOVIE": self = .movie(try Movie(from: decoder))
      case "BOOK": self = .book(try Book(from: decoder))
      case "SONG": self = .song(try Song(from: decoder))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      switch self {
      case .movie(let movie):
        try meta.encode("MOVIE", forKey: .type)
        try movie.encode(to: encoder)
      case .book(let book):
        try meta.encode("BOOK", forKey: .type)
        try book.encode(to: encoder)
      case .song(let song):
        try meta.encode("SONG", forKey: .type)
        try song.encode(to: encoder)
      }
    }
  }
}
