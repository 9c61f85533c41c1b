import Medley
import MedleyResilience

/// A card of a screen, as the server sends it.
protocol Card: Codable, Sendable {
  var id: String { get }
}

struct Headline: Card {
  var id: String
  var text: String
}

struct Product: Card {
  var id: String
  var name: String
  var cents: Int
}

/// A card with cards inside.
struct Section: Card {
  var id: String
  var title: String
  var cards: [Polymorphic<any Card>]
}

/// A card that the server has in several versions, of which this app knows the first two.
struct Carousel: Card {
  var id: String
  var version: Int
  var images: [String]
}

extension PolymorphicRegistry where Base == any Card {
  /// The cards that this version of the app can show.
  static func cards() throws -> Self {
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
