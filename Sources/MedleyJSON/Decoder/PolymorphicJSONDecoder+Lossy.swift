public import Foundation
public import Medley

// MARK: - Decoding lossily

extension PolymorphicJSONDecoder {
  /// Decodes the valid elements of a collection and reports the others.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them. They conform in
  ///     MedleyResilience: import it.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't JSON.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(LossyValue<Value>.self, from: data).value }
  }

  /// Decodes the valid elements of a collection in an array of bytes and reports the others.
  ///
  /// ```swift
  /// let (posts, report) = try decoder.decodeLossy([Post].self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them. They conform in
  ///     MedleyResilience: import it.
  ///   - bytes: JSON in UTF-8, with or without a byte order mark.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if it isn't JSON.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from bytes: [UInt8]
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(LossyValue<Value>.self, from: bytes).value }
  }

  /// Decodes the valid elements of a collection in a string and reports the others.
  ///
  /// ```swift
  /// let (numbers, report) = try decoder.decodeLossy(
  ///   [Int].self, from: #"[1, "two", 3]"#)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them. They conform in
  ///     MedleyResilience: import it.
  ///   - string: JSON.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if it isn't JSON.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from string: String
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting { try decode(LossyValue<Value>.self, from: string).value }
  }

  /// Decodes the valid elements of a collection in a buffer and reports the others.
  ///
  /// ```swift
  /// let (posts, report) = try file.withUnsafeBytes {
  ///   try decoder.decodeLossy([Post].self, from: $0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array, a set, a dictionary or an optional, or a nesting of them. They conform in
  ///     MedleyResilience: import it.
  ///   - bytes: JSON in UTF-8, with or without a byte order mark. The buffer isn't retained after
  ///     the call; kept elements are copies.
  /// - Returns: The valid elements, and a report with an issue for each dropped one. A value of
  ///   another kind gives the empty collection and an issue.
  /// - Throws: `DecodingError.dataCorrupted` if it isn't JSON.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decodeLossy<Value: PartlyDecodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer
  ) throws -> (value: Value, report: DecodingReport) {
    try DecodingReport.collecting {
      try unsafe decode(LossyValue<Value>.self, from: bytes).value
    }
  }
}
