import Medley
import MedleyTesting
import TestSupport
import Testing

@Suite struct DiscriminatorTests {
  static let custom = Discriminator.custom { _ in "x" }

  static let unlike: [Discriminator] = [
    "type", "kind", .path("meta", "type"), .path("meta", "kind"), .compound("type"),
    .compound("type", "kind"), .adjacent(tag: "type"), .adjacent(tag: "kind"),
    .adjacent(tag: "type", content: "data"), .adjacent(tag: "type", content: "body"), .external,
    .synthesized, .list(at: "type"), .list(at: "kind"), .member, .wrapperArray, .jsonKind, .deduced,
    custom, .custom { _ in "x" },
    .key("type").or(.external), .external.or(.key("type")),
    .key("type").or(.external).or(.deduced),
  ]

  @Test func `discriminators that read and write alike are equal`() {
    for (index, discriminator) in Self.unlike.enumerated() {
      #expect(discriminator == Self.unlike[index])
      for other in Self.unlike[(index + 1)...] {
        #expect(discriminator != other)
      }
    }
  }

  @Test func `factories with the same meaning make equal discriminators`() {
    #expect(Discriminator.key("type") == "type")
    #expect(Discriminator.path("type") == "type")
    #expect(Discriminator.path(["meta", "kind"]) == .path("meta", "kind"))
    #expect(Discriminator.compound(["a", "b"]) == .compound("a", "b"))
    #expect(
      Discriminator.key("a").or(.key("b").or(.external)) == .key("a").or(.key("b")).or(.external)
    )
  }

  @Test(arguments: [
    (Discriminator.key("type"), #"under "type""#),
    (.path("meta", "kind"), #"under "meta.kind""#),
    (.compound("v", "kind"), #"under "v", "kind""#),
    (.adjacent(tag: "type", content: "data"), #"under "type""#),
    (.external, "as the only key"),
    (.synthesized, "as the only key, the name of a case"),
    (.member, "as the key of a member"),
    (.wrapperArray, "as the first element"),
    (.jsonKind, "as the JSON kind of the value"),
    (.deduced, "by the fields"),
    (.key("type").or(.external), #"under "type" or as the only key"#),
  ])
  func `describes where the tag is`(
    _ discriminator: Discriminator,
    _ words: String
  ) {
    #expect("\(discriminator)" == words)
  }

  @Test(arguments: [
    (Discriminator.adjacent(tag: "type", content: "type"), "type"),
    (.compound("kind", "v", "kind"), "kind"),
    (.key("data").or(.adjacent(tag: "type", content: "data")), "data"),
    (.adjacent(tag: "type", content: "data").or(.key("data")), "data"),
    (.key("a").or(.compound("v", "v")), "v"),
  ])
  func `registering throws if one key has two uses`(
    _ discriminator: Discriminator,
    _ key: String
  ) throws {
    var registry = PolymorphicRegistry<any Media>(discriminator)
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(Movie.self, for: "MOVIE")
    }
    #expect(error.code == .keyClash)
    #expect(error.description.contains("\"\(key)\""))
    #expect(error.description.contains("Media"))
    #expect(registry.tags.isEmpty)
    #expect(registry.problems.map(\.code) == [.keyClash])
  }

  @Test func `alternatives can share a key with one use`() throws {
    var registry = PolymorphicRegistry<any Media>(
      .adjacent(tag: "type", content: "data").or(.key("type"))
    )
    try registry.register(Movie.self, for: "MOVIE")
    #expect(registry.tags == ["MOVIE"])
  }

  @Test(arguments: [Discriminator.path([]), .compound([]), .key("type").or(.path([]))])
  func `registering throws if the discriminator has no key`(
    _ discriminator: Discriminator
  ) throws {
    var registry = PolymorphicRegistry<any Media>(discriminator)
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(Movie.self, for: "MOVIE")
    }
    #expect(error.code == .incompleteDiscriminator)
    #expect(registry.problems.map(\.code) == [.incompleteDiscriminator])
  }

  @Test(arguments: Backend.allCases)
  func `a wrapper with too few or too many parts is malformed`(_ backend: Backend) throws {
    let samples: [(Discriminator, String)] = [
      (.external, #"{"MOVIE":{"title":"a"},"BOOK":{}}"#),
      (.wrapperArray, #"["MOVIE"]"#),
      (.wrapperArray, #"["MOVIE",{"title":"a"},1]"#),
    ]
    for (discriminator, json) in samples {
      var registry = PolymorphicRegistry<any Media>(discriminator, ["MOVIE": Movie.self])
      let error = try #require(throws: DecodingError.self) {
        try backend.feed("[\(json)]", registry)
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "[0]")

      registry.policies.missing = .keep
      registry.policies.unknown = .throw
      #expect(throws: DecodingError.self) { try backend.feed("[\(json)]", registry) }
      registry.policies.malformed = .keep
      let payload = try #require(try backend.feed("[\(json)]", registry).unknown.first)
      #expect(payload.tag == nil)
      #expect(payload.reason.description == "malformed")
      #expect(try JSONTree(parsing: payload.content.description) == JSONTree(parsing: json))
    }
  }

  @Test(arguments: Backend.allCases)
  func `missing content is an error at its path`(_ backend: Backend) throws {
    let fixed = PolymorphicRegistry<any Media>(
      .adjacent(tag: "t", content: "data"),
      ["MOVIE": Movie.self]
    )
    var error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"t":"MOVIE"}]"#, fixed)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].data")

    let named = PolymorphicRegistry<any Media>(.adjacent(tag: "t"), ["MOVIE": Movie.self])
    error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"t":"MOVIE","movie":{}}]"#, named)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].MOVIE")
  }

  @Test(arguments: Backend.allCases)
  func `a null payload is an error at its path`(_ backend: Backend) throws {
    let samples: [(Discriminator, json: String, place: String)] = [
      (.adjacent(tag: "t", content: "data"), #"{"t":"MOVIE","data":null}"#, "[0].data"),
      (.adjacent(tag: "t"), #"{"t":"MOVIE","MOVIE":null}"#, "[0].MOVIE"),
      (.external, #"{"MOVIE":null}"#, "[0].MOVIE"),
      (.wrapperArray, #"["MOVIE",null]"#, "[0][1]"),
    ]
    for (discriminator, json, place) in samples {
      let registry = PolymorphicRegistry<any Media>(discriminator, ["MOVIE": Movie.self])
      let error = try #require(throws: DecodingError.self) {
        try backend.feed("[\(json)]", registry)
      }
      #expect(error.kind == .valueNotFound)
      #expect(error.place == place)
    }
  }
}
