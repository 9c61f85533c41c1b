import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// Dates, data and URLs, which decoders and encoders treat specially.
@Suite struct ForeignTypeTests {
  enum Epoch: DefaultSource {
    static let defaultValue = Date(timeIntervalSinceReferenceDate: 0)
  }

  enum Home: DefaultSource {
    static let defaultValue = URL(filePath: "/")
  }

  struct Members: Codable, Equatable {
    var field: FieldValue<Date>
    @Defaulted<Epoch> var start: Date
    @NullWhenNil var end: Date?
    @Lossy var days: [Date]
    @Lossy @Defaulted<Home> var site: URL
    var page: FieldValue<URL>
    var bytes: FieldValue<Data>

    init(_ date: Date, _ page: URL) {
      field = .value(date)
      start = date
      end = date
      days = [date]
      site = page
      self.page = .value(page)
      bytes = .value(Data([1, 2]))
    }
  }

  struct Elements: Codable, Equatable {
    var fields: [FieldValue<Date>]
    var pages: [FieldValue<URL>]
    var bytes: [String: FieldValue<Data>]
    var starts: [Defaulted<Epoch>]
    var sites: [Defaulted<Home>]
    var ends: [NullWhenNil<URL?>]
    var days: [Lossy<URL?>]
  }

  static let date = Date(timeIntervalSinceReferenceDate: 60)

  static func page() throws -> URL { try #require(URL(string: "https://swift.org")) }

  static func members() throws -> Members { Members(date, try page()) }

  static func elements() throws -> Elements {
    Elements(
      fields: [.value(date), .null],
      pages: [.value(try page())],
      bytes: ["a": .value(Data([1, 2]))],
      starts: [Defaulted(wrappedValue: date)],
      sites: [Defaulted(wrappedValue: try page())],
      ends: [NullWhenNil(wrappedValue: try page()), NullWhenNil(wrappedValue: nil)],
      days: [Lossy(wrappedValue: try page())]
    )
  }

  @Test(arguments: Backend.allCases)
  func `members survive a round trip`(_ backend: Backend) throws {
    let members = try Self.members()
    #expect(try backend.roundTrip(members) == members)
  }

  @Test(arguments: Backend.allCases)
  func `elements survive a round trip`(_ backend: Backend) throws {
    let elements = try Self.elements()
    #expect(try backend.roundTrip(elements) == elements)
  }

  @Test func `members and elements follow the coder's strategies`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let members = try JSONTree(parsing: Array(encoder.encode(Self.members())))
    #expect(members["field"] == "2001-01-01T00:01:00Z")
    #expect(members["start"] == "2001-01-01T00:01:00Z")
    #expect(members["page"] == "https://swift.org")
    #expect(members["site"] == "https://swift.org")
    #expect(members["bytes"] == "AQI=")
    let elements = try JSONTree(parsing: Array(encoder.encode(Self.elements())))
    #expect(elements["fields"] == .array(["2001-01-01T00:01:00Z", .null]))
    #expect(elements["starts"] == .array(["2001-01-01T00:01:00Z"]))
    #expect(elements["pages"] == .array(["https://swift.org"]))
    #expect(elements["sites"] == .array(["https://swift.org"]))
    #expect(elements["bytes"] == .object(["a": "AQI="]))
  }
}
