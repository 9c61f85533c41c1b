import Medley
import TestSupport
import Testing

/// Enums that state their payloads with one `switch`.
@Suite struct StatedPayloadTests {
  struct Film: Codable, Hashable { var title: String }
  struct Novel: Codable, Hashable { var title: String }
  struct Advert: Codable, Hashable {}
  protocol FormSource: Sendable {
    static var form: Discriminator { get }
    /// Whether the payload is apart from the tag, so that it may be a scalar.
    static var hasContent: Bool { get }
  }

  enum Key: FormSource {
    static let form: Discriminator = "type"
    static let hasContent = false
  }

  enum Path: FormSource {
    static let form = Discriminator.path("meta", "type")
    static let hasContent = false
  }

  enum Either: FormSource {
    static let form = Discriminator.key("type").or(.key("kind"))
    static let hasContent = false
  }

  enum Adjacent: FormSource {
    static let form = Discriminator.adjacent(tag: "type", content: "of")
    static let hasContent = true
  }

  enum Named: FormSource {
    static let form = Discriminator.adjacent(tag: "type")
    static let hasContent = true
  }

  enum External: FormSource {
    static let form = Discriminator.external
    static let hasContent = true
  }

  enum Wrapper: FormSource {
    static let form = Discriminator.wrapperArray
    static let hasContent = true
  }

  /// One with everything: an alias, a case without a payload of its own, one that is a value, two
  /// with one type, an optional, a dictionary, and one for what isn't known.
  enum Item<Form: FormSource>: PolymorphicEnum, Hashable {
    case film(Film)
    case novel(Novel)
    case advert
    case divider
    case first(Int)
    case second(Int)
    case names([String: PayloadValue])
    case unknown(UnknownPayload)

    static var registry: PolymorphicRegistry<Item> {
      PolymorphicRegistry<Item>(Form.form) { registry in
        try registry.register(for: "film", as: Item.film)
        try registry.register(for: "novel", "book", as: Item.novel)
        try registry.register(Advert.self, for: "ad", as: { _ in .advert })
        try registry.register(.divider, for: "divider")
        try registry.register(for: "names", as: Item.names)
        if Form.hasContent {
          try registry.register(for: "first", as: Item.first)
          try registry.register(for: "second", as: Item.second)
        }
      }
    }

    var payload: any Encodable {
      switch self {
      case .film(let film): film
      case .novel(let novel): novel
      case .advert: Advert()
      case .divider: self
      case .first(let number), .second(let number): number
      case .names(let names): names
      case .unknown(let payload): payload
      }
    }
  }

  /// The same without `payload`.
  enum Reflected<Form: FormSource>: PolymorphicEnum, Hashable {
    case film(Film)
    case novel(Novel)
    case advert
    case divider
    case first(Int)
    case second(Int)
    case names([String: PayloadValue])
    case unknown(UnknownPayload)

    static var registry: PolymorphicRegistry<Reflected> {
      PolymorphicRegistry<Reflected>(Form.form) { registry in
        try registry.register(for: "film", as: Reflected.film)
        try registry.register(for: "novel", "book", as: Reflected.novel)
        try registry.register(
          Advert.self,
          for: "ad",
          as: { _ in .advert },
          from: { if case .advert = $0 { Advert() } else { nil } }
        )
        try registry.register(.divider, for: "divider")
        try registry.register(for: "names", as: Reflected.names)
        if Form.hasContent {
          try registry.register(for: "first", as: Reflected.first)
          try registry.register(for: "second", as: Reflected.second)
        }
      }
    }
  }

  static func check<Form: FormSource>(_ form: Form.Type, _ backend: Backend) throws {
    let unknown = try backend.decode(
      [Item<Form>].self,
      from: "[\(try element(of: form, tag: "opera"))]"
    )
    guard case .unknown(let payload)? = unknown.first else {
      Issue.record("\(unknown)")
      return
    }
    #expect(unknown[0].unknownPayload == payload)
    var items: [Item<Form>] = [
      .film(Film(title: "a")), .novel(Novel(title: "b")), .advert, .divider,
      .names(["x_y": "z"]), .unknown(payload),
    ]
    var others: [Reflected<Form>] = [
      .film(Film(title: "a")), .novel(Novel(title: "b")), .advert, .divider,
      .names(["x_y": "z"]), .unknown(payload),
    ]
    if Form.hasContent {
      items += [.first(1), .second(2)]
      others += [.first(1), .second(2)]
    }
    let tree = try backend.encode(items)
    #expect(try backend.encode(others) == tree, "\(form)")
    #expect(try backend.encode([Wrapped(item: items[0])]) == backend.encode([["item": others[0]]]))
    let again = try backend.decode([Item<Form>].self, from: tree.text)
    #expect(again.filter { $0.names == nil } == items.filter { $0.names == nil }, "\(form)")
    // Through the registry, as libraries do it, and as elements of it.
    let elements = items.map { Polymorphic.known($0) }
    let registry = Item<Form>.registry
    #expect(try backend.encode(elements) { $0.register(registry) } == tree)
  }

