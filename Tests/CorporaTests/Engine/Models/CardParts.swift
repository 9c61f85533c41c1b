import Medley

/// Models of adaptive cards.
enum CardParts {
  struct AdaptiveCard: Part {
    var version: String?
    var body: [Polymorphic<any Part>]?
    var actions: [Polymorphic<any Part>]?
  }

  struct TextBlock: Part {
    var text: String
    var wrap: Bool?
    var size: String?
    var maxLines: Int?
  }

  /// The width is a word or a number; columns with a number are malformed for this model.
  struct Column: Part {
    var width: String?
    var items: [Polymorphic<any Part>]?
  }

  struct Submit: Part {
    var title: String?
    var data: PayloadValue?
  }

  static let models = [
    ElementSite.Model(label: "AdaptiveCard", tag: "AdaptiveCard", type: AdaptiveCard.self),
    ElementSite.Model(label: "TextBlock", tag: "TextBlock", type: TextBlock.self),
    ElementSite.Model(label: "Column", tag: "Column", type: Column.self),
    ElementSite.Model(label: "Action.Submit", tag: "Action.Submit", type: Submit.self),
  ]

  static let sites = [
    "root", "body", "items", "columns", "actions", "cells", "inlines", "images", "selectAction",
    "pages", "card", "rows", "fallback", "inlineAction", "choices.data", "buttons", "action",
  ].map { name in
    ElementSite(
      family: "adaptive-cards",
      name: name,
      discriminator: "type",
      models: models,
      find: ElementSite.tagged(by: "type") { ($0.key ?? "root") == name }
    )
  }
}
