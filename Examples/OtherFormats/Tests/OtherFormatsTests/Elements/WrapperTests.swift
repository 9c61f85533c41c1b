import Formats
import Medley
import Testing

/// The property wrappers and `PolymorphicEnum`.
@Suite struct WrapperTests {
  struct Page: Codable, Equatable {
    @PolymorphicValue var hero: (any Media)?

    static func == (lhs: Page, rhs: Page) -> Bool { lhs.$hero == rhs.$hero }
  }

  struct Shelf: Codable, Equatable {
    @PolymorphicArray var media: [any Media]

    static func == (lhs: Shelf, rhs: Shelf) -> Bool { lhs.$media == rhs.$media }
  }

  private let movie: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": 170]
  private let opera: PayloadValue = ["type": "OPERA", "title": "Tosca"]

  // MARK: - PolymorphicValue

  @Test(arguments: Format.allCases)
  func `decodes a known value and keeps an unknown one`(_ format: Format) throws {
    for (tree, title) in [(movie, "Heat"), (opera, nil)] as [(PayloadValue, String?)] {
      let page = try format.decode(Page.self, ["hero": tree], with: Feed.registry)
      #expect(page.hero?.title == title)
      #expect(page.$hero != nil)
      #expect(try format.encoded(page, with: Feed.registry) == ["hero": format.image(of: tree)])
    }
  }

  @Test(arguments: Format.allCases)
  func `an absent value stays absent`(_ format: Format) throws {
    let page = try format.decode(Page.self, ["other": 1], with: Feed.registry)
    #expect(page.$hero == nil)
    #expect(try format.tree(format.encode(page)) == [:])
  }

  @Test func `null of YAML stays null`() throws {
    let page = try Format.yaml.decode(Page.self, ["hero": .null], with: Feed.registry)
    #expect(page.$hero == nil)
    #expect(try Format.yaml.encoded(page, with: Feed.registry) == ["hero": .null])
  }

  @Test func `an empty element of XML isn't null and has no tag`() throws {
    let found = try fault {
      try Format.xml.decode(Page.self, ["hero": .null], with: Feed.registry)
    }
    #expect(found.code == .missingTag)
  }

  // MARK: - PolymorphicArray

  @Test(arguments: Format.allCases)
  func `an array has the known elements and keeps the others`(_ format: Format) throws {
    let tree: PayloadValue = ["media": [movie, opera, movie]]
    var shelf = try format.decode(Shelf.self, tree, with: Feed.registry)
    #expect(shelf.media.map(\.title) == ["Heat", "Heat"])
    #expect(shelf.$media.count == 3)
    let written = try format.encoded(shelf, with: Feed.registry)
    #expect(written == format.image(of: tree))

    shelf.media = [Movie(title: "Stalker", minutes: 162)]
    let again = try format.roundTrip(shelf, with: Feed.registry)
    #expect(again == shelf)
    #expect(again.$media.last?.unknown?.tag == "OPERA")
  }

  // MARK: - PolymorphicEnum

  enum Item: PolymorphicEnum, Equatable {
    case movie(Movie)
    case book(Book)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "MOVIE", as: Item.movie)
      try registry.register(for: "BOOK", as: Item.book)
    }
  }

  @Test(arguments: Format.allCases)
  func `an enum decodes without userInfo`(_ format: Format) throws {
    let tree: PayloadValue = [
      "items": [movie, opera, ["type": "BOOK", "title": "Momo", "pages": 304]]
    ]
    let feed = try format.decode(Items<Item>.self, from: format.document(tree))
    #expect(feed.items.first == .movie(Movie(title: "Heat", minutes: 170)))
    #expect(feed.items.last == .book(Book(title: "Momo", pages: 304)))
    #expect(try format.tree(format.encode(feed)) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `hierarchies nest with their own tags`(_ format: Format) throws {
    let registry = PolymorphicRegistry<Group>("group") { registry in
      try registry.register(Item.self, for: "ITEM", as: Group.item)
    }
    let tree: PayloadValue = [["group": "ITEM"] + movie, ["group": "ITEM"] + movie]
    let items = try format.items(tree, with: registry)
    #expect(items.known.first == .item(.movie(Movie(title: "Heat", minutes: 170))))
    #expect(try format.encodedItems(items, with: registry) == format.image(of: tree))
  }

  enum Group: Equatable {
    case item(Item)
  }

  @Test(arguments: Format.allCases)
  func `keeps an unknown inner element with the outer tag`(_ format: Format) throws {
    let registry = PolymorphicRegistry<Group>("group") { registry in
      try registry.register(Item.self, for: "ITEM", as: Group.item)
    }
    let opera: PayloadValue = [
      "group": "ITEM", "type": "OPERA", "cast": ["Maria", "Tito"], "house": ["city": "Milano"],
    ]
    let items = try format.items([opera, opera], with: registry)
    guard case .known(.item(.unknown(let payload)))? = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(payload.tag == "OPERA")
    #expect(try format.encodedItems(items, with: registry) == [opera, opera])
  }

  @Test func `an unknown inner element of TOML can have arrays in arrays`() throws {
    let registry = PolymorphicRegistry<Group>("group") { registry in
      try registry.register(Item.self, for: "ITEM", as: Group.item)
    }
    let opera: PayloadValue = ["group": "ITEM", "type": "OPERA", "seats": [[1], [2, [3]]]]
    let items = try Format.toml.items([opera], with: registry)
    let written = try Format.toml.encodedItems(items, with: registry)
    #expect(written == [opera])
  }
}
