import Medley
import MedleyResilience
import TestSupport

/// The base of a screen's elements.
protocol Card: Codable, Sendable {
  /// The card as the cases write it.
  var summary: String { get }
}

struct TextCard: Card {
  var text: String

  var summary: String { text }
}

struct Row: Card {
  var cards: [Polymorphic<any Card>]

  var summary: String { "row(\(cards.shown.map(\.summary).joined(separator: ",")))" }
}

struct Frame: Card {
  var card: Polymorphic<any Card>

  var summary: String { "frame(\(card.shown?.summary ?? ""))" }
}

/// A card that elements may require a newer version of.
struct Carousel: Card {
  var pages: Int

  var summary: String { "carousel(\(pages))" }
}

/// The registries of the cases.
enum Screen: String, CaseIterable {
  /// Unknown and malformed elements have fallbacks.
  case fallbacks
  /// Those of the element around them come after their own.
  case parents
  /// Only unknown elements have fallbacks: a malformed one throws.
  case unknownOnly

  func registry(
    _ discriminator: Discriminator = "type"
  ) throws -> PolymorphicRegistry<any Card> {
    PolymorphicRegistry<any Card>(discriminator) {
      try $0.register(TextCard.self, for: "TEXT")
      try $0.register(Row.self, for: "ROW")
      try $0.register(Frame.self, for: "FRAME")
      try $0.register(
        Carousel.self,
        for: "CAROUSEL",
        options: .available { ($0["minVersion"]?.int ?? 0) <= 3 }
      )
      switch self {
      case .fallbacks:
        $0.policies.unknown = .fallback(at: "fallback")
        $0.policies.malformed = .fallback(at: "fallback")
      case .parents:
        $0.policies.unknown = .fallback(at: "fallback", ofParent: true)
        $0.policies.malformed = .fallback(at: "fallback", ofParent: true)
      case .unknownOnly:
        $0.policies.unknown = .fallback(at: "fallback")
      }
    }
  }
}

extension DecodingReport {
  /// The issues as the cases write them.
  var lines: [String] {
    issues.map {
      let replacement = $0.action.replacement.map { " by \($0.text)" } ?? ""
      return "\($0.recoveredPath.place) \($0.action)\(replacement)"
    }
  }
}

extension TypeTag {
  fileprivate var text: String {
    if case .string(let text) = self { text } else { "\(self)" }
  }
}
