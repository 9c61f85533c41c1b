import AppExtension
import Medley
import Testing

@Suite struct AppExtensionTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(MediaLibrary.registry).expectTable(
      "AppExtension",
      of: [Polymorphic<any Media>].self,
      #"""
      [{"type": "MOVIE", "title": "M", "duration": 117}, {"type": "BOOK", "title": "Momo", "pages": 304}]
      """#
    )
  }
}
