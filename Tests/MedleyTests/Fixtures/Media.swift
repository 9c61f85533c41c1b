import Medley

/// The base of most suites.
protocol Media: Codable, Sendable {
  var title: String { get }
}

struct Movie: Media, Hashable {
  var title: String
  var minutes: Int?
}

struct Book: Media, Hashable {
  var title: String
  var pages: Int?
}

struct Podcast: Media, Hashable {
  var title: String
  var host: String?
}

/// A payload that isn't Equatable.
struct Song: Media {
  var title: String
}

/// A payload that stores its tag.
struct Labelled: Media, Hashable {
  var type: String
  var title: String
}

/// A type that doesn't conform to `Media`.
struct Stranger: Codable, Hashable {
  var name: String
}

extension PolymorphicRegistry<any Media> {
  /// Movies, and books under two tags.
  static var media: Self {
    Self("type", ["MOVIE": Movie.self, "BOOK": Book.self, "NOVEL": Book.self])
  }
}
