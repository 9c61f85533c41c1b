import ComposedPayloads
import Medley
import MedleyComposition
import Testing

@Suite struct ComposedPayloadsTableTests {
  @Test func `survives what its tables say`() throws {
    try ExampleCoders().expectTable(
      "ComposedPayloads-Film",
      of: ComposedPayloads.Film.self,
      #"{"title": "Ran", "duration": 162, "director": "Akira Kurosawa", "stars": 5, "votes": 7}"#
    )
    try ExampleCoders(ComposedPayloads.details).expectTable(
      "ComposedPayloads-Entry",
      of: [ComposedPayloads.Entry].self,
      #"[{"type": "MOVIE", "title": "Ran", "duration": 162}]"#,
      #"[{"type": "BOOK", "title": "Momo", "published": 1973, "pages": 304}]"#
    )
  }
}
