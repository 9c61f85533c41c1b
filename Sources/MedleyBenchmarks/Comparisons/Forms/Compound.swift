import Medley

/// `{"version": "v1", "type": "MOVIE", "id": 1, ...}`.
enum Compound: FeedForm {
  static let registry = extracting(
    .compound("version", "type"),
    movie: ["v1", "MOVIE"],
    book: ["v1", "BOOK"],
    song: ["v1", "SONG"]
  )
  static let reflected = reflecting(
    .compound("version", "type"),
    movie: ["v1", "MOVIE"],
    book: ["v1", "BOOK"],
    song: ["v1", "SONG"]
  )

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("compound", count, byHand: Hand.self) {
      MixedFeed.object(["\"version\":\"v1\",\"type\":\"\($0.tag)\""] + $0.members)
    }
  }

  enum Hand: Codable {
    case movie(Movie)
    case book(Book)
    case song(Song)

    private enum CodingKeys: CodingKey {
      case version
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let version = try container.decode(String.self, forKey: .version)
      switch (version, try container.decode(String.self, forKey: .type)) {
      case ("v1", "MOVIE"): self = .movie(try Movie(from: decoder))
      case ("v1", "BOOK"): self = .book(try Book(from: decoder))
      case ("v1", "SONG"): self = .song(try Song(from: decoder))
      case (_, let tag): throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("v1", forKey: .version)
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
