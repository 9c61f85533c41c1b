import Medley

/// `{"type": "MOVIE", "id": 1, ...}`.
enum Key: FeedForm {
  static let registry = extracting("type")
  static let reflected = reflecting("type")

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("key", count, byHand: HandWritten.self) {
      MixedFeed.object(["\"type\":\"\($0.tag)\""] + $0.members)
    }
  }
}

extension HandWritten: Encodable {
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
