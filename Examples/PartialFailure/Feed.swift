package import Medley
import MedleyResilience

/// A response of several teams, each with its own spelling of numbers and Booleans.
package struct Feed: Codable {
  /// Invalid elements are dropped and reported.
  @Lossy var items: [Polymorphic<any Media>]
  /// Numbers that may be strings; other values are dropped and reported.
  @Lossy @Lossless var ratings: [Int]
  /// No cursor if absent or null; an invalid one is an error, or the app would reload one page.
  var next: String?
}

package protocol Media: Codable, Sendable {
  var title: String { get }
  var summary: String { get }
}

struct Movie: Media {
  /// `12` or `"12"`, encoded unchanged.
  @Lossless var id: String
  var title: String
  /// `true`, `1`, `"yes"`, ...
  @LenientBool var liked: Bool
  /// 0 if absent or null; if invalid, the movie is malformed.
  @Defaulted<Defaults.Zero> var views: Int
  /// Nil and reported if invalid; the movie is kept.
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
  /// Empty if absent; invalid elements are dropped and reported.
  @Defaulted<Defaults.Empty> @Lossy var tags: [String]

  var summary: String { "\(title) \(tags)" }
}

enum Genre: String {
  case crime = "CRIME"
  case drama = "DRAMA"
}

extension Feed {
  package static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  /// Four elements decode, one is unknown and three are malformed.
  package static let json = """
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
