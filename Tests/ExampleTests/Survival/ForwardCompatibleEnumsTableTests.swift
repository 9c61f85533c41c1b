import ForwardCompatibleEnums
import Medley
import Testing

@Suite struct ForwardCompatibleEnumsTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders().expectTable(
      "ForwardCompatibleEnums",
      of: ForwardCompatibleEnums.Listing.self,
      #"""
      {"genre": "DRAMA", "cover": "RED", "kind": "BOOK", "stock": {"DRAMA": 3}}
      """#
    )
  }
}
