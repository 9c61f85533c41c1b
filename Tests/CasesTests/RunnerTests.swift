import TestSupport
import Testing

/// The runner has to fail for wrong expectations, or its results would prove nothing.
@Suite struct RunnerTests {
  @Test(arguments: Backend.allCases)
  func `passes cases with correct expectations`(_ backend: Backend) throws {
    for sample in Self.samples {
      let verdict = try sample.verdict(on: backend, expecting: sample.outcome)
      #expect(verdict == .passed, "\(sample.name)")
    }
  }

  @Test(arguments: Backend.allCases, Self.wrongExpectations)
  func `fails cases with wrong expectations`(_ backend: Backend, _ wrong: WrongExpectation) throws {
    let verdict = try wrong.sample.verdict(on: backend, expecting: wrong.outcome)
    guard case .failed(let problems) = verdict else {
      Issue.record("\(wrong.outcome) came to \(verdict)")
      return
    }
    #expect(problems.contains { $0.contains(wrong.complaint) }, "\(problems)")
  }

  @Test(arguments: Self.malformedCases)
  func `fails invalid cases`(_ text: String, _ complaint: String) throws {
    let verdict = CaseRunner(backend: .json).run(try JSONTree(parsing: text))
    guard case .failed(let problems) = verdict else {
      Issue.record("\(text) came to \(verdict)")
      return
    }
    #expect(problems.contains { $0.contains(complaint) }, "\(problems)")
  }

  @Test func `skips cases that a backend can't run, with a reason`() throws {
    func verdict(_ rest: String, on backend: Backend) throws -> Verdict {
      let text = #"{"name": "n", "topic": "tag", \#(rest), "expect": {"value": [1]}}"#
      return CaseRunner(backend: backend).run(try JSONTree(parsing: text))
    }
    let engine = #""only": "engine", "decode": {"root": "[int]", "input": "[1]"}"#
    let snakeCase = #""keyStrategy": "snakeCase", "decode": {"root": "[int]", "input": "[1]"}"#
    let broken = #""decode": {"root": "[int]", "input": "[1"}"#
    #expect(
      try verdict(engine, on: .json) == .skipped("holds only where the decoder sees the bytes")
    )
    #expect(try verdict(snakeCase, on: .json) == .passed)
    #expect(
      try verdict(snakeCase, on: .binaryPropertyList)
        == .skipped(BackendLimit.keyStrategy.description)
    )
    #expect(
      try verdict(broken, on: .xmlPropertyList) == .skipped(BackendLimit.text.description)
    )
  }
}

// MARK: - Expecting wrongly

extension RunnerTests {
  /// A case and the outcome that it has.
  struct Sample: Sendable {
    let name: String
    let rest: String
    let outcome: String

    func verdict(on backend: Backend, expecting outcome: String) throws -> Verdict {
      let text = #"{"name": "\#(name)", "topic": "policy", \#(rest), "expect": \#(outcome)}"#
      return CaseRunner(backend: backend).run(try JSONTree(parsing: text))
    }
  }

  struct WrongExpectation: Sendable, CustomTestStringConvertible {
    let sample: Sample
    let outcome: String
    let complaint: String

    var testDescription: String { "\(sample.name): \(complaint)" }
  }

  static let samples = [feed, strictFeed, lossyFeed, clash, disagreement]

  private static func registry(_ policies: String = "{}") -> String {
    """
    "registries": {"Media": {"discriminator": {"key": "type"}, "policies": \(policies),
      "register": [{"type": "Movie", "tags": ["MOVIE"]}]}}
    """
  }

