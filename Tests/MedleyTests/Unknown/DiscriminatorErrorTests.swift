import Medley
import TestSupport
import Testing

/// The messages of errors about tags.
@Suite struct DiscriminatorErrorTests {
  static func error(
    _ json: String,
    _ tags: [TypeTag],
    _ discriminator: Discriminator = "type",
    ignoringCase ignoresCase: Bool = false
  ) throws -> DiscriminatorError {
    var registry = PolymorphicRegistry<any Media>(
      discriminator,
      ignoringCase: ignoresCase,
      policies: .init(unknown: .throw)
    )
    for tag in tags {
      try registry.register(Movie.self, for: tag) { $0 }
    }
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed("[\(json)]", registry)
    }
    // Swift prints a full stop before the underlying error.
    let fact = try #require(error.cause?.fact)
    #expect(
      error.details?.debugDescription == (fact.hasSuffix(".") ? String(fact.dropLast()) : fact)
    )
    return try #require(error.cause)
  }

  @Test func `describes an unknown tag: expected, found and remedy`() throws {
    let error = try Self.error(#"{"type":"MOVEI"}"#, ["BOOK", "MOVIE"])
    #expect(
      error.description == """
        Expected one of "BOOK", "MOVIE" under "type" but found "MOVEI". Did you mean "MOVIE"? \
        Register a type for the tag, or keep unknown payloads with the policy .keep.
        """
    )
    #expect(error.nearest == "MOVIE")
    #expect(error.tag == "MOVEI")
    #expect(error.knownTags == ["BOOK", "MOVIE"])
    #expect(error.candidates.isEmpty)
  }

  @Test func `describes a missing tag`() throws {
    let error = try Self.error("{}", ["BOOK"])
    #expect(
      error.description == """
        Expected one of "BOOK" under "type" but found nothing there. Keep payloads without a tag \
        with the policy .keep, or decode them as a certain tag with .assume.
        """
    )
    #expect(error.nearest == nil)
  }

  @Test func `describes a tag of the wrong kind`() throws {
    let error = try Self.error(#"{"type":{}}"#, ["BOOK", 4, true])
    #expect(
      error.description == """
        Expected one of "BOOK", 4, true under "type" but found an object. Keep payloads whose tag \
        is of a wrong kind with the policy .keep.
        """
    )
  }

  static let nearest: [(found: String, known: [TypeTag], nearest: TypeTag?)] = [
    (#""movie""#, ["BOOK", "MOVIE"], "MOVIE"),
    (#""MOVI""#, ["BOOK", "MOVIE"], "MOVIE"),
    (#""MOVIES""#, ["BOOK", "MOVIE"], "MOVIE"),
    (#""MOIVE""#, ["BOOK", "MOVIE"], "MOVIE"),
    (#""OPERA""#, ["BOOK", "MOVIE"], nil),
    (#""X""#, ["Y", "Z"], nil),
    (#""""#, ["BOOK", "A"], nil),
    ("4", ["4", "5"], "4"),
    (#""4""#, [3, 4], 4),
    ("true", ["TRUE", false], "TRUE"),
    ("41", [4, 5], nil),
    (#""BOAK""#, ["BOOT", "BOOK", "BEAK"], "BOOK"),
  ]

  @Test(arguments: nearest)
  func `suggests a similar tag`(
    _ sample: (found: String, known: [TypeTag], nearest: TypeTag?)
  ) throws {
    let error = try Self.error(#"{"type":\#(sample.found)}"#, sample.known)
    #expect(error.nearest == sample.nearest)
    #expect(error.description.contains("Did you mean") == (sample.nearest != nil))
  }

  @Test func `suggests a tag that differs only in case, whatever its length`() throws {
    let tag = String(repeating: "LongTag", count: 100)
    let error = try Self.error(#"{"type":"\#(tag.uppercased())"}"#, [.string(tag), "BOOK"])
    #expect(error.nearest == .string(tag))
    #expect(error.description.count < 500)
  }

  @Test func `shortens long tags`() throws {
    let tag = String(repeating: "x", count: 5000)
    let error = try Self.error(#"{"type":"\#(tag)"}"#, [.string(tag + "y")])
    #expect(error.tag == .string(tag))
    #expect(error.knownTags == [.string(tag + "y")])
    #expect(error.description.count < 400)
    #expect(error.description.contains("…"))
  }

  @Test func `shortens long lists of tags`() throws {
    let error = try Self.error(
      #"{"type":"?"}"#,
      (0..<3000).map { .string("TAG_NUMBER_\($0)") }
    )
    #expect(error.knownTags.count == 3000)
    #expect(error.description.contains("and 2992 more"))
    #expect(error.description.contains("TAG_NUMBER_7\""))
    #expect(error.description.contains("TAG_NUMBER_8\"") == false)
    #expect(error.description.count < 500)
  }

  @Test(arguments: [
    (Discriminator.path("meta", "kind"), #"{"meta":{"kind":"X"}}"#, #"under "meta.kind""#),
    (.external, #"{"X":{}}"#, "as the only key"),
    (.wrapperArray, #"["X",{}]"#, "as the first element"),
    (.key("type").or(.key("kind")), #"{"kind":"X"}"#, #"under "type" or under "kind""#),
  ])
  func `names where the tag was expected`(
    _ discriminator: Discriminator,
    _ json: String,
    _ place: String
  ) throws {
    #expect(try Self.error(json, ["MOVIE"], discriminator).description.contains(place))
  }

  @Test func `names the part of a compound tag that has the wrong kind`() throws {
    let error = try Self.error(
      #"{"v":1.5,"kind":"Movie"}"#,
      [[1, "Movie"]],
      .compound("v", "kind")
    )
    #expect(error.code == .wrongKindTag)
    #expect(error.description.contains(#"1.5 under "v""#))
  }

  @Test func `an error in a payload has the payload's tag and the decoder's cause`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"type":"MOVIE"}]"#, .media)
    }
    let cause = try #require(error.details?.underlyingError as? PayloadError)
    #expect(cause.tag == "MOVIE")
    #expect(cause.underlyingError == nil)
    #expect("\(cause)" == #"in the payload "MOVIE""#)
  }

  @Test func `keeps the underlying error of a payload`() throws {
    struct Cause: Error {}
    struct Picky: Media {
      var title: String
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "no",
            underlyingError: Cause()
          )
        )
      }
    }
    let registry = PolymorphicRegistry<any Media>("type", ["P": Picky.self])
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"type":"P"}]"#, registry)
    }
    #expect(error.details?.debugDescription == "no")
    #expect(error.place == "[0]")
    let cause = try #require(error.details?.underlyingError as? PayloadError)
    #expect(cause.underlyingError is Cause)
    #expect("\(cause)".hasPrefix(#"in the payload "P": "#))
  }

  @Test func `an error for a number that doesn't fit has at least the element's path`() throws {
    for backend in Backend.allCases {
      let error = try #require(throws: DecodingError.self) {
        try backend.feed(#"[{"type":"MOVIE","title":"a","minutes":1.5}]"#, .media)
      }
      #expect(error.place.hasPrefix("[0]"))
      #expect((error.details?.underlyingError as? PayloadError)?.tag == "MOVIE")
    }
  }

  @Test func `a code describes itself by its name`() {
    let codes: [DiscriminatorError.Code] = [
      .unknownTag, .missingTag, .wrongKindTag, .noMatch, .ambiguousMatch, .tagDisagrees,
      .unregisteredType, .notEncodable,
    ]
    #expect(
      codes.map(\.description) == [
        "unknownTag", "missingTag", "wrongKindTag", "noMatch", "ambiguousMatch", "tagDisagrees",
        "unregisteredType", "notEncodable",
      ]
    )
    #expect(Set(codes).count == 8)
  }
}
