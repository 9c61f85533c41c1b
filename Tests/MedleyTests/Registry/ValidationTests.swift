import Medley
import MedleyTesting
import TestSupport
import Testing

/// `validate()` and `problems`: one test for each kind of problem.
@Suite struct ValidationTests {
  protocol Shape: Codable, Sendable {}
  struct Point: Shape {
    var x: Double
    var y: Double
  }
  struct Label: Shape {
    var x: Double
    var y: Double
    var text: String?
  }
  struct Cat: Shape { var name: String? }
  struct Dog: Shape { var tricks: [String]? }

  /// The only problem, which `validate()` throws as well.
  static func problem<Base>(
    of registry: PolymorphicRegistry<Base>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RegistrationError {
    #expect(registry.problems.count == 1, sourceLocation: sourceLocation)
    let error = try #require(
      throws: RegistrationError.self,
      sourceLocation: sourceLocation
    ) { try registry.validate() }
    #expect(error.description == registry.problems.first?.description)
    return error
  }

  @Test func `a valid registry has no problems`() throws {
    let media = PolymorphicRegistry<any Media>.media
    try media.validate()
    #expect(media.problems.isEmpty)
  }

  @Test func `reports a type that can't be cast to the base`() throws {
    let media = PolymorphicRegistry<any Media>("type", ["A": Movie.self, "B": Stranger.self])
    let error = try Self.problem(of: media)
    #expect(error.code == .notABase)
    #expect(error.description.contains("Stranger"))
    #expect(error.description.contains("ValidationTests.swift"))
  }

  @Test func `reports one type under two canonical tags`() throws {
    var media = PolymorphicRegistry<any Media>("type")
    try media.register(Book.self, for: "BOOK", fileID: "App/A.swift", line: 1)
    try media.register(Book.self, for: "TALE", fileID: "App/B.swift", line: 2)
    let error = try Self.problem(of: media)
    #expect(error.code == .severalCanonicalTags)
    #expect(error.tag == "TALE")
    #expect(error.description.contains("Book (App/A.swift:1)"))
    #expect(error.description.contains("Book (App/B.swift:2)"))
    #expect(error.description.contains("\"BOOK\""))
    #expect(error.description.contains("aliases"))
  }

  @Test func `reports a key with two roles`() throws {
    let media = PolymorphicRegistry<any Media>(.adjacent(tag: "type", content: "type"))
    let error = try Self.problem(of: media)
    #expect(error.code == .keyClash)
    #expect(error.description.contains("\"type\""))
  }