  struct Wrapped<Form: FormSource>: Encodable {
    var item: Item<Form>
  }

  /// An element of a film with another tag.
  static func element<Form: FormSource>(of form: Form.Type, tag: String) throws -> String {
    let json = try Backend.json.encode([Item<Form>.film(Film(title: "a"))]).elements?.first?.text
    return try #require(json).replacing("\"film\"", with: "\"\(tag)\"")
  }

  @Test(arguments: Backend.allCases)
  func `writes what reflection writes in every form`(_ backend: Backend) throws {
    try Self.check(Key.self, backend)
    try Self.check(Path.self, backend)
    try Self.check(Either.self, backend)
    try Self.check(Adjacent.self, backend)
    try Self.check(Named.self, backend)
    try Self.check(External.self, backend)
    try Self.check(Wrapper.self, backend)
  }

  /// One whose cases reflection can't find, registered without `from:`.
  enum Opaque: PolymorphicEnum, Hashable, CustomReflectable {
    case film(Film)
    case label(text: String)
    case advert
    case divider
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Opaque>(.adjacent(tag: "type", content: "of")) {
      try $0.register(for: "film", as: Opaque.film)
      try $0.register(for: "label", as: Opaque.label)
      try $0.register(Advert.self, for: "ad") { _ in .advert }
      try $0.register(.divider, for: "divider")
    }

    var payload: any Encodable {
      switch self {
      case .film(let film): film
      case .label(let text): text
      case .advert: Advert()
      case .divider: self
      case .unknown(let payload): payload
      }
    }

    var customMirror: Mirror {
      Issue.record("The payload was stated, and is reflected.")
      return Mirror(self, children: [])
    }
  }

  @Test(arguments: Backend.allCases)
  func `needs neither functions nor reflection to encode`(_ backend: Backend) throws {
    let json = """
      [{"type":"film","of":{"title":"a"}},{"type":"label","of":"b"},{"type":"ad","of":{}},
       {"type":"divider"},{"type":"opera","of":{"title":"c"}}]
      """
    let items = try backend.decode([Opaque].self, from: json)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    let elements = items.map { Polymorphic.known($0) }
    #expect(
      try backend.encode(elements, with: Opaque.registry) == JSONTree(parsing: json)
    )
  }

  enum Converted: PolymorphicEnum, Hashable {
    case film(Film)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Converted>("type") { registry in
      // The first version has no title.
      try registry.register(Advert.self, for: 1, as: { _ in .film(Film(title: "?")) })
      try registry.register(for: 2, as: Converted.film)
    }

    var payload: any Encodable {
      switch self {
      case .film(let film): film
      case .unknown(let payload): payload
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a converted payload is written under the tag of what the enum states`(
    _ backend: Backend
  ) throws {
    let items = try backend.decode([Converted].self, from: #"[{"type":1},{"type":2,"title":"a"}]"#)
    #expect(items == [.film(Film(title: "?")), .film(Film(title: "a"))])
    #expect(
      try backend.encode(items)
        == JSONTree(parsing: #"[{"type":2,"title":"?"},{"type":2,"title":"a"}]"#)
    )
  }

  enum Forgetful: PolymorphicEnum, Hashable {
    case film(Film)
    case novel(Novel)
    case draft(Film)

    static let registry = PolymorphicRegistry<Forgetful>("type") { registry in
      try registry.register(for: "film", as: Forgetful.film)
    }

    var payload: any Encodable {
      switch self {
      case .film(let film): film
      case .novel(let novel): novel
      case .draft: self
      }
    }
  }

  @Test(
    arguments: Backend.allCases,
    [Forgetful.novel(Novel(title: "a")), .draft(Film(title: "b"))]
  )
  func `a case that isn't registered throws`(_ backend: Backend, _ item: Forgetful) throws {
    let error = try #require(throws: EncodingError.self) { try backend.encode([item]) }
    #expect(error.cause?.code == .unregisteredType)
    let isEncoded = try backend.encode([Forgetful.film(Film(title: "c"))])
    #expect(try isEncoded == JSONTree(parsing: #"[{"type":"film","title":"c"}]"#))
  }

  /// One that is only encoded, with a property of another type that has the name.
  struct Typed: PolymorphicEncodable {
    var payload: Film

    static let registry = PolymorphicRegistry<Typed>("type") { registry in
      try registry.register(
        encodable: Film.self,
        for: "film",
        as: { Typed(payload: $0) },
        from: { $0.payload }
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `a property with another type isn't the stated payload`(_ backend: Backend) throws {
    let tree = try backend.encode([Typed(payload: Film(title: "a"))])
    #expect(try tree == JSONTree(parsing: #"[{"type":"film","title":"a"}]"#))
  }
}

extension StatedPayloadTests.Item {
  fileprivate var names: [String: PayloadValue]? {
    if case .names(let names) = self { names } else { nil }
  }
}
