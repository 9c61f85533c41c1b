import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Several versions of one payload under one registry.
@Suite struct VersionTests {
  struct ContactV1: Codable, Equatable {
    var name: String
  }

  struct ContactV2: Codable, Equatable {
    var first: String
    var last: String
  }

  /// The current version.
  struct Contact: Codable, Hashable {
    var given: String
    var family: String
    var isUpgraded = false

    enum CodingKeys: CodingKey {
      case given
      case family
    }
  }

  struct TooOld: Error, Equatable {
    var name: String
  }

  private static func upgrade(_ old: ContactV1) throws -> ContactV2 {
    let names = old.name.split(separator: " ", maxSplits: 1).map(String.init)
    guard names.count == 2 else { throw TooOld(name: old.name) }
    return ContactV2(first: names[0], last: names[1])
  }

  private static func upgrade(_ old: ContactV2) -> Contact {
    Contact(given: old.first, family: old.last, isUpgraded: true)
  }

  private static let contacts = PolymorphicRegistry<Contact>(
    "version",
    policies: .init(missing: .assume(1))
  ) { registry in
    try registry.register(ContactV1.self, for: 1) { upgrade(try upgrade($0)) }
    try registry.register(ContactV2.self, for: 2) { upgrade($0) }
    try registry.register(Contact.self, for: 3)
  }

  private static let json = """
    [{"name":"Ada Lovelace"},{"version":1,"name":"Mary Ann Evans"},
     {"version":2,"first":"Grace","last":"Hopper"},
     {"version":3,"given":"Katherine","family":"Johnson"},{"version":4,"full":["Annie","E"]}]
    """

