import Ports
import Testing

/// A tree to render, whose nodes have their tag among their own members.
@Suite struct RenderTreeTests {
  private static func page(
    abstract: String = "[]",
    sections: String = "[]",
    references: String = "{}"
  ) -> String {
    #"""
    {"identifier":{"url":"u","interfaceLanguage":"swift"},"abstract":\#(abstract),
     "primaryContentSections":\#(sections),"references":\#(references)}
    """#
  }

  private static func outline(
    abstract: String = "[]",
    sections: String = "[]",
    references: String = "[]"
  ) -> String {
    """
    (identifier: (url: "u", interfaceLanguage: "swift"), abstract: \(abstract), \
    primaryContentSections: \(sections), references: \(references))
    """
  }

  private func check(_ client: Client, _ json: String, _ outline: String) throws {
    #expect(try client.outline(RenderTree.page, json) == outline)
    #expect(try client.encoded(RenderTree.page, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `reads inline content at any depth`(_ client: Client) throws {
    try check(
      client,
      Self.page(
        abstract: #"""
          [{"type":"emphasis","inlineContent":[{"inlineContent":[{"text":"a","type":"text"}],
            "type":"strong"}]},{"type":"image","identifier":"i"}]
          """#
      ),
      Self.outline(
        abstract: """
          [emphasis((inlineContent: [strong((inlineContent: [text("a")]))])), \
          image((identifier: "i"))]
          """
      )
    )
  }

  @Test(arguments: Client.all)
  func `reads sections of a family of kinds`(_ client: Client) throws {
    try check(
      client,
      Self.page(
        sections: #"[{"kind":"restBody","title":"a"},{"kind":"restQuery2027","title":"b"}]"#
      ),
      Self.outline(
        sections: """
          [webService((kind: "restBody", title: "a")), \
          webService((kind: "restQuery2027", title: "b"))]
          """
      )
    )
  }

  @Test(arguments: Client.all)
  func `reads references by their type`(_ client: Client) throws {
    try check(
      client,
      Self.page(
        references: #"""
          {"a":{"type":"link","identifier":"a","title":"t","url":"u"},
           "b":{"type":"file","identifier":"b","path":"p"}}
          """#
      ),
      Self.outline(
        references: """
          [a: link((identifier: "a", title: "t", url: "u")), \
          b: file((identifier: "b", path: "p"))]
          """
      )
    )
  }

  private static let unknown = page(
    abstract: #"[{"type":"marquee","speed":2}]"#,
    references: #"{"a":{"type":"download","checksum":"c"}}"#
  )

  @Test(arguments: Client.all)
  func `reads nodes of unknown types`(_ client: Client) throws {
    #expect(
      try client.outline(RenderTree.page, Self.unknown)
        == Self.outline(
          abstract: #"[unknown("marquee")]"#,
          references: #"[a: unknown("download")]"#
        )
    )
  }

  @Test(arguments: Client.withMedley)
  func `with Medley, nodes of unknown types are encoded as they came`(_ client: Client) throws {
    #expect(try client.encoded(RenderTree.page, Self.unknown) == JSON.sorted(Self.unknown))
  }

  @Test(arguments: Client.all)
  func `places an error inside nested content`(_ client: Client) throws {
    let json = Self.page(
      sections: #"""
        [{"kind":"content","content":[{"type":"unorderedList","items":[{"content":[
          {"type":"paragraph","inlineContent":[{"type":"codeVoice"}]}]}]}]}]
        """#
    )
    #expect(
      try client.errorPath(RenderTree.page, json) == """
        .primaryContentSections[0].content[0].items[0].content[0].inlineContent[0].code
        """
    )
  }
}
