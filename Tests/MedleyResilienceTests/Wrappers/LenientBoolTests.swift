import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct LenientBoolTests {
  struct Post: Codable, Hashable, Sendable {
    @LenientBool var liked: Bool
    var pinned: LenientBool?
  }

  static let spellings: [(no: String, yes: String)] = [
    ("false", "true"), ("0", "1"), (#""false""#, #""true""#), (#""no""#, #""yes""#),
    (#""N""#, #""Y""#),
  ]

  @Test(arguments: Backend.allCases, spellings)
  func `keeps each spelling, also for a changed value`(
    _ backend: Backend,
    _ spelling: (no: String, yes: String)
  ) throws {
    let json = #"[{"liked":\#(spelling.no)},{"liked":\#(spelling.yes)}]"#
    var posts = try backend.keep([Post].self, json)
    #expect(posts.map(\.liked) == [false, true])
    for index in posts.indices { posts[index].liked.toggle() }
    try backend.expect(
      posts,
      encodesTo: #"[{"liked":\#(spelling.yes)},{"liked":\#(spelling.no)}]"#
    )
  }

  @Test(arguments: Backend.allCases)
  func `accepts a whole number in any spelling`(_ backend: Backend) throws {
    let flags = try backend.decode([LenientBool].self, from: "[1.0,0.0,1e0,-0]")
    #expect(flags.map(\.wrappedValue) == [true, false, true, false])
  }

  static let others = [
    "2", "-1", "0.5", "18446744073709551615", "1e300", #""""#, #""1""#, #""0""#, #""TRUE""#,
    #""True""#, #""Yes""#, #""YES""#, #""y""#, #""n""#, #""t""#, #""on""#, #"" yes""#, #""yes ""#,
    #""yes\u0000""#, #""nо""#, "[]", "{}", "[true]", #"{"liked":true}"#,
  ]

  @Test(arguments: Backend.allCases, others)
  func `any other value is an error at its path`(_ backend: Backend, _ other: String) throws {
    #expect(try backend.fault([LenientBool].self, "[true,\(other)]") == "typeMismatch at [1]")
    #expect(
      try backend.fault([Post].self, #"[{"liked":\#(other)}]"#) == "typeMismatch at [0].liked"
    )
    #expect(
      try backend.fault(Post.self, #"{"liked":true,"pinned":\#(other)}"#)
        == "typeMismatch at pinned"
    )
  }

  @Test(arguments: Backend.allCases)
  func `the error names what was expected and found`(_ backend: Backend) throws {
    for (json, found) in [
      ("[2]", "the number 2"), (#"["on"]"#, #"the string "on""#), ("[[]]", "an array"),
      ("[{}]", "an object"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode([LenientBool].self, from: json)
      }
      let words = try #require(error.details?.debugDescription)
      #expect(words.contains(#"0, 1, "true", "false", "yes", "no", "Y" or "N""#))
      #expect(words.contains("found \(found) instead"), "\(words)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `null and absent are errors unless it is optional`(_ backend: Backend) throws {
    #expect(try backend.fault(Post.self, #"{"liked":null}"#) == "valueNotFound at liked")
    #expect(try backend.fault(Post.self, "{}") == "keyNotFound at liked")
    #expect(try backend.fault([LenientBool].self, "[null]") == "valueNotFound at [0]")
    let post = try backend.decode(Post.self, from: #"{"liked":1,"pinned":null}"#)
    #expect(post.pinned == nil)
    try backend.expect(post, encodesTo: #"{"liked":1}"#)
    #expect(try backend.keep(Post.self, #"{"liked":1,"pinned":"N"}"#).pinned == false)
  }

  @Test(arguments: Backend.allCases)
  func `decodes as an element, a member and a lossy element`(_ backend: Backend) throws {
    #expect(try backend.keep([LenientBool?].self, #"["Y",null,0]"#) == [true, nil, false])
    #expect(
      try backend.keep([String: LenientBool].self, #"{"a":"no","b":1}"#) == ["a": false, "b": true]
    )
    let votes = try backend.collect(Lossy<[LenientBool]>.self, #"["yes",2,null,0,"maybe"]"#)
    #expect(votes.value.wrappedValue == [true, false])
    #expect(votes.issues == ["[1] dropped", "[2] dropped", "[4] dropped"])
  }

  @Test func `equality and hashing ignore the spelling`() throws {
    let flags = try Backend.json.decode([LenientBool].self, from: #"[true,1,"true","yes","Y"]"#)
    #expect(Set(flags) == [true])
    #expect(LenientBool(wrappedValue: true) != false)
  }

  @Test func `encodes a new value as a Boolean`() throws {
    try Backend.json.expect(
      Post(liked: true, pinned: false),
      encodesTo: """
        {"liked":true,"pinned":false}
        """
    )
  }

  @Test(arguments: Backend.allCases)
  func `replacing the wrapper replaces the spelling`(_ backend: Backend) throws {
    var post = try backend.decode(Post.self, from: #"{"liked":1,"pinned":"Y"}"#)
    post.pinned = false
    try backend.expect(post, encodesTo: #"{"liked":1,"pinned":false}"#)
    var other = try backend.decode(Post.self, from: #"{"liked":1,"pinned":"Y"}"#)
    other.pinned?.wrappedValue = false
    try backend.expect(other, encodesTo: #"{"liked":1,"pinned":"N"}"#)
  }
}
