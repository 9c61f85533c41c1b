import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Tags that are lists, of which the first that is registered selects the type.
@Suite struct ListFormTests {
  protocol Actor: Codable, Sendable {}

  struct Person: Actor, Hashable {
    @OneOrMany var type: [String]
    var name: String
  }

  /// A payload that doesn't store its tags.
  struct Group: Actor, Hashable {
    var name: String
  }

  enum Thing: PolymorphicEnum {
    case person(Person)
    case group(Group)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Thing>(.list(at: "type")) {
      try $0.register(for: "Person", as: Thing.person)
      try $0.register(for: "Group", 7, as: Thing.group)
    }
  }

  static let actors = PolymorphicRegistry<any Actor>(.list(at: "type")) {
    try $0.register(Person.self, for: "Person")
    try $0.register(Group.self, for: "Group", 7)
  }

  @Test(arguments: Backend.allCases)
  func `a list is kept by a payload that stores it`(_ backend: Backend) throws {
    let json = """
      [{"type":["x:Author","Person","Group"],"name":"a"},{"type":"Person","name":"b"},
       {"type":["Person"],"name":"c"}]
      """
    let feed = try backend.feed(json, Self.actors)
    #expect(feed.known.compactMap { ($0 as? Person)?.name } == ["a", "b", "c"])
    #expect((feed[0].known as? Person)?.type == ["x:Author", "Person", "Group"])
    #expect(try backend.encode(feed, with: Self.actors) == JSONTree(parsing: json))
    let things = try backend.decode([Thing].self, from: json)
    #expect(try backend.encode(things) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `the first registered tag selects the type, and is written for others`(
    _ backend: Backend
  ) throws {
    let json = """
      [{"type":["x:Team",7,"Person"],"name":"a"},{"name":"b","type":["Group"]},
       {"type":"Group","name":"c"}]
      """
    let feed = try backend.feed(json, Self.actors)
    #expect(feed.known.compactMap { ($0 as? Group)?.name } == ["a", "b", "c"])
    let written = """
      [{"type":"Group","name":"a"},{"type":"Group","name":"b"},{"type":"Group","name":"c"}]
      """
    #expect(try backend.encode(feed, with: Self.actors) == JSONTree(parsing: written))
  }

  @Test(arguments: Backend.allCases)
  func `an unknown list is kept, and its first tag is counted`(_ backend: Backend) throws {
    let json = #"[{"type":["x:Robot","x:Author"],"name":"a"},{"type":"x:Robot"}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, Self.actors) }
    #expect(feed.unknown.compactMap(\.tag) == ["x:Robot", "x:Robot"])
    #expect(report.unknownTags == ["x:Robot": 2])
    #expect(report.isClean)
    #expect(try backend.encode(feed, with: Self.actors) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a list without a tag is of a wrong kind, and has its path`(_ backend: Backend) throws {
    for json in [#"[{"type":[]}]"#, #"[{"type":[{}]}]"#, #"[{"type":[["Person"]]}]"#] {
      let error = try #require(throws: DecodingError.self) { try backend.feed(json, Self.actors) }
      #expect(error.cause?.code == .wrongKindTag, "\(json)")
      #expect(error.place == "[0].type", "\(json)")
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":["Person"]}]"#, Self.actors)
    }
    #expect(error.place == "[0].name")
  }

  @Test(arguments: Backend.allCases)
  func `a pattern and an alias take a tag of a list`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Actor>(.list(at: "type"), ignoringCase: true) {
      try $0.register(Group.self, for: "group")
      try $0.register(Person.self, matching: "x:*")
    }
    let feed = try backend.feed(
      #"[{"type":["b","GROUP"],"name":"a"},{"type":["b","x:1"],"name":"c"}]"#,
      registry
    )
    #expect(feed[0].known is Group)
    #expect(feed[1].known is Person)
  }

  @Test func `only the key form refuses lists`() throws {
    #expect(Discriminator.list(at: "type") == .list(at: "type"))
    #expect(Discriminator.list(at: "type") != .list(at: "kind"))
    #expect(Discriminator.list(at: "type") != .key("type"))
    try Self.actors.validate()
    let key = PolymorphicRegistry<any Actor>("type", ["Group": Group.self])
    #expect(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"type":["Group"],"name":"a"}]"#, key)
    }
  }
}
