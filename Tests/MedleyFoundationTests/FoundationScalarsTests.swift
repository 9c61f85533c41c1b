import Foundation
import Medley
import MedleyFoundation
import MedleyTesting
import TestSupport
import Testing

/// Foundation's scalars in payloads that are kept, deduced or selected by kind.
@Suite struct FoundationScalarsTests {
  protocol Event: Codable, Sendable {}
  struct Visit: Event, Hashable {
    var at: Date
    var id: UUID
    var link: URL
    var cost: Decimal
    var blob: Data
    var note: URL?
  }
  struct Ping: Event, Hashable { var n: Int }

  static let none = PolymorphicRegistry<any Event>("type")
  static let visit = Visit(
    at: Date(timeIntervalSinceReferenceDate: 60),
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
    link: URL(filePath: "/a b"),
    cost: 12.5,
    blob: Data([1, 2, 255]),
    note: nil
  )

  static func kept(_ json: String) throws -> UnknownPayload {
    try #require(
      try Backend.json.decode(
        [Polymorphic<any Event>].self,
        from: "[\(json)]"
      ) { $0.register(none) }.unknown.first
    )
  }

  static let json = """
    {"type":"VISIT","at":60,"id":"01020304-0506-0708-090A-0B0C0D0E0F10",\
    "link":"https://example.com/a?b=c","cost":12.5,"blob":"AQL/"}
    """

  @Test func `decodes a kept payload with fields of Foundation's types`() throws {
    var expected = Self.visit
    expected.link = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(try Self.kept(Self.json).decode(as: Visit.self) == expected)
    let dated = Self.json.replacing("60", with: #""2001-01-01T00:01:00Z""#)
    #expect(try Self.kept(dated).decode(as: Visit.self) == expected)
    let whole = Self.json.replacing("12.5", with: "12")
    #expect(try Self.kept(whole).decode(as: Visit.self).cost == 12)
  }

  @Test(arguments: [
    ("60", #""never""#, "at"), (#""AQL/""#, "4", "blob"), ("12.5", #""x""#, "cost"),
    (#""01020304-"#, #""x-"#, "id"), (#""https://example.com/a?b=c""#, "[]", "link"),
  ])
  func `an invalid field is an error at its path`(
    _ old: String,
    _ new: String,
    _ place: String
  ) throws {
    let payload = try Self.kept(Self.json.replacing(old, with: new))
    let error = try #require(throws: DecodingError.self) { try payload.decode(as: Visit.self) }
    #expect(error.place == place)
    #expect(error.kind == .dataCorrupted || error.kind == .typeMismatch)
  }

  @Test func `a null field is an error at its path`() throws {
    let payload = try Self.kept(Self.json.replacing("60", with: "null"))
    let error = try #require(throws: DecodingError.self) { try payload.decode(as: Visit.self) }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "at")
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `keeps dates and data of property lists in unknown payloads`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let list: [[String: Any]] = [
      [
        "type": "VISIT", "at": Date(timeIntervalSinceReferenceDate: 60), "blob": Data([1, 255]),
        "all": [["d": Date(timeIntervalSinceReferenceDate: 61)], Data()] as [Any], "n": 4,
      ]
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: format,
      options: 0
    )
    let decoder = PropertyListDecoder()
    decoder.userInfo.register(Self.none)
    let feed = try decoder.decode([Polymorphic<any Event>].self, from: data)
    let content = try #require(feed.unknown.first?.content)
    #expect(content["at"] == .other(Date(timeIntervalSinceReferenceDate: 60)))
    #expect(content["blob"] == .other(Data([1, 255])))
    #expect(content["n"] == 4)
    #expect(
      content["all"]?[0]?["d"] == .other(Date(timeIntervalSinceReferenceDate: 61))
    )

    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let written = try unsafe PropertyListSerialization.propertyList(
      from: encoder.encode(feed),
      options: [],
      format: nil
    )
    #expect(written as? NSArray == list as NSArray)
    #expect(try decoder.decode([Polymorphic<any Event>].self, from: encoder.encode(feed)) == feed)
  }

  struct Moment: Event, Hashable {
    var at: Date
    var blob: Data
    var inner: [Date]
  }

  @Test func `decodes a kept property list with dates and data`() throws {
    let moment = Moment(
      at: Date(timeIntervalSinceReferenceDate: 60),
      blob: Data([1]),
      inner: [Date(timeIntervalSinceReferenceDate: 2)]
    )
    let registry = try Self.none.registering(Moment.self, for: "MOMENT")
    let encoder = PropertyListEncoder()
    encoder.userInfo.register(registry)
    let data = try encoder.encode([Polymorphic<any Event>.known(moment)])
    let decoder = PropertyListDecoder()
    decoder.userInfo.register(Self.none)
    let payload = try #require(
      try decoder.decode([Polymorphic<any Event>].self, from: data).unknown.first
    )
    #expect(try payload.decode(as: Moment.self) == moment)
    #expect(try payload.resolve(with: registry) == .known(moment))
  }

  @Test func `deduces payloads with fields of Foundation's types`() throws {
    var registry = PolymorphicRegistry<any Event>(.deduced)
    try registry.register(Visit.self, for: "visit")
    try registry.register(Ping.self, for: "ping")
    #expect(registry.problems.isEmpty)
    let body = Self.json.replacing(#""type":"VISIT","#, with: "")
    let feed = try Backend.json.decode(
      [Polymorphic<any Event>].self,
      from: #"[\#(body),{"n":1}]"#
    ) { $0.register(registry) }
    #expect(feed.known.map { $0 is Visit } == [true, false])
  }

  @Test(arguments: Backend.allCases)
  func `fields follow the coder's strategies`(_ backend: Backend) throws {
    let registry = try Self.none.registering(Visit.self, for: "VISIT")
    for discriminator in [
      Discriminator.key("type"), .adjacent(tag: "t", content: "c"), .external, .wrapperArray,
    ] {
      let registry = try PolymorphicRegistry<any Event>(discriminator)
        .registering(Visit.self, for: "VISIT")
      let feed = [Polymorphic<any Event>.known(Self.visit)]
      #expect(try backend.roundTrip(feed) { $0.register(registry) } == feed)
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo.register(registry)
    let json = Self.json.replacing("60", with: #""2001-01-01T00:01:00Z""#)
    let feed = try decoder.decode([Polymorphic<any Event>].self, from: Data("[\(json)]".utf8))
    #expect((feed.known.first as? Visit)?.at == Self.visit.at)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.userInfo.register(registry)
    let tree = try Backend.json.tree(ofEncoded: encoder.encode(feed))
    #expect(tree.elements?.first?["at"] == "2001-01-01T00:01:00Z")
    #expect(tree.elements?.first?["link"] == "https://example.com/a?b=c")
  }

  enum Link: Hashable {
    case url(URL)
    case moment(Date)
    case page(Page)
  }
  struct Page: Codable, Hashable { var title: String }

  static let wrappers: [(Discriminator, String)] = [
    (.adjacent(tag: "t", content: "c"), #"[{"t":"u","c":"https://a.b/c"},{"t":"m","c":60}]"#),
    (.adjacent(tag: "t"), #"[{"t":"u","u":"https://a.b/c"},{"t":"m","m":60}]"#),
    (.external, #"[{"u":"https://a.b/c"},{"m":60}]"#),
    (.wrapperArray, #"[["u","https://a.b/c"],["m",60]]"#),
  ]

  @Test(arguments: wrappers)
  func `a wrapped payload can be a value of Foundation's types`(
    _ discriminator: Discriminator,
    _ json: String
  ) throws {
    var registry = PolymorphicRegistry<Link>(discriminator)
    try registry.register(URL.self, for: "u", as: Link.url)
    try registry.register(Date.self, for: "m", as: Link.moment)
    let copy = registry
    let feed = try Backend.json.decode([Polymorphic<Link>].self, from: json) { $0.register(copy) }
    let url = try #require(URL(string: "https://a.b/c"))
    #expect(
      feed == [.known(.url(url)), .known(.moment(Date(timeIntervalSinceReferenceDate: 60)))]
    )
    #expect(try Backend.json.encode(feed) { $0.register(copy) } == JSONTree(parsing: json))
    let kept = try Backend.json.decode([Polymorphic<Link>].self, from: json) {
      $0.register(PolymorphicRegistry<Link>(discriminator))
    }
    #expect(try kept.unknown.first?.decode(as: URL.self) == url)
    #expect(try kept.unknown.map { try $0.resolve(with: copy) } == feed)
  }

  @Test func `a JSON kind can select a value of Foundation's types`() throws {
    var registry = PolymorphicRegistry<Link>(.jsonKind)
    try registry.register(URL.self, for: "string", as: Link.url)
    try registry.register(Date.self, for: "number", as: Link.moment)
    try registry.register(Page.self, for: "object", as: Link.page)
    let copy = registry
    let json = #"["https://a.b/c",60,{"title":"p"}]"#
    let feed = try Backend.json.decode([Polymorphic<Link>].self, from: json) { $0.register(copy) }
    let url = try #require(URL(string: "https://a.b/c"))
    #expect(
      feed == [
        .known(.url(url)), .known(.moment(Date(timeIntervalSinceReferenceDate: 60))),
        .known(.page(Page(title: "p"))),
      ]
    )
    #expect(try Backend.json.encode(feed) { $0.register(copy) } == JSONTree(parsing: json))
  }

  @Test func `a payload of Foundation's types follows the decoder's strategy`() throws {
    var registry = PolymorphicRegistry<Link>(.jsonKind)
    try registry.register(Date.self, for: "string", as: Link.moment)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo.register(registry)
    let json = Data(#"["2001-01-01T00:01:00Z"]"#.utf8)
    let feed = try decoder.decode([Polymorphic<Link>].self, from: json)
    #expect(feed == [.known(.moment(Date(timeIntervalSinceReferenceDate: 60)))])
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.userInfo.register(registry)
    #expect(try encoder.encode(feed) == json)
  }
}
