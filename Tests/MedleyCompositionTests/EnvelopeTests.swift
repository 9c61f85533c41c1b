import Medley
import MedleyComposition
import TestSupport
import Testing

/// Envelopes that encode their members and an element into one object by hand.
@Suite struct EnvelopeTests {
  typealias Element = Polymorphic<any Parts.Element>

  /// The place of the element among the calls that encode an envelope.
  enum Order: CaseIterable {
    case first, between, last
  }

  static let orders = Backend.allCases.flatMap { backend in
    Order.allCases.map { (backend, $0) }
  }

  static func decode<Value: Decodable>(
    _ backend: Backend,
    _ json: String,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Value {
    let values = try backend.decode([Value].self, from: "[\(json)]", userInfo: configure)
    return try #require(values.first)
  }

  static func expect<Base>(
    _ value: some Encodable,
    _ json: String,
    _ backend: Backend,
    with registry: PolymorphicRegistry<Base>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tree = try backend.encode([value], with: registry)
    #expect(try tree == JSONTree(parsing: "[\(json)]"), sourceLocation: sourceLocation)
    #expect(tree.duplicateKey == nil, sourceLocation: sourceLocation)
  }

  // MARK: - One element

  struct Message<Item: Codable>: Codable {
    var id: Int
    var title: String?
    var item: Item
    var order = Order.first

    enum CodingKeys: CodingKey { case id, title }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      id = try members.decode(Int.self, forKey: .id)
      title = try members.decodeIfPresent(String.self, forKey: .title)
      item = try Item(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        if order == .first { try item.encode(to: encoder) }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        if order == .between { try item.encode(to: encoder) }
        try members.encodeIfPresent(title, forKey: .title)
        if order == .last { try item.encode(to: encoder) }
      }
    }
  }

  static let registry = Parts.registry("type")

  static let game = #"{"type":"GAME","id":1,"title":"Go","players":{"most":2}}"#

