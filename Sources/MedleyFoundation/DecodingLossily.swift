public import Foundation
public import Medley

extension JSONDecoder {
  /// Decodes what can be decoded of a collection, and reports the rest.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them.
  ///   - data: The JSON to decode.
  /// - Returns: What is left, and an issue for each element that isn't. A value that is no such
  ///   collection at all is an issue, too, and gives the empty one.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't JSON.
  public func decodeLossy<Value: LossyDecodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(Lossy<Value>.self, from: data).wrappedValue }
  }
}

extension PropertyListDecoder {
  /// Decodes what can be decoded of a collection, and reports the rest.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them.
  ///   - data: The property list to decode.
  /// - Returns: What is left, and an issue for each element that isn't. A value that is no such
  ///   collection at all is an issue, too, and gives the empty one.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't a property list.
  public func decodeLossy<Value: LossyDecodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(Lossy<Value>.self, from: data).wrappedValue }
  }
}
