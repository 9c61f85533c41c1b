import Medley
import MedleyComposition
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// `dump`, `#expect` and snapshot libraries showed how values are stored: hundreds of lines for an
/// unknown element, with addresses that differ from run to run.
@Suite struct DumpedStorageTests {
  typealias Element = Polymorphic<any Media>

  private static func dumped<Value>(_ value: Value) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  /// Whether the text has no address, and no part of Medley's storage.
  private static func isStable(_ text: String) -> Bool {
    !["unknown context", "0x", "$", ".Storage", "Lock", "#0", "#1"].contains { text.contains($0) }
  }

  @Test(arguments: Backend.allCases)
  func `an unknown element shows tag, reason and content`(_ backend: Backend) throws {
    let json = #"[{"type":"OPERA","acts":3}]"#
    let element = try #require(try backend.feed(json, .media).first)
    let text = Self.dumped(element)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.split(separator: "\n").count < 25, "\(text)")
    #expect(text.contains(#"tag: "OPERA""#))
    #expect(text.contains(#"reason: "unregistered""#))
    #expect(text.contains("content"))
    #expect(text.contains(#""acts""#))
    let again = try #require(try backend.feed(json, .media).first)
    #expect(Self.dumped(again) == text)
  }

  @Test(arguments: Backend.allCases)
  func `a malformed element shows the summary of its error`(_ backend: Backend) throws {
    var media = PolymorphicRegistry<any Media>.media
    media.policies.malformed = .keep
    let feed = try backend.feed(#"[{"type":"MOVIE","title":[]}]"#, media)
    let text = Self.dumped(feed)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.contains("malformed: [0].title: expected a string, found an array (in MOVIE)"))
    let reason = try #require(feed.unknown.first).reason
    #expect(Self.dumped(reason).contains("[0].title: expected a string"))
    #expect("\(reason)" == "malformed")
  }

  @Test func `a registry shows discriminator, tags and policies`() throws {
    var media = PolymorphicRegistry<any Media>.media
    media.policies.unknown = .decode(as: Movie.self)
    media.policies.missing = .assume("MOVIE")
    try media.register(Song.self, matching: "*_song")
    let text = Self.dumped(media)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.split(separator: "\n").count < 20, "\(text)")
    #expect(text.contains(#"under \"type\""#) || text.contains(#"under "type""#))
    #expect(text.contains("MOVIE"))
    #expect(text.contains("NOVEL"))
    #expect(text.contains("*_song"))
    #expect(text.contains(#"unknown: ".decode(as: Movie)""#))
    #expect(text.contains("missing"))
    #expect(text.contains(".assume"))
  }

  @Test(arguments: [
    Discriminator.key("type").or(.external), .adjacent(tag: "t", content: "c"), .jsonKind,
    .compound("a", "b"), .custom { _ in "a" },
  ])
  func `a discriminator shows its description`(_ discriminator: Discriminator) {
    let text = Self.dumped(discriminator)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.split(separator: "\n").count <= 2, "\(text)")
    #expect(text.contains("\(discriminator)".prefix(5)), "\(text)")
  }

  @Test func `coders of the engine show their settings`() {
    let decoder = PolymorphicJSONDecoder(PolymorphicRegistry<any Media>.media)
    let encoder = PolymorphicJSONEncoder(PolymorphicRegistry<any Media>.media)
    for text in [Self.dumped(decoder), Self.dumped(encoder)] {
      #expect(!text.contains("0x") && !text.contains("Lock"), "\(text)")
      #expect(text.contains("depthLimit: 512"), "\(text)")
      #expect(text.split(separator: "\n").count < 10, "\(text)")
    }
  }

  @Test func `a printed registry says where the tag is and which tags there are`() throws {
    var media = PolymorphicRegistry<any Media>.media
    #expect(
      "\(media)"
        == #"PolymorphicRegistry<Media>: the tag is under "type", one of "MOVIE", "BOOK", "NOVEL""#
    )
    try media.register(Song.self, matching: "*_song")
    #expect("\(media)".hasSuffix(#"one of "MOVIE", "BOOK", "NOVEL" or like "*_song""#))
    let empty = PolymorphicRegistry<any Media>(.external)
    #expect("\(empty)".hasSuffix("the tag is as the only key, and no type is registered"))
  }

  struct Page: Decodable {
    @PolymorphicValue var hero: (any Media)?
    @PolymorphicValue var other: (any Media)?
    @PolymorphicArray var shelf: [any Media]
    @Lossy var years: [Int]
    @Lossless var id: String
    @LenientBool var liked: Bool
    @Defaulted<Defaults.Zero> var views: Int
    @JSONText var text: [Int]
  }

  @Test(arguments: Backend.allJSON)
  func `wrappers show their values`(_ backend: Backend) throws {
    let json = """
      {"hero":{"type":"MOVIE","title":"Heat"},"other":{"type":"X"},
       "shelf":[{"type":"BOOK","title":"Emma"}],"years":[1900,"a"],"id":12,"liked":"yes",
       "views":7,"text":"[5]"}
      """
    let text = Self.dumped(try backend.decode(Page.self, from: json, with: .media))
    #expect(Self.isStable(text), "\(text)")
    #expect(text.split(separator: "\n").count < 60, "\(text)")
    for part in ["Heat", "Emma", "1900", #""12""#, "true", "7", "5", #"tag: "X""#] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a preserving value shows its value`(_ backend: Backend) throws {
    let movie = try backend.decode(
      Preserving<Movie>.self,
      from: #"{"title":"Heat","extra":{"a":[1,2,3]}}"#
    )
    let text = Self.dumped(movie)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.contains("Heat"))
    #expect(!text.contains("extra"))
  }

  @Test(arguments: Backend.allCases)
  func `reports and errors show their texts`(_ backend: Backend) throws {
    var strict = PolymorphicRegistry<any Media>.media
    strict.policies.unknown = .throw
    let json = #"[{"type":"X"},{"type":"Y"},{"type":"MOVIE"}]"#
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Element]>.self, from: json, with: strict)
    }
    let text = Self.dumped(report)
    #expect(Self.isStable(text), "\(text)")
    #expect(text.contains("[2].title: missing (in MOVIE); dropped"))
    let issue = Self.dumped(try #require(report.issues.last))
    #expect(Self.isStable(issue), "\(issue)")
    #expect(issue.contains("[2].title"))
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Element].self, from: json, with: strict)
    }
    let cause = Self.dumped(try #require(error.cause))
    #expect(Self.isStable(cause), "\(cause)")
    #expect(cause.contains("unknownTag"))
  }
}
