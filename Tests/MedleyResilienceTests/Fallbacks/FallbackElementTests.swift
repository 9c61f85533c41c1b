import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// What is shown in place of elements of every base, form and property.
@Suite struct FallbackElementTests {
  enum Item: PolymorphicEnum {
    case text(TextCard)
    case row([Item])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>(.adjacent(tag: "type", content: "data")) {
      try $0.register(for: "TEXT", as: Item.text)
      try $0.register(for: "ROW", as: Item.row)
      $0.policies.unknown = .fallback(at: "else", ofParent: true)
      $0.policies.malformed = .fallback(at: "else", ofParent: true)
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .row(let items): items
      case .unknown(let payload): payload
      }
    }

    var summary: String {
      switch self {
      case .text(let text): text.summary
      case .row(let items): "row(\(items.shown.map(\.summary).joined(separator: ",")))"
      case .unknown: "unknown"
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `an enum shows another case, and keeps its own`(_ backend: Backend) throws {
    let text = #"{"type":"TEXT","data":{"text":"t"}}"#
    let json = """
      [{"type":"NEW","data":1,"else":\(text)},{"type":"ROW","data":[{"type":"NEW"}],"else":\(text)},
       {"type":"ROW","data":[\(text),{"type":"NEW","else":\(text)},{"type":"NEW"}]},{"type":"NEW"}]
      """
    let items = try backend.decode([Item].self, from: json)
    #expect(items.shown.map(\.summary) == ["t", "t", "row(t,t)"])
    #expect(items.map(\.summary) == ["unknown", "unknown", "row(t,t)", "unknown"])
    guard case .unknown(let payload) = items[1] else {
      Issue.record("the row isn't unknown")
      return
    }
    #expect("\(payload.reason)" == "malformed")
    #expect(payload.shown(as: Item.self)?.summary == "t")
    #expect(payload.shown(as: Int.self) == nil)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  static let forms: [(Discriminator, unknown: String)] = [
    (.key("type"), #"{"type":"NEW","fallback":{"type":"TEXT","text":"t"}}"#),
    (
      .path("meta", "type"),
      #"{"meta":{"type":"NEW"},"fallback":{"meta":{"type":"TEXT"},"text":"t"}}"#
    ),
    (.compound("a", "b"), #"{"a":"N","b":1,"fallback":{"a":"TEXT","b":"x","text":"t"}}"#),
    (
      .adjacent(tag: "type"),
      #"{"type":"NEW","NEW":1,"fallback":{"type":"TEXT","TEXT":{"text":"t"}}}"#
    ),
    (.member, #"{"NEW":{},"fallback":{"TEXT":{"text":"t"}}}"#),
    (.key("type").or(.key("kind")), #"{"type":"NEW","fallback":{"kind":"TEXT","text":"t"}}"#),
  ]

  @Test(arguments: Backend.allCases, 0..<6)
  func `a fallback is an element of the same form`(_ backend: Backend, _ index: Int) throws {
    let (discriminator, json) = Self.forms[index]
    let registry = PolymorphicRegistry<any Card>(discriminator) {
      if case .compound(let keys) = Form(index) {
        try $0.register(TextCard.self, for: keys)
      } else {
        try $0.register(TextCard.self, for: "TEXT")
      }
      $0.policies.unknown = .fallback(at: "fallback")
      $0.policies.missing = .keep
    }
    let feed = try backend.feed("[\(json)]", registry)
    // No member says what the element is, so its tag isn't unknown, but missing.
    let shown = index == 4 ? [] : ["t"]
    #expect(feed.shown.map(\.summary) == shown)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: "[\(json)]"))
  }

  private enum Form {
    case compound(TypeTag)
    case other

    init(_ index: Int) { self = index == 2 ? .compound(.compound(["TEXT", "x"])) : .other }
  }

  @Test(arguments: Backend.allCases)
  func `where strings are elements, only drop says that nothing is shown`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Card>(.external) {
      try $0.register(TextCard.self, for: "TEXT")
      try $0.register(TextCard(text: "line"), for: "line")
      $0.policies.malformed = .fallback(at: "fallback")
    }
    let feed = try backend.feed(#"["line",{"TEXT":{"text":"t"}}]"#, registry)
    #expect(feed.shown.map(\.summary) == ["line", "t"])
  }

  struct Page: Codable {
    @PolymorphicValue var hero: (any Card)?
    @PolymorphicArray var cards: [any Card]
  }

  @Test(arguments: Backend.allCases)
  func `properties keep the element and show another`(_ backend: Backend) throws {
    let new = #"{"type":"NEW","fallback":{"type":"TEXT","text":"t"}}"#
    let json = #"{"hero":\#(new),"cards":[\#(new),{"type":"NEW"}]}"#
    let registry = try Screen.fallbacks.registry()
    let page = try backend.decode(Page.self, from: json, with: registry)
    #expect(page.hero == nil)
    #expect(page.$hero?.shown?.summary == "t")
    #expect(page.cards.isEmpty)
    #expect(page.$cards.shown.map(\.summary) == ["t"])
    #expect(try backend.encode(page, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allJSON)
  func `a key is found as a strategy converts it`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Card>("type") {
      try $0.register(TextCard.self, for: "TEXT")
      $0.policies.unknown = .fallback(at: "when_unknown")
    }
    let json = #"[{"type":"NEW","when_unknown":{"type":"TEXT","text":"t"}}]"#
    let feed: [Polymorphic<any Card>] = try backend.decode(from: json, keys: .snakeCase) {
      $0.register(registry)
    }
    #expect(feed.shown.map(\.summary) == ["t"])
  }

  @Test(arguments: Backend.allCases)
  func `a tag of a wrong kind follows the same policy`(_ backend: Backend) throws {
    var registry = try Screen.fallbacks.registry()
    registry.policies.wrongKind = .fallback(at: "fallback")
    let json = #"[{"type":{},"fallback":{"type":"TEXT","text":"t"}}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.shown.map(\.summary) == ["t"])
    #expect(report.lines == ["[0] replaced by TEXT"])
  }

  @Test func `an encoded report says what was replaced`() throws {
    let registry = try Screen.fallbacks.registry()
    let json = #"[{"type":"NEW","fallback":{"type":"TEXT","text":"t"}}]"#
    let report = try DecodingReport.collecting { try Backend.json.feed(json, registry) }.report
    #expect("\(report)".contains(#"replaced by "TEXT""#), "\(report)")
    let copy = try Backend.json.roundTrip([report])[0]
    #expect(copy.lines == report.lines)
    #expect(copy.issues[0].action == .replaced)
    #expect(copy.unknownTags == ["NEW": 1])
  }

  @Test func `a registry prints the policy as it is written`() throws {
    let text = String(
      reflecting: Mirror(reflecting: try Screen.parents.registry()).children.map(\.value)
    )
    #expect(text.contains(#".fallback(at: \"fallback\", ofParent: true)"#), "\(text)")
  }
}
