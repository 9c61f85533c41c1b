import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Types that stand in for elements that can't be decoded: the policy `.decode(as:)`.
@Suite struct StandInTests {
  typealias Registry = PolymorphicRegistry<any Media>

  /// A type that takes what others refuse.
  struct Placeholder: Media, Hashable {
    var type: PayloadValue?
    @Lossy var labels: [String]
    var title: String { "a placeholder" }
  }

  static func registry(
    _ policies: Registry.Policies,
    _ form: Discriminator = "type"
  ) -> Registry {
    Registry(form, ["MOVIE": Movie.self, "BOOK": Book.self], policies: policies)
  }

  static let lenient = Registry.Policies(
    unknown: .decode(as: Placeholder.self),
    wrongKind: .decode(as: Placeholder.self),
    malformed: .decode(as: Placeholder.self)
  )

  @Test(arguments: Backend.allCases)
  func `decodes and encodes what others refuse`(_ backend: Backend) throws {
    let json = #"[{"type":"MOVIE","labels":["a"]},{"type":"OPERA","labels":[]}]"#
    let registry = Self.registry(
      .init(unknown: Self.lenient.unknown, malformed: Self.lenient.malformed)
    )
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(feed.known.compactMap { ($0 as? Placeholder)?.type } == ["MOVIE", "OPERA"])
    // Only the first one lost something: its type.
    #expect(report.losses == ["[0] defaulted"])
    #expect(report.issues.first?.tag == "MOVIE")
    #expect(report.issues.first?.codingPath.place == "[0].title")
    #expect(report.unknownTags == ["OPERA": 1])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `stands in for a tag of a wrong kind`(_ backend: Backend) throws {
    let registry = Self.registry(.init(wrongKind: Self.lenient.wrongKind))
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(#"[{"type":["x"],"labels":[]},{"type":"MOVIE","title":"a"}]"#, registry)
    }
    #expect(feed.known.compactMap { ($0 as? Placeholder)?.type } == [["x"]])
    #expect(feed.known.count == 2)
    #expect(report.losses == ["[0] defaulted"])
    #expect(report.issues.first?.codingPath.place == "[0].type")
  }

  static let forms: [(Discriminator, String)] = [
    (.key("type"), #"{"type":"MOVIE","labels":["a"]}"#),
    (.path("meta", "type"), #"{"meta":{"type":"MOVIE"},"labels":["a"]}"#),
    (.adjacent(tag: "type", content: "data"), #"{"type":"MOVIE","data":{"labels":["a"]}}"#),
    (.adjacent(tag: "type"), #"{"type":"MOVIE","MOVIE":{"labels":["a"]}}"#),
    (.external, #"{"MOVIE":{"labels":["a"]}}"#),
    (.wrapperArray, #"["MOVIE",{"labels":["a"]}]"#),
    (
      .custom { try $0.container(keyedBy: Key.self).decode(TypeTag.self, forKey: .type) },
      #"{"type":"MOVIE","labels":["a"]}"#
    ),
    (.key("kind").or(.external), #"{"MOVIE":{"labels":["a"]}}"#),
  ]

  private enum Key: CodingKey {
    case type
  }

  @Test(arguments: Backend.allCases, forms.indices)
  func `finds the payload in every form`(_ backend: Backend, _ index: Int) throws {
    let (form, json) = Self.forms[index]
    let registry = Self.registry(Self.lenient, form)
    let (feed, report) = try DecodingReport.collecting { try backend.feed("[\(json)]", registry) }
    #expect(feed.known.map { ($0 as? Placeholder)?.labels } == [["a"]])
    #expect(report.losses == ["[0] defaulted"])
  }

  @Test(arguments: Backend.allCases)
  func `its own issues follow its own decoding`(_ backend: Backend) throws {
    let registry = Self.registry(Self.lenient)
    let (_, report) = try DecodingReport.collecting {
      try backend.feed(#"[{"type":"MOVIE","labels":["a",1]}]"#, registry)
    }
    #expect(report.losses == ["[0].labels[1] dropped", "[0] defaulted"])
    #expect(report.issues.map(\.tag) == ["MOVIE", "MOVIE"])
  }

  @Test(arguments: Backend.allCases)
  func `throws both errors if neither type decodes`(_ backend: Backend) throws {
    let registry = Self.registry(.init(malformed: .decode(as: Labelled.self)))
    let (result, report) = DecodingReport.collectingResult {
      try backend.feed(#"[{"type":"MOVIE","title":4}]"#, registry)
    }
    let error = try #require(throws: DecodingError.self) { try result.get() }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].title")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "MOVIE")
    #expect(error.details?.debugDescription.contains("As Labelled: [0].title: ") == true)
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `a type that is registered as well stores any tag`(_ backend: Backend) throws {
    let registry = try Self.registry(.init(malformed: .decode(as: Labelled.self)))
      .registering(Labelled.self, for: "LABEL")
    let json = #"[{"type":"LABEL","title":"a"},{"type":"NUMBERED","title":"b"}]"#
    struct Numbered: Media {
      var title: String
      var number: Int
    }
    let all = try registry.registering(Numbered.self, for: "NUMBERED")
    let feed = try backend.feed(json, all)
    #expect(feed.known.compactMap { ($0 as? Labelled)?.type } == ["LABEL", "NUMBERED"])
    #expect(try backend.encode(feed, with: all) == JSONTree(parsing: json))
  }

  // MARK: - Enums

  enum Item: PolymorphicEnum, Equatable {
    case movie(Movie)
    case broken(Broken)
    case unknown(UnknownPayload)

    struct Broken: Codable, Equatable {
      var type: String
    }

    static let registry = PolymorphicRegistry<Item>(
      "type",
      policies: .init(malformed: .decode(as: Broken.self, Item.broken))
    ) {
      try $0.register(for: "MOVIE", as: Item.movie)
    }
  }

  @Test(arguments: Backend.allCases)
  func `stands in for the payload of an enum`(_ backend: Backend) throws {
    let json = #"[{"type":"MOVIE"},{"type":"NEW"},{"type":"MOVIE","title":"a"}]"#
    let (items, report) = try DecodingReport.collecting {
      try backend.decode([Item].self, from: json)
    }
    #expect(items[0] == .broken(Item.Broken(type: "MOVIE")))
    #expect(items[2] == .movie(Movie(title: "a")))
    #expect(report.losses == ["[0] defaulted"])
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  // MARK: - Mistakes

  @Test func `an element of the same registry is no payload of itself`() throws {
    let registry = Registry(
      "type",
      ["MOVIE": Movie.self],
      policies: .init(malformed: .decode(as: Polymorphic<any Media>.self) { _ in Movie(title: "") })
    )
    #expect(registry.problems(samples: []).map(\.code).contains(.endlessPayload))
    for backend in Backend.allCases {
      let error = #expect(throws: DecodingError.self) {
        try backend.feed(#"[{"type":"MOVIE"}]"#, registry)
      }
      #expect(error?.details?.underlyingError is RegistrationError)
    }
  }

  @Test func `a mirror names the type`() {
    let children = Mirror(reflecting: Self.lenient).children.map { "\($0.value)" }
    #expect(children.count { $0.hasPrefix(".decode(as: ") } == 3)
  }
}
