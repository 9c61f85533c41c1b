import TestSupport
import Testing

@Suite struct JSONTreeTests {
  @Test(arguments: [
    "null", " true ", "-0", "1.50e-3", "[]", "{}", #"{"a":[1,{"b":null}],"c":""}"#,
    #""\"\\\/\b\f\n\r\t\u0041\ud83c\udfac""#, "\"e\u{301}\"",
  ])
  func `reads JSON and writes it unchanged`(_ text: String) throws {
    let tree = try JSONTree(parsing: text)
    #expect(try JSONTree(parsing: tree.text) == tree)
  }

  @Test(arguments: [
    ("", 0), ("nul", 0), ("[1,]", 3), ("[1", 2), ("{\"a\":1,}", 7), ("{a:1}", 1), ("01", 1),
    ("1.", 2), (".5", 0), ("+1", 0), ("1e", 2), ("\"\t\"", 1), (#""\q""#, 1), (#""\ud83c""#, 1),
    (#""\udfac""#, 1), ("\"a", 2), ("1 2", 2), ("[1}", 2), ("\u{FEFF}1", 0), (#""\u00e""#, 6),
  ])
  func `refuses invalid JSON with its position`(_ text: String, _ offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONTree(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.isTooDeep == false)
  }

  @Test func `refuses strings that aren't UTF-8`() {
    #expect(throws: JSONSyntaxError.self) { try JSONTree(parsing: [0x22, 0xC0, 0x80, 0x22]) }
  }

  @Test func `refuses deep nesting`() throws {
    let text = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
    _ = try JSONTree(parsing: text, depthLimit: 8)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONTree(parsing: text, depthLimit: 7)
    }
    #expect(error?.isTooDeep == true)
  }

  @Test func `keeps spelling, order and duplicates`() throws {
    let text = #"{"b":1.0,"a":[9223372036854775808,1E+2],"b":-0}"#
    #expect(try JSONTree(parsing: text).text == text)
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0.10", "1E-1"), ("-0", "0.0"), ("1.50e-3", "0.0015"),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#), (#""\u0041""#, #""A""#),
  ])
  func `values with the same meaning are equal`(_ left: String, _ right: String) throws {
    #expect(try JSONTree(parsing: left) == JSONTree(parsing: right))
  }

  @Test(arguments: [
    ("9007199254740993", "9007199254740992"), ("18446744073709551615", "18446744073709551616"),
    ("1e400", "1e401"), ("1", "true"), ("1", #""1""#), ("null", "false"), ("[1,2]", "[2,1]"),
    ("[1]", "[1,2]"), ("\"\u{E9}\"", "\"e\u{301}\""), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"),
    (#"{"a":1}"#, #"{"a":1,"b":null}"#), (#"{"a":1,"a":1}"#, #"{"a":1}"#),
    (#"{"a":1,"a":1}"#, #"{"a":1,"a":1}"#),
  ])
  func `values with different meanings aren't equal`(_ left: String, _ right: String) throws {
    #expect(try JSONTree(parsing: left) != JSONTree(parsing: right))
    #expect(try JSONTree(parsing: right) != JSONTree(parsing: left))
  }

  @Test func `reports where two trees differ`() throws {
    let found = try JSONTree(parsing: #"[{"a":{"b":[1,2]}}]"#)
    let expected = try JSONTree(parsing: #"[{"a":{"b":[1,3]}}]"#)
    #expect(
      found.difference(from: expected)?.description == "at [0].a.b[1]: expected 3, found 2"
    )
  }

  @Test func `finds a duplicate member`() throws {
    #expect(try JSONTree(parsing: #"[{"a":[{"b":1,"b":2}]}]"#).duplicateKey == "[0].a[0].b")
    #expect(try JSONTree(parsing: #"[{"a":1},{"a":1}]"#).duplicateKey == nil)
  }
}
