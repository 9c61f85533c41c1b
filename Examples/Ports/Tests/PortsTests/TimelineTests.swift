import Ports
import Testing

/// A social network with open enums, lists that drop what is broken, and events with JSON in strings.
@Suite struct TimelineTests {
  private static let account = #"{"id":"a","username":"u","display_name":"d"}"#
  private static let accountOutline = #"(id: "a", username: "u", displayName: "d")"#

  private static func status(_ id: String, _ members: String = "") -> String {
    #"""
    {"id":"\#(id)","created_at":"1970-01-01T00:00:07Z","account":\#(account),"content":"c",
     "visibility":"public","media_attachments":[]\#(members)}
    """#
  }

  private static func outline(
    _ id: String,
    visibility: String = "public",
    attachments: String = "[]"
  ) -> String {
    """
    (id: "\(id)", createdAt: 7, account: \(accountOutline), content: "c", \
    visibility: \(visibility), mediaAttachments: \(attachments))
    """
  }

  private static func search(_ statuses: String) -> String {
    #"{"accounts":[],"statuses":\#(statuses)}"#
  }

  @Test(arguments: Client.all)
  func `drops a status that doesn't decode`(_ client: Client) throws {
    let json = Self.search("[\(Self.status("1")),{\"id\":2},7,\(Self.status("3"))]")
    #expect(
      try client.outline(Timeline.search, json) == """
        (accounts: [], statuses: [\(Self.outline("1")), \(Self.outline("3"))])
        """
    )
  }

  private static let open = search("[\(status("1"))]")
    .replacing(
      #""public","media_attachments":[]"#,
      with: #""circle","media_attachments":[{"type":"cube","n":1}]"#
    )

  @Test(arguments: Client.all)
  func `reads a new visibility and a new kind of attachment`(_ client: Client) throws {
    let status = Self.outline(
      "1",
      visibility: #"unknown("circle")"#,
      attachments: #"[unknown("cube")]"#
    )
    #expect(
      try client.outline(Timeline.search, Self.open) == "(accounts: [], statuses: [\(status)])"
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, both are encoded as they came`(_ client: Client) throws {
    #expect(try client.encoded(Timeline.search, Self.open) == JSON.sorted(Self.open))
  }

  private static func notification(_ members: String) -> String {
    #"{"id":"n","created_at":"1970-01-01T00:00:09Z","account":\#(account),\#(members)}"#
  }

  @Test(
    arguments: Client.all,
    [
      (#""type":"follow""#, "follow"),
      (#""type":"mention","status":\#(status("1"))"#, "mention((status: \(outline("1"))))"),
      (
        #""type":"admin.report","report":{"id":"r","comment":"c","action_taken":true}"#,
        #"adminReport((report: (id: "r", comment: "c", actionTaken: true)))"#
      ),
    ]
  )
  func `reads a notification beside its envelope`(
    _ client: Client,
    _ content: (json: String, outline: String)
  ) throws {
    let json = "[\(Self.notification(content.json))]"
    #expect(
      try client.outline(Timeline.notifications, json) == """
        [(id: "n", createdAt: 9, account: \(Self.accountOutline), content: \(content.outline))]
        """
    )
    #expect(try client.encoded(Timeline.notifications, json) == JSON.sorted(json))
  }

  private static func event(_ name: String, payload: String) -> String {
    let text = payload.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return #"[{"stream":["user"],"event":"\#(name)","payload":"\#(text)"}]"#
  }

  @Test(arguments: Client.all)
  func `reads the JSON in an event's payload`(_ client: Client) throws {
    #expect(
      try client.outline(Timeline.stream, Self.event("update", payload: Self.status("1")))
        == #"[(stream: ["user"], event: update(\#(Self.outline("1"))))]"#
    )
    let mention = Self.notification(#""type":"follow""#)
    #expect(
      try client.outline(Timeline.stream, Self.event("notification", payload: mention)) == """
        [(stream: ["user"], event: notification((id: "n", createdAt: 9, \
        account: \(Self.accountOutline), content: follow)))]
        """
    )
  }

  @Test(arguments: Client.all)
  func `reads events with plain text and without a payload`(_ client: Client) throws {
    #expect(
      try client.outline(Timeline.stream, Self.event("delete", payload: "99"))
        == #"[(stream: ["user"], event: delete("99"))]"#
    )
    #expect(
      try client.outline(Timeline.stream, #"[{"stream":[],"event":"filters_changed"}]"#)
        == "[(stream: [], event: filtersChanged)]"
    )
    #expect(
      try client.outline(Timeline.stream, Self.event("sparkle", payload: "{}"))
        == #"[(stream: ["user"], event: unknown("sparkle"))]"#
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an error's path goes on into the payload`(_ client: Client) throws {
    let status = Self.status("1").replacing(#""username":"u","#, with: "")
    #expect(
      try client.errorPath(Timeline.stream, Self.event("update", payload: status))
        == "[0].payload.account.username"
    )
  }
}
