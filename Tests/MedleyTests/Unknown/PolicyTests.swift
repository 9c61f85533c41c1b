import Medley
import TestSupport
import Testing

/// The five policies, one by one.
@Suite struct PolicyTests {
  typealias Registry = PolymorphicRegistry<any Media>

  /// The outcome for one element in each situation.
  static func outcomes(_ backend: Backend, _ policies: Registry.Policies) throws -> [String] {
    var registry = Registry.media
    registry.policies = policies
    return try situations.map { json in
      do {
        let element = try backend.feed("[\(json)]", registry)[0]
        let isSame = try backend.encode([element], with: registry) == JSONTree(parsing: "[\(json)]")
        return switch element {
        case .known(let media): "\(type(of: media))"
        case .unknown(let payload): "\(payload.reason)\(isSame ? "" : ", changed")"
        }
      } catch let error as DecodingError {
        return error.cause?.code.description ?? "\(error.kind)"
      }
    }
  }

  /// Unknown, missing, null, wrong kind, malformed.
  static let situations = [
    #"{"type":"OPERA","title":"a"}"#,
    #"{"title":"a"}"#,
    #"{"type":null,"title":"a"}"#,
    #"{"type":["MOVIE"],"title":"a"}"#,
    #"{"type":"MOVIE","title":4}"#,
  ]

  static let samples: [(Registry.Policies, [String])] = [
    (
      .init(),
      ["unregistered", "missingTag", "missingTag", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw),
      ["unknownTag", "missingTag", "missingTag", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .decode(as: Labelled.self)),
      ["Labelled", "missingTag", "missingTag", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, missing: .keep),
      ["unknownTag", "untagged", "untagged", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, missing: .assume("BOOK")),
      ["unknownTag", "Book", "Book", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, null: .keep),
      ["unknownTag", "missingTag", "untagged", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, missing: .keep, null: .throw),
      ["unknownTag", "untagged", "missingTag", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, missing: .keep, null: nil),
      ["unknownTag", "untagged", "untagged", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, missing: .assume("BOOK"), null: .assume("MOVIE")),
      ["unknownTag", "Book", "Movie", "wrongKindTag", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, wrongKind: .keep),
      ["unknownTag", "missingTag", "missingTag", "wrongKind", "typeMismatch"]
    ),
    (
      .init(unknown: .throw, malformed: .keep),
      ["unknownTag", "missingTag", "missingTag", "wrongKindTag", "malformed"]
    ),
    (
      .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep),
      ["unregistered", "untagged", "untagged", "wrongKind", "malformed"]
    ),
  ]

  @Test(arguments: Backend.allCases, samples)
  func `no policy implies another`(
    _ backend: Backend,
    _ sample: (policies: Registry.Policies, outcomes: [String])
  ) throws {
    #expect(try Self.outcomes(backend, sample.policies) == sample.outcomes)
  }

  @Test func `the defaults keep unknown tags and throw for everything else`() throws {
    for backend in Backend.allCases {
      #expect(
        try Self.outcomes(backend, Registry.media.policies)
          == Self.outcomes(backend, Registry.Policies())
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an assumed tag`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.missing = .assume("NOVEL")
    let feed = try backend.feed(#"[{"title":"a"},{"type":null,"title":"b"}]"#, registry)
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(parsing: #"[{"type":"BOOK","title":"a"},{"type":"BOOK","title":"b"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `an assumed tag that isn't registered makes an unknown element`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.missing = .assume("FILM")
    let feed = try backend.feed(#"[{"title":"a"}]"#, registry)
    #expect(feed.unknown.map(\.tag) == ["FILM"])
    #expect(feed.unknown.map(\.reason) == [.unregistered])
    registry.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"title":"a"}]"#, registry)
    }
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == "FILM")
  }

  @Test(arguments: Backend.allCases)
  func `an assumed payload that doesn't decode is malformed`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.missing = .assume("BOOK")
    let error = try #require(throws: DecodingError.self) { try backend.feed("[{}]", registry) }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].title")
    registry.policies.malformed = .keep
    #expect(try backend.feed("[{}]", registry).unknown.map(\.tag) == ["BOOK"])
  }

  @Test(arguments: Backend.allCases)
  func `a null element doesn't use the policy for null tags`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.null = .keep
    let error = try #require(throws: DecodingError.self) { try backend.feed("[null]", registry) }
    #expect(error.cause?.code == .missingTag)
    registry.policies.missing = .assume("BOOK")
    let second = try #require(throws: DecodingError.self) { try backend.feed("[null]", registry) }
    #expect(second.kind == .valueNotFound)
    #expect(second.place == "[0]")
  }

  @Test(arguments: Backend.allCases)
  func `a kept malformed payload has its error`(_ backend: Backend) throws {
    var registry = Registry.media
    registry.policies.malformed = .keep
    let feed = try backend.feed(#"[{"type":"MOVIE"},{"type":"NOVEL","title":{}}]"#, registry)
    #expect(feed.unknown.map(\.tag) == ["MOVIE", "NOVEL"])
    let errors = feed.unknown.compactMap { payload -> DecodingError? in
      if case .malformed(let error) = payload.reason { error as? DecodingError } else { nil }
    }
    #expect(errors.map(\.kind) == [.keyNotFound, .typeMismatch])
    #expect(errors.map(\.place) == ["[0].title", "[1].title"])
    #expect((errors.last?.details?.underlyingError as? PayloadError)?.tag == "NOVEL")
  }

  @Test(arguments: Backend.allCases)
  func `an assumed tag can name the content's key`(_ backend: Backend) throws {
    let registry = Registry(
      .adjacent(tag: "type"),
      ["movie": Movie.self],
      policies: .init(missing: .assume("movie"))
    )
    let feed = try backend.feed(
      #"[{"movie":{"title":"a"}},{"type":null,"movie":{"title":"b"}}]"#,
      registry
    )
    #expect(feed == [.known(Movie(title: "a")), .known(Movie(title: "b"))])
    let fixed = Registry(
      .adjacent(tag: "type", content: "data"),
      ["movie": Movie.self],
      policies: .init(missing: .assume("movie"))
    )
    #expect(try backend.feed(#"[{"data":{"title":"a"}}]"#, fixed) == [.known(Movie(title: "a"))])
  }
}
