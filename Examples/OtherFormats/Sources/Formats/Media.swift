package import Medley

/// The base of the feed.
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

package struct Song: Media, Equatable {
  package var title: String
  package var artist: String

  package init(title: String, artist: String) {
    self.title = title
    self.artist = artist
  }
}

/// A document.
///
/// Not every format has documents that are arrays, so the elements are under a key.
package struct Feed: Codable, Equatable {
  package var items: [Polymorphic<any Media>]

  package init(items: [Polymorphic<any Media>]) {
    self.items = items
  }

  /// The types of the elements.
  ///
  /// Nothing in it is about a format.
  package static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self, "SONG": Song.self]
  )
}
