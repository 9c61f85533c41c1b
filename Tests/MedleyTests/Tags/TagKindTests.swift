import Medley
import MedleyTesting
import TestSupport
import Testing

/// A registry states of which kind its tags are.
@Suite struct TagKindTests {
  private func registry(
    _ kind: TagKind?,
    _ tag: TypeTag,
    _ form: Discriminator = "type"
  ) throws -> PolymorphicRegistry<any Media> {
    var registry = PolymorphicRegistry<any Media>(form)
    registry.tagKind = kind
    try registry.register(Movie.self, for: tag)
    return registry
  }

  @Test(arguments: Backend.allCases, ["7", "true"])
  func `a tag of another kind is a wrong one`(_ backend: Backend, _ tag: String) throws {
    let json = #"[{"type":\#(tag),"title":"a"}]"#
    let registry = try registry(.string, "MOVIE")
    let error = try #require(throws: DecodingError.self) { try backend.feed(json, registry) }
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.cause?.description.contains("found \(tag).") == true)
    #expect("\(error.kind) at \(error.place)" == "typeMismatch at [0].type")
    var keeping = registry
    keeping.policies.wrongKind = .keep
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, keeping) }
    #expect(feed.unknown.map(\.reason) == [.wrongKind])
    #expect(report.unknownTags.isEmpty)
    #expect(try backend.encode(feed, with: keeping) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a new tag of the stated kind is unknown`(_ backend: Backend) throws {
    let feed = try backend.feed(#"[{"type":"OPERA"}]"#, registry(.string, "MOVIE"))
    #expect(feed.unknown.map(\.tag) == ["OPERA"])
    let numbers = try backend.feed(#"[{"type":8}]"#, registry(.integer, 7))
    #expect(numbers.unknown.map(\.tag) == [8])
  }

  @Test(arguments: Backend.allJSON)
  func `an integer beyond 64 bits is one`(_ backend: Backend) throws {
    let json = #"[{"type":9223372036854775808}]"#
    #expect(try backend.feed(json, registry(.integer, 7)).unknown.map(\.reason) == [.unregistered])
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(json, registry(.string, "MOVIE"))
    }
    #expect(error.cause?.code == .wrongKindTag)
  }

  @Test(arguments: Backend.allCases)
  func `a string among integers is of a wrong kind`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"7"}]"#, registry(.integer, 7))
    }
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.place == "[0].type")
  }

  @Test(arguments: Backend.allCases)
  func `the parts of a compound tag are of the kind`(_ backend: Backend) throws {
    let registry = try registry(.string, ["v1", "Pod"], .compound("a", "b"))
    #expect(try backend.feed(#"[{"a":"v1","b":"x"}]"#, registry).unknown.count == 1)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"a":"v1","b":3}]"#, registry)
    }
    #expect(error.cause?.code == .wrongKindTag)
  }

  @Test func `refuses to register a tag of another kind`() throws {
    let error = try #require(throws: RegistrationError.self) {
      try registry(.string, 7)
    }
    #expect(error.code == .unusableTag)
    #expect(error.tag == 7)
    #expect(error.description.contains("isn't of the kind string"))
    var late = try registry(nil, 7)
    late.tagKind = .string
    #expect(late.problems.map(\.code) == [.unusableTag])
  }
}