  @Test(arguments: orders)
  func `an edited member wins over that of an unknown element`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    var message: Message<Element> = try Self.decode(backend, Self.game) {
      $0.register(Self.registry)
    }
    message.order = order
    try Self.expect(message, Self.game, backend, with: Self.registry)
    message.id = 2
    message.title = "Weiqi"
    let edited = #"{"type":"GAME","id":2,"title":"Weiqi","players":{"most":2}}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `an edited member wins over that of an unknown case`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    var message: Message<Parts.Kind> = try Self.decode(backend, Self.game)
    message.order = order
    message.title = "Weiqi"
    let edited = #"{"type":"GAME","id":1,"title":"Weiqi","players":{"most":2}}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `a removed member isn't restored`(_ backend: Backend, _ order: Order) throws {
    var message: Message<Parts.Kind> = try Self.decode(backend, Self.game)
    message.order = order
    message.title = nil
    let edited = #"{"type":"GAME","id":1,"players":{"most":2}}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `a member that was null stays null until it is set`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    let json = #"{"type":"GAME","id":1,"title":null}"#
    var message: Message<Parts.Kind> = try Self.decode(backend, json)
    message.order = order
    try Self.expect(message, json, backend, with: Self.registry)
    message.title = "Go"
    let edited = #"{"type":"GAME","id":1,"title":"Go"}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `a known element and the members of its envelope share one object`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    let json = #"{"type":"MOVIE","id":1,"title":"Ran","minutes":162}"#
    var message: Message<Parts.Kind> = try Self.decode(backend, json)
    message.order = order
    try Self.expect(message, json, backend, with: Self.registry)
    message.item = .movie(.init(minutes: 160))
    message.title = nil
    let edited = #"{"type":"MOVIE","id":1,"minutes":160}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `a known element with another value under a key of the envelope is an error`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    let json = #"{"type":"OPERA","id":1,"title":"Tosca","acts":3}"#
    var message: Message<Element> = try Self.decode(backend, json) { $0.register(Self.registry) }
    message.order = order
    try Self.expect(message, json, backend, with: Self.registry)
    message.title = "Aida"
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([message], with: Self.registry)
    }
    #expect(error.place == "[0].title")
    let text = try #require(error.details?.debugDescription)
    #expect(text.hasPrefix(#"One object has different values under "title"."#))
  }

  @Test(arguments: orders)
  func `the recorded members are those that are encoded`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    var message: Message<Parts.Kind> = try Self.decode(backend, Self.game)
    message.order = order
    message.id = 2
    message.title = nil
    #expect(
      try PayloadValue(encoding: message, userInfo: [:])
        == ["type": "GAME", "id": 2, "players": ["most": 2]]
    )
  }

  @Test(arguments: Order.allCases)
  func `a member in snake case wins over that of an unknown element`(_ order: Order) throws {
    struct Dated: Codable {
      var releaseYear: Int
      var item: Parts.Kind
      var order = Order.first
      enum CodingKeys: CodingKey { case releaseYear }

      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        releaseYear = try members.decode(Int.self, forKey: .releaseYear)
        item = try Parts.Kind(from: decoder)
      }

      func encode(to encoder: any Encoder) throws {
        try encoder.encodeEnvelope { encoder in
          var members = encoder.container(keyedBy: CodingKeys.self)
          if order == .first { try item.encode(to: encoder) }
          try members.encode(releaseYear, forKey: .releaseYear)
          if order != .first { try item.encode(to: encoder) }
        }
      }
    }
    let json = #"[{"type":"GAME","release_year":1990,"top_score":1}]"#
    var dated = try Backend.json.decode([Dated].self, from: json, keys: .snakeCase)
    dated[0].order = order
    dated[0].releaseYear = 2000
    let edited = json.replacing("1990", with: "2000")
    #expect(
      try Backend.json.encode(dated, keys: .snakeCase) == JSONTree(parsing: edited)
    )
  }

  // MARK: - The tag among the envelope's keys

  struct Tagged: Codable {
    var type: String
    var item: Parts.Kind
    var writesType = true
    enum CodingKeys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      type = try members.decode(String.self, forKey: .type)
      item = try Parts.Kind(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        var members = encoder.container(keyedBy: CodingKeys.self)
        try item.encode(to: encoder)
        if writesType { try members.encode(type, forKey: .type) }
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `an unknown element keeps its tag if the envelope doesn't write it`(
    _ backend: Backend
  ) throws {
    let json = #"{"type":"GAME","players":2}"#
    var tagged: Tagged = try Self.decode(backend, json)
    tagged.writesType = false
    try Self.expect(tagged, json, backend, with: Self.registry)
    tagged.writesType = true
    tagged.type = "SPORT"
    try Self.expect(tagged, #"{"type":"SPORT","players":2}"#, backend, with: Self.registry)
  }

  // MARK: - Two elements

  struct Pair: Codable {
    var first: Parts.Kind
    var second: Element
    var isTurned = false

    init(from decoder: any Decoder) throws {
      first = try Parts.Kind(from: decoder)
      second = try Element(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        if isTurned { try second.encode(to: encoder) }
        try first.encode(to: encoder)
        if !isTurned { try second.encode(to: encoder) }
      }
    }
  }

  @Test(arguments: Backend.allCases, [false, true])
  func `two unknown elements write each member once`(
    _ backend: Backend,
    _ isTurned: Bool
  ) throws {
    let registry = Parts.registry("kind")
    let json = #"{"type":"GAME","kind":"TOY","players":2}"#
    var pair: Pair = try Self.decode(backend, json) { $0.register(registry) }
    pair.isTurned = isTurned
    try Self.expect(pair, json, backend, with: registry)
  }

  @Test(arguments: Backend.allCases, [false, true])
  func `an edited known element wins over an unknown one`(
    _ backend: Backend,
    _ isTurned: Bool
  ) throws {
    let registry = Parts.registry("kind")
    let json = #"{"type":"BOOK","kind":"TOY","pages":1,"isbn":"a","players":2}"#
    var pair: Pair = try Self.decode(backend, json) { $0.register(registry) }
    pair.isTurned = isTurned
    try Self.expect(pair, json, backend, with: registry)
    pair.first = .book(.init(pages: nil, isbn: "b"))
    let edited = #"{"type":"BOOK","kind":"TOY","isbn":"b","players":2}"#
    try Self.expect(pair, edited, backend, with: registry)
  }
}
