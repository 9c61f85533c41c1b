import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// The counts of unknown raw values.
@Suite struct UnknownRawValueTests {
  enum Genre: String { case drama = "DRAMA" }
  enum Stars: Int { case many = 5 }
  enum Ratio: Double { case half = 0.5 }

  enum Kind: String, ForwardCompatibleEnum, CodingKeyRepresentable {
    case movie = "MOVIE"
    case other
    static func unknown(_ rawValue: String) -> Kind { .other }
  }

  enum Level: Int, ForwardCompatibleEnum, CodingKeyRepresentable {
    case low = 1
    static func unknown(_ rawValue: Int) -> Level { .low }
  }

  enum Color: ForwardCompatibleCases, CodingKeyRepresentable {
    case red
    case unknown(String)
    static let wireValues: KeyValuePairs = ["RED": Color.red]
  }

  enum Size: ForwardCompatibleCases, CodingKeyRepresentable {
    case small
    case unknown(Int)
    static let wireValues: KeyValuePairs = [1: Size.small]
  }

  /// The counts by the last part of the enum's name.
  static func counts<Value: Decodable>(
    _ backend: Backend,
    _ type: Value.Type,
    _ json: String
  ) throws -> [String: [TypeTag: Int]] {
    let (_, report) = try DecodingReport.collecting { try backend.decode(type, from: json) }
    return Dictionary(
      uniqueKeysWithValues: report.unknownRawValues.map { name, counts in
        (name.split(separator: ".").last.map { String($0) } ?? name, counts)
      }
    )
  }

  @Test(arguments: Backend.allCases)
  func `each kind of enum counts unknown string and integer values`(_ backend: Backend) throws {
    #expect(
      try Self.counts(backend, [OpenEnum<Genre>].self, #"["DRAMA","X","Y","X",""]"#)
        == ["Genre": ["X": 2, "Y": 1, "": 1]]
    )
    #expect(
      try Self.counts(backend, [OpenEnum<Stars>].self, "[5,4,4,-1]")
        == ["Stars": [4: 2, -1: 1]]
    )
    #expect(
      try Self.counts(backend, [Kind].self, #"["MOVIE","X","other","X"]"#) == ["Kind": ["X": 2]]
    )
    #expect(try Self.counts(backend, [Level].self, "[1,2,2]") == ["Level": [2: 2]])
    #expect(
      try Self.counts(backend, [Color].self, #"["RED","X","X"]"#) == ["Color": ["X": 2]]
    )
    #expect(try Self.counts(backend, [Size].self, "[1,7]") == ["Size": [7: 1]])
  }

  @Test(arguments: Backend.allCases)
  func `each kind of enum counts unknown string and integer keys`(_ backend: Backend) throws {
    #expect(
      try Self.counts(backend, [OpenEnum<Genre>: Int].self, #"{"DRAMA":1,"X":2,"Y":3}"#)
        == ["Genre": ["X": 1, "Y": 1]]
    )
    #expect(
      try Self.counts(backend, [OpenEnum<Stars>: Int].self, #"{"5":1,"4":2}"#)
        == ["Stars": [4: 1]]
    )
    #expect(
      try Self.counts(backend, [Kind: Int].self, #"{"MOVIE":1,"X":2}"#) == ["Kind": ["X": 1]]
    )
    #expect(
      try Self.counts(backend, [Level: Int].self, #"{"1":1,"2":2}"#) == ["Level": [2: 1]]
    )
    #expect(
      try Self.counts(backend, [Color: Int].self, #"{"RED":1,"X":2}"#) == ["Color": ["X": 1]]
    )
    #expect(
      try Self.counts(backend, [Size: Int].self, #"{"1":1,"7":2}"#) == ["Size": [7: 1]]
    )
  }

  @Test func `a collector in userInfo counts values and keys of lossy dictionaries`() throws {
    func counts(_ type: (some Decodable).Type, _ json: String) throws -> [TypeTag: Int]? {
      let collector = DecodingReport.Collector()
      let decoder = JSONDecoder()
      decoder.userInfo.report(to: collector)
      _ = try decoder.decode(type, from: Data(json.utf8))
      return collector.report.unknownRawValues.first?.value
    }
    #expect(try counts([Color].self, #"["X"]"#) == ["X": 1])
    #expect(try counts(Lossy<[Color: Int]>.self, #"{"X":1}"#) == ["X": 1])
    // The standard library creates such a key without a decoder, so without userInfo.
    #expect(try counts([Color: Int].self, #"{"X":1}"#) == nil)
  }

  @Test(arguments: Backend.allCases)
  func `lossy dictionaries count unknown keys`(_ backend: Backend) throws {
    #expect(
      try Self.counts(
        backend,
        Lossy<[OpenEnum<Genre>: Int]>.self,
        #"{"DRAMA":1,"X":2,"Y":"wrong"}"#
      ) == ["Genre": ["X": 1, "Y": 1]]
    )
    #expect(
      try Self.counts(backend, Lossy<[Size: Int]>.self, #"{"1":1,"7":2,"x":3}"#)
        == ["Size": [7: 1]]
    )
  }

  @Test(arguments: Backend.allCases)
  func `counts each enum separately`(_ backend: Backend) throws {
    struct Entry: Decodable {
      var genre: OpenEnum<Genre>?
      var kinds: [Kind]?
      @Lossy var colors: [String: Color]?
      var inner: [Entry]?
    }
    let counts = try Self.counts(
      backend,
      [Entry].self,
      """
      [{"genre":"X","kinds":["X","X"],"colors":{"a":"X","b":1},
        "inner":[{"genre":"X"},{"genre":"DRAMA"}]}]
      """
    )
    #expect(counts == ["Genre": ["X": 2], "Kind": ["X": 2], "Color": ["X": 1]])
  }

  @Test func `names the enum without its module`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode([OpenEnum<Genre>].self, from: #"["X"]"#)
    }
    #expect(report.unknownRawValues == ["UnknownRawValueTests.Genre": ["X": 1]])
    #expect(
      "\(report)" == #"unknown raw value "X" of UnknownRawValueTests.Genre: met once"#
    )
    #expect(report.isClean)
  }

  @Test func `counts raw values of other types by their description`() throws {
    #expect(
      try Self.counts(.json, [OpenEnum<Ratio>].self, "[0.5,0.25,0.25]")
        == ["Ratio": ["0.25": 2]]
    )
  }

  @Test(arguments: Backend.allCases)
  func `doesn't count values of another kind, which are errors`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[OpenEnum<Genre>]>.self, from: #"["X",4,null,{}]"#)
    }
    #expect(report.losses == ["[1] dropped", "[2] dropped", "[3] dropped"])
    #expect(report.unknownRawValues.values.map { $0 } == [["X": 1]])
  }

  /// Like tags, raw values are counted even if their element is dropped.
  @Test(arguments: Backend.allCases)
  func `keeps the counts of a dropped element`(_ backend: Backend) throws {
    struct Entry: Decodable {
      var genre: OpenEnum<Genre>
      var kind: Kind
      var id: Int
    }
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[Entry]>.self,
        from: #"[{"genre":"X","kind":"X"},{"genre":"X","kind":"MOVIE","id":1}]"#
      )
    }
    #expect(report.losses == ["[0] dropped"])
    #expect(report.places == ["[0].id"])
    let counts = report.unknownRawValues.sorted { $0.key < $1.key }.map(\.value)
    #expect(counts == [["X": 2], ["X": 1]])
  }
}
