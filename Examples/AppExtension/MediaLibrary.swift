package import Medley

/// A library with a protocol, some types and their registry.
///
/// It installs nothing: the app does.
package enum MediaLibrary {
  package static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )
}

package protocol Media: Codable, Sendable {
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
