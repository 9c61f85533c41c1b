import Medley
import MedleyJSON
import TestSupport
import Testing

/// Values of any shape lost one of two spellings of a key where another key was repeated, and had
/// repeated keys twice where one had an escape or the object was large.
@Suite(.onEachEngine) struct EquivalentKeysTests {
  /// A member, with the code units of its key.
  private struct Member: Equatable {
    var key: [UInt8]
    var value: PayloadValue

    init(_ key: String, _ value: PayloadValue) {
      self.key = Array(key.utf8)
      self.value = value
    }
  }

  private func members(_ text: String) throws -> [Member]? {
    let value = try Engine.current.decoder().decode(PayloadValue.self, from: text)
    guard case .object(let members) = value else { return nil }
    return members.map { Member($0.key, $0.value) }
  }

  @Test func `keys that differ by code unit are two, also beside a repeated key`() throws {
    let members = try members("{\"\u{e9}\": 1, \"e\u{301}\": 2, \"a\": 3, \"a\": 4}")
    #expect(
      members == [
        Member("\u{e9}", 1),
        Member("e\u{301}", 2),
        Member("a", 3),
      ]
    )
  }

  @Test func `a key that is repeated with an escape is listed once`() throws {
    let members = try members(#"{"a": 3, "\u0061": 4}"#)
    #expect(members == [Member("a", 3)])
  }

  @Test func `a key that is repeated in a large object is listed once`() throws {
    let many = (0..<100).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
    let members = try members("{\(many), \"key99\": -1, \"key0\": -1}")
    #expect(members?.count == 100)
    #expect(members?.last?.value == 99)
  }
}
