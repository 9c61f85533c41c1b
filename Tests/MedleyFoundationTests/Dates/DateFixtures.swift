import Foundation
import Testing

extension TimeZone {
  /// A time zone by name; every system has those that tests use.
  static func named(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }
}

/// 2024-01-02T03:04:05Z, a Tuesday.
let tuesday = Date(timeIntervalSince1970: 1_704_164_645)
