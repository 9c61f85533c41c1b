import Medley
import MedleyComposition
import TestSupport
import Testing

// MARK: - Envelopes in other objects

extension EnvelopeTests {
  /// An envelope whose members are encoded without `encodeEnvelope`.
  struct Plain: Parts.Element {
    var id: Int
    var title: String?
    var item: Parts.Kind
    var order = Order.first

    enum CodingKeys: CodingKey { case id, title }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      id = try members.decode(Int.self, forKey: .id)
      title = try members.decodeIfPresent(String.self, forKey: .title)
      item = try Parts.Kind(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      if order == .first { try item.encode(to: encoder) }
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(id, forKey: .id)
      if order == .between { try item.encode(to: encoder) }
      try members.encodeIfPresent(title, forKey: .title)
      if order == .last { try item.encode(to: encoder) }
    }
  }

  private static let outer: [PolymorphicRegistry<any Parts.Element>] = [
    PolymorphicRegistry("format", ["A": Plain.self]),
    PolymorphicRegistry("format", ["B": Plain.self, "A": Plain.self]),
    PolymorphicRegistry(.path("head", "format"), ["A": Plain.self]),
  ]

  @Test(arguments: orders, outer.indices)
  func `a registered envelope wins over its unknown element`(
    _ order: (Backend, Order),
    _ position: Int
  ) throws {
    let (backend, registry) = (order.0, Self.outer[position])
    let head = position == 2 ? #""head":{"format":"A","size":3}"# : #""format":"A""#
    let json = "{\(head),\(Self.game.dropFirst())"
    let element: Element = try Self.decode(backend, json) { $0.register(registry) }
    var plain = try #require(element.known as? Plain)
    plain.order = order.1
    try Self.expect(Element.known(plain), json, backend, with: registry)
    plain.id = 2
    plain.title = nil
    let edited = "{\(head),\"type\":\"GAME\",\"id\":2,\"players\":{\"most\":2}}"
    try Self.expect(Element.known(plain), edited, backend, with: registry)
  }

  @Test(arguments: orders)
  func `an envelope that is a part wins over its unknown element`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    typealias Whole = Composed<Plain, Parts.Extras>
    let json = #"{"type":"GAME","id":1,"title":"Go","budget":5}"#
    var whole: Whole = try Self.decode(backend, json)
    whole.base.order = order
    try Self.expect(whole, json, backend, with: Self.registry)
    whole.base.title = nil
    whole.budget = nil
    whole.id = 2
    try Self.expect(whole, #"{"type":"GAME","id":2}"#, backend, with: Self.registry)
  }

  @Test(arguments: Backend.allCases)
  func `a removed member of a part without a sample isn't restored`(_ backend: Backend) throws {
    enum Level: String, Codable { case low, high }
    struct Ranked: Codable {
      var level: Level
      var title: String?
    }
    typealias Whole = Composed<Ranked, Element>
    let json = #"{"type":"GAME","level":"low","title":"Go","players":2}"#
    var whole: Whole = try Self.decode(backend, json) { $0.register(Self.registry) }
    try Self.expect(whole, json, backend, with: Self.registry)
    whole.title = nil
    let edited = #"{"type":"GAME","level":"low","players":2}"#
    try Self.expect(whole, edited, backend, with: Self.registry)
  }

  @Test(arguments: orders)
  func `an envelope inside an envelope wins over its unknown element`(
    _ backend: Backend,
    _ order: Order
  ) throws {
    var message: Message<Message<Parts.Kind>> = try Self.decode(backend, Self.game)
    message.order = order
    message.item.order = order
    try Self.expect(message, Self.game, backend, with: Self.registry)
    message.title = nil
    message.item.title = nil
    let edited = #"{"type":"GAME","id":1,"players":{"most":2}}"#
    try Self.expect(message, edited, backend, with: Self.registry)
  }

  // MARK: - Without encodeEnvelope

  @Test(arguments: Backend.allCases)
  func `an element that is encoded first leaves members to the envelope`(
    _ backend: Backend
  ) throws {
    var plain: Plain = try Self.decode(backend, Self.game)
    plain.id = 2
    plain.title = "Weiqi"
    let edited = #"{"type":"GAME","id":2,"title":"Weiqi","players":{"most":2}}"#
    try Self.expect(plain, edited, backend, with: Self.registry)
  }

  @Test(arguments: Backend.allCases)
  func `an element alone must be an object in an envelope`(_ backend: Backend) throws {
    struct Wrong: Encodable {
      let payload = UnknownPayload(tag: nil, content: [1])
      func encode(to encoder: any Encoder) throws {
        try encoder.encodeEnvelope { try payload.encode(to: $0) }
      }
    }
    let error = try #require(throws: EncodingError.self) { try backend.encode([Wrong()]) }
    #expect(error.place == "[0]")
    let text = try #require(error.details?.debugDescription)
    #expect(text.contains("is encoded as an array"))
  }
}
