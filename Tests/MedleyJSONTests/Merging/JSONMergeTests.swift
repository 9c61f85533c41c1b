import MedleyComposition
import MedleyJSON
import Testing

@Suite struct JSONMergeTests {
  private func merge(_ original: String, _ baseline: String, _ new: String) throws -> String {
    let merged = try JSONMerge.merged(
      original: Array(original.utf8),
      baseline: Array(baseline.utf8),
      new: Array(new.utf8),
      matching: ElementMatching.matches
    )
    return String(decoding: merged, as: UTF8.self)
  }

  // MARK: - Objects

  @Test func `keeps the bytes of an unchanged value`() throws {
    let original = #"{ "b" : 1.0e0, "a" : "\u0041", "a": 2, "x":[ ] }"#
    #expect(try merge(original, #"{"a":"A","b":1}"#, #"{"a":"A","b":1}"#) == original)
    #expect(try merge(original, #"{"a":"A","b":1}"#, #"{"b":1,"a":"A"}"#) == original)
  }

  @Test func `changes only the bytes of a changed member`() throws {
    let merged = try merge(
      #"{ "id" : 1.0,  "title" : "A", "x" : {"y": [ 1 ]} }"#,
      #"{"id":1,"title":"A"}"#,
      #"{"id":1,"title":"B"}"#
    )
    #expect(merged == #"{ "id" : 1.0,  "title" : "B", "x" : {"y": [ 1 ]} }"#)
  }

  @Test func `changes a member of a nested object`() throws {
    let merged = try merge(
      #"{"a": {"b": {"c": 1, "x": 2}, "y": 3}, "z": 4}"#,
      #"{"a":{"b":{"c":1}}}"#,
      #"{"a":{"b":{"c":5}}}"#
    )
    #expect(merged == #"{"a": {"b": {"c": 5, "x": 2}, "y": 3}, "z": 4}"#)
  }

  @Test func `appends a new member in the format of the others`() throws {
    let pretty = """
      {
        "a" : 1,
        "x" : 2
      }
      """
    let expected = """
      {
        "a" : 1,
        "x" : 2,
        "b" : {"c":3}
      }
      """
    #expect(try merge(pretty, #"{"a":1}"#, #"{"a":1,"b":{"c":3}}"#) == expected)
    #expect(try merge(#"{"x": 1}"#, "{}", #"{"b":2}"#) == #"{"x": 1,"b": 2}"#)
    #expect(try merge("{ }", "{}", #"{"b":2}"#) == #"{"b":2}"#)
  }

  @Test func `removes a member that the type no longer writes`() throws {
    #expect(
      try merge(#"{ "a": 1, "b": 2, "x": 3 }"#, #"{"a":1,"b":2}"#, #"{"b":2}"#)
        == #"{ "b": 2, "x": 3 }"#
    )
    #expect(
      try merge(#"{"a": 1, "x": 3,  "b": 2}"#, #"{"a":1,"b":2}"#, #"{"a":1}"#)
        == #"{"a": 1, "x": 3}"#
    )
    #expect(try merge(#"{ "a": 1 }"#, #"{"a":1}"#, "{}") == "{}")
  }

  @Test func `sets a member that was null`() throws {
    let original = #"{"note": null, "a": 1}"#
    #expect(try merge(original, #"{"a":1}"#, #"{"a":1}"#) == original)
    #expect(
      try merge(original, #"{"a":1}"#, #"{"a":1,"note":"N"}"#) == #"{"note": "N", "a": 1}"#
    )
  }

  @Test func `writes a default once it changes`() throws {
    #expect(try merge(#"{"a": 1}"#, #"{"a":1,"b":0}"#, #"{"a":2,"b":0}"#) == #"{"a": 2}"#)
    #expect(try merge(#"{"a":1}"#, #"{"a":1,"b":0}"#, #"{"a":1,"b":3}"#) == #"{"a":1,"b":3}"#)
  }

