import Medley
import TestSupport
import Testing

@Suite struct UnknownPayloadTests {
  static func payload(
    _ json: String,
    _ registry: PolymorphicRegistry<any Media> = .media,
    _ backend: Backend = .json
  ) throws -> UnknownPayload {
    try #require(try backend.feed("[\(json)]", registry).unknown.first)
  }

  static var lenient: PolymorphicRegistry<any Media> {
    var registry = PolymorphicRegistry.media
    registry.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    return registry
  }

  @Test(arguments: Backend.allCases)
  func `has the tag, the reason and the content`(_ backend: Backend) throws {
    let payload = try Self.payload(
      #"{"type":"PODCAST","title":"a","host":"b"}"#,
      .media,
      backend
    )
    #expect(payload.tag == "PODCAST")
    #expect(payload.reason == .unregistered)
    #expect(payload.content == ["title": "a", "type": "PODCAST", "host": "b"])
    #expect(payload.content["host"] == "b")
  }

  @Test func `describes its tag, reason and content`() throws {
    let payload = try Self.payload(#"{"type":"X"}"#)
    #expect("\(payload)" == #""X" (unregistered): {"type":"X"}"#)
    let untagged = try Self.payload("{}", Self.lenient)
    #expect("\(untagged)" == "no tag (untagged): {}")
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `decodes as a given type, wherever the form has the payload`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let feed = try backend.feed(
      "[\(form.movies[0])]",
      PolymorphicRegistry<any Media>(form.discriminator)
    )
    let payload = try #require(feed.unknown.first)
    #expect(try payload.decode(as: Movie.self) == Movie(title: "Heat", minutes: 170))
    let error = try #require(throws: DecodingError.self) { try payload.decode(as: Stranger.self) }
    #expect(error.kind == .keyNotFound)
    // The path begins at the element.
    let place = form.malformedPlace.dropFirst(3).replacing("title", with: "name")
    #expect(error.place == String(place.drop { $0 == "." }))
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `resolves with a registry that has the tag`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let empty = PolymorphicRegistry<any Media>(form.discriminator)
    let payload = try #require(try backend.feed("[\(form.movies[0])]", empty).unknown.first)
    #expect(
      try payload.resolve(with: form.registry) == .known(Movie(title: "Heat", minutes: 170))
    )
    #expect(try payload.resolve(with: empty) == .unknown(payload))
    var strict = empty
    strict.policies.unknown = .throw
    let unknown = try #require(try backend.feed("[\(form.unknown)]", empty).unknown.first)
    let error = try #require(throws: DecodingError.self) { try unknown.resolve(with: strict) }
    #expect(error.place == String(form.tagPlace.dropFirst(3).drop { $0 == "." }))
    #expect(error.cause?.code == .unknownTag)
  }

