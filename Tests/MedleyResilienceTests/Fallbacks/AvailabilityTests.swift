import Medley
import MedleyResilience
import TestSupport
import Testing

/// Registrations that are only for elements that pass a test.
@Suite struct AvailabilityTests {
  private static let version = CodingUserInfoKey(rawValue: "version")

  static func registry(
    _ discriminator: Discriminator = "type",
    policies: PolymorphicRegistry<any Card>.Policies = .init()
  ) throws -> PolymorphicRegistry<any Card> {
    PolymorphicRegistry<any Card>(discriminator, policies: policies) {
      try $0.register(TextCard.self, for: "TEXT")
      try $0.register(
        Carousel.self,
        for: "CAROUSEL",
        options: .available { members in
          let version = version.flatMap { members.userInfo[$0] as? Int } ?? 3
          return (members["minVersion"]?.int ?? 0) <= version
        }
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `an element of a newer version is kept, and is an issue`(_ backend: Backend) throws {
    let json = #"[{"type":"CAROUSEL","pages":1,"minVersion":4},{"type":"TEXT","text":"t"}]"#
    let registry = try Self.registry()
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.known.map(\.summary) == ["t"])
    #expect(feed[0].unknown?.reason == .unavailable)
    #expect(feed[0].unknown?.tag == "CAROUSEL")
    #expect(report.lines == ["[0] kept"])
    let error = try #require(report.issues[0].error as? DecodingError)
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect((context.underlyingError as? DiscriminatorError)?.code == .unavailableType)
    #expect(report.unknownTags.isEmpty)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `the test sees what the app says of itself`(_ backend: Backend) throws {
    let json = #"[{"type":"CAROUSEL","pages":1,"minVersion":4}]"#
    let registry = try Self.registry()
    let feed: [Polymorphic<any Card>] = try backend.decode(from: json) {
      $0.register(registry)
      if let key = Self.version { $0[key] = 4 }
    }
    #expect(feed.known.map(\.summary) == ["carousel(1)"])
  }

  @Test(arguments: Backend.allCases)
  func `the policy for unknown tags decides`(_ backend: Backend) throws {
    let json = #"[{"type":"CAROUSEL","pages":1,"minVersion":4,"text":"t"}]"#
    let throwing = try Self.registry(policies: .init(unknown: .throw))
    #expect(throws: DecodingError.self) { try backend.feed(json, throwing) }
    let decoding = try Self.registry(policies: .init(unknown: .decode(as: TextCard.self)))
    #expect(try backend.feed(json, decoding).known.map(\.summary) == ["t"])
  }

  static let forms: [(Discriminator, String)] = [
    (.adjacent(tag: "type", content: "data"), #"{"type":"CAROUSEL","data":{"pages":2},"#),
    (.adjacent(tag: "type"), #"{"type":"CAROUSEL","CAROUSEL":{"pages":2},"#),
    (.member, #"{"CAROUSEL":{"pages":2},"#),
    (.path("meta", "type"), #"{"meta":{"type":"CAROUSEL"},"pages":2,"#),
    (.key("type").or(.key("kind")), #"{"kind":"CAROUSEL","pages":2,"#),
  ]

  @Test(arguments: Backend.allCases, 0..<5)
  func `the members are those of the element in every form`(
    _ backend: Backend,
    _ index: Int
  ) throws {
    let (discriminator, start) = Self.forms[index]
    let registry = try Self.registry(discriminator)
    let json = #"[\#(start)"minVersion":4},\#(start)"minVersion":3}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.summary) == ["carousel(2)"])
    #expect(feed[0].unknown?.reason == .unavailable)
  }

  @Test(arguments: Backend.allCases)
  func `an element that isn't an object has no members`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Card>(.wrapperArray) {
      try $0.register(
        TextCard.self,
        for: "TEXT",
        options: .available { $0["text"] == nil }
      )
    }
    let feed = try backend.feed(#"[["TEXT",{"text":"t"}]]"#, registry)
    #expect(feed.known.map(\.summary) == ["t"])
  }

  @Test(arguments: Backend.allCases)
  func `where types are tried, the next one is`(_ backend: Backend) throws {
    struct Old: Card {
      var pages: Int
      var summary: String { "old" }
    }
    let registry = PolymorphicRegistry<any Card>(.firstMatch) {
      try $0.register(
        Carousel.self,
        for: "new",
        options: .available { ($0["minVersion"]?.int ?? 0) <= 3 }
      )
      try $0.register(Old.self, for: "old")
    }
    let feed = try backend.feed(#"[{"pages":1},{"pages":2,"minVersion":4}]"#, registry)
    #expect(feed.known.map(\.summary) == ["carousel(1)", "old"])
  }

  @Test(arguments: Backend.allCases)
  func `an option with others keeps them`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Card>("type") {
      try $0.register(
        TextCard.self,
        for: "TEXT",
        options: [.tagWriting(.never), .available { $0["hidden"]?.bool != true }]
      )
    }
    let feed = try backend.feed(
      #"[{"type":"TEXT","text":"t"},{"type":"TEXT","text":"u","hidden":true}]"#,
      registry
    )
    #expect(feed.known.map(\.summary) == ["t"])
    let written = #"[{"text":"t"},{"type":"TEXT","text":"u","hidden":true}]"#
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: written))
  }
}
