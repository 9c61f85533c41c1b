import Foundation
import Medley
import TestSupport
import Testing

/// The one-line summary of a `DecodingError` from any decoder.
@Suite struct SummaryTests {
  typealias Element = Polymorphic<any Media>

  struct Person: Decodable {
    var name: String
    var age: Int?
    var admin: Bool?
    var height: Double?
    var friends: [Person]?
    var ratings: [String: Int]?
    var born: Date?
    var id: UUID?
  }

  static func summary<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    on backend: Backend = .json
  ) throws -> String {
    try #require(throws: DecodingError.self) {
      try backend.decode(type, from: json, with: .media)
    }.summary
  }

  @Test(arguments: [
    ("{}", "name: missing"),
    (#"{"name":null}"#, "name: expected a string, found null"),
    (#"{"name":4}"#, "name: expected a string, found a number"),
    (#"{"name":true}"#, "name: expected a string, found a Boolean"),
    (#"{"name":{}}"#, "name: expected a string, found an object"),
    (#"{"name":[]}"#, "name: expected a string, found an array"),
    (#"{"name":"n","age":"4"}"#, "age: expected an integer, found a string"),
    (#"{"name":"n","admin":1}"#, "admin: expected a Boolean, found a number"),
    (#"{"name":"n","height":"tall"}"#, "height: expected a number, found a string"),
    (#"{"name":"n","friends":{}}"#, "friends: expected an array, found an object"),
    (#"{"name":"n","friends":[{}]}"#, "friends[0].name: missing"),
    (
      #"{"name":"n","friends":[{"name":"m","friends":[{"name":"o"},{"name":1}]}]}"#,
      "friends[0].friends[1].name: expected a string, found a number"
    ),
    (#"{"name":"n","ratings":[]}"#, "ratings: expected an object, found an array"),
    (
      #"{"name":"n","ratings":{"a.b":"x"}}"#,
      #"ratings["a.b"]: expected an integer, found a string"#
    ),
    (
      #"{"name":"n","ratings":{"10":"x"}}"#,
      "ratings.10: expected an integer, found a string"
    ),
    (#"{"name":"n","ratings":{"":[]}}"#, #"ratings[""]: expected an integer, found an array"#),
    (#"{"name":"n","born":"1912"}"#, "born: expected a number, found a string"),
    (
      #"{"name":"n","id":"x"}"#, "id: Attempted to decode UUID from invalid UUID string"
    ),
    ("[]", "the top level: expected an object, found an array"),
  ])
  func `describes every decoder's errors with their paths`(
    _ json: String,
    _ line: String
  ) throws {
    #expect(try Self.summary(Person.self, json) == line)
  }

  @Test(arguments: Backend.allCases)
  func `names the payload of an error`(_ backend: Backend) throws {
    #expect(
      try Self.summary([Element].self, #"[{"type":"MOVIE"}]"#, on: backend)
        == "[0].title: missing (in MOVIE)"
    )
    #expect(
      try Self.summary([Element].self, #"[{"type":"BOOK","title":null}]"#, on: backend)
        == "[0].title: expected a string, found null (in BOOK)"
    )
    let nested = try Self.summary(
      [String: [Element]].self,
      #"{"my shelf":[{"type":"BOOK","title":"a"},{"type":"BOOK","title":[]}]}"#,
      on: backend
    )
    #expect(nested == #"["my shelf"][1].title: expected a string, found an array (in BOOK)"#)
  }

  @Test func `describes a tag error with the fact`() throws {
    var registry = PolymorphicRegistry.media
    registry.policies.unknown = .throw
    let strict = registry
    func summary(_ json: String) throws -> String {
      try #require(throws: DecodingError.self) {
        try Backend.json.decode([Element].self, from: json, with: strict)
      }.summary
    }
    let unknown = try summary(#"[{"type":"MOVEI"}]"#)
    #expect(
      unknown == """
        [0].type: Expected one of "MOVIE", "BOOK", "NOVEL" under "type" but found "MOVEI". Did you \
        mean "MOVIE"? (in MOVEI)
        """
    )
    #expect(try summary(#"[{"title":"a"}]"#).hasPrefix("[0].type: Expected one of"))
    #expect(try summary(#"[{"type":{}}]"#).contains("but found an object"))
  }

  @Test func `writes tags that aren't words unchanged`() throws {
    let long = String(repeating: "x", count: 1000)
    let registry = try PolymorphicRegistry<any Media>("type")
      .registering(Movie.self, for: 4, true, "two words", .string(long))
    func summary(_ tag: String) throws -> String {
      try #require(throws: DecodingError.self) {
        try Backend.json.decode(Element.self, from: #"{"type":\#(tag)}"#, with: registry)
      }.summary
    }
    #expect(try summary("4") == "title: missing (in 4)")
    #expect(try summary("true") == "title: missing (in true)")
    #expect(try summary(#""two words""#) == #"title: missing (in "two words")"#)
    let line = try summary(#""\#(long)""#)
    #expect(line.count < 100)
    #expect(line.hasPrefix("title: missing (in xxxx"))
  }

  enum Keys: String, CodingKey {
    case items
    case odd = "a \"key\"\n"
  }

  struct Index: CodingKey {
    var intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  struct Numeral: CodingKey {
    var intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }
    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  @Test func `writes paths in Swift syntax`() {
    func summary(_ path: [any CodingKey]) -> String {
      DecodingError.keyNotFound(Keys.items, .init(codingPath: path, debugDescription: "")).summary
    }
    #expect(summary([]) == "items: missing")
    #expect(summary([Index(intValue: 0), Index(intValue: 12)]) == "[0][12].items: missing")
    #expect(summary([Keys.items, Index(intValue: 3)]) == "items[3].items: missing")
    // The standard library gives such dictionary keys an integer value; they aren't indices.
    #expect(summary([Numeral(intValue: 10)]) == "10.items: missing")
    #expect(summary([Keys.odd]) == #"["a \"key\"\n"].items: missing"#)
  }

  @Test func `describes every kind of error differently`() {
    let context = DecodingError.Context(
      codingPath: [Keys.items],
      debugDescription: "Neither fish nor fowl."
    )
    #expect(DecodingError.dataCorrupted(context).summary == "items: Neither fish nor fowl")
    #expect(
      DecodingError.valueNotFound(Person.self, context).summary
        == "items: expected Person, found null"
    )
    #expect(DecodingError.typeMismatch(Person.self, context).summary == "items: expected Person")
    #expect(DecodingError.keyNotFound(Keys.odd, context).summary.hasSuffix(": missing"))
  }

  /// Foundation has the details of invalid JSON in an underlying error.
  @Test func `describes invalid JSON and numbers that don't fit`() throws {
    for json in [#"{"name":"#, #"{"name":"n","age":1.5}"#, #"{"name":"n","age":1e99}"#] {
      let line = try Self.summary(Person.self, json)
      #expect(line.hasPrefix("the top level: "), "\(line)")
      #expect(!line.contains("\n"), "\(line)")
    }
  }

  @Test func `keeps the cause of an error thrown in a payload`() throws {
    struct Refusal: Error {}
    struct Picky: Media {
      var title: String { "" }
      init(from decoder: any Decoder) throws { throw Refusal() }
      func encode(to encoder: any Encoder) throws {}
    }
    let registry = try PolymorphicRegistry.media.registering(Picky.self, for: "PICKY")
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Element].self, from: #"[{"type":"PICKY"}]"#, with: registry)
    }
    #expect(error.summary == "[0]: Refusal() (in PICKY)")
    let cause = try #require(error.details?.underlyingError as? PayloadError)
    #expect(cause.tag == "PICKY")
    #expect(cause.underlyingError is Refusal)
    #expect("\(cause)" == #"in the payload "PICKY": Refusal()"#)
  }
}
