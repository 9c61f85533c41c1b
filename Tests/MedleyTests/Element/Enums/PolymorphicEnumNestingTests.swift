import Medley
import TestSupport
import Testing

/// Enums inside other enums and registries.
@Suite struct PolymorphicEnumNestingTests {
  typealias Exhibit = EnumSamples.Exhibit
  typealias Item = EnumSamples.Item

  @Test(arguments: Backend.allCases)
  func `an enum can be the payload of another enum`(_ backend: Backend) throws {
    let json = """
      [{"kind":"ITEM","of":{"type":"AD"}},{"kind":"ITEM","of":{"type":"GAME","n":1}},
       {"kind":"WHEELS","of":{"count":4}},{"kind":"ROCK","of":7}]
      """
    let exhibits = try backend.decode([Exhibit].self, from: json)
    #expect(exhibits.first == .item(.advert))
    #expect(exhibits[2] == .wheels(.init(count: 4)))
    guard case .item(.unknown(let inner)) = exhibits[1], case .unknown(let outer) = exhibits[3]
    else {
      Issue.record("\(exhibits)")
      return
    }
    #expect(inner.tag == "GAME")
    #expect(outer.tag == "ROCK")
    #expect(try backend.encode(exhibits) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(exhibits) == exhibits)
  }

  @Test(arguments: Backend.allCases)
  func `an error in the inner enum has its full path`(_ backend: Backend) throws {
    let json = #"[{"kind":"ITEM","of":{"type":"BOX","content":[{"type":"FILM"}]}}]"#
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Exhibit].self, from: json)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].of.content[0].title")
  }

  @Test(arguments: Backend.allCases)
  func `an enum can be a payload of a registry`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any EnumNestingBase>("kind")
    try registry.register(Item.self, for: "ITEM")
    try registry.register(EnumSamples.Wheels.self, for: "WHEELS")
    let json = """
      [{"kind":"ITEM","type":"FILM","title":"Ran"},{"kind":"ITEM","type":"GAME","n":1},
       {"kind":"WHEELS","count":4}]
      """
    let feed = try backend.feed(json, registry)
    let items = feed.known.compactMap { $0 as? Item }
    #expect(items.first == .film(.init(title: "Ran")))
    #expect(items.last?.unknownPayload?.tag == "GAME")
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a tag that the outer registry shares only once`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any EnumNestingBase>("type")
    try registry.register(Item.self, for: "FILM", "AD", "NOVEL")
    try registry.register(EnumSamples.Wheels.self, for: "WHEELS")
    let json = #"[{"type":"AD"},{"type":"FILM","title":"Ran"},{"type":"WHEELS","count":4}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.compactMap { $0 as? Item } == [.advert, .film(.init(title: "Ran"))])
    let written = try backend.encode(feed, with: registry)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `an element of a registry can be the payload of a case`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any EnumNestingBase>(
      "type",
      ["WHEELS": EnumSamples.Wheels.self]
    )
    let json = #"[{"ELEMENT":{"type":"WHEELS","count":4}},{"ELEMENT":{"type":"X"}},{"Y":1}]"#
    let items = try backend.decode([Holder].self, from: json, with: registry)
    guard case .element(.known(let wheels)) = items[0],
      case .element(.unknown(let inner)) = items[1]
    else {
      Issue.record("\(items)")
      return
    }
    #expect(wheels as? EnumSamples.Wheels == .init(count: 4))
    #expect(inner.tag == "X")
    #expect(items[2].unknownPayload?.tag == "Y")
    #expect(try backend.encode(items, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `Polymorphic decodes elements of an enum`(_ backend: Backend) throws {
    let json = #"[{"type":"AD"},{"type":"X","a":1}]"#
    let feed = try backend.feed(json, Item.registry)
    #expect(feed.known == [.advert])
    #expect(feed.unknown.map(\.tag) == ["X"])
    #expect(try backend.encode(feed, with: Item.registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `resolves an unknown payload with a larger registry`(_ backend: Backend) throws {
    let items = try backend.decode([Item].self, from: #"[{"type":"CAR","count":4}]"#)
    let payload = try #require(items.first?.unknownPayload)
    let later = PolymorphicRegistry<any EnumNestingBase>("type", ["CAR": EnumSamples.Wheels.self])
    #expect(
      try payload.resolve(with: later).known as? EnumSamples.Wheels == EnumSamples.Wheels(count: 4)
    )
    #expect(try payload.decode(as: EnumSamples.Wheels.self) == EnumSamples.Wheels(count: 4))
  }
}

/// The base of registries that have an enum among their payloads.
protocol EnumNestingBase: Codable {}

extension EnumSamples.Item: EnumNestingBase {}
extension EnumSamples.Wheels: EnumNestingBase {}

/// An enum one of whose cases holds an element of a registry.
private enum Holder: PolymorphicEnum {
  case element(Polymorphic<any EnumNestingBase>)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Holder>(.external) { registry in
    try registry.register(for: "ELEMENT", as: Holder.element)
  }
}
