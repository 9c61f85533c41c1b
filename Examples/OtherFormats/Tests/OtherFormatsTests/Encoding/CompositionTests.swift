import Formats
import Medley
import MedleyComposition
import Testing

/// Values of several parts, which share one object.
@Suite struct CompositionTests {
  struct Common: Codable, Equatable {
    var title: String
    var year: Int?
  }

  struct Details: Codable, Equatable {
    var minutes: Int
    var cast: [String]
  }

  struct Envelope: Codable, Equatable {
    var id: Int
  }

  private typealias Stored = Composed<Common, Details>
  private typealias Enveloped = Composed<Envelope, Polymorphic<any Media>>

  private let heat = Movie(title: "Heat", minutes: 170)

  @Test(arguments: Format.allCases)
  func `keeps all parts in an array`(_ format: Format) throws {
    let stored = Stored(
      Common(title: "Heat", year: 1995),
      Details(minutes: 170, cast: ["Al", "Robert"])
    )
    let feed = Items<Stored>(items: [stored, stored])
    let tree: PayloadValue = [
      "title": "Heat", "year": 1995, "minutes": 170, "cast": ["Al", "Robert"],
    ]
    let document = try format.encode(feed)
    #expect(try format.tree(document) == ["items": format.image(of: [tree, tree])])
    #expect(try format.decode(Items<Stored>.self, from: document) == feed)
  }

  @Test(arguments: Format.allCases)
  func `encodes common members beside an element's own`(_ format: Format) throws {
    let feed = Items<Enveloped>(
      items: [
        Enveloped(Envelope(id: 1), .known(heat)),
        Enveloped(Envelope(id: 2), .known(Book(title: "Momo", pages: 304))),
      ]
    )
    let tree: PayloadValue = [
      ["id": 1, "type": "MOVIE", "title": "Heat", "minutes": 170],
      ["id": 2, "type": "BOOK", "title": "Momo", "pages": 304],
    ]
    #expect(try format.encoded(feed, with: Feed.registry) == ["items": format.image(of: tree)])
    #expect(try format.roundTrip(feed, with: Feed.registry) == feed)
  }

  @Test(arguments: Format.allCases)
  func `encodes an envelope beside its content`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>(
      .adjacent(tag: "kind", content: "payload"),
      ["MOVIE": Movie.self]
    )
    let one = Enveloped(Envelope(id: 7), .known(heat))
    let feed = Items<Enveloped>(items: [one, one])
    let tree: PayloadValue = [
      "id": 7, "kind": "MOVIE", "payload": ["title": "Heat", "minutes": 170],
    ]
    #expect(
      try format.encoded(feed, with: registry) == ["items": format.image(of: [tree, tree])]
    )
    #expect(try format.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Format.allCases)
  func `keeps an unknown element beside common members`(_ format: Format) throws {
    let opera: PayloadValue = ["id": 1, "type": "OPERA", "cast": ["Maria", "Tito"]]
    let tree: PayloadValue = ["items": [opera, opera]]
    let feed = try format.decode(Items<Enveloped>.self, tree, with: Feed.registry)
    #expect(feed.items.first?.id == 1)
    #expect(feed.items.first?.extension.unknown?.tag == "OPERA")
    #expect(try format.encoded(feed, with: Feed.registry) == format.image(of: tree))
  }
}