  private static let feed = Sample(
    name: "feed",
    rest: registry() + #"""
      , "decode": {"root": "[@Media]",
          "input": "[{\"type\":\"MOVIE\",\"title\":\"x\",\"minutes\":1},{\"type\":\"OPERA\"}]"},
        "resolve": {"registry": "Media", "register": [{"type": "Marker", "tags": ["OPERA"]}]}
      """#,
    outcome: #"""
      {"value": [{"known": "Movie", "fields": {"title": "x", "minutes": 1}},
                 {"unknown": "OPERA", "reason": "unregistered"}],
       "resolved": [{"known": "Movie", "fields": {"title": "x", "minutes": 1}},
                    {"known": "Marker", "fields": {}}],
       "report": [], "unknownTags": {"OPERA": 1},
       "reencode": "[{\"minutes\":1.0,\"title\":\"x\",\"type\":\"MOVIE\"},{\"type\":\"OPERA\"}]"}
      """#
  )

  private static let strictFeed = Sample(
    name: "strict-feed",
    rest: registry(#"{"unknown": "throw"}"#) + #"""
      , "decode": {"root": "[@Media]", "input": "[{\"type\":\"MOVEI\"}]"}
      """#,
    outcome: """
      {"error": {"channel": "decoding", "code": "unknownTag", "path": [0, "type"],
        "tag": "MOVEI", "nearest": "MOVIE", "mentions": ["MOVIE"], "shorterThan": 1000}}
      """
  )

  private static let lossyFeed = Sample(
    name: "lossy-feed",
    rest: registry() + #"""
      , "decode": {"root": "lossy [@Media]", "input": "[{\"type\":\"MOVIE\"}]"}
      """#,
    outcome: """
      {"value": [], "report": [
        {"path": [0, "title"], "code": "keyNotFound", "action": "dropped", "tag": "MOVIE"}]}
      """
  )

  private static let clash = Sample(
    name: "clash",
    rest: """
      "registries": {"Media": {"discriminator": {"key": "type"}, "register": [
        {"type": "Movie", "tags": ["A"]}, {"type": "Book", "tags": ["A"]}]}}
      """,
    outcome: """
      {"error": {"channel": "registration", "code": "duplicateTag", "tag": "A",
        "mentions": ["Movie", "Book"]}}
      """
  )

  private static let disagreement = Sample(
    name: "disagreement",
    rest: #"""
      "registries": {"Media": {"discriminator": {"key": "type"}, "register": [
        {"type": "Labelled", "tags": ["A"]}]}},
      "encode": {"registry": "Media", "type": "Labelled",
        "input": "{\"type\":\"B\",\"title\":\"x\"}"}
      """#,
    outcome: """
      {"error": {"channel": "encoding", "code": "tagDisagrees", "mentions": ["A", "B"]}}
      """
  )

  static let wrongExpectations: [WrongExpectation] = [
    wrong(feed, #""title": "x""#, #""title": "y""#, "value at [0].fields.title"),
    wrong(feed, #""minutes": 1"#, #""minutes": 2"#, "value at [0].fields.minutes"),
    wrong(feed, #", "minutes": 1}"#, "}", "value at [0].fields.minutes: expected no such member"),
    wrong(feed, #"{"known": "Movie""#, #"{"known": "Book""#, "value at [0].known"),
    wrong(feed, #""unknown": "OPERA""#, #""unknown": "OPERETTA""#, "value at [1].unknown"),
    wrong(feed, #""unregistered""#, #""untagged""#, "value at [1].reason"),
    wrong(feed, #""known": "Marker""#, #""known": "Text""#, "resolved at [1].known"),
    wrong(feed, #""report": []"#, #""report": [\#(issue)]"#, "expected 1 issues"),
    wrong(feed, #"{"OPERA": 1}"#, #"{"OPERA": 2}"#, "unknown tags at OPERA"),
    wrong(feed, #"\"minutes\":1.0"#, #"\"minutes\":1.5"#, "output at [0].minutes"),
    wrong(feed, #"\"type\":\"MOVIE\""#, #"\"type\":\"FILM\""#, "output at [0].type"),
    wrong(feed, #",\"type\":\"MOVIE\""#, "", "output at [0].type: expected no such member"),
    wrong(strictFeed, #"[0, "type"]"#, #"[1, "type"]"#, "expected the path [1, \"type\"]"),
    wrong(strictFeed, #"[0, "type"]"#, "[0]", "expected the path [0]"),
    wrong(strictFeed, #""tag": "MOVEI""#, #""tag": "MOVIE""#, "expected the tag \"MOVIE\""),
    wrong(strictFeed, #""nearest": "MOVIE""#, #""nearest": null"#, "expected the suggestion null"),
    wrong(strictFeed, #"["MOVIE"]"#, #"["BOOK"]"#, "expected a mention of 'BOOK'"),
    wrong(strictFeed, "1000", "10", "expected less than 10 characters"),
    wrong(strictFeed, "unknownTag", "missingTag", "expected the decoding error missingTag"),
    wrong(strictFeed, "unknownTag", "malformedJSON", "expected the decoding error malformedJSON"),
    wrong(lossyFeed, #"[0, "title"]"#, #"[0, "type"]"#, "issue 0: expected the path"),
    wrong(lossyFeed, "keyNotFound", "typeMismatch", "issue 0: expected typeMismatch"),
    wrong(lossyFeed, "dropped", "kept", "issue 0: expected to be kept"),
    wrong(lossyFeed, #""MOVIE"}"#, #""BOOK"}"#, "issue 0: expected the tag \"BOOK\""),
    wrong(clash, #""tag": "A""#, #""tag": "B""#, "expected the tag \"B\""),
    wrong(clash, "duplicateTag", "keyClash", "expected the registration error keyClash"),
    wrong(disagreement, "tagDisagrees", "notEncodable", "expected the encoding error notEncodable"),
    WrongExpectation(
      sample: lossyFeed,
      outcome: strictFeed.outcome,
      complaint: "expected the decoding error unknownTag at [0, \"type\"], found the value"
    ),
    WrongExpectation(
      sample: strictFeed,
      outcome: #"{"value": []}"#,
      complaint: "expected a value, found the error"
    ),
    WrongExpectation(
      sample: clash,
      outcome: #"{"error": {"channel": "encoding", "code": "tagDisagrees"}}"#,
      complaint: "expected the encoding error tagDisagrees, found the error"
    ),
    WrongExpectation(
      sample: disagreement,
      outcome: #"{"reencode": "{}"}"#,
      complaint: "expected output, found the error"
    ),
  ]

  private static let issue = #"{"path": [], "code": "keyNotFound"}"#

  /// The sample's own outcome with one thing changed, wherever it stands.
  private static func wrong(
    _ sample: Sample,
    _ right: String,
    _ wrong: String,
    _ complaint: String
  ) -> WrongExpectation {
    WrongExpectation(
      sample: sample,
      outcome: sample.outcome.split(separator: right, omittingEmptySubsequences: false)
        .joined(separator: wrong),
      complaint: complaint
    )
  }
}

// MARK: - Writing wrongly

extension RunnerTests {
  static let malformedCases: [(String, String)] = [
    (#"{"topic": "tag", "expect": {}}"#, "has no 'name'"),
    (#"{"name": "n", "topic": "tag", "expects": {}}"#, "has no 'expect'"),
    (
      #"{"name": "n", "topic": "tag", "expect": {"valu": 1}}"#,
      "has 'valu', which the runner doesn't know"
    ),
    (
      #"{"name": "n", "topic": "tag", "decode": {"root": "int", "input": "1"}, "expect": {}}"#,
      "expects nothing"
    ),
    (decoding("[int", expecting: "[]"), "The shape '[int' has no ']'"),
    (decoding("[Novella]", expecting: "[]"), "The catalogue has no type 'Novella'"),
    (decoding("[@Art]", expecting: "[]"), "'Art' is no base"),
    (decoding("[lossy string]", expecting: "[]"), "Nothing can be dropped from String"),
    (decoding("[lossless Movie]", expecting: "[]"), "Nothing else can become Movie"),
    (decoding("[string] = []", expecting: "[]"), "A default is part of a struct"),
    (
      #"""
      {"name": "n", "topic": "tag", "types": {"Movie": {"title": "int"}},
       "decode": {"root": "Movie", "input": "{}"}, "expect": {"value": null}}
      """#,
      "The catalogue's 'Movie' has other fields"
    ),
    (
      #"""
      {"name": "n", "topic": "tag", "registries": {"Item": {"enum": true,
        "discriminator": {"key": "kind"}, "register": []}}, "expect": {}}
      """#,
      "The catalogue's enum 'Item' is declared otherwise"
    ),
    (
      #"""
      {"name": "n", "topic": "tag", "enums": {"Stars": {"raw": "int", "cases": {"low": 2}}},
       "decode": {"root": "[open Stars]", "input": "[]"}, "expect": {"value": []}}
      """#,
      "The catalogue's enum 'Stars' is declared otherwise"
    ),
    (
      #"""
      {"name": "n", "topic": "tag", "types": {"StoredMovie": "Movie & MovieDetails"},
       "decode": {"root": "[StoredMovie]", "input": "[]"}, "expect": {"value": []}}
      """#,
      "The catalogue's 'StoredMovie' is composed otherwise"
    ),
  ]

  private static func decoding(_ root: String, expecting value: String) -> String {
    #"""
    {"name": "n", "topic": "tag", "decode": {"root": "\#(root)", "input": "[]"},
     "expect": {"value": \#(value)}}
    """#
  }
}
