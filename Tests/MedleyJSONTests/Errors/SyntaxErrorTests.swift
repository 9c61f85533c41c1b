import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// What a text that is no JSON is told, and the place.
@Suite(.onEachEngine) struct SyntaxErrorTests {
  struct Case: Sendable {
    var text: String
    var line = 1
    var column: Int
    var offset: Int
    var reason: String
    var excerpt: String
  }

  private static let cases = [
    Case(text: "", column: 1, offset: 0, reason: "The text is empty.", excerpt: "\n^"),
    Case(text: " \n", line: 2, column: 1, offset: 2, reason: "The text is empty.", excerpt: "\n^"),
    Case(text: "[1", column: 3, offset: 2, reason: "The text ends too early.", excerpt: "[1\n  ^"),
    Case(text: "[x]", column: 2, offset: 1, reason: "Expected a value.", excerpt: "[x]\n ^"),
    Case(text: "]", column: 1, offset: 0, reason: "Expected a value.", excerpt: "]\n^"),
    Case(text: "[}", column: 2, offset: 1, reason: "Expected a value.", excerpt: "[}\n ^"),
    Case(
      text: "[trUe]",
      column: 4,
      offset: 3,
      reason: "Expected a value.",
      excerpt: "[trUe]\n   ^"
    ),
    Case(text: "{1:2}", column: 2, offset: 1, reason: "in quotation marks", excerpt: "{1:2}\n ^"),
    Case(text: "{]", column: 2, offset: 1, reason: "in quotation marks", excerpt: "{]\n ^"),
    Case(text: "{\"a\"}", column: 5, offset: 4, reason: "a colon", excerpt: "{\"a\"}\n    ^"),
    Case(text: "{\"a\":}", column: 6, offset: 5, reason: "a value", excerpt: "{\"a\":}\n     ^"),
    Case(text: "{\"a\":1]", column: 7, offset: 6, reason: "brace", excerpt: "{\"a\":1]\n      ^"),
    Case(text: "[1 2]", column: 4, offset: 3, reason: "bracket", excerpt: "[1 2]\n   ^"),
    Case(text: "[1,]", column: 4, offset: 3, reason: "after the comma", excerpt: "[1,]\n   ^"),
    Case(
      text: "{\"a\":1,}",
      column: 8,
      offset: 7,
      reason: "after the comma",
      excerpt: "{\"a\":1,}\n       ^"
    ),
    Case(text: "[1]\n[", line: 2, column: 1, offset: 4, reason: "nothing after", excerpt: "[\n^"),
    Case(text: "[\"a", column: 4, offset: 3, reason: "too early", excerpt: "[\"a\n   ^"),
    Case(
      text: "[\"\t\"]",
      column: 3,
      offset: 2,
      reason: "control character",
      excerpt: "[\"?\"]\n  ^"
    ),
    Case(
      text: "[\"\\x\"]",
      column: 4,
      offset: 3,
      reason: "No such escape",
      excerpt: "[\"\\x\"]\n   ^"
    ),
    Case(
      text: "[\"\\u12g\"]",
      column: 7,
      offset: 6,
      reason: "four hexadecimal digits",
      excerpt: "[\"\\u12g\"]\n      ^"
    ),
    Case(
      text: "[\"é\\udc00\"]",
      column: 5,
      offset: 4,
      reason: "surrogate",
      excerpt: "[\"é\\udc00\"]\n   ^"
    ),
    Case(text: "[-]", column: 3, offset: 2, reason: "a digit", excerpt: "[-]\n  ^"),
    Case(text: "[1.e3]", column: 4, offset: 3, reason: "a digit", excerpt: "[1.e3]\n   ^"),
    Case(text: "[1e+]", column: 5, offset: 4, reason: "a digit", excerpt: "[1e+]\n    ^"),
    Case(text: "[012]", column: 3, offset: 2, reason: "begin with a zero", excerpt: "[012]\n  ^"),
    Case(
      text: "{\n  \"a\": [1,\n  2 3]\n}",
      line: 3,
      column: 5,
      offset: 17,
      reason: "bracket",
      excerpt: "  2 3]\n    ^"
    ),
  ]

  @Test(arguments: Self.cases)
  func `has the reason and the place`(_ example: Case) throws {
    if Engine.current.acceptsCommas(in: example.text.utf8) { return }
    let error = try #require(throws: DecodingError.self) {
      try Engine.current.decoder().decode(Ignored.self, from: example.text)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    let location = try #require(error.jsonError)
    #expect(context.codingPath.isEmpty)
    #expect(context.debugDescription.contains(example.reason))
    #expect(location.line == example.line)
    #expect(location.column == example.column)
    #expect(location.offset == example.offset)
    #expect(location.excerpt == example.excerpt)
  }

  @Test func `has the place of the first of several errors in a string`() throws {
    // Invalid UTF-8, followed by an invalid escape.
    let text: [UInt8] = Array("[\"ab".utf8) + [0xff] + Array("\\x\"]".utf8)
    let error = try #require(throws: DecodingError.self) {
      try Engine.current.decoder().decode(Ignored.self, from: text)
    }
    #expect(error.jsonError?.offset == 4)
    #expect("\(error)".contains("no UTF-8"))
  }

  /// The same texts, except for truncated ones.
  @Test(arguments: Padding.allCases)
  func `is the same if white space follows the text`(_ padding: Padding) throws {
    for example in Self.cases where example.offset < example.text.utf8.count {
      if Engine.current.acceptsCommas(in: example.text.utf8) { continue }
      let error = try #require(throws: DecodingError.self) {
        try Engine.current.decoder().decode(Ignored.self, from: example.text + padding.text)
      }
      #expect(error.jsonError?.offset == example.offset, "\(example.text)")
      #expect("\(error)".contains(example.reason), "\(example.text)")
    }
  }
}
