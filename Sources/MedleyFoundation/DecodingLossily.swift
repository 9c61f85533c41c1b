public import Foundation
public import Medley

extension JSONDecoder {
  /// Decodes the valid elements of a collection and reports the others.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them.
  ///   - data: The JSON to decode.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't JSON.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(LossyValue<Value>.self, from: data).value }
  }
}

extension PropertyListDecoder {
  /// Decodes the valid elements of a collection and reports the others.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them.
  ///   - data: The property list to decode.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't a property list.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(LossyValue<Value>.self, from: data).value }
  }
}
