import CardModels
import Foundation
import MediaModels
import Medley
import MedleyResilience
import MedleyTesting

/// Prints what the types of two other examples survive, when a server changes a member.
///
///     swift run SurvivalTable
///     swift run SurvivalTable --markdown
@main
struct SurvivalTable {
  static func main() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.userInfo.register(media)
    decoder.userInfo.register(try .cards())
    encoder.userInfo.register(media)
    encoder.userInfo.register(try .cards())

    let tables = [
      try Survival(
        of: Lossy<[Polymorphic<any Media>]>.self,
        samples: [feed],
        decoder: decoder,
        encoder: encoder
      ),
      try Survival(
        of: Lossy<[Polymorphic<any Card>]>.self,
        samples: [screen],
        decoder: decoder,
        encoder: encoder
      ),
    ]
    let isMarkdown = CommandLine.arguments.contains("--markdown")
    for table in tables { print(isMarkdown ? table.markdown : table.description) }
  }

  /// One element of each type, and one that the app doesn't know.
  private static let feed = """
    [
      {"type": "MOVIE", "title": "M", "published": 1931, "duration": 117,
       "director": "Fritz Lang", "music": "Edvard Grieg"},
      {"type": "BOOK", "title": "Momo", "published": 1973, "pages": 304, "writer": "Michael Ende"},
      {"type": "SONG", "title": "So What", "published": 1959, "album": "Kind of Blue",
       "artist": "Miles Davis", "duration": 545},
      {"type": "PODCAST", "title": "Opera", "host": "Ada"}
    ]
    """

  /// One card of each type, and one that says what to show instead.
  private static let screen = """
    [
      {"type": "HEADLINE", "id": "top", "text": "Today"},
      {"type": "SECTION", "id": "books", "title": "Books", "cards": [
        {"type": "PRODUCT", "id": "momo", "name": "Momo", "cents": 1250}
      ]},
      {"type": "CAROUSEL", "id": "covers", "version": 2, "images": ["momo.png"]},
      {"type": "VIDEO", "id": "intro", "url": "intro.mp4",
       "fallback": {"type": "HEADLINE", "id": "intro-text", "text": "Watch it on the web"}}
    ]
    """
}
