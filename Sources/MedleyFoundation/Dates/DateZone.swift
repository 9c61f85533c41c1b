import Foundation
import MedleyBase

/// The time zone of texts without one, and of the texts that are written.
enum DateZone: Hashable, Sendable {
  /// A fixed number of seconds ahead of GMT, which needs no lookup.
  case fixed(Int)
  /// A zone with rules, such as daylight saving time.
  case region(TimeZone)

  static let gmt = DateZone.fixed(0)

  init(_ timeZone: TimeZone) {
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0))
    let isFixed = timeZone.identifier == "UTC" || timeZone == TimeZone(secondsFromGMT: offset)
    self = isFixed ? .fixed(offset) : .region(timeZone)
  }

  /// The seconds that the zone is ahead of GMT at an instant.
  func offset(at date: Date) -> Int {
    switch self {
    case .fixed(let offset): offset
    case .region(let timeZone): timeZone.secondsFromGMT(for: date)
    }
  }

  /// The instant, in seconds since 1970, at which clocks in the zone show a time.
  ///
  /// A time that occurs twice is the first of the two, before the clocks are set back. A time that
  /// is skipped is later by as much as the clocks are set forward. Calendars do the same.
  ///
  /// - Parameter local: The time shown, in seconds since 1970 began on the same clocks.
  /// - Returns: The instant.
  func instant(of local: Int64) -> Int64 {
    func offset(at instant: Int64) -> Int64 {
      Int64(self.offset(at: Date(timeIntervalSince1970: Double(instant))))
    }
    // No zone is a day ahead or behind, so these are the offsets before and after any change.
    let before = offset(at: local - GregorianDays.secondsPerDay)
    let after = offset(at: local + GregorianDays.secondsPerDay)
    if before == after || offset(at: local - before) == before { return local - before }
    return offset(at: local - after) == after ? local - after : local - before
  }
}

extension DateZone: CustomStringConvertible {
  /// The name of the zone: `GMT`, `GMT+01:00`, `Europe/Paris`.
  var description: String {
    switch self {
    case .fixed(let offset):
      var text: [UInt8] = []
      text.append(.afterName, seconds: offset)
      return String(decoding: text, as: UTF8.self)
    case .region(let timeZone):
      return timeZone.identifier
    }
  }
}
