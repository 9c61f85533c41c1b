import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// Dates with other wrappers.
@Suite struct FormattedDateNestingTests {
  struct Post: Codable, Hashable, Sendable {
    @Lossy @ServerDate var edited: Date?
    @Lossy @ServerDate var seen: [Date]
    @Lossy @ServerDate var logins: [String: [Date]]
  }
  static let day = Date(timeIntervalSince1970: 1_704_153_600)

  @Test(arguments: Backend.allCases)
  func `lossy arrays drop and report invalid dates`(_ backend: Backend) throws {
    let json = #"""
      {"edited":"soon","seen":["2024-01-02",true,"x",null,0],
      "logins":{"a":["2024-01-02",{}],"b":5}}
      """#
    let (post, report) = try DecodingReport.collecting {
      try backend.decode(Post.self, from: json)
    }
    #expect(
      post
        == Post(
          edited: nil,
          seen: [Self.day, Date(timeIntervalSince1970: 0)],
          logins: ["a": [Self.day]]
        )
    )
    #expect(
      Set(report.issues.map { "\($0.recoveredPath.place) \($0.action)" }) == [
        "edited defaulted", "seen[1] dropped", "seen[2] dropped", "seen[3] dropped",
        "logins.a[1] dropped", "logins.b dropped",
      ]
    )
    #expect(report.issues.count == 6)
  }

  @Test(arguments: Backend.allCases)
  func `a lossy optional can be absent or null, and a missing collection is reported`(
    _ backend: Backend
  ) throws {
    for (json, count) in [("{}", 2), (#"{"edited":null,"seen":null,"logins":{}}"#, 1)] {
      let (post, report) = try DecodingReport.collecting {
        try backend.decode(Post.self, from: json)
      }
      #expect(post == Post(edited: nil, seen: [], logins: [:]))
      #expect(report.issues.count == count)
      #expect(report.issues.allSatisfy { $0.action == .defaulted })
      #expect(try backend.encode(post) == JSONTree(parsing: #"{"seen":[],"logins":{}}"#))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a whole wrapper can be lossy`(_ backend: Backend) throws {
    let (dates, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<FormattedDate<ServerDates, [Date]>>.self,
        from: #"["2024-01-02","x"]"#
      )
    }
    #expect(dates.wrappedValue.wrappedValue == [Self.day])
    #expect(report.issues.map(\.codingPath.place) == ["[1]"])
  }

  enum Epoch: DefaultSource {
    static let defaultValue = ServerDate<Date>(wrappedValue: Date(timeIntervalSince1970: 0))
  }

  struct Settings: Codable, Hashable, Sendable {
    @Defaulted<Epoch> @ServerDate var since: Date
    @Defaulted<Defaults.Empty> @ServerDate var seen: [Date]
    @NullWhenNil @ServerDate var until: Date?
    @OmittedWhenEmpty @ServerDate var logins: [String: Date]
  }

  @Test(arguments: Backend.allCases)
  func `Defaulted and the null wrappers wrap dates`(_ backend: Backend) throws {
    let settings = try backend.decode(Settings.self, from: "{}")
    #expect(settings.since == Date(timeIntervalSince1970: 0))
    #expect(settings.seen == [])
    #expect(settings.until == nil)
    #expect(settings.logins == [:])
    let written = #"{"since":"1970-01-01T00:00:00Z","seen":[],"until":null}"#
    #expect(try backend.encode(settings) == JSONTree(parsing: written))
    let full = #"""
      {"since":"2024-01-02","seen":["2024-01-02"],"until":"2024-01-02","logins":{"a":0}}
      """#
    let read = try backend.decode(Settings.self, from: full)
    #expect(read.until == Self.day)
    #expect(try backend.roundTrip(read) == read)
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Settings.self, from: #"{"since":"soon"}"#)
    }
    #expect(error.place == "since")
  }
}
