import Foundation

// MARK: - Decoding Foundation's types

extension DocumentIndex {
  /// Throws for null, which strategies don't decode.
  private func requireValue(_ type: any Any.Type, at position: Int) throws {
    if isNull(position) { throw mismatch(type, at: position) }
  }

  func date(at position: Int) throws -> Date {
    try requireValue(Date.self, at: position)
    switch document.options.dates {
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try conformingDouble(at: position))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try conformingDouble(at: position) / 1000)
    case .iso8601:
      let text = try completeString(at: position)
      guard let date = Date(iso8601: text) else {
        throw corrupted("Expected date string to be ISO8601-formatted.", at: position)
      }
      return date
    #if canImport(Darwin)  // elsewhere it is a custom strategy
    case .formatted(let formatter):
      let text = try completeString(at: position)
      guard let date = formatter.date(from: text) else {
        throw corrupted("Date string does not match format expected by formatter.", at: position)
      }
      return date
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
      let text = try completeString(at: position)
      guard let data = Data(base64Encoded: text) else {
        throw corrupted("Encountered Data is not valid Base64.", at: position)
      }
      return data
    case .custom(let convert):
      return try convert(decoder(at: position))
    default:
      return try Data(from: decoder(at: position))
    }
  }

  func url(at position: Int) throws -> URL {
    try requireValue(URL.self, at: position)
    guard let url = URL(string: try completeString(at: position)) else {
      throw corrupted("Invalid URL string.", at: position)
    }
    return url
  }

  /// Returns the decimal at a position, without rounding to a double.
  func decimal(at position: Int) throws -> Decimal {
    switch kind(position) {
    case .integer, .decimal: break
    default: throw mismatch(Decimal.self, at: position)
    }
    guard let decimal = Decimal(string: numberText(position)), !decimal.isNaN else {
      throw unrepresentable(Decimal.self, at: position)
    }
    return decimal
  }
}
