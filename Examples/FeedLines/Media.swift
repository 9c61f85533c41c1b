package import Medley

package protocol Media: Codable, Sendable {
  var title: String { get }
}

struct Movie: Media {
  var title: String
  var duration: Int
}

struct Book: Media {
  var title: String
  var pages: Int?
}

package let media = PolymorphicRegistry<any Media>(
  "type",
  ["MOVIE": Movie.self, "BOOK": Book.self]
)