  @Test func `keeps repeated members until the first changes`() throws {
    let original = #"{"a":1,"a":2,"b":3,"x":4,"x":5}"#
    #expect(
      try merge(original, #"{"a":1,"b":3}"#, #"{"a":1,"b":9}"#)
        == #"{"a":1,"a":2,"b":9,"x":4,"x":5}"#
    )
    #expect(
      try merge(original, #"{"a":1,"b":3}"#, #"{"a":9,"b":3}"#) == #"{"a":9,"b":3,"x":4,"x":5}"#
    )
    #expect(try merge(original, #"{"a":1,"b":3}"#, #"{"b":3}"#) == #"{"b":3,"x":4,"x":5}"#)
    #expect(
      try merge(original, #"{"a":1,"b":3}"#, #"{"a":1,"b":3,"x":6}"#)
        == #"{"a":1,"a":2,"b":3,"x":6}"#
    )
  }

  @Test func `compares keys as strings`() throws {
    #expect(try merge(#"{"\u0061": 1}"#, #"{"a":1}"#, #"{"a":2}"#) == #"{"\u0061": 2}"#)
    // The same character, decomposed and composed.
    #expect(
      try merge("{\"e\u{301}\":1}", "{\"\u{e9}\":1}", "{\"\u{e9}\":2}") == "{\"e\u{301}\":2}"
    )
  }

  @Test func `replaces a value whose kind changes`() throws {
    #expect(try merge(#"{"a":{"x":1}}"#, #"{"a":"t"}"#, #"{"a":"u"}"#) == #"{"a":"u"}"#)
    #expect(try merge(#"{"a":{"x":1}}"#, #"{"a":"t"}"#, #"{"a":"t"}"#) == #"{"a":{"x":1}}"#)
    #expect(try merge(#"{"a":{"x":1,"b":2}}"#, #"{"a":{"b":2}}"#, #"{"a":null}"#) == #"{"a":null}"#)
    #expect(try merge(#"{"a":1}"#, #"{"a":{"b":2}}"#, #"{"a":{"b":3}}"#) == #"{"a":{"b":3}}"#)
    #expect(try merge("[1]", "[1]", #"{"a":1}"#) == #"{"a":1}"#)
  }

  @Test func `merges scalars on top`() throws {
    #expect(try merge("1.0", "1", "1") == "1.0")
    #expect(try merge("1.0", "1", "2") == "2")
    #expect(try merge("null", "null", #"{"a":1}"#) == #"{"a":1}"#)
  }

  // MARK: - Arrays

  private let original = #"[{"n": 1, "x": 1}, {"n": 2, "x": 2}, {"n": 3, "x": 3}]"#
  private let baseline = #"[{"n":1},{"n":2},{"n":3}]"#

  @Test(arguments: [
    // Added.
    (
      #"[{"n":1},{"n":9},{"n":2},{"n":3}]"#,
      #"[{"n": 1, "x": 1}, {"n":9}, {"n": 2, "x": 2}, {"n": 3, "x": 3}]"#
    ),
    (
      #"[{"n":9},{"n":1},{"n":2},{"n":3}]"#,
      #"[{"n":9}, {"n": 1, "x": 1}, {"n": 2, "x": 2}, {"n": 3, "x": 3}]"#
    ),
    // Removed.
    (#"[{"n":2},{"n":3}]"#, #"[{"n": 2, "x": 2}, {"n": 3, "x": 3}]"#),
    (#"[{"n":1},{"n":3}]"#, #"[{"n": 1, "x": 1}, {"n": 3, "x": 3}]"#),
    ("[]", "[]"),
    // Moved.
    (#"[{"n":3},{"n":1},{"n":2}]"#, #"[{"n": 3, "x": 3}, {"n": 1, "x": 1}, {"n": 2, "x": 2}]"#),
    (#"[{"n":3},{"n":2},{"n":1}]"#, #"[{"n": 3, "x": 3}, {"n": 2, "x": 2}, {"n": 1, "x": 1}]"#),
    // Changed.
    (#"[{"n":1},{"n":7},{"n":3}]"#, #"[{"n": 1, "x": 1}, {"n": 7, "x": 2}, {"n": 3, "x": 3}]"#),
    (#"[{"n":7},{"n":8},{"n":9}]"#, #"[{"n": 7, "x": 1}, {"n": 8, "x": 2}, {"n": 9, "x": 3}]"#),
    // Changed beside one that was removed: which one was it?
    (#"[{"n":1},{"n":7}]"#, #"[{"n": 1, "x": 1}, {"n":7}]"#),
  ])
  func `matches elements in order`(_ new: String, _ expected: String) throws {
    #expect(try merge(original, baseline, new) == expected)
  }

  @Test func `matches changed elements by id`() throws {
    let merged = try merge(
      #"[{"id":1,"n":1,"x":1},{"id":2,"n":2,"x":2},{"id":3,"n":3,"x":3}]"#,
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#,
      #"[{"id":3,"n":9},{"id":1,"n":8}]"#
    )
    #expect(merged == #"[{"id":3,"n":9,"x":3},{"id":1,"n":8,"x":1}]"#)
  }

  @Test func `doesn't give the members of an element to one with another id`() throws {
    let merged = try merge(#"[{"id":1,"x":1}]"#, #"[{"id":1}]"#, #"[{"id":2}]"#)
    #expect(merged == #"[{"id":2}]"#)
  }

  @Test func `replaces an array of which the type left out elements`() throws {
    let original = #"[{"n":1,"x":1}, "bad", {"n":2,"x":2}]"#
    let baseline = #"[{"n":1},{"n":2}]"#
    #expect(try merge(original, baseline, baseline) == original)
    #expect(try merge(original, baseline, #"[{"n":1}]"#) == #"[{"n":1}]"#)
  }

  // MARK: - Limits

  @Test func `replaces what is nested too deeply to be merged`() throws {
    func nested(_ depth: Int, _ inner: String) -> String {
      String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
    }
    let (old, new) = (#"{"a":1}"#, #"{"a":2}"#)
    #expect(
      try merge(nested(500, #"{"a":1,"x":1}"#), nested(500, old), nested(500, new))
        == nested(500, #"{"a":2,"x":1}"#)
    )
    #expect(
      try merge(nested(9999, #"{"a":1,"x":1}"#), nested(9999, old), nested(9999, new))
        == nested(9999, new)
    )
  }

  @Test(arguments: ["", "{", "[1,]"])
  func `refuses what isn't JSON`(_ text: String) {
    #expect(throws: (any Error).self) { try merge("{}", "{}", text) }
    #expect(throws: (any Error).self) { try merge(text, "[]", "{}") }
  }

  @Test func `merges long arrays of equal and of changed elements`() throws {
    let count = 20_000
    func array(_ element: (Int) -> String) -> String {
      "[\((0..<count).map(element).joined(separator: ","))]"
    }
    // Each element is one that occurs many times.
    let original = array { #"{"n":\#($0 % 3),"x":\#($0)}"# }
    let baseline = array { #"{"n":\#($0 % 3)}"# }
    #expect(
      try merge(original, baseline, array { #"{"n":\#($0 % 3 + 5)}"# })
        == array { #"{"n":\#($0 % 3 + 5),"x":\#($0)}"# }
    )
    // All are moved.
    let distinct = array { #"{"n":\#($0),"x":\#($0)}"# }
    #expect(
      try merge(distinct, array { #"{"n":\#($0)}"# }, array { #"{"n":\#(count - 1 - $0)}"# })
        == array { #"{"n":\#(count - 1 - $0),"x":\#(count - 1 - $0)}"# }
    )
  }
}
