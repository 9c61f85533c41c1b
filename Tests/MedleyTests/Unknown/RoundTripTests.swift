import Medley
import TestSupport
import Testing

/// Unknown elements encode unchanged.
@Suite struct RoundTripTests {
  static func check(
    _ backend: Backend,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let feed = try backend.feed(json, .media)
    #expect(feed.known.isEmpty, sourceLocation: sourceLocation)
    let tree = try backend.encode(feed, with: .media)
    #expect(
      try tree.difference(from: JSONTree(parsing: json)) == nil,
      sourceLocation: sourceLocation
    )
    #expect(try backend.roundTrip(feed, with: .media) == feed, sourceLocation: sourceLocation)
  }

  static let values = [
    "18446744073709551615", "9223372036854775808", "9223372036854775807",
    "-9223372036854775808", "0", "-1", "1.5", "-0.1", "1e300", "true", "false", "null",
    #""""#, #""a""#, #""\u0000\u0001\u001f\"\\/""#, #""\ud83d\ude00""#, #""1""#, #""true""#, "[]",
    "{}", "[[]]", "[{}]", "[[[],{}],[]]", #"{"":{}}"#, #"[null,[null],{"a":null}]"#,
    #"[1,1.5,"1",true,null]"#, #"{"a.b":1,"a b":2,"A":3,"a":4}"#, #"{"a_b":{"c_d":1}}"#,
  ]

  @Test(arguments: Backend.allCases, values)
  func `values of every kind stay unchanged`(_ backend: Backend, _ value: String) throws {
    let json = #"[{"type":"X","v":\#(value)}]"#
    guard backend.limit(decoding: json) == nil else { return }
    try Self.check(backend, json)
  }

  @Test(arguments: Backend.allCases, [1, 64, 100, 126])
  func `values at every depth stay unchanged`(_ backend: Backend, _ depth: Int) throws {
    let arrays = String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)
    try Self.check(backend, #"[{"type":"X","v":\#(arrays)}]"#)
    let objects =
      String(repeating: #"{"k":"#, count: depth) + "7" + String(repeating: "}", count: depth)
    try Self.check(backend, #"[{"type":"X","v":\#(objects)}]"#)
  }

  @Test(arguments: Backend.allCases, [127, 200])
  func `a value beyond 128 levels is an error`(_ backend: Backend, _ depth: Int) throws {
    // The engine keeps bytes, so its limit is the document's: 512 levels.
    guard !backend.seesBytes else { return }
    let arrays = String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"X","v":\#(arrays)}]"#, .media)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.details?.codingPath.count == 129)
    #expect(error.place.hasPrefix("[0].v[0][0]"))
    #expect(error.details?.debugDescription.contains("128") == true)
    let objects =
      String(repeating: #"{"k":"#, count: depth) + "7" + String(repeating: "}", count: depth)
    let other = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"X","v":\#(objects)}]"#, .media)
    }
    #expect(other.details?.codingPath.count == 129)
    #expect(other.place.hasPrefix("[0].v.k.k"))
  }

  @Test(arguments: Backend.allCases)
  func `known payloads may be nested deeper than 128 levels`(_ backend: Backend) throws {
    struct Deep: Media {
      var title: String
      var next: [Deep]?
    }
    let registry = PolymorphicRegistry<any Media>("type", ["D": Deep.self])
    let depth = 70
    let open = String(repeating: #"{"type":"D","title":"","next":["#, count: depth)
    let json = "[\(open)\(String(repeating: "]}", count: depth))]"
    #expect(try backend.feed(json, registry).known.count == 1)
  }

  /// Property lists are transcoded and compared first, which takes more than linear time.
  @Test(arguments: [(Backend.json, 10_000), (.xmlPropertyList, 500), (.binaryPropertyList, 500)])
  func `thousands of members stay unchanged`(_ backend: Backend, _ count: Int) throws {
    let members = (0..<count).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let feed = try backend.feed(#"[{\#(members),"type":"X"}]"#, .media)
    let payload = try #require(feed.unknown.first)
    guard case .object(let all) = payload.content else {
      Issue.record("The content is no object.")
      return
    }
    #expect(all.count == count + 1)
    #expect(payload.content["k\(count - 1)"] == .integer(Int64(count - 1)))
    #expect(try backend.roundTrip(feed, with: .media) == feed)
  }

  @Test func `decodes a known payload with 10,000 additional members`() throws {
    let members = (0..<10_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    #expect(
      try Backend.json.feed(#"[{\#(members),"type":"MOVIE","title":"a"}]"#, .media)
        == [.known(Movie(title: "a"))]
    )
  }

  @Test(arguments: Backend.allCases)
  func `accepts a long tag`(_ backend: Backend) throws {
    let tag = String(repeating: "LONG", count: 25_000)
    let feed = try backend.feed(#"[{"type":"\#(tag)"}]"#, .media)
    #expect(feed.unknown.map(\.tag) == [.string(tag)])
    var strict = PolymorphicRegistry.media
    strict.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"\#(tag)"}]"#, strict)
    }
    #expect(error.cause?.tag == .string(tag))
    #expect((error.details?.debugDescription.count ?? .max) < 400)
  }

  @Test func `a number beyond every integer is decoded as a double`() throws {
    let feed = try Backend.json.feed(
      #"[{"type":"X","v":123456789012345678901234567890}]"#,
      .media
    )
    let double = try #require(Double("123456789012345678901234567890"))
    #expect(feed.unknown.first?.content["v"] == .double(double))
  }

  @Test func `the first of duplicate keys wins`() throws {
    let feed = try Backend.json.feed(
      #"[{"type":"X","type":"MOVIE","title":"a"},{"type":"MOVIE","title":"a","title":4}]"#,
      .media
    )
    #expect(feed.unknown.map(\.tag) == ["X"])
    #expect(feed.unknown.first?.content["type"] == "X")
    #expect(feed.known.map(\.title) == ["a"])
  }
}
