import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of KarrotCodableKit.
@Suite struct KarrotCodableKitTests {
  protocol ViewItem: Codable, Sendable {
    var id: String { get }
  }

  struct ImageItem: ViewItem, Hashable {
    var id: String
    var url: String
  }

  struct TextItem: ViewItem, Hashable {
    var id: String
    var title: String
  }

  /// It stores the tag, which nothing else knows.
  struct UndefinedItem: ViewItem, Hashable {
    var type: String
    var id: String
  }

  static let items = PolymorphicRegistry<any ViewItem>(
    "type",
    ["IMAGE": ImageItem.self, "TEXT": TextItem.self]
  )

  static let image = #"{"type":"IMAGE","id":"1","url":"a.png"}"#
  static let text = #"{"type":"TEXT","id":"2","title":"Hello"}"#
  static let newer = #"{"type":"VIDEO","id":"3","length":4}"#
  static let invalid = #"{"type":"TEXT","id":"4"}"#

  /// Decodes a value with a registry, and expects that it is encoded unchanged.
  func keep<Value: Codable>(
    _ type: Value.Type,
    _ json: String,
    with registry: PolymorphicRegistry<any ViewItem> = items,
    _ backend: Backend
  ) throws -> Value {
    let value = try backend.decode(type, from: json, with: registry)
    #expect(try backend.encode(value, with: registry) == JSONTree(parsing: json))
    return value
  }

  // MARK: - Registries

  @Test(arguments: Backend.allCases)
  func `a registry lists the types of a protocol`(_ backend: Backend) throws {
    let feed = try keep(
      [Polymorphic<any ViewItem>].self,
      "[\(Self.image),\(Self.text),\(Self.newer)]",
      backend
    )
    #expect(feed.known.map(\.id) == ["1", "2"])
    #expect(feed.unknown.map(\.tag) == ["VIDEO"])
    #expect(Self.items.tags == ["IMAGE", "TEXT"])
  }

