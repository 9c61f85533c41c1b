import Medley
import MedleyJSON
import Testing

/// Values of any shape lost one of two spellings of a key where another key was repeated, and had
/// repeated keys twice where one had an escape or the object was large.
@Suite struct EquivalentKeysTests {
  private func members(_ text: String) throws -> [PayloadValue.Member]? {
    let value = try PolymorphicJSONDecoder().decode(PayloadValue.self, from: text)
    guard case .object(let members) = value else { return nil }
    return members
  }

  @Test func `keys that differ by code unit are two, also beside a repeated key`() throws {
    let members = try members("{\"\u{e9}\": 1, \"e\u{301}\": 2, \"a\": 3, \"a\": 4}")
    #expect(
      members == [
        PayloadValue.Member(key: "\u{e9}", value: 1),
        PayloadValue.Member(key: "e\u{301}", value: 2),
        PayloadValue.Member(key: "a", value: 3),
      ]
    )
  }

  @Test func `a key that is repeated with an escape is listed once`() throws {
    let members = try members(#"{"a": 3, "\u0061": 4}"#)
    #expect(members == [PayloadValue.Member(key: "a", value: 3)])
  }

  @Test func `a key that is repeated in a large object is listed once`() throws {
    let many = (0..<100).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
    let members = try members("{\(many), \"key99\": -1, \"key0\": -1}")
    #expect(members?.count == 100)
    #expect(members?.last?.value == 99)
  }
}
