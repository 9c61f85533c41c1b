import Medley

/// What a library brings: a protocol, some types, and the registry that knows them.
///
/// It installs nothing by itself: that is up to the app.
enum MediaLibrary {
  static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )
}

protocol Media: Codable, Sendable {
  var title: String { get }
}

struct Movie: Media {
  var title: String
  var duration: Int
}

struct Book: Media {
  var title: String
  var pages: Int
}
