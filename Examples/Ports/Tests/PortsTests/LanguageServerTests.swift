import Ports
import Testing

/// A language server whose unions have no tag, or none for some of their types.
@Suite struct LanguageServerTests {
  @Test(
    arguments: Client.all,
    [
      (#""id":1,"method":"shutdown""#, "request((id: number(1), call: shutdown))"),
      (#""method":"exit""#, "notification(exit)"),
      (
        #""id":"a","error":{"code":7,"message":"m"}"#,
        #"response((id: text("a"), error: (code: 7, message: "m")))"#
      ),
    ]
  )
  func `tells messages apart by their members`(
    _ client: Client,
    _ message: (json: String, outline: String)
  ) throws {
    let json = #"[{"jsonrpc":"2.0",\#(message.json)}]"#
    #expect(
      try client.outline(LanguageServer.messages, json)
        == #"[(version: (jsonrpc: "2.0"), message: \#(message.outline))]"#
    )
    #expect(try client.encoded(LanguageServer.messages, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `reads an unknown method`(_ client: Client) throws {
    let json = #"[{"jsonrpc":"2.0","method":"$/note","params":{"a":[1]}}]"#
    #expect(
      try client.outline(LanguageServer.messages, json)
        == #"[(version: (jsonrpc: "2.0"), message: notification(unknown("$/note")))]"#
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an unknown message is encoded as it came`(_ client: Client) throws {
    let json =
      #"[{"jsonrpc":"2.0","method":"$/note","params":{"a":[1]}},"#
      + #"{"jsonrpc":"2.0","id":2,"method":"garden/plan","params":null}]"#
    #expect(try client.encoded(LanguageServer.messages, json) == JSON.sorted(json))
  }

  private static let change = #"""
    [{"jsonrpc":"2.0","id":1,"method":"workspace/applyEdit","params":{"edit":{"documentChanges":[
      {"textDocument":{"uri":"a","version":1},"edits":[]},{"kind":"delete","uri":"b"}]}}}]
    """#

  @Test(arguments: Client.all)
  func `reads operations on files and edits without a kind`(_ client: Client) throws {
    let outline = try client.outline(LanguageServer.messages, Self.change)
    #expect(
      outline.hasSuffix(
        #"""
        (documentChanges: [edit((textDocument: (uri: "a", version: 1), edits: [])), \#
        delete((uri: "b"))]))))))]
        """#
      )
    )
    #expect(try client.encoded(LanguageServer.messages, Self.change) == JSON.sorted(Self.change))
  }

  @Test(arguments: Client.all)
  func `places an error inside the parameters`(_ client: Client) throws {
    let json = #"""
      [{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"a"},
        "contentChanges":[{"text":"b"},{"range":{"start":{"line":0}},"text":"c"}]}}]
      """#
    #expect(
      try client.errorPath(LanguageServer.messages, json)
        == "[0].params.contentChanges[1].range.start.character"
    )
  }

  @Test(
    arguments: Client.all,
    [
      (#""hover":"a""#, #"hover: marked(markdown("a"))"#),
      (
        #""hover":{"kind":"markdown","value":"a"}"#,
        #"hover: markup((kind: "markdown", value: "a"))"#
      ),
      (
        #""hover":{"language":"c","value":"a"}"#,
        #"hover: marked(code((language: "c", value: "a")))"#
      ),
      (#""hover":["a"]"#, #"hover: list([markdown("a")])"#),
      (#""definition":[]"#, "definition: locations([])"),
      (#""completion":[]"#, "completion: items([])"),
      (
        #""completion":{"isIncomplete":false,"items":[]}"#,
        "completion: list((isIncomplete: false, items: []))"
      ),
      (
        #""codeActions":[{"title":"a","command":"b"}]"#,
        #"codeActions: [command((title: "a", command: "b"))]"#
      ),
      (
        #""codeActions":[{"title":"a","command":{"title":"a","command":"b"}}]"#,
        #"codeActions: [action((title: "a", command: (title: "a", command: "b")))]"#
      ),
      (#""hoverProvider":false"#, "hoverProvider: bool(false)"),
      (
        #""hoverProvider":{"workDoneProgress":true}"#,
        "hoverProvider: options((workDoneProgress: true))"
      ),
    ]
  )
  func `tells a result's alternatives apart`(
    _ client: Client,
    _ result: (json: String, outline: String)
  ) throws {
    let json = "[{\(result.json)}]"
    #expect(try client.outline(LanguageServer.results, json) == "[(\(result.outline))]")
    #expect(try client.encoded(LanguageServer.results, json) == JSON.sorted(json))
  }
}
