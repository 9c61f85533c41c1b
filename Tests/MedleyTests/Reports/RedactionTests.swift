import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// An encoded report without content must not quote the payload.
@Suite struct RedactionTests {
  typealias Element = Polymorphic<any Media>

  /// Values that no report may contain: letters, digits and a decimal point.
  static let word = "zebrasecret"
  static let digits = "8675309"

  struct Refusal: Error, CustomStringConvertible {
    let value: String
    var description: String { "refused \(value)" }
  }

  /// A type that throws its own error, which contains the value.
  struct Refusing: Codable {
    init(from decoder: any Decoder) throws {
      throw Refusal(value: try decoder.singleValueContainer().decode(String.self))
    }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Types whose decoding errors quote the value.
  struct Quoting: Codable {
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.typeMismatch(
        Int.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Expected to decode Int but found \(value) instead.",
          underlyingError: Refusal(value: value)
        )
      )
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct Corrupt: Codable {
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer().decode(String.self)
      let context = DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "Unreadable: \(value)",
        underlyingError: Refusal(value: value)
      )
      throw value.count.isMultiple(of: 2)
        ? DecodingError.dataCorrupted(context) : DecodingError.valueNotFound(Int.self, context)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct Scheme: Codable {
    init(from decoder: any Decoder) throws {
      throw Refusal(value: try String(from: decoder))
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct Author {}

  struct Secret: Media {
    var title: String
    var refusing: Refusing
  }

  struct Page: Codable {
    @Lossy var strings: [String]
    @Lossy var ints: [Int]
    @Lossy var booleans: [Bool]
    @Lossy var flags: [LenientBool]
    @Lossy @Lossless var lossless: [Int]
    @Lossy @Lossless var fraction: Double?
    @Lossy var maps: [String: [String: Int]]
    @Lossy var dates: [Date]
    @Lossy var urls: [URL]
    @Lossy var uuids: [UUID]
    @Lossy var data: [Data]
    @Lossy var decimals: [Decimal]
    @Lossy var refusing: [Refusing]
    @Lossy var quoting: [Quoting]
    @Lossy var corrupt: [Corrupt]
    @Lossy var schemes: [Scheme]
    @Lossy var identifiers: [TypedIdentifier<Author, Int>]
    @Lossy var items: [Element]
    @Lossy var elements: [[Element]]
    @Lossy var small: [Int8]
    @Lossy var nested: [[[Int]]]
    @Lossy var rating: Int?
    @Lossy var list: [Int]
  }

  static let json = """
    {"strings":[\(digits),{"a":"\(word)"},["\(word)"],\(digits).5],
     "ints":["\(word)",\(digits).25,{"a":"\(word)"}],
     "booleans":["\(word)",\(digits)],"flags":["\(word)",\(digits),{"a":"\(word)"}],
     "lossless":["\(word)","\(digits).5",["\(word)"]],"fraction":"\(word)",
     "maps":{"a":{"b":"\(word)"},"c":"\(word)"},
     "dates":["\(word)",{"a":"\(word)"}],"urls":[\(digits),"\(word) %%"],
     "uuids":["\(word)",\(digits)],"data":["\(word)!",\(digits)],"decimals":["\(word)"],
     "refusing":["\(word)"],"quoting":["\(word)","the \(word)","\(digits)"],
     "corrupt":["\(word)","\(word)1"],"schemes":["\(word)"],"identifiers":["\(word)"],
     "items":[{"type":"MOVIE","title":{"a":"\(word)"}},{"type":"MOVIE","minutes":"\(word)"},
      {"type":"SECRET","title":"\(word)","refusing":"\(word)"},"\(word)",\(digits),
      {"type":["\(word)"]},{"type":{"a":"\(word)"}},{"type":\(digits).5},
      {"type":"BOOK","title":\(digits)}],
     "elements":[[{"type":"SECRET","title":"\(word)"}],"\(word)"],
     "small":[\(digits),"\(word)"],"nested":[[["\(word)"],"\(word)"],"\(word)"],
     "rating":"\(word)","list":"\(word)"}
    """

  static func report(
    _ backend: Backend,
    _ registry: PolymorphicRegistry<any Media> = .media,
    keepingContent: Bool = true
  ) throws -> DecodingReport {
    let registry = try registry.registering(Secret.self, for: "SECRET")
    return try DecodingReport.collecting(keepingContent: keepingContent) {
      try backend.decode(Page.self, from: json, with: registry)
    }.report
  }

  static func isSilent(_ text: String) -> Bool {
    !text.contains(word) && !text.contains(digits)
  }

  @Test(arguments: Backend.allCases)
  func `an encoded report doesn't quote the payload`(_ backend: Backend) throws {
    let report = try Self.report(backend)
    #expect(report.issues.count > 40)
    // Messages do contain it, so the check isn't vacuous.
    #expect(!Self.isSilent("\(report)"))
    let text = try backend.encode(report).text
    #expect(Self.isSilent(text), "\(text)")
    for issue in try backend.roundTrip(report).issues {
      #expect(Self.isSilent("\(issue)"), "\(issue)")
      #expect(!"\(issue.error)".isEmpty)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an encoded report doesn't quote kept elements`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry.media
    registry.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    let report = try Self.report(backend, registry)
    #expect(report.issues.contains { $0.action == .kept })
    let text = try backend.encode(report).text
    #expect(Self.isSilent(text), "\(text)")
  }

  @Test(arguments: Backend.allCases)
  func `a report decoded with messages can be encoded without them`(
    _ backend: Backend
  ) throws {
    for keepingContent in [false, true] {
      var report = try Self.report(backend, keepingContent: keepingContent)
      let silent = try backend.encode(report)
      #expect(Self.isSilent(silent.text))
      report.encodesContent = true
      var copy = try backend.roundTrip(report)
      #expect(!Self.isSilent(try backend.encode(copy).text))
      copy.encodesContent = false
      #expect(try backend.encode(copy) == silent)
      #expect(Self.isSilent(try backend.encode(copy).text))
    }
  }

  @Test(arguments: Backend.allCases)
  func `an encoded report has keys, tags and unknown raw values`(
    _ backend: Backend
  ) throws {
    enum Kind: String, ForwardCompatibleEnum {
      case other
      static func unknown(_ rawValue: String) -> Kind { .other }
    }
    struct Feed: Codable {
      @Lossy var kinds: [Kind]
      @Lossy var items: [String: Element]
    }
    let (_, report) = try DecodingReport.collecting(keepingContent: true) {
      try backend.decode(
        Feed.self,
        from: """
          {"kinds":["GAME"],"items":{"a key":{"type":"OPERA"},"another":{"type":"MOVIE"}}}
          """,
        with: .media
      )
    }
    let tree = try backend.encode(report)
    #expect(tree["unknownTags"]?.elements?.first?["value"] == "OPERA")
    #expect(tree["unknownRawValues"]?.elements?.first?["value"] == "GAME")
    let issues = try #require(tree["issues"]?.elements)
    #expect(issues.count == 2)
    // The raw value is counted, and not quoted beside its place.
    #expect(!(try #require(issues.first).text.contains("GAME")))
    #expect(issues.last?["path"]?.text == #"["items","another","title"]"#)
    #expect(issues.last?["tag"] == "MOVIE")
  }
}
