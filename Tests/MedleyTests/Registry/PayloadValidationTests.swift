import Medley
import MedleyTesting
import TestSupport
import Testing

/// What `validate()` finds by encoding samples, its own or those it is given.
@Suite struct PayloadValidationTests {
  enum Unit: String, Codable { case metre, foot }
  struct Wrapped: Codable, Hashable {
    var item: Named
    init(from decoder: any Decoder) throws {
      item = try decoder.singleValueContainer().decode(Named.self)
    }
    func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
  }
  struct Named: Codable, Hashable {
    var name: String
    var unit: Unit
  }
  struct Advert: Codable, Hashable {}

  enum Item: Hashable {
    case text(String)
    case words([String])
    case unit(Unit)
    case wrapped(Wrapped)
    case named(Named)
    case advert
    case pause
  }

  static func registry(
    _ discriminator: Discriminator,
    _ build: (inout PolymorphicRegistry<Item>) throws -> Void
  ) rethrows -> PolymorphicRegistry<Item> {
    var registry = PolymorphicRegistry<Item>(discriminator)
    try build(&registry)
    return registry
  }

  @Test(arguments: [
    Discriminator.key("type"), .path("meta", "type"), .key("type").or(.external),
    .external.or(.key("type")), .adjacent(tag: "type", content: "data"),
  ])
  func `finds a payload without members where the tag is a member`(
    _ discriminator: Discriminator
  ) throws {
    let registry = try Self.registry(discriminator) {
      try $0.register(for: "text", as: Item.text)
      try $0.register(for: "words", as: Item.words)
      try $0.register(for: "unit", as: Item.unit)
      try $0.register(for: "wrapped", as: Item.wrapped)
      try $0.register(for: "named", as: Item.named)
    }
    let isFound =
      discriminator != .external.or(.key("type"))
      && discriminator != .adjacent(tag: "type", content: "data")
    #expect(registry.problems.map(\.tag) == (isFound ? ["text", "words", "unit"] : []))
    guard isFound else { return }
    #expect(registry.problems.allSatisfy { $0.code == .unwritablePayload })
    #expect(registry.problems[0].description.contains("String (MedleyTests/"))
    #expect(registry.problems[0].description.contains("is encoded as a string"))
    #expect(registry.problems[1].description.contains("is encoded as an array"))
    #expect(registry.problems[2].description.contains("is encoded as a scalar"))
    #expect(registry.problems[0].description.contains(".adjacent"))
  }

  @Test func `finds a payload of another JSON kind than its tag`() throws {
    let registry = try Self.registry(.jsonKind) {
      try $0.register(for: "array", as: Item.words)
      try $0.register(for: "number", as: Item.text)
      try $0.register(
        Advert.self,
        for: "string",
        as: { _ in .advert },
        from: { if case .advert = $0 { Advert() } else { nil } }
      )
    }
    #expect(registry.problems.map(\.code) == [.unwritablePayload, .unwritablePayload])
    #expect(registry.problems.map(\.tag) == ["number", "string"])
    #expect(registry.problems[0].description.contains(#"isn't read as "number""#))
    #expect(registry.problems[0].description.contains(#"Register it for "string""#))
  }

  @Test func `finds a case without a payload that can't be encoded`() throws {
    let registry = try Self.registry("type") {
      try $0.register(Advert.self, for: "ad", as: { _ in .advert })
    }
    let error = try #require(throws: RegistrationError.self) { try registry.validate() }
    #expect(error.code == .unencodableCase)
    #expect(error.tag == "ad")
    #expect(error.problems.isEmpty)
    #expect(error.description.contains("The case advert of Item"))
    #expect(error.description.contains("PayloadValidationTests.swift"))
    #expect(error.description.contains("from: { if case .advert = $0"))

    let sound = try Self.registry("type") {
      try $0.register(
        Advert.self,
        for: "ad",
        as: { _ in .advert },
        from: { if case .advert = $0 { Advert() } else { nil } }
      )
    }
    try sound.validate()
  }

  enum Card: PolymorphicEnum, CaseIterable, Hashable {
    case film(Advert)
    case advert
    case pause
    case unknown(UnknownPayload)

    static var allCases: [Card] { [.film(Advert()), .advert, .pause] }

    static let registry = PolymorphicRegistry<Card>("type") {
      try $0.register(for: "film", as: Card.film)
      try $0.register(Advert.self, for: "ad", as: { _ in .advert })
    }
  }

  @Test func `finds cases that aren't registered if the enum lists them`() throws {
    #expect(Card.registry.problems.map(\.code) == [.unencodableCase, .unregisteredCase])
    #expect(Card.registry.problems[1].description.contains("The case pause of Card"))
  }

  @Test func `reports all problems, and all of the samples`() throws {
    let error = try #require(throws: RegistrationError.self) { try Card.registry.validate() }
    #expect(error.code == .severalProblems)
    #expect(error.problems.map(\.code) == [.unencodableCase, .unregisteredCase])
    #expect(error.description.contains("has 2 problems"))
    #expect(error.problems.allSatisfy { error.description.contains($0.description) })

    let registry = try Self.registry("type") {
      try $0.register(for: "named", as: Item.named)
      try $0.register(
        Advert.self,
        for: "ad",
        as: { _ in .text("ad") },
        from: { if case .advert = $0 { Advert() } else { nil } }
      )
    }
    try registry.validate(samples: [.named(Named(name: "a", unit: .foot))])
    let all = registry.problems(samples: [
      .text("a"), .named(Named(name: "a", unit: .foot)), .advert, .pause,
    ])
    #expect(all.map(\.code) == [.unregisteredCase, .mixedUpCases, .unregisteredCase])
    #expect(all[0].description.contains("The sample text of Item can't be encoded"))
    let several = try #require(throws: RegistrationError.self) {
      try registry.validate(samples: [.text("a"), .advert])
    }
    #expect(several.problems.map(\.code) == [.unregisteredCase, .mixedUpCases])
  }

  @Test func `reports a sample that can't be decoded again`() throws {
    struct Odd: Media {
      var title: String
      init(title: String) { self.title = title }
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Never.")
        )
      }
      func encode(to encoder: any Encoder) throws {}
    }
    let registry = PolymorphicRegistry<any Media>("type", ["ODD": Odd.self])
    let problems = registry.problems(samples: [Odd(title: "a")])
    #expect(problems.map(\.code) == [.invalidSample])
    #expect(problems.first?.description.contains("can't be decoded") == true)
    #expect(problems.first?.description.contains("Never") == true)
  }
}
