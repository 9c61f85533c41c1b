import Medley
import Testing
import VersionedPayloads

@Suite struct VersionedPayloadsTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(VersionedPayloads.people).expectTable(
      "VersionedPayloads",
      of: [Polymorphic<VersionedPayloads.Person>].self,
      #"""
      [{"name": "Ada Lovelace"}, {"version": 2, "first": "Grace", "last": "Hopper"},
       {"version": 3, "givenName": "Katherine", "familyName": "Johnson"}]
      """#
    )
  }
}
