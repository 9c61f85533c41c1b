import Formats
import Medley
import Testing

/// Payloads that store their tag: it is encoded once and has to match.
@Suite struct StoredTagTests {
  struct Labelled: Media, Equatable {
    var title: String
    var type: String
  }

  struct Optionally: Media, Equatable {
    var type: String?
    var title: String
  }

  struct Numbered: Media, Equatable {
    var type: Int
    var title: String
  }

  struct Nested: Media, Equatable {
    struct Meta: Codable, Equatable {
      var kind: String
      var language: String
    }
    var title: String
    var meta: Meta
  }

  private let registry = PolymorphicRegistry<any Media>(
    "type",
    ["LABEL": Labelled.self, "OPTION": Optionally.self, 7: Numbered.self]
  )

  @Test(arguments: Format.allCases)
  func `encodes a stored tag once`(_ format: Format) throws {
    let values: [any Media] = [
      Labelled(title: "Heat", type: "LABEL"),
      Optionally(type: "OPTION", title: "Heat"),
      Numbered(type: 7, title: "Heat"),
    ]
    for value in values {
      let feed = Feed(items: [.known(value), .known(value)])
      let document = try format.encode(feed) { $0.register(registry) }
      #expect(document.ranges(of: "type").count == (format == .xml ? 4 : 2), "\(document)")
      #expect(try format.decode(Feed.self, from: document) { $0.register(registry) } == feed)
    }
  }

  @Test(arguments: Format.allCases)
  func `encodes the tag in place of a stored nil`(_ format: Format) throws {
    let items: [Polymorphic<any Media>] = [
      .known(Optionally(type: nil, title: "Heat")), .known(Optionally(type: nil, title: "Heat")),
    ]
    let tree: PayloadValue = ["type": "OPTION", "title": "Heat"]
    #expect(try format.encodedItems(items, with: registry) == [tree, tree])
  }

  @Test(arguments: Format.allCases)
  func `throws for a stored tag of another type`(_ format: Format) throws {
    let values: [any Media] = [
      Labelled(title: "Heat", type: "BOOK"),
      Optionally(type: "BOOK", title: "Heat"),
      Numbered(type: 8, title: "Heat"),
    ]
    for value in values {
      let found = try fault {
        try format.encode(Feed(items: [.known(value)])) { $0.register(registry) }
      }
      #expect(found == Fault(.unwritable, "items[0].type", .tagDisagrees))
    }
  }

  @Test(arguments: Format.allCases)
  func `encodes a stored alias unchanged`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>(
      "type",
      ["LABEL": Labelled.self, "STICKER": Labelled.self]
    )
    let items: [Polymorphic<any Media>] = [
      .known(Labelled(title: "a", type: "STICKER")), .known(Labelled(title: "b", type: "LABEL")),
    ]
    #expect(
      try format.encodedItems(items, with: registry)
        == [["type": "STICKER", "title": "a"], ["type": "LABEL", "title": "b"]]
    )
  }

  // MARK: - In an object of the payload

  private let nested = PolymorphicRegistry<any Media>(.path("meta", "kind"), ["N": Nested.self])

  @Test(arguments: Format.allCases)
  func `encodes a tag in an object of the payload`(_ format: Format) throws {
    let value = Nested(title: "Heat", meta: .init(kind: "N", language: "en"))
    let feed = Feed(items: [.known(value), .known(value)])
    let tree: PayloadValue = ["title": "Heat", "meta": ["kind": "N", "language": "en"]]
    #expect(try format.encoded(feed, with: nested) == ["items": [tree, tree]])
    #expect(try format.roundTrip(feed, with: nested) == feed)
  }

  @Test(arguments: Format.allCases)
  func `throws for a different tag in an object of the payload`(_ format: Format) throws {
    let value = Nested(title: "Heat", meta: .init(kind: "M", language: "en"))
    let found = try fault {
      try format.encode(Feed(items: [.known(value)])) { $0.register(nested) }
    }
    #expect(found.kind == .unwritable)
    #expect(found.code == .tagDisagrees)
    #expect(found.path.hasPrefix("items[0]"))
  }

  @Test(arguments: Format.allCases)
  func `throws for an object under the tag's key`(_ format: Format) throws {
    let registry = PolymorphicRegistry<any Media>("meta", ["N": Nested.self])
    let value = Nested(title: "Heat", meta: .init(kind: "N", language: "en"))
    let found = try fault {
      try format.encode(Feed(items: [.known(value)])) { $0.register(registry) }
    }
    #expect(found == Fault(.unwritable, "items[0].meta", .tagDisagrees))
  }
}
