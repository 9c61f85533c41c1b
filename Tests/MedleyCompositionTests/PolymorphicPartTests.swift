import Medley
import MedleyComposition
import TestSupport
import Testing

/// Parts that are elements of a registry or an enum.
@Suite struct PolymorphicPartTests {
  typealias Entry = Parts.Entry
  typealias Posting = Parts.Posting

  // MARK: - An envelope with a sibling tag

  private static let adjacent = Parts.registry(.adjacent(tag: "kind", content: "payload"))

  @Test(arguments: Backend.allCases)
  func `decodes and encodes an envelope beside the tag and the payload`(_ backend: Backend) throws {
    let json = """
      [{"id":7,"kind":"MOVIE","payload":{"minutes":162}},
       {"id":8,"kind":"GAME","payload":{"players":[2]},"more":true}]
      """
    var postings = try backend.decode([Posting].self, from: json, with: Self.adjacent)
    #expect(postings.map(\.id) == [7, 8])
    #expect(postings[0].known as? Parts.Movie == Parts.Movie(minutes: 162))
    #expect(postings[1].unknown?.tag == "GAME")
    let written = try backend.encode(postings, with: Self.adjacent)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
    #expect(try backend.roundTrip(postings, with: Self.adjacent) == postings)
    postings[1].id = 9
    #expect(
      try backend.encode(postings, with: Self.adjacent)
        == JSONTree(parsing: json.replacing(#""id":8"#, with: #""id":9"#))
    )
  }

  @Test(arguments: Backend.allCases)
  func `an envelope without a tag is an error at the tag`(_ backend: Backend) throws {
    let json = #"[{"id":7,"payload":{"minutes":162}}]"#
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Posting].self, from: json, with: Self.adjacent)
    }
    #expect(error.cause?.code == .missingTag)
    #expect(error.place == "[0].kind")
  }

  // MARK: - Common fields beside the payload's own

  private static let inner = Parts.registry("type")

  private static let entries = """
    [{"type":"MOVIE","title":"Ran","year":1985,"minutes":162},
     {"type":"BOOK","title":"Momo","isbn":"3-522","pages":304},
     {"type":"GAME","title":"Go","players":{"most":2}}]
    """

  @Test(arguments: Backend.allCases)
  func `common fields share one object with the tag and the payload`(
    _ backend: Backend
  ) throws {
    let entries = try backend.decode([Entry].self, from: Self.entries, with: Self.inner)
    #expect(entries.map(\.title) == ["Ran", "Momo", "Go"])
    #expect(entries.map(\.extension).known.count == 2)
    #expect(entries[1].known as? Parts.Book == Parts.Book(pages: 304, isbn: "3-522"))
    let written = try backend.encode(entries, with: Self.inner)
    #expect(try written == JSONTree(parsing: Self.entries))
    #expect(written.duplicateKey == nil)
    #expect(try backend.roundTrip(entries, with: Self.inner) == entries)
  }

  @Test(arguments: Backend.allCases)
  func `an edited common field replaces the copy in an unknown payload`(
    _ backend: Backend
  ) throws {
    var entries = try backend.decode([Entry].self, from: Self.entries, with: Self.inner)
    entries[2].title = "Weiqi"
    entries[2].year = -500
    let written = try backend.encode([entries[2]], with: Self.inner)
    #expect(
      try written
        == JSONTree(
          parsing: #"[{"type":"GAME","title":"Weiqi","year":-500,"players":{"most":2}}]"#
        )
    )
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `a common field set to nil isn't restored from an unknown payload`(
    _ backend: Backend
  ) throws {
    let json = #"[{"type":"GAME","title":"Go","year":-500,"players":2}]"#
    var entries = try backend.decode([Entry].self, from: json, with: Self.inner)
    entries[0].year = nil
    #expect(
      try backend.encode(entries, with: Self.inner)
        == JSONTree(parsing: #"[{"type":"GAME","title":"Go","players":2}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `an optional common field that was null stays null in an unknown payload`(
    _ backend: Backend
  ) throws {
    let json = #"[{"type":"GAME","title":"Go","year":null}]"#
    let entries = try backend.decode([Entry].self, from: json, with: Self.inner)
    #expect(try backend.encode(entries, with: Self.inner) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a field that a known payload shares has to be equal`(_ backend: Backend) throws {
    let json = #"[{"type":"OPERA","title":"Tosca","acts":3}]"#
    var entries = try backend.decode([Entry].self, from: json, with: Self.inner)
    let written = try backend.encode(entries, with: Self.inner)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
    entries[0].title = "Aida"
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(entries, with: Self.inner)
    }
    #expect(error.place == "[0].title")
    let text = try #require(error.details?.debugDescription)
    #expect(text.contains("Common"))
    #expect(text.contains("Polymorphic<Element>"))
  }

  @Test(arguments: Backend.allCases)
  func `the order of the parts makes no difference`(_ backend: Backend) throws {
    typealias Turned = Composed<Polymorphic<any Parts.Element>, Parts.Common>
    var entries = try backend.decode([Turned].self, from: Self.entries, with: Self.inner)
    #expect(try backend.encode(entries, with: Self.inner) == JSONTree(parsing: Self.entries))
    entries[2].title = "Weiqi"
    #expect(
      try backend.encode([entries[2]], with: Self.inner)
        == JSONTree(parsing: #"[{"type":"GAME","title":"Weiqi","players":{"most":2}}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `an enum can be a part`(_ backend: Backend) throws {
    typealias Listed = Composed<Parts.Common, Parts.Kind>
    var listed = try backend.decode([Listed].self, from: Self.entries)
    #expect(listed[0].extension == .movie(.init(minutes: 162)))
    #expect(listed[2].unknownPayload?.tag == "GAME")
    let written = try backend.encode(listed)
    #expect(try written == JSONTree(parsing: Self.entries))
    #expect(written.duplicateKey == nil)
    #expect(try backend.roundTrip(listed) == listed)
    listed[2].title = "Weiqi"
    #expect(
      try backend.encode([listed[2]])
        == JSONTree(parsing: #"[{"type":"GAME","title":"Weiqi","players":{"most":2}}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `supports three parts with a polymorphic optional last one`(_ backend: Backend) throws {
    typealias Whole = Composed<
      Composed<Parts.Envelope, Parts.Common>, Polymorphic<any Parts.Element>?
    >
    let json = """
      [{"id":1,"title":"Ran","type":"MOVIE","minutes":162},{"id":2,"title":"x"},
       {"id":3,"title":"Go","type":"GAME","players":2}]
      """
    let wholes = try backend.decode([Whole].self, from: json, with: Self.inner)
    #expect(wholes.map { $0.extension == nil } == [false, true, false])
    #expect(wholes[2].extension?.unknown?.tag == "GAME")
    let written = try backend.encode(wholes, with: Self.inner)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `an element with common fields can be a payload of an outer registry`(
    _ backend: Backend
  ) throws {
    var outer = PolymorphicRegistry<any ComposedBase>("shelf")
    try outer.register(Entry.self, for: "MEDIA")
    let json = """
      [{"shelf":"MEDIA","type":"MOVIE","title":"Ran","minutes":162},
       {"shelf":"MEDIA","type":"GAME","title":"Go","players":2},{"shelf":"X"}]
      """
    let feed: [Polymorphic<any ComposedBase>] = try backend.decode(from: json) {
      $0.register(outer)
      $0.register(Self.inner)
    }
    #expect(feed.known.compactMap { $0 as? Entry }.map(\.title) == ["Ran", "Go"])
    let written = try backend.encode(feed) {
      $0.register(outer)
      $0.register(Self.inner)
    }
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }
}
