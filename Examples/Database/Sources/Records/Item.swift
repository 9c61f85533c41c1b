package import Foundation
package import Medley

/// An item of a page.
package enum Item: PolymorphicEnum, Equatable {
  case text(Text)
  case image(Image)
  case unknown(UnknownPayload)

  package static let registry = PolymorphicRegistry<Item>("type") {
    try $0.register(for: "text", as: Item.text)
    try $0.register(for: "image", as: Item.image)
  }
}

package struct Text: Codable, Equatable, Sendable {
  package var text: String

  package init(text: String) {
    self.text = text
  }
}

package struct Image: Codable, Equatable, Sendable {
  package var url: URL
  package var taken: Date
  package var preview: Data

  package init(url: URL, taken: Date, preview: Data) {
    self.url = url
    self.taken = taken
    self.preview = preview
  }
}

/// When and by whom a page was published.
package struct Edition: Codable, Equatable, Sendable {
  package var published: Date
  package var authors: [String]
  package var rating: Double?

  package init(published: Date, authors: [String], rating: Double? = nil) {
    self.published = published
    self.authors = authors
    self.rating = rating
  }
}
