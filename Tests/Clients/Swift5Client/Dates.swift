import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience

enum ServerDates: DateSource {
  static let formats: [DateFormat] = [.iso8601, .day, .millisecondsSince1970]
}

typealias ServerDate<Value: DateValue> = FormattedDate<ServerDates, Value>

struct Event: Codable, Equatable {
  @ServerDate var published: Date
  @ServerDate var seen: [Date]
}

/// Dates, and a decoder with strategies.
enum Dates {
  static func check() throws {
    let json = #"{"published":"1970-01-01T00:01:00Z","seen":[60000]}"#
    let minute = Date(timeIntervalSince1970: 60)
    let event = Event(published: minute, seen: [minute])
    expect(try JSONDecoder().decode(Event.self, json: json) == event)
    let engine = PolymorphicJSONDecoder()
    engine.dateDecodingStrategy = .iso8601
    expect(try engine.decode([Date].self, from: #"["1970-01-01T00:01:00Z"]"#) == [minute])
    let (dates, report) = try JSONDecoder().decodeLossy([Int].self, from: Data("[1,true]".utf8))
    expect(dates == [1] && report.issues.count == 1)
  }
}
