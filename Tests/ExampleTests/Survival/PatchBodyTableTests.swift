import Medley
import PatchBody
import Testing

@Suite struct PatchBodyTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders().expectTable(
      "PatchBody",
      of: ProfilePatch.self,
      #"""
      {"name": "Ada", "nickname": "Countess", "newsletter": true, "tags": ["maths"]}
      """#
    )
  }
}
