import Foundation
import Medley
import MedleyBase

/// Writes instants as numbers of seconds, or parts of seconds, since 1970, and reads numbers.
enum NumberNotation {
  /// Returns the number of a text, as in RFC 8259 §6.
  static func number(from text: String) -> Double? {
    // Longer numbers are more exact than a date, or far beyond one.
    text.utf8.count <= 64 && DecimalText(text)?.isJSON == true ? Double(text) : nil
  }

  /// Returns the number of an instant, or nil beyond the years that can be read.
  ///
  /// It is rounded so that reading gives the same instant: today a `Date` has a precision of about
  /// a tenth of a microsecond, and 1704164645.123 would come back as 1704164645.1230001.
  static func written(_ date: Date, perSecond: Double) -> PayloadValue? {
    let seconds = date.timeIntervalSince1970
    let interval = date.timeIntervalSinceReferenceDate
    guard CivilTime.seconds.contains(seconds) else { return nil }
    let parts = partsPerSecond(max(abs(seconds), abs(interval)))
    // The seconds since 2001 are what a date stores: those since 1970 are rounded already.
    let whole = interval.rounded(.down)
    let fraction = ((interval - whole) * parts).rounded()
    // Both factors are powers of ten, and no quotient less than one is exact.
    let count = (whole + Double(GregorianDays.secondsToReference)) * parts + fraction
    let number =
      parts >= perSecond ? count / (parts / perSecond) : count * (perSecond / parts)
    return Int64(exactly: number).map { .integer($0) } ?? .double(number)
  }

  /// Returns the precision of a written instant, as parts per second.
  ///
  /// Reading and writing each round to the nearest double. Both errors together must be less than
  /// half of a part.
  private static func partsPerSecond(_ seconds: Double) -> Double {
    switch seconds {
    case ..<0x1p32: 1e6
    case ..<0x1p41: 1e3
    default: 1
    }
  }
}
