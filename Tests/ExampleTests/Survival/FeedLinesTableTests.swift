import FeedLines
import Medley
import Testing

@Suite struct FeedLinesTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(media).expectTable(
      "FeedLines",
      of: Polymorphic<any Media>.self,
      #"""
      {"type": "MOVIE", "title": "M", "duration": 117}
      """#,
      #"""
      {"type": "BOOK", "title": "Momo", "pages": 304}
      """#
    )
  }
}