  @Test(arguments: Backend.allCases)
  func `resolving uses the original decoder's registries for nested elements`(
    _ backend: Backend
  ) throws {
    struct Shelf: Media, Hashable {
      var title: String
      var items: [Polymorphic<any Media>]
      var other: Polymorphic<Movie>?
    }
    let json = #"""
      [{"type":"SHELF","title":"s","items":[{"type":"MOVIE","title":"a"},{"type":"SHELF",
       "title":"t","items":[]}],"other":{"t":"M","title":"m"}}]
      """#
    let feed = try backend.decode([Polymorphic<any Media>].self, from: json) {
      $0.register(PolymorphicRegistry.media)
      $0.register(PolymorphicRegistry<Movie>("t", ["M": Movie.self]))
    }
    let payload = try #require(feed.unknown.first)
    let later = try PolymorphicRegistry.media.registering(Shelf.self, for: "SHELF")
    let shelf = try #require(try payload.resolve(with: later).known as? Shelf)
    #expect(shelf.items.known.map(\.title) == ["a", "t"])
    #expect(shelf.other == .known(Movie(title: "m")))
    let early = try payload.decode(as: Shelf.self)
    #expect(early.items.unknown.map(\.tag) == ["SHELF"])
  }

  @Test(arguments: Backend.allCases)
  func `resolves a payload that was malformed`(_ backend: Backend) throws {
    let payload = try Self.payload(#"{"type":"MOVIE","name":"a"}"#, Self.lenient, backend)
    let fixed = PolymorphicRegistry<any Media>("type") { registry in
      try registry.register(Stranger.self, for: "MOVIE") { Movie(title: $0.name) }
    }
    #expect(try payload.resolve(with: fixed) == .known(Movie(title: "a")))
  }

  static let wrapped: [(Discriminator, String)] = [
    (.adjacent(tag: "t", content: "data"), #"{"data":{"title":"a"}}"#),
    (.adjacent(tag: "t", content: "data"), #"{"t":null,"data":{"title":"a"}}"#),
    (.adjacent(tag: "t", content: "data"), #"{"t":[],"data":{"title":"a"}}"#),
    (.adjacent(tag: "t", content: "data"), #"{"t":18446744073709551615,"data":{"title":"a"}}"#),
    (.wrapperArray, #"[null,{"title":"a"}]"#),
    (.wrapperArray, #"[18446744073709551615,{"title":"a"}]"#),
    (.key("t"), #"{"t":18446744073709551615,"title":"a"}"#),
    (.key("t"), #"{"title":"a"}"#),
  ]

  @Test(arguments: Backend.allCases, wrapped)
  func `finds the payload in every form with tags of every kind`(
    _ backend: Backend,
    _ sample: (discriminator: Discriminator, json: String)
  ) throws {
    let registry = PolymorphicRegistry<any Media>(
      sample.discriminator,
      policies: .init(missing: .keep, wrongKind: .keep)
    )
    let payload = try Self.payload(sample.json, registry, backend)
    #expect(payload.tag == nil)
    #expect(try payload.decode(as: Movie.self) == Movie(title: "a"))
  }

  @Test func `hashes the tag, the kind of reason and the content`() throws {
    let payloads = try [
      Self.payload(#"{"type":"X","a":1,"b":2}"#), Self.payload(#"{"b":2,"a":1,"type":"X"}"#),
      Self.payload(#"{"type":"X","a":1}"#), Self.payload(#"{"type":"MOVIE"}"#, Self.lenient),
      Self.payload(#"{"type":"MOVIE"}"#, PolymorphicRegistry("type")),
      Self.payload(#"{"type":"MOVIE"}"#, Self.lenient, .xmlPropertyList),
    ]
    #expect(payloads[0] == payloads[1])
    #expect(payloads[3] == payloads[5])
    #expect(payloads[3] != payloads[4])
    #expect(Set(payloads).count == 4)
  }

  @Test func `compares reasons by kind`() {
    struct One: Error {}
    struct Two: Error {}
    let reasons: Set<UnknownPayload.Reason> = [
      .unregistered, .untagged, .wrongKind, .malformed(One()), .malformed(Two()),
    ]
    #expect(reasons.count == 4)
    #expect("\(UnknownPayload.Reason.malformed(One()))" == "malformed")
  }

  @Test(arguments: Backend.allCases)
  func `encodes and decodes values of any shape`(_ backend: Backend) throws {
    let json = #"[{"type":"X","a":[1,null]},4,"s",[]]"#
    let payloads = try backend.decode([UnknownPayload].self, from: json)
    #expect(payloads.map(\.tag) == [nil, nil, nil, nil])
    #expect(payloads.map(\.reason.description) == Array(repeating: "untagged", count: 4))
    #expect(try backend.encode(payloads) == JSONTree(parsing: json))
    #expect(try payloads[1].decode(as: Int.self) == 4)
  }

  @Test func `is Sendable`() async throws {
    let payload = try Self.payload(#"{"type":"X","a":1}"#)
    let content = await Task { payload.content["a"] }.value
    #expect(content == 1)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a payload that was made by hand as it is`(_ backend: Backend) throws {
    let payload = UnknownPayload(tag: "SONG", content: ["type": "SONG", "title": "Tosca"])
    #expect(payload.tag == "SONG")
    #expect(payload.reason == .unregistered)
    #expect(payload.sourceBytes == nil)
    #expect(UnknownPayload(tag: nil, content: nil).reason == .untagged)
    let json = #"[{"type":"SONG","title":"Tosca"}]"#
    let feed = [Polymorphic<any Media>.unknown(payload)]
    #expect(try backend.encode(feed, with: .media) == JSONTree(parsing: json))
    #expect(try backend.feed(json, .media) == feed)
  }

  @Test func `decodes a payload that was made by hand`() throws {
    let payload = UnknownPayload(tag: "MOVIE", content: ["type": "MOVIE", "title": "Heat"])
    #expect(try payload.decode(as: Movie.self) == Movie(title: "Heat"))
    #expect(try payload.resolve(with: .media).known as? Movie == Movie(title: "Heat"))
  }
}
