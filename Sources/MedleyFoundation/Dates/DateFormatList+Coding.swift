public import Foundation
import Medley

extension DateFormatList {
  /// Decodes a date in one of the formats.
  ///
  /// ```swift
  /// init(from decoder: any Decoder) throws {
  ///   date = try ServerDates.formats.decode(from: decoder)
  /// }
  /// ```
  ///
  /// Where a format such as a property list has dates of its own, these are read, too, whatever the
  /// formats.
  ///
  /// - Parameter decoder: The decoder of the string or the number.
  /// - Returns: The date, or the fallback.
  /// - Throws: Without a fallback, `DecodingError.dataCorrupted` for a value that fits none of the
  ///   formats, and `typeMismatch` for one of another kind. `valueNotFound` for null in any case.
  public func decode(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    var string: String?
    if readsStrings {
      string = try container.scalar(String.self)
      if let date = string.flatMap({ date(fromString: $0) }) { return date }
    }
    // In formats that know nothing but text, such as XML, a number is a string as well.
    if readsNumbers, let date = try container.number().flatMap({ date(fromNumber: $0) }) {
      return date
    }
    return try standIn(for: string, in: container, of: decoder)
  }

  /// Encodes a date in the format for writing.
  ///
  /// ```swift
  /// func encode(to encoder: any Encoder) throws {
  ///   try ServerDates.formats.encode(date, to: encoder)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - encoder: The encoder, which gets a string or a number.
  /// - Throws: `EncodingError.invalidValue` for a date beyond the years that the format can state.
  public func encode(_ date: Date, to encoder: any Encoder) throws {
    try writing.encode(date, to: encoder)
  }
}

// MARK: - What fits no format

extension DateFormatList {
  /// The fallback, with the error as an issue in the report.
  ///
  /// - Throws: The error, if there is no fallback.
  package func standIn(
    for error: DecodingError,
    at path: [any CodingKey],
    in decoder: any Decoder
  ) throws -> Date {
    guard let fallback else { throw error }
    DecodingIssue.report(error, at: path, action: .defaulted, in: decoder)
    return fallback
  }

  /// The error for a string that fits none of the formats.
  package func misfit(of string: String, at path: [any CodingKey]) -> DecodingError {
    readsStrings ? corruption(string.excerpt, at: path) : mismatch("a string", at: path)
  }

  /// The error for a number that fits none of the formats.
  package func misfit(of number: Double, at path: [any CodingKey]) -> DecodingError {
    readsNumbers ? corruption("\(number)", at: path) : mismatch("a number", at: path)
  }

  /// The error for a value that is neither a string nor a number.
  package func mismatch(_ found: String, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      Date.self,
      DecodingError.Context(
        codingPath: path,
        debugDescription: "Expected a date as \(self) but found \(found) instead."
      )
    )
  }

  private func corruption(_ found: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription: "Expected a date as \(self) but found \(found)."
      )
    )
  }

  /// What becomes of a value that none of the formats reads: a date of the decoder's own, the
  /// fallback or an error.
  private func standIn(
    for string: String?,
    in container: any SingleValueDecodingContainer,
    of decoder: any Decoder
  ) throws -> Date {
    let path = decoder.codingPath
    if decoder.isSpecimen { return Date(timeIntervalSince1970: 0) }
    if container.decodeNil() {
      throw DecodingError.valueNotFound(
        Date.self,
        DecodingError.Context(
          codingPath: path,
          debugDescription: "Expected a date as \(self) but found null."
        )
      )
    }
    let error: DecodingError
    if let string = try string ?? container.scalar(String.self) {
      error = misfit(of: string, at: path)
    } else if let number = try container.number() {
      error = misfit(of: number, at: path)
    } else if (try? container.decode(Bool.self)) != nil {
      error = mismatch("a Boolean", at: path)
    } else if (try? decoder.unkeyedContainer()) != nil {
      error = mismatch("an array", at: path)
    } else if (try? decoder.container(keyedBy: AnyMember.self)) != nil {
      error = mismatch("an object", at: path)
    } else if let date = try? container.decode(Date.self) {
      // Only here, since JSON decoders read dates from any of those by strategies of their own,
      // which may be this function.
      return date
    } else {
      error = mismatch("a value of another kind", at: path)
    }
    return try standIn(for: error, at: path, in: decoder)
  }
}

extension SingleValueDecodingContainer {
  /// The value if it is of a type; nil if it isn't.
  ///
  /// - Throws: The error, if it says that the document is damaged.
  fileprivate func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    do {
      return try decode(type)
    } catch  where !error.isDamage {
      return nil
    }
  }

  /// The value if it is a number.
  fileprivate func number() throws -> Double? {
    // For TOML, an integer is no floating-point number.
    try scalar(Double.self) ?? scalar(Int64.self).map { Double($0) }
  }
}

extension String {
  /// The string in quotation marks, or its beginning.
  fileprivate var excerpt: String {
    let limit = 60
    let beginning = String(unicodeScalars.prefix(limit))
    return beginning.debugDescription + (beginning.utf8.count < utf8.count ? "…" : "")
  }
}

private struct AnyMember: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}
