package import Medley

/// The base of most suites.
package protocol Media: Codable, Sendable {
  var title: String { get }
}

package struct Movie: Media, Hashable {
  package var title: String
  package var minutes: Int?

  package init(title: String, minutes: Int? = nil) {
    self.title = title
    self.minutes = minutes
  }
}

package struct Book: Media, Hashable {
  package var title: String
  package var pages: Int?

  package init(title: String, pages: Int? = nil) {
    self.title = title
    self.pages = pages
  }
}

package struct Podcast: Media, Hashable {
  package var title: String
  package var host: String?

  package init(title: String, host: String? = nil) {
    self.title = title
    self.host = host
  }
}

/// A payload that isn't Equatable.
package struct Song: Media {
  package var title: String

  package init(title: String) {
    self.title = title
  }
}

/// A payload that stores its tag.
package struct Labelled: Media, Hashable {
  package var type: String
  package var title: String

  package init(type: String, title: String) {
    self.type = type
    self.title = title
  }
}

/// A type that doesn't conform to `Media`.
package struct Stranger: Codable, Hashable {
  package var name: String

  package init(name: String) {
    self.name = name
  }
}

extension PolymorphicRegistry<any Media> {
  /// Movies, and books under two tags.
  package static var media: Self {
    Self("type", ["MOVIE": Movie.self, "BOOK": Book.self, "NOVEL": Book.self])
  }
}
