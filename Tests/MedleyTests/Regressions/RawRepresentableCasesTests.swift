import Medley
import MedleyResilience
import TestSupport
import Testing

/// Enums with a hand-written `RawRepresentable`: the compiler synthesised `Codable`, so a case
/// was encoded as `{"mention":{}}`, and `==` recursed through `rawValue` without end.
@Suite struct RawRepresentableCasesTests {
  enum Notice: ForwardCompatibleCases, RawRepresentable, CodingKeyRepresentable {
    case mention, follow
    case unknown(String)

    static let wireValues: KeyValuePairs = ["mention": Notice.mention, "follow": .follow]

    init(rawValue: String) { self.init(wireValue: rawValue) }

    var rawValue: String {
      switch self {
      case .mention: "mention"
      case .follow: "follow"
      case .unknown(let value): value
      }
    }

    var wireValue: String? { rawValue }
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes cases with raw values by wire value`(_ backend: Backend) throws {
    let json = #"["mention","poll","follow"]"#
    let notices = try backend.decode([Notice].self, from: json)
    #expect(notices == [.mention, .unknown("poll"), .follow])
    #expect(try backend.encode(notices) == JSONTree(parsing: json))
    #expect(Set(notices + [.mention]).count == 3)
  }

  @Test(arguments: Backend.allCases)
  func `cases with raw values work as keys`(_ backend: Backend) throws {
    let json = #"{"mention":1,"poll":2}"#
    let counts = try backend.decode([Notice: Int].self, from: json)
    #expect(counts == [.mention: 1, .unknown("poll"): 2])
    #expect(try backend.encode(counts) == JSONTree(parsing: json))
  }

  @Test func `counts unknown raw values without an issue`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode([Notice].self, from: #"["mention","poll"]"#)
    }
    #expect(report.issues.isEmpty)
    #expect(report.unknownRawValues == ["RawRepresentableCasesTests.Notice": ["poll": 1]])
  }

  enum Level: ForwardCompatibleCases, RawRepresentable, CodingKeyRepresentable {
    case low
    case unknown(Int)

    static let wireValues: KeyValuePairs = [1: Level.low]

    init(rawValue: Int) { self.init(wireValue: rawValue) }

    var rawValue: Int {
      switch self {
      case .low: 1
      case .unknown(let value): value
      }
    }

    var wireValue: Int? { rawValue }
  }

  @Test(arguments: Backend.allCases)
  func `supports integer raw values`(_ backend: Backend) throws {
    let json = #"[[1,7],{"1":true,"7":false}]"#
    let decoded = try backend.decode(Both<[Level], [Level: Bool]>.self, from: json)
    #expect(decoded.first == [.low, .unknown(7)])
    #expect(decoded.second == [.low: true, .unknown(7): false])
    #expect(try backend.encode(decoded) == JSONTree(parsing: json))
  }

  struct Both<First: Codable, Second: Codable>: Codable {
    var first: First
    var second: Second

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      first = try container.decode(First.self)
      second = try container.decode(Second.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(first)
      try container.encode(second)
    }
  }

  /// An enum whose raw values differ from its wire values.
  enum Stored: ForwardCompatibleCases, RawRepresentable {
    case red
    case unknown(String)

    static let wireValues: KeyValuePairs = ["RED": Stored.red]

    init?(rawValue: UInt8) {
      guard rawValue == 0 else { return nil }
      self = .red
    }

    var rawValue: UInt8 { if case .red = self { 0 } else { 255 } }

    var wireValue: String? {
      switch self {
      case .red: "RED"
      case .unknown(let value): value
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `doesn't encode raw values of another type than the wire values`(
    _ backend: Backend
  ) throws {
    let json = #"["RED","BLUE"]"#
    let stored = try backend.decode([Stored].self, from: json)
    #expect(stored.map(\.wireValue) == ["RED", "BLUE"])
    #expect(try backend.encode(stored) == JSONTree(parsing: json))
  }

  // MARK: - The other open enums

  enum Kind: ForwardCompatibleEnum, CodingKeyRepresentable {
    case movie
    case unknown(String)

    init(rawValue: String) {
      switch rawValue {
      case "MOVIE": self = .movie
      default: self = .unknown(rawValue)
      }
    }

    var rawValue: String {
      switch self {
      case .movie: "MOVIE"
      case .unknown(let value): value
      }
    }
  }

  /// The same without unknown values in `init(rawValue:)`.
  enum Picky: ForwardCompatibleEnum {
    case movie
    case unknown(String)

    init?(rawValue: String) {
      guard rawValue == "MOVIE" else { return nil }
      self = .movie
    }

    var rawValue: String {
      switch self {
      case .movie: "MOVIE"
      case .unknown(let value): value
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a forward-compatible enum can have hand-written raw values`(_ backend: Backend) throws {
    let json = #"["MOVIE","OPERA"]"#
    let (kinds, report) = try DecodingReport.collecting {
      try backend.decode([Kind].self, from: json)
    }
    #expect(kinds == [.movie, .unknown("OPERA")])
    #expect(report.issues.isEmpty)
    #expect(try backend.encode(kinds) == JSONTree(parsing: json))
    let keys = try backend.decode([Kind: Int].self, from: #"{"OPERA":1}"#)
    #expect(keys == [.unknown("OPERA"): 1])
  }

  @Test(arguments: Backend.allCases)
  func `a forward-compatible enum that keeps the raw value reports no issue`(
    _ backend: Backend
  ) throws {
    let json = #"["MOVIE","OPERA"]"#
    let (kinds, report) = try DecodingReport.collecting {
      try backend.decode([Picky].self, from: json)
    }
    #expect(kinds == [.movie, .unknown("OPERA")])
    #expect(report.issues.isEmpty)
    #expect(report.unknownRawValues == ["RawRepresentableCasesTests.Picky": ["OPERA": 1]])
    #expect(try backend.encode(kinds) == JSONTree(parsing: json))
  }

  /// An enum with hand-written `Codable` and keys.
  enum Own: String, Codable, CodingKeyRepresentable {
    case a = "A"

    init(from decoder: any Decoder) throws {
      self = .a
    }

    var codingKey: any CodingKey { "own".codingKey }

    init?<Key: CodingKey>(codingKey: Key) { self = .a }
  }

  @Test(arguments: Backend.allCases)
  func `an open enum is encoded by raw values whatever its cases' Codable`(
    _ backend: Backend
  ) throws {
    let json = #"["A","B"]"#
    let open = try backend.decode([OpenEnum<Own>].self, from: json)
    #expect(open == [.known(.a), .unknown("B")])
    #expect(try backend.encode(open) == JSONTree(parsing: json))
    let keys = try backend.decode([OpenEnum<Own>: Int].self, from: #"{"A":1,"B":2}"#)
    #expect(keys == [.known(.a): 1, .unknown("B"): 2])
    let notices = try backend.decode([OpenEnum<Notice>].self, from: #"["mention","poll"]"#)
    #expect(notices == [.known(.mention), .known(.unknown("poll"))])
  }
}
