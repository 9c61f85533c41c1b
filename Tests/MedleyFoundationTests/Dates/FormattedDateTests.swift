import Foundation
import Medley
import MedleyFoundation
import TestSupport
import Testing

@Suite struct FormattedDateTests {
  struct Post: Codable, Hashable, Sendable {
    @ServerDate var published: Date
    @ServerDate var edited: Date?
    @ServerDate var seen: [Date]
    @ServerDate var logins: [String: Date]
    @ServerDate var nested: [String: [Date?]]?
  }

  static let json = #"""
    {"published":1704164645000,"edited":"2024-01-02","seen":["2024-01-02T03:04:05Z",0],
    "logins":{"snake_case":"2024-01-02T04:04:05+01:00"},"nested":{"a":[null,"2024-01-02"]}}
    """#
  static let day = Date(timeIntervalSince1970: 1_704_153_600)
  static let post = Post(
    published: tuesday,
    edited: day,
    seen: [tuesday, Date(timeIntervalSince1970: 0)],
    logins: ["snake_case": tuesday],
    nested: ["a": [nil, day]]
  )

  @Test(arguments: Backend.allCases)
  func `wraps dates, optionals, arrays and dictionaries`(_ backend: Backend) throws {
    #expect(try backend.decode(Post.self, from: Self.json) == Self.post)
    #expect(
      try backend.encode(Self.post)
        == JSONTree(
          parsing: #"""
            {"published":"2024-01-02T03:04:05Z","edited":"2024-01-02T00:00:00Z",
            "seen":["2024-01-02T03:04:05Z","1970-01-01T00:00:00Z"],
            "logins":{"snake_case":"2024-01-02T03:04:05Z"},
            "nested":{"a":[null,"2024-01-02T00:00:00Z"]}}
            """#
        )
    )
    #expect(try backend.roundTrip(Self.post) == Self.post)
  }

  @Test(arguments: Backend.allCases)
  func `an optional can be absent or null and nil is omitted`(_ backend: Backend) throws {
    let empty = Post(published: tuesday, edited: nil, seen: [], logins: [:], nested: nil)
    for rest in ["", #","edited":null,"nested":null"#] {
      let json = #"{"published":1704164645000,"seen":[],"logins":{}\#(rest)}"#
      #expect(try backend.decode(Post.self, from: json) == empty)
    }
    let written = #"{"published":"2024-01-02T03:04:05Z","seen":[],"logins":{}}"#
    #expect(try backend.encode(empty) == JSONTree(parsing: written))
  }

  @Test(arguments: Backend.allCases)
  func `other properties are required`(_ backend: Backend) throws {
    for (key, json) in [
      ("published", #"{"seen":[],"logins":{}}"#), ("seen", #"{"published":0,"logins":{}}"#),
      ("logins", #"{"published":0,"seen":[]}"#),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode([Post].self, from: "[\(json)]")
      }
      #expect(error.kind == .keyNotFound)
      #expect(error.place == "[0].\(key)")
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Post.self, from: #"{"published":null,"seen":[],"logins":{}}"#)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "published")
  }

  @Test(arguments: Backend.allCases)
  func `an invalid date is an error at its path`(_ backend: Backend) throws {
    for (old, new, place, kind) in [
      ("1704164645000", #""soon""#, "published", DecodingError.Kind.dataCorrupted),
      (#""2024-01-02""#, "false", "edited", .typeMismatch), ("0]", "[]]", "seen[1]", .typeMismatch),
      ("0]", "null]", "seen[1]", .valueNotFound),
      ("2024-01-02T04:04:05+01:00", "x", "logins.snake_case", .dataCorrupted),
      (#"[null,"2024-01-02"]"#, #"[null,"x"]"#, "nested.a[1]", .dataCorrupted),
      (#"["2024-01-02T03:04:05Z",0]"#, "{}", "seen", .typeMismatch),
      (#"["2024-01-02T03:04:05Z",0]"#, "4", "seen", .typeMismatch),
    ] {
      let json = Self.json.replacing(old, with: new, maxReplacements: 1)
      try #require(json != Self.json)
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(Post.self, from: json)
      }
      #expect(error.place == place, "\(error)")
      #expect(error.kind == kind, "\(error)")
    }
  }

  @Test func `key strategies leave the keys of a dictionary unchanged`() throws {
    let post = try Backend.json.decode(Post.self, from: Self.json, keys: .snakeCase)
    #expect(post == Self.post)
    let tree = try Backend.json.encode(post, keys: .snakeCase)
    #expect(tree["logins"]?["snake_case"] == "2024-01-02T03:04:05Z")
  }

  @Test func `ignores the decoder's date strategy`() throws {
    let decoder = JSONDecoder()
    for strategy in [
      JSONDecoder.DateDecodingStrategy.iso8601, .secondsSince1970, .formats(.day),
      .custom { _ in .distantFuture },
    ] {
      decoder.dateDecodingStrategy = strategy
      #expect(try decoder.decode(Post.self, from: Data(Self.json.utf8)) == Self.post)
      #expect(throws: DecodingError.self) {
        try decoder.decode([ISO8601Date<Date>].self, from: Data("[true]".utf8))
      }
    }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let tree = try JSONTree(parsing: Array(encoder.encode(Self.post)))
    #expect(tree == (try Backend.json.encode(Self.post)))
  }

  struct Ready: Codable, Hashable, Sendable {
    @ISO8601Date var a: Date
    @DayDate var b: Date
    @SecondsDate var c: Date?
    @MillisecondsDate var d: [Date]
  }

  @Test(arguments: Backend.allCases)
  func `has aliases for common formats`(_ backend: Backend) throws {
    let json = #"{"a":"2024-01-02T03:04:05Z","b":"2024-01-02","c":1704164645,"d":[1704164645250]}"#
    let ready = try backend.decode(Ready.self, from: json)
    #expect(ready == Ready(a: tuesday, b: Self.day, c: tuesday, d: [tuesday + 0.25]))
    #expect(try backend.encode(ready) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `works without an alias and with hand-written Codable`(_ backend: Backend) throws {
    struct Post: Codable {
      @FormattedDate<DateFormat.DaySource, Date> var birthday: Date
      var plain: FormattedDate<DateFormat.DaySource, Date?>
    }
    let post = try backend.decode(Post.self, from: #"{"birthday":"2024-01-02"}"#)
    #expect(post.birthday == Self.day)
    #expect(post.plain.wrappedValue == nil)
    #expect(try backend.encode(post) == JSONTree(parsing: #"{"birthday":"2024-01-02"}"#))
  }

  @Test(arguments: Backend.allCases)
  func `works in payloads that are selected, kept or deduced`(_ backend: Backend) throws {
    struct Event: Codable, Hashable, Sendable {
      @ServerDate var at: Date
      @ServerDate var until: Date?
    }
    let json = #"[{"type":"EVENT","at":"2024-01-02"},{"type":"NEW","at":"2024-01-02"}]"#
    let registry = try PolymorphicRegistry<any Sendable>("type").registering(
      Event.self,
      for: "EVENT"
    )
    let feed = try backend.decode([Polymorphic<any Sendable>].self, from: json) {
      $0.register(registry)
    }
    let event = Event(at: Self.day, until: nil)
    #expect(feed.known.map { $0 as? Event } == [event])
    #expect(try feed.unknown.first?.decode(as: Event.self) == event)
    let deduced = try PolymorphicRegistry<any Sendable>(.deduced).registering(
      Event.self,
      for: "EVENT"
    )
    let again = try backend.decode(
      [Polymorphic<any Sendable>].self,
      from: #"[{"at":"2024-01-02"}]"#
    ) { $0.register(deduced) }
    #expect(again.known.map { $0 as? Event } == [event])
  }
}