  @Test(arguments: Backend.allCases)
  func `unknown elements decode as a fallback type`(_ backend: Backend) throws {
    var registry = Self.items
    registry.policies.unknown = .decode(as: UndefinedItem.self)
    let feed = try backend.feed("[\(Self.newer)]", registry)
    #expect(feed.known.first as? UndefinedItem == UndefinedItem(type: "VIDEO", id: "3"))
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(parsing: #"[{"type":"VIDEO","id":"3"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `unknown elements are errors without a fallback`(_ backend: Backend) throws {
    var registry = Self.items
    registry.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(Self.text),\(Self.newer)]", registry)
    }
    #expect(error.place == "[1].type")
    #expect(error.cause?.code == .unknownTag)
  }

  @Test(arguments: Backend.allCases)
  func `the payload may be an object inside`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any ViewItem>(
      .adjacent(tag: "type", content: "data"),
      ["TEXT": TextItem.self]
    )
    let feed = try keep(
      [Polymorphic<any ViewItem>].self,
      #"[{"type":"TEXT","data":{"id":"2","title":"Hello"}}]"#,
      with: registry,
      backend
    )
    #expect(feed.known.first as? TextItem == TextItem(id: "2", title: "Hello"))
  }

  // MARK: - Properties

  struct Page: Codable {
    var header: Polymorphic<any ViewItem>
    var footer: Polymorphic<any ViewItem>?
    @Lossy @PolymorphicValue var banner: (any ViewItem)?
    @PolymorphicArray var items: [any ViewItem]
    var more: [Polymorphic<any ViewItem>]?
    @Defaulted<Defaults.Empty> @PolymorphicArray var extra: [any ViewItem]
    @Defaulted<Defaults.Empty> @Lossy @PolymorphicArray var rest: [any ViewItem]
    @Lossy var last: [Polymorphic<any ViewItem>]?
  }

  @Test(arguments: Backend.allCases)
  func `properties hold elements`(_ backend: Backend) throws {
    let page = try keep(
      Page.self,
      #"""
      {"header":\#(Self.image),"footer":\#(Self.text),"banner":\#(Self.image),
      "items":[\#(Self.image),\#(Self.text)],"more":[\#(Self.text)],"extra":[\#(Self.image)],
      "rest":[\#(Self.newer),\#(Self.text)],"last":[\#(Self.text)]}
      """#,
      backend
    )
    #expect(page.header.known is ImageItem)
    #expect(page.footer?.known is TextItem)
    #expect(page.banner?.id == "1")
    #expect(page.items.map(\.id) == ["1", "2"])
    #expect(page.more?.known.count == 1)
    #expect(page.extra.map(\.id) == ["1"])
    #expect(page.rest.map(\.id) == ["2"])
    #expect(page.last?.known.count == 1)
  }

  @Test(arguments: Backend.allCases)
  func `absent properties are nil or empty`(_ backend: Backend) throws {
    let page = try backend.decode(
      Page.self,
      from: #"{"header":\#(Self.text),"items":[]}"#,
      with: Self.items
    )
    #expect(page.footer == nil && page.banner == nil && page.more == nil && page.last == nil)
    #expect(page.extra.isEmpty && page.rest.isEmpty)
    #expect(
      try backend.encode(page, with: Self.items)
        == JSONTree(parsing: #"{"header":\#(Self.text),"items":[],"extra":[],"rest":[]}"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `lossy properties drop invalid elements`(_ backend: Backend) throws {
    let page = try backend.decode(
      Page.self,
      from: #"""
        {"header":\#(Self.text),"banner":\#(Self.invalid),"items":[],
        "rest":[\#(Self.invalid),\#(Self.text)],"last":[\#(Self.invalid)]}
        """#,
      with: Self.items
    )
    #expect(page.banner == nil)
    #expect(page.rest.map(\.id) == ["2"])
    #expect(page.last == [])
  }

  @Test(arguments: Backend.allCases)
  func `other properties are strict`(_ backend: Backend) throws {
    for (member, place) in [("items", "items[0].title"), ("extra", "extra[0].title")] {
      let list = "[\(Self.invalid)]"
      let json =
        member == "items"
        ? #"{"header":\#(Self.text),"items":\#(list)}"#
        : #"{"header":\#(Self.text),"items":[],"extra":\#(list)}"#
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(Page.self, from: json, with: Self.items)
      }
      #expect(error.place == place)
    }
  }

  // MARK: - Enums

  enum Item: PolymorphicEnum, Hashable {
    case image(ImageItem)
    case text(TextItem)
    case undefined(UndefinedItem)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: "IMAGE", as: Item.image)
      try $0.register(for: "TEXT", as: Item.text)
      $0.policies.unknown = .decode(as: UndefinedItem.self, Item.undefined)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an enum may have a case for the fallback type`(_ backend: Backend) throws {
    let items = try backend.keep(
      [Item].self,
      #"[\#(Self.image),{"type":"VIDEO","id":"3"}]"#
    )
    #expect(
      items == [
        .image(ImageItem(id: "1", url: "a.png")),
        .undefined(UndefinedItem(type: "VIDEO", id: "3")),
      ]
    )
  }

  struct Received: Decodable, Hashable {
    var text: String
  }

  enum ServerEvent: PolymorphicDecodable, Hashable {
    case message(Received)

    static let registry = PolymorphicRegistry<ServerEvent>("type") {
      try $0.register(for: "message", as: ServerEvent.message)
    }
  }

  struct Draft: Encodable, Hashable {
    var text: String
  }

  enum ClientEvent: PolymorphicEncodable, Hashable {
    case send(Draft)

    static let registry = PolymorphicRegistry<ClientEvent>("type") {
      try $0.register(encodable: Draft.self, for: "send", as: ClientEvent.send)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an enum may go one way`(_ backend: Backend) throws {
    let events = try backend.decode(
      [ServerEvent].self,
      from: #"[{"type":"message","text":"Hello"}]"#
    )
    #expect(events == [.message(Received(text: "Hello"))])
    try backend.expect(
      [ClientEvent.send(Draft(text: "Hi"))],
      encodesTo: #"[{"type":"send","text":"Hi"}]"#
    )
  }

  // MARK: - Values

  enum Microseconds: DateSource {
    static let formats: [DateFormat] = [.iso8601(fractionDigits: 6)]
  }

  typealias MicrosecondText<Value: DateValue> = FormattedDate<Microseconds, Value>

  struct Card: Codable, Hashable {
    @Lossy @Defaulted<Defaults.Empty> var title: String
    @Lossy @Defaulted<Defaults.Zero> var price: Double
    @ISO8601Date var created: Date?
    @Lossless var stock: Int?
    @MicrosecondText var measured: Date?
  }

  @Test(arguments: Backend.allCases)
  func `values have defaults or are optional`(_ backend: Backend) throws {
    let empty = try backend.decode(Card.self, from: #"{"title":4,"price":"x"}"#)
    #expect(empty == Card(title: "", price: 0, created: nil, stock: nil, measured: nil))
    try backend.expect(empty, encodesTo: #"{"title":"","price":0}"#)
    let card = try backend.keep(
      Card.self,
      #"""
      {"title":"a","price":1.5,"created":"1970-01-01T00:00:01Z","stock":"7",
      "measured":"1970-01-01T00:00:01.500000Z"}
      """#
    )
    #expect(card.stock == 7)
    #expect(card.measured == Date(timeIntervalSince1970: 1.5))
  }

  enum Sort: String, Codable {
    case newest
    case oldest
  }

  struct Query: Codable, Hashable {
    var sort: OpenEnum<Sort>
  }

  @Test(arguments: Backend.allCases)
  func `a report counts new raw values`(_ backend: Backend) throws {
    let (query, report) = try DecodingReport.collecting {
      try backend.keep(Query.self, #"{"sort":"best"}"#)
    }
    #expect(query.sort == .unknown("best"))
    #expect(report.unknownRawValues == ["KarrotCodableKitTests.Sort": ["best": 1]])
    #expect(report.isClean)
  }

  // MARK: - Reports

  struct List: Decodable {
    @Lossy var values: [Int]
  }

  @Test func `a collector receives the issues of a decoder`() throws {
    let collector = DecodingReport.Collector()
    let decoder = JSONDecoder()
    decoder.userInfo.report(to: collector)
    _ = try decoder.decode(List.self, from: Data(#"{"values":[1,"x"]}"#.utf8))
    #expect(collector.takeReport().issues.map(\.codingPath.place) == ["values[1]"])
    let engine = PolymorphicJSONDecoder()
    engine.userInfo.report(to: collector)
    _ = try engine.decode(List.self, from: Data(#"{"values":["x"]}"#.utf8))
    #expect(collector.takeReport().issues.map(\.codingPath.place) == ["values[0]"])
  }

  @Test func `a report is returned beside the value`() throws {
    let (list, report) = try DecodingReport.collecting {
      try JSONDecoder().decode(List.self, from: Data(#"{"values":["x",2]}"#.utf8))
    }
    #expect(list.values == [2])
    #expect(report.droppedCount == 1)
  }

  // MARK: - Keys

  struct User: Codable, Hashable {
    var firstName: String
    var profileURL: String

    private enum CodingKeys: String, CodingKey {
      case firstName
      case profileURL = "profileUrl"
    }
  }

  @Test(arguments: Backend.allCases.filter(\.supportsKeyStrategies))
  func `the coder converts snake case`(_ backend: Backend) throws {
    let json = #"{"first_name":"Ada","profile_url":"a"}"#
    let user = try backend.decode(User.self, from: json, keys: .snakeCase)
    #expect(user == User(firstName: "Ada", profileURL: "a"))
    #expect(try backend.encode(user, keys: .snakeCase) == JSONTree(parsing: json))
  }
}
