package import Medley

/// What a feed has, and the table `media`.
package protocol Media: Codable, Sendable {
  var title: String { get }
}

package struct Movie: Media, Equatable {
  package var title: String
  package var minutes: Int

  package init(title: String, minutes: Int) {
    self.title = title
    self.minutes = minutes
  }
}

package struct Book: Media, Equatable {
  package var title: String
  package var pages: Int

  package init(title: String, pages: Int) {
    self.title = title
    self.pages = pages
  }
}

/// The types by their tags, in the feed and in the table.
///
/// A broken payload is kept as well, so that one row doesn't fail the others.
package let mediaTypes = PolymorphicRegistry<any Media>(
  "type",
  ["MOVIE": Movie.self, "BOOK": Book.self],
  policies: .init(malformed: .keep)
)
