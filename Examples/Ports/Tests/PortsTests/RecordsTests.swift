import Ports
import Testing

/// Records whose types the modules of an app register.
@Suite struct RecordsTests {
  private static func page(_ value: String) -> String {
    #"{"records":[{"uri":"u","cid":"c","value":\#(value)}]}"#
  }

  private static func outline(_ value: String) -> String {
    #"(records: [(uri: "u", cid: "c", value: \#(value))])"#
  }

  private static func post(_ members: String) -> String {
    #"{"$type":"garden.feed.post","text":"a","createdAt":"1970-01-01T00:00:07Z"\#(members)}"#
  }

  @Test(
    arguments: Client.all,
    [
      (post(""), #"Post(text: "a", createdAt: 7)"#),
      (
        #"{"did":"d","$type":"garden.richtext.facet#mention"}"#, #"MentionFeature(did: "d")"#
      ),
      (
        post(#","embed":{"$type":"garden.embed.images","images":[]}"#),
        #"Post(text: "a", createdAt: 7, embed: Images(images: []))"#
      ),
      (
        post(
          #"""
          ,"embed":{"$type":"garden.embed.recordWithMedia","record":{"uri":"v","cid":"w"},
           "media":{"$type":"garden.embed.external","uri":"x","title":"t"}}
          """#
        ),
        #"""
        Post(text: "a", createdAt: 7, embed: QuoteWithMedia(record: (uri: "v", cid: "w"), \#
        media: External(uri: "x", title: "t")))
        """#
      ),
    ]
  )
  func `reads records and the records inside them`(
    _ client: Client,
    _ record: (json: String, outline: String)
  ) throws {
    let json = Self.page(record.json)
    #expect(try client.outline(Records.records, json) == Self.outline(record.outline))
    #expect(try client.encoded(Records.records, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `keeps unknown records at any depth`(_ client: Client) throws {
    let embed = #","embed":{"$type":"garden.embed.video","b":{"$type":"c"},"d":[1,null]}"#
    let facet = #"{"index":{"byteStart":0,"byteEnd":1},"features":[{"$type":"e","f":true}]}"#
    let json = Self.page(Self.post(#"\#(embed),"facets":[\#(facet)]"#))
    #expect(
      try client.outline(Records.records, json)
        == Self.outline(
          #"""
          Post(text: "a", createdAt: 7, facets: [(index: (byteStart: 0, byteEnd: 1), \#
          features: [unknown("e")])], embed: unknown("garden.embed.video"))
          """#
        )
    )
    #expect(try client.encoded(Records.records, json) == JSON.sorted(json))
  }

  @Test(arguments: Client.all)
  func `places an error inside a record`(_ client: Client) throws {
    #expect(
      try client.errorPath(
        Records.records,
        Self.page(Self.post(#","embed":{"$type":"garden.embed.external","uri":"x"}"#))
      )
        == ".records[0].value.embed.title"
    )
    #expect(
      try client.errorPath(Records.records, Self.page(Self.post(#","embed":{"uri":"x"}"#)))
        == ".records[0].value.embed.$type"
    )
  }
}
