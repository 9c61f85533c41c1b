import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

@Suite struct PolymorphicEnumTests {
  struct Advert: Codable, Hashable {}

  enum Item: PolymorphicEnum, Hashable {
    case movie(Movie)
    case book(Book)
    case advert
    case labelled(value: Labelled)
    indirect case list(List)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(
        for: "MOVIE",
        as: Item.movie,
        from: { if case .movie(let movie) = $0 { movie } else { nil } }
      )
      try registry.register(for: "BOOK", "NOVEL", as: Item.book)
      try registry.register(
        Advert.self,
        for: "AD",
        as: { _ in .advert },
        from: { if case .advert = $0 { Advert() } else { nil } }
      )
      try registry.register(for: "LABEL", as: Item.labelled)
      try registry.register(for: "LIST", as: Item.list)
    }
  }

  struct List: Codable, Hashable { var items: [Item] }

  static let json = """
    [{"type":"MOVIE","title":"a"},{"type":"BOOK","title":"b","pages":3},{"type":"AD"},
     {"type":"LABEL","title":"c"},{"type":"OPERA","acts":[1]},
     {"type":"LIST","items":[{"type":"AD"},{"type":"LIST","items":[{"type":"X"}]}]}]
    """

  @Test(arguments: Backend.allCases)
  func `decodes and encodes each case without userInfo`(_ backend: Backend) throws {
    let items = try backend.decode([Item].self, from: Self.json)
    #expect(items.count == 6)
    #expect(items[0] == .movie(Movie(title: "a")))
    #expect(items[1] == .book(Book(title: "b", pages: 3)))
    #expect(items[2] == .advert)
    #expect(items[3] == .labelled(value: Labelled(type: "LABEL", title: "c")))
    guard case .unknown(let payload) = items[4], case .list(let list) = items[5] else {
      Issue.record("The last elements are \(items.suffix(2)).")
      return
    }
    #expect(payload.tag == "OPERA")
    #expect(payload.reason == .unregistered)
    #expect(list.items.first == .advert)
    #expect(try backend.encode(items) == JSONTree(parsing: Self.json))
    #expect(try backend.roundTrip(items) == items)
  }

  @Test func `has a valid registry`() throws {
    try Item.registry.validate()
  }

  @Test(arguments: Backend.allCases)
  func `encodes an alias as the canonical tag`(_ backend: Backend) throws {
    let items = try backend.decode([Item].self, from: #"[{"type":"NOVEL","title":"a"}]"#)
    #expect(items == [.book(Book(title: "a"))])
    #expect(try backend.encode(items) == JSONTree(parsing: #"[{"type":"BOOK","title":"a"}]"#))
  }

  @Test(arguments: Backend.allCases)
  func `an error in a payload has its path`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Item].self, from: #"[{"type":"LIST","items":[{"type":"BOOK"}]}]"#)
    }
    #expect(error.place == "[0].items[0].title")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "BOOK")
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a property and as an optional property`(_ backend: Backend) throws {
    struct Page: Codable, Hashable {
      var hero: Item
      var side: Item?
    }
    let page = try backend.decode(Page.self, from: #"{"hero":{"type":"AD"}}"#)
    #expect(page == Page(hero: .advert, side: nil))
    #expect(try backend.encode(page) == JSONTree(parsing: #"{"hero":{"type":"AD"}}"#))
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Page.self, from: #"{"hero":null}"#)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "hero")
  }

  enum Reply: PolymorphicEnum, Hashable {
    case success(Movie)
    case failure(Book)

    static let registry = PolymorphicRegistry<Reply>("ok") { registry in
      try registry.register(for: true, as: Reply.success)
      try registry.register(for: false, as: Reply.failure)
    }
  }

  enum LenientReply: PolymorphicEnum, Hashable {
    case success(Movie)

    static let registry = PolymorphicRegistry<LenientReply>(
      "ok",
      policies: .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    ) { try $0.register(for: true, as: LenientReply.success) }
  }

  @Test(arguments: Backend.allCases)
  func `decodes without an unknown case`(_ backend: Backend) throws {
    let json = #"[{"ok":true,"title":"a"},{"ok":false,"title":"b"}]"#
    let replies = try backend.decode([Reply].self, from: json)
    #expect(replies == [.success(Movie(title: "a")), .failure(Book(title: "b"))])
    #expect(try backend.encode(replies) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an element without a case fails like a strict registry`(_ backend: Backend) throws {
    var error = try #require(throws: DecodingError.self) {
      try backend.decode([Reply].self, from: #"[{"ok":"maybe"}]"#)
    }
    #expect(error.place == "[0].ok")
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == "maybe")
    #expect(error.cause?.knownTags == [true, false])

    error = try #require(throws: DecodingError.self) {
      try backend.decode([LenientReply].self, from: "[{}]")
    }
    #expect(error.place == "[0].ok")
    #expect(error.cause?.code == .missingTag)
    error = try #require(throws: DecodingError.self) {
      try backend.decode([LenientReply].self, from: #"[{"ok":[]}]"#)
    }
    #expect(error.place == "[0].ok")
    #expect(error.cause?.code == .wrongKindTag)
    error = try #require(throws: DecodingError.self) {
      try backend.decode([LenientReply].self, from: #"[{"ok":true}]"#)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].title")
  }

  @Test(arguments: Backend.allCases)
  func `counts an element without a case once and doesn't keep it`(_ backend: Backend) throws {
    let (replies, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[Reply]>.self,
        from: #"[{"ok":"maybe"},{"ok":true,"title":"a"},{"ok":"maybe"}]"#
      )
    }
    #expect(replies.wrappedValue == [.success(Movie(title: "a"))])
    #expect(report.unknownTags == ["maybe": 2])
    #expect(report.issues.map(\.action) == [.dropped, .dropped])

    let (result, failed) = DecodingReport.collectingResult {
      try backend.decode([LenientReply].self, from: "[{}]")
    }
    #expect(throws: DecodingError.self) { try result.get() }
    #expect(failed.issues.isEmpty)
  }

  @Test func `requesting the unknown case reports which element couldn't be kept`() throws {
    let payload = try #require(
      try Backend.json.feed(#"[{"type":"X"}]"#, .media).unknown.first
    )
    #expect(Item.unknown(payload) == .unknown(payload))
    let error = try #require(throws: DiscriminatorError.self) { try Reply.unknown(payload) }
    #expect(error.code == .missingCase)
    #expect(error.tag == "X")
  }

  @Test func `supports deduction and recursion`() throws {
    let feed = try Backend.json.decode(
      [Tree].self,
      from: #"[{"leaf":1},{"left":{"leaf":2},"right":{"left":{"leaf":3}}}]"#
    )
    #expect(
      feed == [
        .leaf(Leaf(leaf: 1)),
        .fork(
          Fork(
            left: .leaf(Leaf(leaf: 2)),
            right: .fork(Fork(left: .leaf(Leaf(leaf: 3)), right: nil))
          )
        ),
      ]
    )
    #expect(try Backend.json.roundTrip(feed) == feed)
    #expect(Tree.registry.problems.isEmpty)
  }

  struct Leaf: Codable, Hashable { var leaf: Int }
  struct Fork: Codable, Hashable {
    var left: Tree
    var right: Tree?
  }
  indirect enum Tree: PolymorphicEnum, Hashable {
    case leaf(Leaf)
    case fork(Fork)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Tree>(.deduced) { registry in
      try registry.register(for: "leaf", as: Tree.leaf)
      try registry.register(for: "fork", as: Tree.fork)
    }
  }
}
