import Foundation
import Medley

/// An app whose default isolation is the main actor.
///
///     swift run MainActorApp
@main
struct MainActorApp {
  /// The state of a view, which is Equatable for every element.
  private var state: Page?

  static func main() async throws {
    try media.install()
    var app = MainActorApp()
    let page = try await load()
    app.show(page)
    app.show(page)
  }

  /// Decoding runs outside the main actor.
  @concurrent
  private static func load() async throws -> Page {
    let json = """
      {
        "name": "Start",
        "hero": {"type": "MOVIE", "title": "The Third Man", "minutes": 104},
        "shelf": [{"type": "BOOK", "title": "Momo", "pages": 304}, {"type": "GAME"}],
        "items": [{"type": "BOOK"}, {"type": "BOOK", "title": "Emma", "pages": 474}]
      }
      """
    return try JSONDecoder().decode(Page.self, from: Data(json.utf8))
  }

  private mutating func show(_ page: Page) {
    guard page != state else {
      print("nothing changed")
      return
    }
    state = page
    print("\(page.name): \(page.hero?.title ?? "no hero")")
    print("shelf: \(page.shelf.map(\.title)), and \(page.$shelf.unknown.count) unknown")
    print("items: \(page.items.known.map(\.title))")
  }
}
