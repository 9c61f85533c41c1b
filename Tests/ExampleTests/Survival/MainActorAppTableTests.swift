import MainActorApp
import Medley
import Testing

@Suite struct MainActorAppTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(media).expectTable(
      "MainActorApp",
      of: Page.self,
      #"""
      {"name": "Start", "hero": {"type": "MOVIE", "title": "M", "minutes": 117},
       "shelf": [{"type": "BOOK", "title": "Momo", "pages": 304}],
       "items": [{"type": "BOOK", "title": "Emma", "pages": 474}]}
      """#
    )
  }
}
