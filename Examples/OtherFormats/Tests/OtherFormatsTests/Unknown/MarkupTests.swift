import Formats
import Medley
import Testing

/// Features of XML: attributes, text beside them, repeated names.
@Suite struct MarkupTests {
  private func feed(_ items: String) throws -> [Polymorphic<any Media>] {
    try Format.xml.decode(Feed.self, from: "<feed>\(items)</feed>") {
      $0.register(Feed.registry)
    }.items
  }

  @Test func `finds a tag that is an attribute`() throws {
    let items = try feed("<items type=\"MOVIE\" minutes=\"170\"><title>Heat</title></items>")
    #expect(items == [.known(Movie(title: "Heat", minutes: 170))])
  }

  @Test func `encodes an attribute as an element`() throws {
    let items = try feed("<items type=\"MOVIE\" minutes=\"170\"><title>Heat</title></items>")
    #expect(
      try Format.xml.encodedItems(items, with: Feed.registry)
        == ["type": "MOVIE", "title": "Heat", "minutes": "170"]
    )
  }

  @Test func `keeps the attributes of an unknown element as elements`() throws {
    let items = try feed(
      "<items type=\"OPERA\"><house city=\"Milano\"><seats>2030</seats></house></items>"
    )
    let expected: PayloadValue = [
      "type": "OPERA", "house": ["city": "Milano", "seats": "2030"],
    ]
    #expect(items.first?.unknown?.content == expected)
    #expect(try Format.xml.encodedItems(items, with: Feed.registry) == expected)
  }

  @Test func `keeps text beside attributes under an empty key`() throws {
    let items = try feed("<items type=\"OPERA\"><house city=\"Milano\">La Scala</house></items>")
    let expected: PayloadValue = [
      "type": "OPERA", "house": ["city": "Milano", "": "La Scala"],
    ]
    #expect(items.first?.unknown?.content == expected)
    #expect(try Format.xml.encodedItems(items, with: Feed.registry) == expected)
  }

  @Test func `keeps elements that share a name as an array`() throws {
    let items = try feed("<items><type>OPERA</type><act>1</act><title/><act>2</act></items>")
    let expected: PayloadValue = ["type": "OPERA", "act": ["1", "2"], "title": ""]
    #expect(items.first?.unknown?.content == expected)
    #expect(try Format.xml.encodedItems(items, with: Feed.registry) == expected)
  }

  @Test func `the first of several tags wins`() throws {
    let items = try feed(
      "<items><type>MOVIE</type><title>Heat</title><minutes>170</minutes><type>BOOK</type></items>"
    )
    #expect(items == [.known(Movie(title: "Heat", minutes: 170))])
  }

  @Test func `text is an external tag without content`() throws {
    let registry = PolymorphicRegistry<any Media>(.external, ["MOVIE": Movie.self])
    let found = try fault { try Format.xml.items(["MOVIE"], with: registry) }
    #expect(found.kind == .missing)
    #expect(found.code == nil)
    let unknown = try Format.xml.items(["OPERA"], with: registry)
    #expect(unknown.map { $0.unknown?.tag } == ["OPERA"])
    #expect(unknown.map { $0.unknown?.content } == ["OPERA"])
  }
}
