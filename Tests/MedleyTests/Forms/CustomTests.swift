import Medley
import TestSupport
import Testing

/// The discriminator `.custom`.
@Suite struct CustomTests {
  protocol Reply: Codable, Sendable {}
  struct Success: Reply, Hashable { var data: String }
  struct Failure: Reply, Hashable { var message: String }
  struct Trouble: Error {}

  enum Key: String, CodingKey { case data, message, code }

  static let replies = PolymorphicRegistry<any Reply>(
    .custom { decoder in
      let reply = try decoder.container(keyedBy: Key.self)
      if reply.contains(.data) { return "ok" }
      if reply.contains(.message) { return false }
      if reply.contains(.code) { return .integer(try reply.decode(Int64.self, forKey: .code)) }
      return nil
    },
    ["ok": Success.self, false: Failure.self]
  )

  @Test(arguments: Backend.allCases)
  func `selects the type by the function's tag`(_ backend: Backend) throws {
    let json = #"[{"data":"d"},{"message":"m"},{"code":404}]"#
    let feed = try backend.feed(json, Self.replies)
    #expect(
      feed.prefix(2) == [.known(Success(data: "d")), .known(Failure(message: "m"))]
    )
    #expect(feed.unknown.map(\.tag) == [404])
    #expect(try backend.encode(feed, with: Self.replies) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(feed, with: Self.replies) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `treats nil as a missing tag`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"data":"d"},{}]"#, Self.replies)
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .missingTag)
    #expect(error.cause?.knownTags == ["ok", false])
    var registry = Self.replies
    registry.policies.missing = .assume("ok")
    let second = try #require(throws: DecodingError.self) { try backend.feed("[{}]", registry) }
    #expect(second.kind == .keyNotFound)
    #expect(second.place == "[0].data")
  }

  @Test(arguments: Backend.allCases)
  func `throws the function's error for the element`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"code":"x"}]"#, Self.replies)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].code")

    var registry = PolymorphicRegistry<any Reply>(.custom { _ in throw Trouble() })
    try registry.register(Success.self, for: "ok")
    registry.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    #expect(throws: Trouble.self) { try backend.feed(#"[{"data":"d"}]"#, registry) }
  }

  @Test(arguments: Backend.allCases)
  func `finds no tag in an element of another shape`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[[1]]", Self.replies)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0]")
    var registry = Self.replies
    registry.policies.missing = .keep
    #expect(try backend.feed("[[1]]", registry).unknown.map(\.content) == [[1]])
  }

  @Test func `equals only its copies`() throws {
    let copy = Self.replies
    #expect(copy.discriminator == Self.replies.discriminator)
    #expect(try copy.merging(Self.replies).tags == ["ok", false])
    let other = PolymorphicRegistry<any Reply>(.custom { _ in "ok" })
    let error = try #require(throws: RegistrationError.self) { try copy.merging(other) }
    #expect(error.code == .unlikeDiscriminators)
  }
}
