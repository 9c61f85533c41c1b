import Medley
import MedleyComposition
import MedleyTesting
import TestSupport
import Testing

/// A payload that is itself an element of the same registry was decoded from the same object
/// until the stack overflowed.
@Suite struct EndlessPayloadTests {
  indirect enum Filter: PolymorphicEnum {
    case not(Filter)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Filter>(
      .adjacent(tag: "kind", content: "of").or(.key("op"))
    ) { registry in
      try registry.register(for: "not", as: Filter.not)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an element that is its own payload is an error`(_ backend: Backend) throws {
    let json = #"[{"kind":"not","of":{"op":"like"}}]"#
    let filters = try backend.decode([Filter].self, from: json)
    #expect(try backend.encode(filters) == JSONTree(parsing: json))
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Filter].self, from: #"[{"kind":"not","of":{"op":"not"}}]"#)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == "[0].of")
    #expect(error.details?.debugDescription.contains("has no end") == true)
  }

  @Test func `refuses to register an element as its own payload`() throws {
    for discriminator: Discriminator in [
      "op", .path("a", "b"), .compound("a", "b"), .jsonKind, .deduced, .key("a").or(.key("b")),
    ] {
      var registry = PolymorphicRegistry<Filter>(discriminator)
      let error = try #require(throws: RegistrationError.self) {
        try registry.register(for: "not", as: Filter.not)
      }
      #expect(error.code == .endlessPayload)
      #expect(error.description.contains("Filter"))
    }
    var media = PolymorphicRegistry<any Media>("type")
    let error = try #require(throws: RegistrationError.self) {
      try media.register(Polymorphic<any Media>.self, for: "A", as: { _ in Movie(title: "") })
    }
    #expect(error.code == .endlessPayload)
  }

  @Test(arguments: Backend.allCases)
  func `a fallback type that is an element doesn't recurse without end`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<Filter>("op")
    registry.policies.unknown = .decode(as: Filter.self, Filter.not)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"op":"like"}]"#, registry)
    }
    #expect(error.place == "[0]")
    #expect(registry.problems.map(\.code) == [.endlessPayload])
  }

  // MARK: - Through other enums

  indirect enum Left: PolymorphicEnum {
    case right(Right)
    case end
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Left>("left") { registry in
      try registry.register(for: "R", as: Left.right)
    }
  }

  indirect enum Right: PolymorphicEnum {
    case left(Composed<Advert, Left?>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Right>("right") { registry in
      try registry.register(for: "L", as: Right.left)
    }
  }

  struct Advert: Codable {}

  @Test func `validation reports enums that recurse in one object`() throws {
    let error = try #require(throws: RegistrationError.self) { try Left.registry.validate() }
    #expect(error.code == .endlessPayload)
    #expect(error.description.contains("through Right"))
  }

  indirect enum Group: PolymorphicEnum {
    case inner(Inner)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Group>("type") { registry in
      try registry.register(for: "A", as: Group.inner)
    }
  }

  indirect enum Inner: PolymorphicEnum {
    case group(Group)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Inner>("type") { registry in
      try registry.register(for: "B", as: Inner.group)
    }
  }

  @Test func `enums with disjoint tags are valid`() throws {
    try Group.registry.validate()
    try Inner.registry.validate()
  }
}
