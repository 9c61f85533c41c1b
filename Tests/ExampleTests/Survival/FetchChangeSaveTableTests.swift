import FetchChangeSave
import Medley
import MedleyComposition
import Testing

@Suite struct FetchChangeSaveTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders().expectTable(
      "FetchChangeSave",
      of: Preserving<Profile>.self,
      Server.profile
    )
  }
}
