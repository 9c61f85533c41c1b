import Ports
import Testing

/// A block API whose blocks have their content under a key that their type names.
@Suite struct BlockAPITests {
  private static func list(_ blocks: String...) -> String {
    let info =
      #""object":"block","id":"1","created_time":"t","has_children":false,"archived":false"#
    return #"{"results":[\#(blocks.map { "{\(info),\($0)}" }.joined(separator: ","))]}"#
  }

  private static let info =
    #"object: "block", id: "1", created: "t", hasChildren: false, archived: false"#

  private static let paragraph =
    #""type":"paragraph","paragraph":{"rich_text":[{"type":"text","text":{"content":"A"},"#
    + #""plain_text":"A","annotations":{"bold":false,"italic":false,"code":false,"color":"red"}}]}"#

  @Test(arguments: Client.all)
  func `reads content under the key that the type names`(_ client: Client) throws {
    #expect(
      try client.outline(BlockAPI.blocks, Self.list(Self.paragraph)) == """
        (results: [(\(Self.info), content: paragraph((text: [(style: (plainText: "A", annotations: \
        (bold: false, italic: false, code: false, color: "red")), \
        content: text((content: "A")))])))])
        """
    )
  }

  @Test(arguments: Client.all)
  func `reads cases with labels and values without content`(_ client: Client) throws {
    let json = Self.list(
      #""type":"equation","equation":{"expression":"x"}"#,
      #""type":"divider","divider":{}"#
    )
    #expect(
      try client.outline(BlockAPI.blocks, json) == """
        (results: [(\(Self.info), content: equation((expression: "x"))), \
        (\(Self.info), content: divider)])
        """
    )
    #expect(try client.encoded(BlockAPI.blocks, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `reads a block of an unknown type`(_ client: Client) throws {
    let json = Self.list(#""type":"canvas","canvas":{"shapes":[1]}"#)
    #expect(
      try client.outline(BlockAPI.blocks, json) == """
        (results: [(\(Self.info), content: unknown("canvas"))])
        """
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, an unknown block is encoded as it came`(_ client: Client) throws {
    let json = Self.list(#""type":"canvas","canvas":{"shapes":[1]}"#)
    #expect(try client.encoded(BlockAPI.blocks, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `writes content without its type for an update`(_ client: Client) throws {
    let json = Self.list(Self.paragraph, #""type":"divider","divider":{}"#)
    let content = Self.paragraph.dropFirst(#""type":"paragraph","#.count)
    #expect(
      try client.request(BlockAPI.blocks, json) == JSON.sorted("[{\(content)},{\"divider\":{}}]")
    )
  }

  @Test(arguments: Client.all)
  func `places an error inside the content`(_ client: Client) throws {
    #expect(
      try client.errorPath(
        BlockAPI.blocks,
        Self.list(#""type":"to_do","to_do":{"rich_text":[]}"#)
      )
        == ".results[0].to_do.checked"
    )
    #expect(
      try client.errorPath(BlockAPI.blocks, Self.list(#""type":"quote""#)) == ".results[0].quote"
    )
    #expect(
      try client.errorPath(BlockAPI.blocks, Self.list(#""quote":{"rich_text":[]}"#))
        == ".results[0].type"
    )
  }

  private static func page(_ property: String) -> String {
    #"{"id":"p","parent":{"type":"workspace","workspace":true},"properties":{"A":{"id":"a",\#(property)}}}"#
  }

  @Test(
    arguments: Client.all,
    [
      (#""type":"number","number":null"#, "number(nil)"),
      (#""type":"number","number":2"#, "number(2.0)"),
      (#""type":"checkbox","checkbox":true"#, "checkbox(true)"),
      (
        #""type":"relation","relation":[{"id":"b"}],"has_more":true"#,
        #"relation((relation: [(id: "b")], hasMore: true))"#
      ),
      (#""type":"formula","formula":{"type":"string","string":"s"}"#, #"formula(string("s"))"#),
      (
        #""type":"rollup","rollup":{"type":"array","function":"f","array":[{"type":"url","url":null}]}"#,
        #"rollup((function: "f", value: array([url(nil)])))"#
      ),
    ]
  )
  func `reads and writes the value of a property`(
    _ client: Client,
    _ property: (json: String, outline: String)
  ) throws {
    let json = Self.page(property.json)
    #expect(
      try client.outline(BlockAPI.page, json)
        == #"(id: "p", parent: workspace, properties: [A: (id: "a", value: \#(property.outline))])"#
    )
    #expect(try client.encoded(BlockAPI.page, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `writes the value of a property without its type`(_ client: Client) throws {
    #expect(
      try client.request(BlockAPI.page, Self.page(#""type":"select","select":null"#))
        == #"{"properties":{"A":{"select":null}}}"#
    )
    #expect(
      try client.request(
        BlockAPI.page,
        Self.page(#""type":"relation","relation":[],"has_more":false"#)
      )
        == #"{"properties":{"A":{"has_more":false,"relation":[]}}}"#
    )
  }
}
