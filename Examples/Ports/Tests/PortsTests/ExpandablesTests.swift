import Ports
import Testing

/// Objects that have others, or the ids of others.
@Suite struct ExpandablesTests {
  private static func list(_ element: String) -> String {
    #"{"object":"list","url":"u","has_more":false,"data":[\#(element)]}"#
  }

  private static func outline(_ element: String) -> String {
    #"(object: "list", url: "u", hasMore: false, data: [\#(element)])"#
  }

  private static func charge(_ members: String) -> String {
    list(#"{"id":"ch","object":"charge","amount":1,\#(members)}"#)
  }

  @Test(
    arguments: Client.all,
    [
      (#""customer":"cus""#, #"customer: id("cus")"#),
      (
        #""customer":{"id":"cus","object":"customer","default_source":"card"}"#,
        #"customer: object((id: "cus", object: "customer", defaultSource: id("card")))"#
      ),
      (
        #"""
        "invoice":{"id":"in","object":"invoice","total":2,"customer":"cus",
          "charge":{"id":"ch","object":"charge","amount":1}}
        """#,
        #"""
        invoice: object((id: "in", object: "invoice", total: 2, customer: id("cus"), \#
        charge: object((id: "ch", object: "charge", amount: 1))))
        """#
      ),
    ]
  )
  func `reads an id or the object in its place`(
    _ client: Client,
    _ member: (json: String, outline: String)
  ) throws {
    let json = Self.charge(member.json)
    #expect(
      try client.outline(Expandables.charges, json)
        == Self.outline(#"(id: "ch", object: "charge", amount: 1, \#(member.outline))"#)
    )
    #expect(try client.encoded(Expandables.charges, json) == JSON.sorted(json))
  }

  private static func event(_ object: String) -> String {
    list(
      #"{"id":"evt","object":"event","type":"t","created":7,"data":{"object":\#(object)}}"#
    )
  }

  private static func outline(event object: String) -> String {
    outline(#"(id: "evt", object: "event", type: "t", created: 7, data: (object: \#(object)))"#)
  }

  @Test(arguments: Client.all)
  func `reads an event about any object`(_ client: Client) throws {
    let json = Self.event(#"{"id":"tmr","object":"terminal.reader","label":"a"}"#)
    #expect(
      try client.outline(Expandables.events, json)
        == Self.outline(
          event: #"terminalReader((id: "tmr", object: "terminal.reader", label: "a"))"#
        )
    )
    #expect(try client.encoded(Expandables.events, json) == JSON.sorted(json))
  }

  private static let unknown = event(#"{"id":"rdr","object":"climate.order","tons":[2]}"#)

  @Test(arguments: Client.all)
  func `reads an event about an unknown object`(_ client: Client) throws {
    #expect(
      try client.outline(Expandables.events, Self.unknown)
        == Self.outline(event: #"unknown("climate.order")"#)
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an unknown object is encoded as it came`(_ client: Client) throws {
    #expect(try client.encoded(Expandables.events, Self.unknown) == JSON.sorted(Self.unknown))
  }

  @Test(arguments: Client.all)
  func `places an error inside an expanded object`(_ client: Client) throws {
    #expect(
      try client.errorPath(
        Expandables.charges,
        Self.charge(#""balance_transaction":{"id":"txn","object":"balance_transaction","fee":1}"#)
      )
        == ".data[0].balanceTransaction.net"
    )
  }
}
