import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// Lossy dictionaries with invalid keys.
@Suite struct LossyDictionaryTests {
  /// Compares the remaining members and the issues, which are in key order if the decoder has
  /// no order of its own.
  static func check<Key: Decodable & Hashable, Value: Decodable & Equatable>(
    _ backend: Backend,
    _ json: String,
    is value: [Key: Value],
    _ issues: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let top = try backend.collect(Lossy<[Key: Value]>.self, json)
    #expect(top.value.wrappedValue == value, sourceLocation: sourceLocation)
    func inOrder(_ issues: [String]) -> [String] { backend.keepsOrder ? issues.sorted() : issues }
    #expect(
      inOrder(top.issues) == inOrder(issues.map { "\($0) dropped" }),
      sourceLocation: sourceLocation
    )
    let member = try backend.collect(Box<[Key: Value]>.self, #"{"map":\#(json)}"#)
    #expect(member.value.map == value, sourceLocation: sourceLocation)
    #expect(
      inOrder(member.issues)
        == inOrder(issues.map { "map\($0.hasPrefix("[") ? "" : ".")\($0) dropped" }),
      sourceLocation: sourceLocation
    )
  }

  struct Box<Map: LossyDecodable>: Decodable {
    @Lossy var map: Map
  }

  enum Genre: String, Codable, CodingKeyRepresentable {
    case drama, comedy
  }

  enum Stars: Int, Codable, CodingKeyRepresentable {
    case none, low
    case high = 5
  }

  enum Plain: String, Codable {
    case one, two
  }

