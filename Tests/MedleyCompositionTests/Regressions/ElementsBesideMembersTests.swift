import Medley
import TestSupport
import Testing

/// An unknown element was encoded as a value, not as members, into an object that had members: the
/// encoder of property lists stopped the program, and `JSONEncoder` dropped the members that were
/// encoded after it.
@Suite struct ElementsBesideMembersTests {
  struct Entry: Encodable {
    var name: String
    var rank: Int
    let item: Parts.Kind
    let element: Polymorphic<any Parts.Element>
    let payload: UnknownPayload
    enum CodingKeys: CodingKey { case name, rank }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(name, forKey: .name)
      try item.encode(to: encoder)
      try element.encode(to: encoder)
      try payload.encode(to: encoder)
      try members.encode(rank, forKey: .rank)
    }
  }

  @Test(arguments: Backend.allCases)
  func `members before and after an unknown element are written`(_ backend: Backend) throws {
    func payload(_ key: String) -> UnknownPayload {
      UnknownPayload(tag: "X", content: ["type": "X", .init(stringLiteral: key): [["b": nil]]])
    }
    let entry = Entry(
      name: "a",
      rank: 1,
      item: .unknown(payload("item")),
      element: .unknown(payload("element")),
      payload: payload("payload")
    )
    let tree = try backend.encode([entry])
    let json = """
      [{"name":"a","rank":1,"type":"X","item":[{"b":null}],"element":[{"b":null}],
        "payload":[{"b":null}]}]
      """
    #expect(try tree == JSONTree(parsing: json))
  }
}
