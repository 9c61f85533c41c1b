import Foundation

// MARK: - Decoding Foundation's types

extension DocumentIndex {
  /// Throws for null, which strategies don't decode.
  private func requireValue(_ type: any Any.Type, at position: Int) throws {
    if isNull(position) { throw mismatch(type, at: position) }
  }

  /// Returns what a function makes of the string at a position, or throws if it makes nothing of it.
  @inline(__always) private func value<Value>(
    at position: Int,
    or failure: String,
    _ convert: (String) -> Value?
  ) throws -> Value {
    if let value = convert(try completeString(at: position)) { return value }
    throw corrupted(failure, at: position)
  }

  func date(at position: Int) throws -> Date {
    try requireValue(Date.self, at: position)
    switch document.options.dates {
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try conformingDouble(at: position))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try conformingDouble(at: position) / 1000)
    case .iso8601:
      return try value(at: position, or: "Expected date string to be ISO8601-formatted.") {
        Date.parse(iso8601: $0)
      }
    #if canImport(Darwin)  // elsewhere it is a custom strategy
    case .formatted(let formatter):
      let failure = "Date string does not match format expected by formatter."
      return try value(at: position, or: failure) { formatter.date(from: $0) }
    #endif
    case .custom(let convert):
      return try convert(decoder(at: position))
    default:
      return try Date(from: decoder(at: position))
    }
  }

  func data(at position: Int) throws -> Data {
    try requireValue(Data.self, at: position)
    switch document.options.data {
    case .base64:
      return try value(at: position, or: "Encountered Data is not valid Base64.") {
        Data(base64Encoded: $0)
      }
    case .custom(let convert):
      return try convert(decoder(at: position))
    default:
      return try Data(from: decoder(at: position))
    }
  }

  func url(at position: Int) throws -> URL {
    try requireValue(URL.self, at: position)
    return try value(at: position, or: "Invalid URL string.") { URL(string: $0) }
  }

  /// Returns the decimal at a position, without rounding to a double.
  func decimal(at position: Int) throws -> Decimal {
    guard isNumber(position) else { throw mismatch(Decimal.self, at: position) }
    guard let decimal = Decimal(string: numberText(position)), !decimal.isNaN else {
      throw unrepresentable(Decimal.self, at: position)
    }
    return decimal
  }
}