  @Test func `reports a discriminator without a key`() throws {
    #expect(
      try Self.problem(of: PolymorphicRegistry<any Media>(.compound([]))).code
        == .incompleteDiscriminator
    )
  }

  @Test func `reports an assumed tag that isn't registered`() throws {
    var media = PolymorphicRegistry<any Media>.media
    media.policies.missing = .assume("FILM")
    var error = try Self.problem(of: media)
    #expect(error.code == .unregisteredFallback)
    #expect(error.tag == "FILM")
    #expect(error.description.contains("missing"))

    media.policies.missing = .assume("MOVIE")
    media.policies.null = .assume(4)
    error = try Self.problem(of: media)
    #expect(error.code == .unregisteredFallback)
    #expect(error.tag == 4)
    #expect(error.description.contains("null"))
    media.policies.null = .assume("NOVEL")
    try media.validate()
  }

  @Test func `reports a fallback type that can't be cast to the base`() throws {
    var media = PolymorphicRegistry<any Media>.media
    media.policies.unknown = .decode(as: Stranger.self)
    let error = try Self.problem(of: media)
    #expect(error.code == .notABase)
    #expect(error.description.contains("Stranger"))
    media.policies.unknown = .decode(as: Labelled.self)
    try media.validate()
  }

  @Test func `reports deduced types with the same fields`() throws {
    var shapes = PolymorphicRegistry<any Shape>(
      .deduced,
      ["point": Point.self, "label": Label.self]
    )
    var error = try Self.problem(of: shapes)
    #expect(error.code == .ambiguousDeduction)
    #expect(error.description.contains("Point"))
    #expect(error.description.contains("Label"))
    #expect(error.description.contains("x, y"))

    shapes = PolymorphicRegistry<any Shape>(.deduced, ["cat": Cat.self, "dog": Dog.self])
    error = try Self.problem(of: shapes)
    #expect(error.description.contains("no fields"))

    shapes = PolymorphicRegistry<any Shape>(.deduced)
    try shapes.register(
      Point.self,
      for: "point",
      fields: PayloadFields(required: ["x", "y"], excluded: ["text"])
    )
    try shapes.register(
      Label.self,
      for: "label",
      fields: PayloadFields(required: ["x", "y", "text"])
    )
    try shapes.validate()
  }

  @Test(arguments: [
    (Discriminator.key("type").or(.key("type")), true),
    (.key("type").or(.compound("type", "kind")), true),
    (.compound("type", "kind").or(.key("type")), false),
    (.external.or(.external), true),
    (.jsonKind.or(.jsonKind), true),
    (.key("type").or(.adjacent(tag: "type", content: "data")), true),
    (.adjacent(tag: "type", content: "data").or(.key("type")), true),
    (.key("type").or(.key("kind")).or(.external).or(.deduced), false),
    (.key("type").or(.external).or(.path("type")), true),
    (.wrapperArray.or(.key("type")), false),
  ])
  func `reports an alternative that is never reached`(
    _ discriminator: Discriminator,
    _ isUnreachable: Bool
  ) throws {
    let media = PolymorphicRegistry<any Media>(discriminator)
    if isUnreachable {
      let error = try Self.problem(of: media)
      #expect(error.code == .unreachableAlternative)
      #expect(error.description.contains("never gets to look"))
    } else {
      try media.validate()
    }
  }

  @Test func `reports alternatives after a form that finds a tag in every value`() throws {
    let media = PolymorphicRegistry<any Media>(.jsonKind.or(.key("type")))
    #expect(try Self.problem(of: media).code == .unreachableAlternative)
  }

  static let tags: [(Discriminator, TypeTag, isUnusable: Bool)] = [
    (Discriminator.key("type"), ["a", "b"], true),
    (.path("a", "b"), ["a"], true),
    (.compound("v", "kind"), "a", true),
    (.compound("v", "kind"), ["a", "b", "c"], true),
    (.compound("v", "kind"), ["a", ["b"]], true),
    (.compound("v", "kind"), ["a", 1], false),
    (.external, ["a"], true),
    (.external, 4, false),
    (.wrapperArray, ["a"], true),
    (.adjacent(tag: "type"), ["a"], true),
    (.adjacent(tag: "type", content: "data"), ["a"], true),
    (.jsonKind, "text", true),
    (.jsonKind, "object", false),
    (.key("type").or(.compound("v", "kind")), ["a", "b"], false),
    (.custom { _ in nil }, ["a"], false),
  ]

  @Test(arguments: tags)
  func `reports a tag that the discriminator can never find`(
    _ sample: (discriminator: Discriminator, tag: TypeTag, isUnusable: Bool)
  ) throws {
    let (discriminator, tag, isUnusable) = sample
    var media = PolymorphicRegistry<any Media>(discriminator)
    try media.register(Movie.self, for: tag)
    if isUnusable {
      let error = try Self.problem(of: media)
      #expect(error.code == .unusableTag)
      #expect(error.tag == tag)
      #expect(error.description.contains("Movie"))
    } else {
      try media.validate()
    }
  }

  @Test func `reports all problems of a registry`() throws {
    var media = PolymorphicRegistry<any Media>(.key("type").or(.key("type")))
    try media.register(Stranger.self, for: "A")
    try media.register(Book.self, for: ["B"])
    try media.register(Book.self, for: "C")
    media.policies.missing = .assume("X")
    #expect(
      Set(media.problems.map(\.code)) == [
        .unreachableAlternative, .notABase, .unusableTag, .severalCanonicalTags,
        .unregisteredFallback,
      ]
    )
  }

  @Test func `a code describes itself by its name`() {
    let codes: [RegistrationError.Code] = [
      .duplicateTag, .keyClash, .incompleteDiscriminator, .ambiguousDeduction, .notABase,
      .unlikeDiscriminators, .installedTooLate, .severalCanonicalTags, .unregisteredFallback,
      .unreachableAlternative, .unusableTag, .unwritablePayload, .unencodableCase,
      .unregisteredCase, .invalidSample, .severalProblems,
    ]
    #expect(Set(codes).count == 16)
    #expect("\(RegistrationError.Code.duplicateTag)" == "duplicateTag")
  }
}
