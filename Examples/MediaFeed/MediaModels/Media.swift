package import Medley

/// The registry: everything that Medley needs.
package let media = PolymorphicRegistry<any Media>(
  "type",
  ["MOVIE": Movie.self, "BOOK": Book.self, "SONG": Song.self]
)

/// The base of the feed; every type below is a plain `Codable` struct.
package protocol Media: Codable, Sendable {
  var title: String { get }
  /// The year; old entries have none.
  var published: Int? { get }
  /// The details that the app shows beside the title.
  var details: String { get }
}

struct Movie: Media, Equatable {
  var title: String
  var published: Int?
  var duration: Int
  var director: String
  var music: String

  var details: String { "\(duration) minutes, directed by \(director), music by \(music)" }
}

struct Book: Media, Equatable {
  var title: String
  var published: Int?
  var pages: Int
  var writer: String

  var details: String { "\(pages) pages, written by \(writer)" }
}

struct Song: Media, Equatable {
  var title: String
  var published: Int?
  var album: String
  var artist: String
  var duration: Int?

  var details: String { "by \(artist), from \(album)" }
}

// MARK: - Decoding books

/// Older servers use another key. A registered type
/// can decode itself in any way.
extension Book {
  private enum CodingKeys: CodingKey {
    case title, published, pages, writer, writter
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    published = try container.decodeIfPresent(Int.self, forKey: .published)
    pages = try container.decode(Int.self, forKey: .pages)
    writer =
      try container.decodeIfPresent(String.self, forKey: .writter)
      ?? container.decode(String.self, forKey: .writer)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(published, forKey: .published)
    try container.encode(pages, forKey: .pages)
    try container.encode(writer, forKey: .writer)
  }
}
