import Foundation

extension Date {
  /// Reads what `JSONDecoder` reads with the strategy `iso8601`; nil for any other text.
  init?(iso8601 text: String) {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      let formatter = ISO8601DateFormatter()
      guard let date = formatter.date(from: text) else { return nil }
      self = date
      return
    }
    #endif
    guard let date = try? Date.ISO8601FormatStyle().parse(text) else { return nil }
    self = date
  }
}