  @Test(arguments: Backend.allCases)
  func `upgrades every version and takes a missing version for the first`(
    _ backend: Backend
  ) throws {
    let feed = try backend.feed(Self.json, Self.contacts)
    #expect(
      feed.known == [
        Contact(given: "Ada", family: "Lovelace", isUpgraded: true),
        Contact(given: "Mary", family: "Ann Evans", isUpgraded: true),
        Contact(given: "Grace", family: "Hopper", isUpgraded: true),
        Contact(given: "Katherine", family: "Johnson"),
      ]
    )
    #expect(feed.unknown.map(\.tag) == [4])
  }

  @Test(arguments: Backend.allCases)
  func `encodes the newest version and leaves an unknown version unchanged`(
    _ backend: Backend
  ) throws {
    let feed = try backend.feed(Self.json, Self.contacts)
    let written = try backend.encode(feed, with: Self.contacts)
    let newest = """
      [{"version":3,"given":"Ada","family":"Lovelace"},
       {"version":3,"given":"Mary","family":"Ann Evans"},
       {"version":3,"given":"Grace","family":"Hopper"},
       {"version":3,"given":"Katherine","family":"Johnson"},{"version":4,"full":["Annie","E"]}]
      """
    #expect(try written == JSONTree(parsing: newest))
    let again = try backend.roundTrip(feed, with: Self.contacts)
    #expect(again.known.map(\.given) == ["Ada", "Mary", "Grace", "Katherine"])
    #expect(again.known.allSatisfy { !$0.isUpgraded })
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"version":1}]"#, DecodingError.Kind.keyNotFound, "[0].name"),
      (#"[{"given":"Ada"}]"#, .keyNotFound, "[0].name"),
      (#"[{"version":2,"first":"Grace","last":7}]"#, .typeMismatch, "[0].last"),
      (#"[{"version":[3]}]"#, .typeMismatch, "[0].version"),
    ]
  )
  func `an error in a version has its coding path`(
    _ backend: Backend,
    _ sample: (json: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(sample.json, Self.contacts)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `a failed upgrade is a decoding error with its path and cause`(
    _ backend: Backend
  ) throws {
    let (result, report) = DecodingReport.collectingResult {
      try backend.feed(#"[{"version":1,"name":"Ada L"},{"name":"Plato"}]"#, Self.contacts)
    }
    let error = try #require(throws: DecodingError.self) { try result.get() }
    #expect(error.place == "[1]")
    let cause = String(describing: error.details?.underlyingError)
    #expect(cause.contains("Plato"))
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `a lossy feed drops elements that can't be upgraded`(_ backend: Backend) throws {
    let (feed, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[Polymorphic<Contact>]>.self,
        from: #"[{"name":"Plato"},{"name":"Ada L"}]"#,
        with: Self.contacts
      )
    }
    #expect(feed.wrappedValue.known.map(\.given) == ["Ada"])
    #expect(report.issues.map(\.action) == [.dropped])
    #expect(report.issues.map(\.tag) == [1])
  }

  @Test(arguments: Backend.allCases)
  func `a payload may store the newest version itself`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Stored>("version") { registry in
      try registry.register(ContactV1.self, for: 1) { Stored(version: 2, name: $0.name) }
      try registry.register(Stored.self, for: 2)
    }
    let feed = try backend.feed(#"[{"version":1,"name":"a"},{"version":2,"name":"b"}]"#, registry)
    #expect(feed.known == [Stored(version: 2, name: "a"), Stored(version: 2, name: "b")])
    let written = try backend.encode(feed, with: registry)
    #expect(
      try written == JSONTree(parsing: #"[{"version":2,"name":"a"},{"version":2,"name":"b"}]"#)
    )
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `compound tags select the version and the kind in one registry`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any VersionedRecord>(
      .compound("version", "kind")
    ) { registry in
      try registry.register(ContactV1.self, for: [1, "contact"]) {
        Self.upgrade(try Self.upgrade($0)) as any VersionedRecord
      }
      try registry.register(ContactV2.self, for: [2, "contact"]) { Self.upgrade($0) }
      try registry.register(Contact.self, for: [3, "contact"])
      try registry.register(Stored.self, for: [1, "stored"])
    }
    let json = """
      [{"version":1,"kind":"contact","name":"Ada L"},{"version":2,"kind":"stored","name":"x"},
       {"version":3,"kind":"contact","given":"K","family":"J"}]
      """
    let feed = try backend.feed(json, registry)
    #expect(feed.known.compactMap { ($0 as? Contact)?.given } == ["Ada", "K"])
    #expect(feed.unknown.map(\.tag) == [[2, "stored"]])
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(
          parsing: """
            [{"version":3,"kind":"contact","given":"Ada","family":"L"},
             {"version":2,"kind":"stored","name":"x"},
             {"version":3,"kind":"contact","given":"K","family":"J"}]
            """
        )
    )
  }

  @Test func `every version decodes to its enum case`() throws {
    let json = #"[{"v":1,"name":"Ada L"},{"v":3,"given":"K","family":"J"},{"name":"B C"}]"#
    let people = try Backend.json.decode([Person].self, from: json)
    #expect(people.map(\.given) == ["Ada", "K", "B"])
    #expect(
      try Backend.json.encode(people)
        == JSONTree(
          parsing: """
            [{"v":3,"given":"Ada","family":"L"},{"v":3,"given":"K","family":"J"},
             {"v":3,"given":"B","family":"C"}]
            """
        )
    )
    try Self.contacts.validate()
  }

  struct Stored: Codable, Hashable {
    var version: Int
    var name: String
  }

  private enum Person: PolymorphicEnum {
    case contact(Contact)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Person>(
      "v",
      policies: .init(missing: .assume(1))
    ) { registry in
      try registry.register(ContactV1.self, for: 1) { .contact(upgrade(try upgrade($0))) }
      try registry.register(ContactV2.self, for: 2) { .contact(upgrade($0)) }
      try registry.register(for: 3, as: Person.contact)
    }

    var given: String? { if case .contact(let contact) = self { contact.given } else { nil } }
  }
}

/// The base of a registry of versioned payloads.
protocol VersionedRecord: Codable {}

extension VersionTests.Contact: VersionedRecord {}
extension VersionTests.Stored: VersionedRecord {}
