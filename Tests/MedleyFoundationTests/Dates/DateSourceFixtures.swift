import Foundation
import MedleyFoundation

/// The formats of an imaginary server.
enum ServerDates: DateSource {
  static let formats: [DateFormat] = [.iso8601, .day, .millisecondsSince1970]
}
typealias ServerDate<Value: DateValue> = FormattedDate<ServerDates, Value>

/// The same with a fallback.
enum PatientDates: DateSource {
  static let formats: [DateFormat] = [.iso8601, .day]
  static let fallback: Date? = .distantPast
}
