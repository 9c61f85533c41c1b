import Formats
import Medley
import Testing

@Suite struct PolicyTests {
  private func registry(
    _ policies: PolymorphicRegistry<any Media>.Policies
  ) -> PolymorphicRegistry<any Media> {
    var registry = Feed.registry
    registry.policies = policies
    return registry
  }

  /// A decoded value and its report.
  private func collect(
    _ element: PayloadValue,
    _ format: Format,
    _ policies: PolymorphicRegistry<any Media>.Policies
  ) throws -> (Polymorphic<any Media>, DecodingReport) {
    let (items, report) = try DecodingReport.collecting {
      try format.items([element], with: registry(policies))
    }
    return (try #require(items.first), report)
  }

  // MARK: - Unknown

  @Test(arguments: Format.allCases)
  func `keeps and counts an unknown tag`(_ format: Format) throws {
    let (element, report) = try collect(["type": "OPERA", "acts": 3], format, .init())
    #expect(element.unknown?.reason == .unregistered)
    #expect(report.isClean)
    #expect(report.unknownTags == ["OPERA": 1])
  }

  @Test(arguments: Format.allCases)
  func `throws for an unknown tag with the policy .throw`(_ format: Format) throws {
    let registry = registry(.init(unknown: .throw))
    let found = try fault { try format.items([["type": "MOVEI"]], with: registry) }
    #expect(found == Fault(.corrupted, "items[0].type", .unknownTag))
  }

  @Test(arguments: Format.allCases)
  func `decodes an unknown tag as a fallback type`(_ format: Format) throws {
    struct Generic: Media, Equatable {
      var type: String
      var title: String
    }
    let registry = registry(.init(unknown: .decode(as: Generic.self)))
    let tree: PayloadValue = ["type": "OPERA", "title": "Tosca"]
    let items = try format.items([tree, tree], with: registry)
    #expect(items.first == .known(Generic(type: "OPERA", title: "Tosca")))
    #expect(try format.encodedItems(items, with: registry) == [tree, tree])
  }

  // MARK: - Missing

  @Test(arguments: Format.allCases)
  func `throws for a missing tag`(_ format: Format) throws {
    let found = try fault { try format.items([["title": "Heat"]], with: Feed.registry) }
    #expect(found == Fault(.missing, "items[0].type", .missingTag))
  }

  @Test(arguments: Format.allCases)
  func `keeps an element without a tag with the policy .keep`(_ format: Format) throws {
    let tree: PayloadValue = ["title": "Heat"]
    let (element, report) = try collect(tree, format, .init(missing: .keep))
    #expect(element.unknown?.reason == .untagged)
    #expect(element.unknown?.content == tree)
    #expect(report.issues.map(\.action) == [.kept])
    #expect(report.issues.map(\.codingPath.simplified) == ["items[0].type"])
  }

  @Test(arguments: Format.allCases)
  func `assumes a tag for an element without one`(_ format: Format) throws {
    let registry = registry(.init(missing: .assume("MOVIE")))
    let items = try format.items([["title": "Heat", "minutes": 170]], with: registry)
    #expect(items == [.known(Movie(title: "Heat", minutes: 170))])
    #expect(
      try format.encodedItems(items + items, with: registry)
        == format.image(
          of: [
            ["type": "MOVIE", "title": "Heat", "minutes": 170],
            ["type": "MOVIE", "title": "Heat", "minutes": 170],
          ]
        )
    )
  }

  @Test(arguments: Format.allCases)
  func `a scalar has no tag`(_ format: Format) throws {
    for scalar: PayloadValue in [3, "MOVIE"] {
      let (element, report) = try collect(scalar, format, .init(missing: .keep))
      #expect(element.unknown?.reason == .untagged)
      #expect(element.unknown?.content == format.image(of: scalar))
      #expect(report.issues.map(\.action) == [.kept])
    }
  }

  // MARK: - Null

  @Test func `YAML has null tags`() throws {
    let tree: PayloadValue = ["type": .null, "title": "Heat", "minutes": 170]
    let found = try fault { try Format.yaml.items([tree], with: Feed.registry) }
    #expect(found == Fault(.null, "items[0].type", .missingTag))

    let (kept, _) = try collect(tree, .yaml, .init(null: .keep))
    #expect(kept.unknown?.reason == .untagged)
    #expect(kept.unknown?.content == tree)

    let (assumed, _) = try collect(tree, .yaml, .init(missing: .throw, null: .assume("MOVIE")))
    #expect(assumed == .known(Movie(title: "Heat", minutes: 170)))
  }

