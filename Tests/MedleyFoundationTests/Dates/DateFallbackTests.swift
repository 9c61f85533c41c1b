import Foundation
import Medley
import MedleyFoundation
import TestSupport
import Testing

@Suite struct DateFallbackTests {
  struct Post: Codable, Hashable {
    @FormattedDate<PatientDates, Date> var published: Date
    @FormattedDate<PatientDates, Date?> var edited: Date?
    @FormattedDate<PatientDates, [Date]> var seen: [Date]
  }

  @Test(arguments: Backend.allCases)
  func `the fallback replaces each invalid date and reports it`(
    _ backend: Backend
  ) throws {
    let json = #"{"published":"soon","edited":{},"seen":["2024-01-02",5,"never",true,[]]}"#
    let (post, report) = try DecodingReport.collecting {
      try backend.decode(Post.self, from: json)
    }
    let day = Date(timeIntervalSince1970: 1_704_153_600)
    let past = Date.distantPast
    #expect(post == Post(published: past, edited: past, seen: [day, past, past, past, past]))
    let places = ["published", "edited", "seen[1]", "seen[2]", "seen[3]", "seen[4]"]
    #expect(report.issues.map(\.codingPath.place) == places)
    #expect(report.issues.map(\.recoveredPath.place) == places)
    #expect(report.issues.allSatisfy { $0.action == .defaulted })
    #expect(
      report.issues.first?.description == """
        published: Expected a date as ISO 8601 or yyyy-MM-dd but found "soon"; defaulted
        """
    )
    #expect(
      report.issues.dropFirst().first?.description
        == "edited: expected Date, found an object; defaulted"
    )
  }

  @Test(arguments: Backend.allCases)
  func `valid dates aren't issues`(_ backend: Backend) throws {
    let json = #"{"published":"2024-01-02T03:04:05Z","seen":["2024-01-02"]}"#
    let (post, report) = try DecodingReport.collecting {
      try backend.decode(Post.self, from: json)
    }
    #expect(post.published == tuesday)
    #expect(post.edited == nil)
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `the fallback doesn't replace absent or null`(_ backend: Backend) throws {
    for (json, kind) in [
      (#"{"seen":[]}"#, DecodingError.Kind.keyNotFound),
      (#"{"published":null,"seen":[]}"#, .valueNotFound),
      (#"{"published":"2024-01-02","seen":[null]}"#, .valueNotFound),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(Post.self, from: json)
      }
      #expect(error.kind == kind)
    }
    let json = #"{"published":"2024-01-02","edited":null,"seen":[]}"#
    #expect(try backend.decode(Post.self, from: json).edited == nil)
  }

  @Test func `decoding strategies report the fallback`() throws {
    struct Plain: Decodable {
      var at: Date?
      var others: [String: Date]
    }
    let decoder = JSONDecoder()
    let fallback = Date(timeIntervalSince1970: 0)
    decoder.dateDecodingStrategy = .formats(.iso8601, .day, fallback: fallback)
    let json = Data(#"{"at":"x","others":{"a":"2024-01-02","b":"y"}}"#.utf8)
    let (plain, report) = try DecodingReport.collecting {
      try decoder.decode(Plain.self, from: json)
    }
    #expect(plain.at == fallback)
    #expect(plain.others["b"] == fallback)
    #expect(Set(report.issues.map(\.codingPath.place)) == ["at", "others.b"])
    #expect(report.issues.allSatisfy { $0.action == .defaulted })
  }
}
