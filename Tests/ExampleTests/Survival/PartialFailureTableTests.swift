import Medley
import PartialFailure
import Testing

@Suite struct PartialFailureTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(Feed.media).expectTable(
      "PartialFailure",
      of: Feed.self,
      #"""
      {"items": [
         {"type": "MOVIE", "id": 12, "title": "Playtime", "liked": "yes", "views": 30,
          "year": 1967, "genre": "CRIME"},
         {"type": "BOOK", "id": 16, "title": "Momo", "tags": ["time"]}],
       "ratings": [5, "4"], "next": "page-2"}
      """#
    )
  }
}
