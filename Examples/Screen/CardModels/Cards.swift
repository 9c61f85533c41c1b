package import Medley
import MedleyResilience

/// A card of a screen, as the server sends it.
package protocol Card: Codable, Sendable {
  var id: String { get }
}

package struct Headline: Card {
  package var id: String
  package var text: String
}

package struct Product: Card {
  package var id: String
  package var name: String
  package var cents: Int
}

/// A card with cards inside.
package struct Section: Card {
  package var id: String
  package var title: String
  package var cards: [Polymorphic<any Card>]
}

/// A card that the server has in several versions, of which this app knows the first two.
package struct Carousel: Card {
  package var id: String
  package var version: Int
  package var images: [String]
}

extension PolymorphicRegistry where Base == any Card {
  /// The cards that this version of the app can show.
  package static func cards() throws -> Self {
    var cards = Self("type", ["HEADLINE": Headline.self, "PRODUCT": Product.self])
    try cards.register(Section.self, for: "SECTION")
    try cards.register(
      Carousel.self,
      for: "CAROUSEL",
      options: .available { ($0["version"]?.int ?? 1) <= 2 }
    )
    // What can't be shown says what to show instead, or the section around it does.
    cards.policies.unknown = .fallback(at: "fallback", ofParent: true)
    cards.policies.malformed = .fallback(at: "fallback", ofParent: true)
    return cards
  }
}
