import Medley
import MedleyResilience
import TestSupport
import Testing

/// Enums with a fallback case, which lose the raw value and report it.
@Suite struct ForwardCompatibleEnumTests {
  enum Kind: String, ForwardCompatibleEnum, CaseIterable, CodingKeyRepresentable {
    case movie = "MOVIE"
    case book = "BOOK"
    case other

    static func unknown(_ rawValue: String) -> Kind { .other }
  }

  /// An enum whose fallback case depends on the raw value.
  enum Level: Int, ForwardCompatibleEnum, CodingKeyRepresentable {
    case low = 1
    case high = 10

    static func unknown(_ rawValue: Int) -> Level { rawValue < 5 ? .low : .high }
  }

  struct Entry: Codable, Hashable {
    var kind: Kind
    var level: Level?
  }

  @Test(arguments: Backend.allCases)
  func `decodes the case of the raw value or the fallback case`(
    _ backend: Backend
  ) throws {
    let json = #"["MOVIE","GAME","BOOK","other"]"#
    #expect(try backend.decode([Kind].self, from: json) == [.movie, .other, .book, .other])
    let levels = try backend.decode([Level].self, from: "[1,10,3,7,-2]")
    #expect(levels == [.low, .high, .low, .high, .low])
  }

  @Test(arguments: Backend.allCases)
  func `reports each lost raw value with its path`(_ backend: Backend) throws {
    let json = #"[{"kind":"GAME"},{"kind":"BOOK","level":10},{"kind":"BOOK","level":3}]"#
    let (entries, report) = try DecodingReport.collecting {
      try backend.decode([Entry].self, from: json)
    }
    #expect(entries.map(\.kind) == [.other, .book, .book])
    #expect(report.issues.map(\.codingPath.place) == ["[0].kind", "[2].level"])
    #expect(report.issues.map(\.recoveredPath.place) == ["[0].kind", "[2].level"])
    #expect(report.issues.allSatisfy { $0.action == .defaulted })
    #expect(report.unknownTags.isEmpty)
    let error = try #require(report.issues.first?.error as? DecodingError)
    #expect(error.kind == .dataCorrupted)
    let message = #"The raw value "GAME" isn't a case of Kind; other is used instead."#
    #expect(error.details?.debugDescription == message)
    #expect(report.issues.first?.description == "[0].kind: \(message.dropLast()); defaulted")
  }

  @Test(arguments: Backend.allCases)
  func `known raw values aren't issues`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Kind].self, from: #"["MOVIE","BOOK","other"]"#)
    }
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `encodes the raw value of the case`(_ backend: Backend) throws {
    let entries = [Entry(kind: .movie, level: .low), Entry(kind: .other)]
    #expect(
      try backend.encode(entries)
        == JSONTree(parsing: #"[{"kind":"MOVIE","level":1},{"kind":"other"}]"#)
    )
    #expect(try backend.roundTrip(entries) == entries)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"kind":7}]"#, DecodingError.Kind.typeMismatch, "[0].kind"),
      (#"[{"kind":["MOVIE"]}]"#, .typeMismatch, "[0].kind"),
      (#"[{"kind":"BOOK","level":"high"}]"#, .typeMismatch, "[0].level"),
      (#"[{}]"#, .keyNotFound, "[0].kind"),
    ]
  )
  func `a value of another kind is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let (result, report) = DecodingReport.collectingResult {
      try backend.decode([Entry].self, from: sample.json)
    }
    let error = try #require(throws: DecodingError.self) { try result.get() }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
    #expect(report.isClean)
  }

  @Test func `null is an error`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Kind].self, from: #"["MOVIE",null]"#)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[1]")
  }

  @Test(arguments: Backend.allCases)
  func `encodes a dictionary with such keys as an object`(_ backend: Backend) throws {
    let kinds = try backend.decode([Kind: Int].self, from: #"{"MOVIE":1,"GAME":2}"#)
    #expect(kinds == [.movie: 1, .other: 2])
    #expect(try backend.encode(kinds) == JSONTree(parsing: #"{"MOVIE":1,"other":2}"#))
    let levels = try backend.decode([Level: Int].self, from: #"{"10":1,"2":2}"#)
    #expect(levels == [.high: 1, .low: 2])
    #expect(try backend.encode(levels) == JSONTree(parsing: #"{"10":1,"1":2}"#))
  }

  @Test(arguments: Backend.allCases)
  func `reports a lost key`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Kind: Int].self, from: #"{"MOVIE":1,"GAME":2}"#)
    }
    #expect(report.issues.map(\.action) == [.defaulted])
  }

  @Test(arguments: Backend.allCases)
  func `the issue has the tag of the surrounding element`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any ForwardCompatibleEntry>("type", ["ENTRY": Entry.self])
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed(#"[{"type":"ENTRY","kind":"GAME"}]"#, registry)
    }
    #expect(feed.known.compactMap { $0 as? Entry } == [Entry(kind: .other)])
    #expect(report.issues.map(\.codingPath.place) == ["[0].kind"])
    #expect(report.issues.map(\.tag) == ["ENTRY"])
  }

  @Test(arguments: Backend.allCases)
  func `discards the issues of a dropped element`(_ backend: Backend) throws {
    let json = #"[{"kind":"GAME","level":"x"},{"kind":"MOVIE"}]"#
    let (entries, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Entry]>.self, from: json)
    }
    #expect(entries.wrappedValue == [Entry(kind: .movie)])
    #expect(report.issues.map(\.codingPath.place) == ["[0].level"])
    #expect(report.issues.map(\.action) == [.dropped])
  }
}

/// The base of a registry that has such an enum in a payload.
protocol ForwardCompatibleEntry: Codable {}

extension ForwardCompatibleEnumTests.Entry: ForwardCompatibleEntry {}
