import Foundation
import Medley

/// An app that installs a library's registry at startup, with its own type and those of a
/// plugin.
///
///     swift run AppExtension
@main
struct AppExtension {
  /// The app's own type, which the library doesn't have.
  struct Game: Media {
    var title: String
    var players: Int
  }

  static func main() throws {
    let registry = try MediaLibrary.registry
      .registering(Game.self, for: "GAME")
      .merging(PodcastPlugin.registry)
    try registry.install()
    print("installed: \(registry.tags.map(\.description).joined(separator: ", "))")

    // From here on, every decoder uses the installed registry.
    let feed = try JSONDecoder().decode([Polymorphic<any Media>].self, from: Data(json.utf8))
    for media in feed.known {
      print("\(type(of: media)): \(media.title)")
    }

    // Two types for one tag are an error that names both.
    do {
      _ = try registry.registering(Movie.self, for: "PODCAST")
    } catch {
      print("refused: \(error)")
    }
  }

  private static let json = """
    [
      {"type": "MOVIE", "title": "The Third Man", "duration": 104},
      {"type": "GAME", "title": "Go", "players": 2},
      {"type": "PODCAST", "title": "The Sound of Film", "host": "Ada"}
    ]
    """
}
