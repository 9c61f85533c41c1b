import CardModels
import Foundation
import Medley
import MedleyFoundation
import MedleyResilience

/// What a screen shows: rows, each with an identity that stays when the server sends the screen again.
struct ScreenModel: Sendable {
  var rows: [Row]

  struct Row: Identifiable, Sendable {
    /// The `id` of the element in the document, also if another card is shown in its place.
    let id: String
    let content: Content
  }

  enum Content: Sendable {
    case headline(String)
    case product(name: String, price: String)
    case images([String])
    case section(title: String, rows: [Row])
  }
}

extension ScreenModel {
  /// Decodes a screen, and tells what the app couldn't show.
  static func decode(_ data: Data) throws -> (model: ScreenModel, report: DecodingReport) {
    let decoder = JSONDecoder()
    decoder.userInfo.register(try .cards())
    let (cards, report) = try decoder.decodeLossy([Polymorphic<any Card>].self, from: data)
    return (ScreenModel(rows: rows(of: cards)), report)
  }

  fileprivate static func rows(of cards: [Polymorphic<any Card>]) -> [Row] {
    cards.enumerated().compactMap { index, element in
      guard let card = element.shown, let content = Content(card) else { return nil }
      let id = element.known?.id ?? element.unknown?.content["id"]?.string
      // Without an id, the place in the list is the identity.
      return Row(id: id ?? "\(index)", content: content)
    }
  }
}

extension ScreenModel.Content {
  fileprivate init?(_ card: any Card) {
    switch card {
    case let headline as Headline: self = .headline(headline.text)
    case let product as Product:
      let (units, cents) = product.cents.quotientAndRemainder(dividingBy: 100)
      self = .product(name: product.name, price: "\(units).\(cents < 10 ? "0" : "")\(cents)")
    case let carousel as Carousel: self = .images(carousel.images)
    case let section as Section:
      self = .section(title: section.title, rows: ScreenModel.rows(of: section.cards))
    default: return nil
    }
  }
}