  @Test(arguments: Backend.allCases)
  func `decodes integer keys`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"{"1":1,"-2":2,"x":3,"4":"y","":5,"1.0":6,"9223372036854775808":7," 8":8}"#,
      is: [1: 1, -2: 2],
      ["", " 8", "1.0", "4", "9223372036854775808", "x"]
    )
    try Self.check(backend, "{}", is: [Int: Int](), [])
    try Self.check(backend, #"{"1":null,"2":2}"#, is: [1: nil, 2: 2] as [Int: Int?], [])
  }

  @Test(arguments: Backend.allCases)
  func `decodes enum keys with string and integer raw values`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"{"drama":1,"DRAMA":2,"comedy":"x","western":null}"#,
      is: [Genre.drama: 1],
      ["DRAMA", "comedy", "western"]
    )
    try Self.check(
      backend,
      #"{"0":1,"5":2,"4":3,"x":4}"#,
      is: [Stars.none: 1, .high: 2],
      ["4", "x"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes open enums and identifiers as keys`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"{"drama":1,"western":2,"comedy":"x"}"#,
      is: [OpenEnum<Genre>.known(.drama): 1, .unknown("western"): 2],
      ["comedy"]
    )
    try Self.check(
      backend,
      #"{"5":1,"9":2,"x":3}"#,
      is: [OpenEnum<Stars>.known(.high): 1, .unknown(9): 2],
      ["x"]
    )
    try Self.check(
      backend,
      #"{"7":1,"x":2}"#,
      is: [7: 1] as [IdentifierTests.InvoiceID: Int],
      ["x"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes the same keys as a strict dictionary`(_ backend: Backend) throws {
    let json = #"{"5":1,"0":2}"#
    #expect(
      try backend.decode([Stars: Int].self, from: json)
        == backend.decode(Lossy<[Stars: Int]>.self, from: json).wrappedValue
    )
    #expect(
      try backend.decode([OpenEnum<Stars>: Int].self, from: json)
        == backend.decode(Lossy<[OpenEnum<Stars>: Int]>.self, from: json).wrappedValue
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes alternating keys and values`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"[1,"a",2.5,"b","x","c",3,4]"#,
      is: [1: "a", 2.5: "b"] as [Double: String],
      ["[4]", "[7]"]
    )
    try Self.check(backend, "[]", is: [Double: Int](), [])
    try Self.check(
      backend,
      #"["one",[1,"x"],"three",[3],"two",4,"two",[2]]"#,
      is: [Plain.one: [1], .two: [2]],
      ["[1][1]", "[2]", "[5]"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `drops a last key without a value`(_ backend: Backend) throws {
    try Self.check(backend, "[1,2,3]", is: [1: 2] as [Double: Int], ["[2]"])
    try Self.check(backend, "[1]", is: [Double: Int](), ["[0]"])
    try Self.check(backend, #"[1,2,"x"]"#, is: [1: 2] as [Double: Int], ["[2]"])
    try Self.check(backend, "[null]", is: [Double: Int](), ["[0]"])
  }

  @Test(arguments: Backend.allCases)
  func `the first of equal keys wins`(_ backend: Backend) throws {
    try Self.check(backend, "[1,2,1,3,1,4]", is: [1: 2] as [Double: Int], ["[3]", "[5]"])
    try Self.check(backend, #"[1,"x",1,3]"#, is: [1: 3] as [Double: Int], ["[1]"])
    try Self.check(backend, #"{"03":1,"3":2}"#, is: [3: 1] as [Int: Int], ["3"])
    try Self.check(backend, #"{"03":"x","3":2}"#, is: [3: 2] as [Int: Int], ["03"])
  }

  @Test(arguments: Backend.allCases)
  func `doesn't accept an array for an object or an object for an array`(_ backend: Backend) throws
  {
    for json in ["[1,2]", "[]", "4", #""x""#, "null"] where backend.limit(decoding: json) == nil {
      let (map, issues) = try backend.collect(Lossy<[Int: Int]>.self, json)
      #expect(map.wrappedValue.isEmpty && issues == [" defaulted"], "\(json)")
    }
    for json in [#"{"1":2}"#, "{}", "4", "null"] where backend.limit(decoding: json) == nil {
      let (map, issues) = try backend.collect(Lossy<[Double: Int]>.self, json)
      #expect(map.wrappedValue.isEmpty && issues == [" defaulted"], "\(json)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `nests with elements and lists`(
    _ backend: Backend
  ) throws {
    let bad = #"{"type":"MOVIE"}"#
    let good = #"{"type":"MOVIE","title":"a"}"#
    try Self.check(
      backend,
      #"{"1":[\#(bad),\#(good)],"2":4,"x":[]}"#,
      is: [1: [Polymorphic<any Media>.known(Movie(title: "a"))]],
      ["1[0].title", "2", "x"]
    )
    let (list, issues) = try backend.collect(
      Lossy<[[Int: Set<Int>]]>.self,
      #"[{"1":[1,"x"],"y":[]},4,{"2":[2]}]"#
    )
    #expect(list.wrappedValue == [[1: [1]], [2: [2]]])
    #expect(issues == ["[0].1[1] dropped", "[0].y dropped", "[1] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `encodes like any dictionary`(_ backend: Backend) throws {
    let map = try backend.decode(Lossy<[Stars: Int]>.self, from: #"{"5":1,"x":2}"#)
    try backend.expect(map, encodesTo: #"{"5":1}"#)
    let pairs = try backend.decode(Lossy<[Double: Int]>.self, from: #"[1.5,1,"x",2]"#)
    try backend.expect(pairs, encodesTo: "[1.5,1]")
  }

  @Test(arguments: Backend.allCases)
  func `decodes 10,000 keys in linear time`(_ backend: Backend) throws {
    let members = (0..<10_000).map { ("\($0 % 2 == 0 ? "" : "x")\($0)", $0) }
    // Encoded directly, since converting a text to a property list is slow.
    let data = try backend.encoded(Dictionary(uniqueKeysWithValues: members))
    let (map, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Int: Int]>.self, fromEncoded: data)
    }
    #expect(map.wrappedValue.count == 5_000 && report.issues.count == 5_000)
  }
}
