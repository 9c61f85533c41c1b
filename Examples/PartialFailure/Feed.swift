import Medley

/// What a server of several teams sends: each of them has its own idea of a number and a Boolean.
struct Feed: Codable {
  /// Broken elements are dropped and reported.
  @Lossy var items: [Polymorphic<any Media>]
  /// Numbers that may come as strings; what is no number is dropped and reported.
  @Lossy @Lossless var ratings: [Int]
  /// No cursor if absent or null; wrong is an error, or the app would load one page forever.
  var next: String?
}

protocol Media: Codable, Sendable {
  var title: String { get }
  var summary: String { get }
}

struct Movie: Media {
  /// `12` or `"12"`, and encoded again as it came.
  @Lossless var id: String
  var title: String
  /// `true`, `1`, `"yes"`, ...
  @LenientBool var liked: Bool
  /// 0 if absent or null; if wrong, the movie is broken.
  @Defaulted<Defaults.Zero> var views: Int
  /// Nil and reported if wrong, and the movie is fine.
  @Lossy var year: Int?
  /// New raw values are kept and counted.
  var genre: OpenEnum<Genre>

  var summary: String {
    let year = year.map(String.init) ?? "no year"
    return "\(title) (\(year), \(genre)), \(views) views\(liked ? ", liked" : "")"
  }
}

struct Book: Media {
  @Lossless var id: String
  var title: String
  /// None if absent; wrong elements are dropped and reported.
  @Defaulted<Defaults.Empty> @Lossy var tags: [String]

  var summary: String { "\(title) \(tags)" }
}

enum Genre: String {
  case crime = "CRIME"
  case drama = "DRAMA"
}

extension Feed {
  static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  /// Four elements decode, one is unknown, and three are broken.
  static let json = """
    {
      "items": [
        {"type": "MOVIE", "id": 12, "title": "Playtime", "liked": "yes", "views": 30,
         "year": 1967, "genre": "COMEDY"},
        {"type": "MOVIE", "id": "13", "title": "M", "liked": 0, "views": null,
         "year": "1931", "genre": "CRIME"},
        {"type": "MOVIE", "id": 14, "liked": true, "year": 1985, "genre": "DRAMA"},
        {"type": "PODCAST", "id": 15, "title": "Opera"},
        {"type": "BOOK", "id": 16, "title": "Momo", "tags": ["time", 7, "Ende"]},
        {"type": "BOOK", "id": 17, "title": "Emma"},
        {"type": "MOVIE", "id": 18, "title": "Ran", "liked": false, "views": "many",
         "genre": "DRAMA"},
        null
      ],
      "ratings": [5, "4", "good"]
    }
    """
}
