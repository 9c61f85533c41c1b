import Foundation

extension Date {
  /// Reads what `JSONDecoder` reads with the strategy `iso8601`; nil for any other text.
  static func iso8601(_ text: String) -> Date? {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return ISO8601DateFormatter().date(from: text)
    }
    #endif
    return try? ISO8601FormatStyle().parse(text)
  }
}
