import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// Issues quote values, and errors of the engine the text around them, and articles logged both.
@Suite struct PayloadTextInLogsTests {
  typealias Element = Polymorphic<any Media>

  static func isSilent(_ text: String) -> Bool {
    RedactionTests.isSilent(text) && !text.contains("secretkey")
  }

  struct Members: Decodable {
    @Lossy var ratings: [String: Int]
    @Lossy var numbers: [Int: [Int]]
    var people: [String: Person]

    struct Person: Decodable {
      @Lossy var tags: [Int]
    }
  }

  @Test(arguments: Backend.allCases)
  func `a redacted issue has no text from the payload`(_ backend: Backend) throws {
    let report = try RedactionTests.report(backend)
    #expect(report.issues.count > 40)
    #expect(!Self.isSilent("\(report)"))
    #expect(Self.isSilent(report.redactedDescription), "\(report.redactedDescription)")
    for issue in report.issues {
      #expect(Self.isSilent(issue.redactedDescription), "\(issue.redactedDescription)")
      #expect(Self.isSilent(issue.error.redactedDescription), "\(issue.error.redactedDescription)")
    }
    #expect(throws: DecodingError.self) { try report.requireDropped(atMost: 1) }
    do { try report.requireDropped(atMost: 1) } catch {
      #expect(Self.isSilent(error.redactedDescription))
      #expect(error.redactedDescription.contains("1 is allowed"))
    }
  }

  @Test(arguments: Backend.allCases)
  func `keys of dictionaries are payload text`(_ backend: Backend) throws {
    let json = """
      {"ratings":{"secretkey1":"a"},"numbers":{"8675309":["a"],"secretkey2":[]},
       "people":{"secretkey3":{"tags":["a"]}}}
      """
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Members.self, from: json)
    }
    #expect(report.issues.count == 4)
    #expect(!Self.isSilent("\(report)"))
    #expect(Self.isSilent(report.redactedDescription), "\(report.redactedDescription)")
    let lines = report.issues.map(\.redactedDescription)
    let prefix = "PayloadTextInLogsTests.Members: "
    #expect(
      lines.contains("\(prefix)ratings[…]: expected an integer, found a string; dropped"),
      "\(lines)"
    )
    #expect(
      lines.contains("\(prefix)people[…].tags[0]: expected an integer, found a string; dropped"),
      "\(lines)"
    )
    let copy = try backend.roundTrip(report)
    #expect(Self.isSilent(copy.redactedDescription), "\(copy.redactedDescription)")

    let error = try #require(throws: DecodingError.self) {
      try backend.decode([String: [String: Int]].self, from: #"{"secretkey":{"secretkey":"a"}}"#)
    }
    #expect(error.summary.contains("secretkey"))
    #expect(error.redactedDescription == "[…][…]: expected an integer, found a string")
  }

  @Test(arguments: Backend.allCases)
  func `declared keys and registered tags are named`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Element].self, from: #"[{"type":"MOVIE","title":[]}]"#, with: .media)
    }
    #expect(error.redactedDescription == "[0].title: expected a string, found an array (in MOVIE)")
  }

  @Test(arguments: Backend.allCases)
  func `unregistered tags aren't named`(_ backend: Backend) throws {
    var strict = PolymorphicRegistry<any Media>.media
    strict.policies.unknown = .throw
    var generic = PolymorphicRegistry<any Media>(.external)
    generic.policies.unknown = .decode(as: Movie.self)
    var patterned = PolymorphicRegistry<any Media>("type")
    try patterned.register(Movie.self, matching: "*secret")
    for (registry, json) in [
      (strict, #"[{"type":"zebrasecret"}]"#), (generic, #"[{"zebrasecret":{"title":1}}]"#),
      (patterned, #"[{"type":"zebrasecret","title":1}]"#),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode([Element].self, from: json, with: registry)
      }
      #expect(!Self.isSilent(error.summary))
      #expect(Self.isSilent(error.redactedDescription), "\(error.redactedDescription)")
      let (_, report) = try DecodingReport.collecting {
        try backend.decode(Lossy<[Element]>.self, from: json, with: registry)
      }
      #expect(report.issues.count == 1)
      #expect(Self.isSilent(report.redactedDescription), "\(report.redactedDescription)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `unknown tags and raw values are counted`(_ backend: Backend) throws {
    let json = #"[{"type":"zebrasecret"},{"type":"zebrasecret"},{"type":"8675309"}]"#
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Element].self, from: json, with: .media)
    }
    #expect(report.redactedDescription.hasSuffix("2 unknown tags, met 3 times"))
    #expect(Self.isSilent(report.redactedDescription))
  }

  @Test func `errors of encoding have types and codes`() throws {
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Element.known(Song(title: RedactionTests.word))], with: .media)
    }
    #expect(
      error.redactedDescription == "[0]: a value of Song can't be encoded (unregisteredType)"
    )
  }

  @Test func `errors of the app are their types`() {
    let refusal = RedactionTests.Refusal(value: RedactionTests.word)
    #expect((refusal as any Error).redactedDescription == "Refusal")
  }

  // MARK: - The engine

  @Test func `a redacted error about the text has the reason and the place`() throws {
    let error = try #require(throws: DecodingError.self) {
      try PolymorphicJSONDecoder().decode([Int].self, from: "[1,\n zebrasecret]")
    }
    #expect(!Self.isSilent("\(error)"))
    #expect(
      error.redactedDescription
        == "the top level: Expected a value. At line 2, column 2"
    )
  }

  @Test func `an option leaves excerpts out of the engine's errors`() throws {
    let decoder = PolymorphicJSONDecoder(PolymorphicRegistry<any Media>.media)
    #expect(decoder.includesExcerpts)
    let documents = [
      #"{"a":"zebrasecret","title":[]}"#, #"["zebrasecret", x]"#, #"{"type":[],"a":"zebrasecret"}"#,
    ]
    for json in documents {
      func error() throws -> DecodingError {
        try #require(throws: DecodingError.self) { try decoder.decode(Element.self, from: json) }
      }
      decoder.includesExcerpts = true
      let quoting = try error()
      #expect(!Self.isSilent("\(quoting)"), "\(quoting)")
      decoder.includesExcerpts = false
      let silent = try error()
      #expect(Self.isSilent("\(silent)"), "\(silent)")
      #expect(silent.jsonError?.excerpt == "")
      #expect(silent.jsonError?.line == 1)
    }
    let json = #"[{"zebrasecret":x}]"#
    let feeds = [
      (FeedFormat.lines, json), (.array, json), (.serverSentEvents, "data: \(json)\n\n"),
    ]
    for (format, text) in feeds {
      let error = try #require(throws: DecodingError.self) {
        var elements = decoder.elements(of: Element.self, in: Array(text.utf8), as: format)
        while try elements.next() != nil {}
      }
      #expect(Self.isSilent("\(error)"), "\(error)")
    }
  }
}
