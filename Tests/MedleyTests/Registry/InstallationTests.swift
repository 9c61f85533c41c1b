import Medley
import MedleyTesting
import TestSupport
import Testing

/// The registry that is installed for the process.
///
/// Each test uses its own base, since the installed registry is shared.
@Suite struct InstallationTests {
  struct Item: Codable, Hashable { var n: Int }
  struct Other: Codable, Hashable { var n: Int }

  protocol Unused: Codable {}
  protocol Decoded: Codable {}
  protocol Encoded: Codable {}
  protocol Asked: Codable {}
  protocol Replaced: Codable {}
  protocol Scoped: Codable {}
  protocol Neither: Codable {}
  protocol Inspected: Codable, Sendable {}

  static func registry<Base>(
    _ tag: TypeTag,
    of base: Base.Type
  ) throws
    -> PolymorphicRegistry<Base>
  {
    try PolymorphicRegistry<Base>("t").registering(Item.self, for: tag)
  }

  @Test func `no registry is installed by default`() {
    #expect(PolymorphicRegistry<any Unused>.installed == nil)
  }

  @Test(arguments: [Backend.json])
  func `decoders use an installed registry without userInfo`(_ backend: Backend) throws {
    try Self.casting("a", of: (any Decoded).self).install()
    for backend in Backend.allCases {
      let feed = try backend.decode(
        [Polymorphic<any Decoded>].self,
        from: #"[{"t":"a","n":1}]"#
      )
      #expect(feed.known.first as? DecodedItem == DecodedItem(n: 1))
      #expect(try backend.encode(feed) == JSONTree(parsing: #"[{"t":"a","n":1}]"#))
    }
    let error = try #require(throws: RegistrationError.self) {
      try Self.casting("b", of: (any Decoded).self).install()
    }
    #expect(error.code == .installedTooLate)
    #expect(error.description.contains("Decoded"))
    #expect(error.description.contains("startup"))
    #expect(PolymorphicRegistry<any Decoded>.installed?.tags == ["a"])
  }

  struct DecodedItem: Decoded, Hashable { var n: Int }
  struct EncodedItem: Encoded, Hashable { var n: Int }
  struct ScopedItem: Scoped, Hashable { var n: Int }
  struct InspectedItem: Inspected, Hashable { var n: Int }

  static func casting(
    _ tag: TypeTag,
    of base: (any Decoded).Type
  ) throws -> PolymorphicRegistry<any Decoded> {
    try PolymorphicRegistry<any Decoded>("t").registering(DecodedItem.self, for: tag)
  }

  @Test func `encoding counts as a use of the installed registry`() throws {
    var registry = PolymorphicRegistry<any Encoded>("t")
    try registry.register(EncodedItem.self, for: "a")
    try registry.install()
    let feed = [Polymorphic<any Encoded>.known(EncodedItem(n: 1))]
    #expect(try Backend.json.encode(feed) == JSONTree(parsing: #"[{"t":"a","n":1}]"#))
    #expect(throws: RegistrationError.self) { try registry.install() }
  }

  @Test func `reading the installed registry counts as a use`() throws {
    let registry = try Self.registry("a", of: (any Asked).self)
    try registry.install()
    #expect(PolymorphicRegistry<any Asked>.installed?.tags == ["a"])
    let error = try #require(throws: RegistrationError.self) { try registry.install() }
    #expect(error.code == .installedTooLate)
  }

  @Test func `an installed registry can be replaced before its first use`() throws {
    #expect(PolymorphicRegistry<any Replaced>.installed == nil)
    try Self.registry("a", of: (any Replaced).self).install()
    try Self.registry("b", of: (any Replaced).self).install()
    #expect(PolymorphicRegistry<any Replaced>.installed?.tags == ["b"])
  }

  @Test func `validating and registering don't count as uses`() throws {
    struct Shelf: Media, Hashable {
      var title: String
      var hero: Polymorphic<any Inspected>
    }
    var first = PolymorphicRegistry<any Inspected>("t")
    try first.register(InspectedItem.self, for: "a")
    try first.install()
    var shelves = PolymorphicRegistry<any Media>(.deduced)
    try shelves.register(Shelf.self, for: "shelf")
    #expect(shelves.problems.isEmpty)
    try first.registering(InspectedItem.self, for: "b").install()
    #expect(PolymorphicRegistry<any Inspected>.installed?.tags == ["a", "b"])
  }

  @Test func `a registry in userInfo overrides the installed one`() throws {
    var installed = PolymorphicRegistry<any Scoped>("t")
    try installed.register(ScopedItem.self, for: "a")
    try installed.install()
    var scoped = PolymorphicRegistry<any Scoped>("kind")
    try scoped.register(ScopedItem.self, for: "b")
    for backend in Backend.allCases {
      let json = #"[{"t":"a","kind":"b","n":1}]"#
      let feed = try backend.feed(json, scoped)
      #expect(feed.known.count == 1)
      #expect(
        try backend.encode(feed, with: scoped) == JSONTree(parsing: #"[{"kind":"b","n":1}]"#)
      )
      #expect(try backend.encode(feed) == JSONTree(parsing: #"[{"t":"a","n":1}]"#))
      let other = try backend.feed(#"[{"t":"a","n":1}]"#, scoped.withMissingKept)
      #expect(other.unknown.map(\.reason) == [.untagged])
    }
  }

  @Test(arguments: Backend.allCases)
  func `decoding without a registry fails with an error that says how to provide one`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([[Polymorphic<any Neither>]].self, from: #"[[{"t":"a"}]]"#)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == "[0][0]")
    #expect(error.details?.debugDescription.contains("Neither") == true)
    let message = "\(error)"
    #expect(message.contains("decoder.userInfo.register(registry)"))
    #expect(message.contains("registry.install()"))
  }

  struct Loner: Neither, Hashable { var n: Int }

  @Test(arguments: Backend.allCases)
  func `encoding without a registry fails with an error that says how to provide one`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic<any Neither>.known(Loner(n: 1))])
    }
    #expect(error.place == "[0]")
    let message = "\(error)"
    #expect(message.contains("encoder.userInfo.register(registry)"))
  }

  @Test(arguments: Backend.allCases)
  func `unknown elements can be encoded without a registry`(_ backend: Backend) throws {
    let json = #"[{"type":"OPERA","acts":3}]"#
    let feed = try backend.feed(json, .media)
    #expect(try backend.encode(feed) == JSONTree(parsing: json))
  }
}

extension PolymorphicRegistry {
  fileprivate var withMissingKept: Self {
    var copy = self
    copy.policies.missing = .keep
    return copy
  }
}