  @Test func `YAML distinguishes null from the string "null"`() throws {
    let (element, _) = try collect(["type": "null"], .yaml, .init())
    #expect(element.unknown?.tag == "null")
  }

  @Test func `YAML has null elements, which have no tag`() throws {
    let found = try fault { try Format.yaml.items([.null], with: Feed.registry) }
    #expect(found == Fault(.null, "items[0]", .missingTag))
    let (element, _) = try collect(.null, .yaml, .init(missing: .keep))
    #expect(element.unknown?.content == .null)
  }

  @Test func `an empty element of XML isn't a tag`() throws {
    for tag: PayloadValue in [.null, ""] {
      let tree: PayloadValue = ["type": tag, "title": "Heat", "minutes": 170]
      let found = try fault { try Format.xml.items([tree], with: Feed.registry) }
      #expect(found == Fault(.missing, "items[0].type", .missingTag))
      let (assumed, _) = try collect(tree, .xml, .init(missing: .assume("MOVIE")))
      #expect(assumed == .known(Movie(title: "Heat", minutes: 170)))
    }
  }

  // MARK: - Wrong kind

  @Test(arguments: [["a": 1], ["a": [1, ["b": 2]]]] as [PayloadValue], Format.allCases)
  func `an object isn't a tag`(_ tag: PayloadValue, _ format: Format) throws {
    let tree: PayloadValue = ["type": tag, "title": "Heat"]
    let found = try fault { try format.items([tree], with: Feed.registry) }
    #expect(found == Fault(.mismatch, "items[0].type", .wrongKindTag))

    let (kept, report) = try collect(tree, format, .init(wrongKind: .keep))
    #expect(kept.unknown?.reason == .wrongKind)
    #expect(kept.unknown?.content == format.image(of: tree))
    #expect(report.issues.map(\.action) == [.kept])
  }

  @Test(arguments: [Format.yaml, .toml])
  func `an array isn't a tag`(_ format: Format) throws {
    let tree: PayloadValue = ["type": ["MOVIE"], "title": "Heat"]
    let found = try fault { try format.items([tree], with: Feed.registry) }
    #expect(found == Fault(.mismatch, "items[0].type", .wrongKindTag))
    let (kept, _) = try collect(tree, format, .init(wrongKind: .keep))
    #expect(kept.unknown?.content == tree)
  }

  @Test func `only TOML distinguishes a fraction from a string`() throws {
    let found = try fault { try Format.toml.items([["type": 1.5]], with: Feed.registry) }
    #expect(found == Fault(.mismatch, "items[0].type", .wrongKindTag))
  }

  @Test(arguments: ["1900-01-14", "1900-01-14T20:00:00Z", "20:00:00"])
  func `a date of TOML isn't a tag`(_ date: String) throws {
    let found = try fault {
      try Format.toml.decode(Feed.self, from: "items = [{type = \(date)}]") {
        $0.register(Feed.registry)
      }
    }
    #expect(found == Fault(.mismatch, "items[0].type", .wrongKindTag))
  }

  // MARK: - Malformed

  @Test(arguments: Format.allCases)
  func `a malformed payload is an error with its tag`(_ format: Format) throws {
    let tree: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": "long"]
    let error = try #require(throws: DecodingError.self) {
      try format.items([tree], with: Feed.registry)
    }
    // TOMLKit calls a member of another kind missing.
    #expect(Fault(error) == Fault(format == .toml ? .missing : .mismatch, "items[0].minutes"))
    #expect((error.cause as? PayloadError)?.tag == "MOVIE")
  }

  @Test(arguments: Format.allCases)
  func `keeps a malformed payload with the policy .keep`(_ format: Format) throws {
    let tree: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": "long"]
    let (element, report) = try collect(tree, format, .init(malformed: .keep))
    #expect(element.unknown?.tag == "MOVIE")
    #expect(element.unknown?.reason.description == "malformed")
    #expect(element.unknown?.content == tree)
    #expect(report.issues.map(\.codingPath.simplified) == ["items[0].minutes"])
    #expect(report.issues.map(\.tag) == ["MOVIE"])
    #expect(try format.encodedItems([element, element], with: Feed.registry) == [tree, tree])
  }
}

extension DecodingError {
  /// What the error gives as its cause.
  fileprivate var cause: (any Error)? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }
}
