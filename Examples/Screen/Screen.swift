import CardModels
import Foundation
import Medley

/// A screen from a server, of which this version of the app doesn't know every card.
///
///     swift run Screen
@main
struct Screen {
  static func main() throws {
    let data = Data(document.utf8)
    let (model, report) = try ScreenModel.decode(data)
    print("shown:")
    show(model.rows, indent: "  ")
    print("reported:")
    for issue in report.issues { print("  \(issue)") }
    for (tag, count) in report.unknownTags { print("  unknown tag \(tag): \(count)") }

    // The app hands the screen on unchanged, with everything that it can't show.
    let decoder = JSONDecoder()
    decoder.userInfo.register(try .cards())
    let encoder = JSONEncoder()
    encoder.userInfo.register(try .cards())
    let cards = try decoder.decode([Polymorphic<any Card>].self, from: data)
    let sent = try decoder.decode(PayloadValue.self, from: encoder.encode(cards))
    print("unchanged: \(try sent == decoder.decode(PayloadValue.self, from: data))")
  }

  private static func show(_ rows: [ScreenModel.Row], indent: String) {
    for row in rows {
      switch row.content {
      case .headline(let text): print("\(indent)\(row.id): \(text)")
      case .product(let name, let price): print("\(indent)\(row.id): \(name), \(price)")
      case .images(let images): print("\(indent)\(row.id): \(images.joined(separator: ", "))")
      case .section(let title, let rows):
        print("\(indent)\(row.id): \(title)")
        show(rows, indent: indent + "  ")
      }
    }
  }

  /// Cards that the app knows, a new one with and one without a fallback, one of a newer version, and
  /// a broken one.
  private static let document = """
    [
      {"type": "HEADLINE", "id": "top", "text": "Today"},
      {"type": "VIDEO", "id": "intro", "url": "intro.mp4",
       "fallback": {"type": "HEADLINE", "id": "intro-text", "text": "Watch our film on the web"}},
      {"type": "POLL", "id": "poll", "question": "Tea or coffee?"},
      {"type": "SECTION", "id": "books", "title": "Books", "cards": [
        {"type": "PRODUCT", "id": "momo", "name": "Momo", "cents": 1250},
        {"type": "PRODUCT", "id": "emma", "name": "Emma", "cents": "sold out",
         "fallback": {"type": "HEADLINE", "id": "emma-text", "text": "Emma is sold out"}},
        {"type": "ADVERT", "id": "advert", "fallback": "drop"}
      ]},
      {"type": "CAROUSEL", "id": "covers", "version": 2, "images": ["momo.png", "emma.png"]},
      {"type": "CAROUSEL", "id": "films", "version": 3, "reels": [],
       "fallback": {"type": "CAROUSEL", "id": "stills", "version": 1, "images": ["still.png"]}},
      {"type": "SECTION", "id": "shop", "title": "Shop", "cards": [
        {"type": "PRODUCT", "id": "pen", "name": "Pen", "cents": 199},
        {"type": "CHECKOUT", "id": "pay"}
      ], "fallback": {"type": "HEADLINE", "id": "shop-text", "text": "Update the app to buy"}}
    ]
    """
}
