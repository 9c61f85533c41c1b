import Foundation
import Medley
import MedleyBase

extension [DateFormat] {
  /// Decodes a date in one of the formats, which are tried in order.
  ///
  /// The first matching format of strings reads a string, and the first matching format of numbers
  /// reads a number. If no format matches, decoding throws. With a fallback, that is the date, and
  /// the error is an issue in the `DecodingReport`.
  ///
  /// If the encoded format has dates of its own, as property lists do, it reads these as well.
  func decode(from decoder: any Decoder, fallback: Date?) throws -> Date {
    let container = try decoder.singleValueContainer()
    var string: String?
    if readsStrings {
      string = try container.scalar(String.self)
      if let text = string.map({ DateReader($0) }), let date = first({ $0.date(from: text) }) {
        return date
      }
    }
    // In formats that have only text, such as XML, a number is a string as well.
    if readsNumbers, let number = try container.number(),
      let date = first({ $0.date(fromNumber: number) })
    {
      return date
    }
    return try recover(from: string, in: container, of: decoder, or: fallback)
  }

  /// Whether one of the formats reads strings.
  private var readsStrings: Bool { !allSatisfy(\.isNumeric) }

  /// Whether one of the formats reads numbers.
  private var readsNumbers: Bool { contains(where: \.isNumeric) }

  /// Returns the date that the first matching format reads.
  private func first(_ read: (DateFormat) -> Date?) -> Date? {
    for format in self {
      if let date = read(format) { return date }
    }
    return nil
  }

  // MARK: Recovering

  /// The beginning of the errors, with the formats: `ISO 8601, yyyy-MM-dd or seconds since 1970`.
  private var expectation: String {
    let others = dropLast().map(\.description).joined(separator: ", ")
    let or = others.isEmpty ? "" : " or "
    return "Expected a date as \(others)\(or)\(last?.description ?? "") but found"
  }

  /// Returns the decoder's own date or the fallback for a value in none of the formats.
  ///
  /// - Throws: The error, if there is neither.
  private func recover(
    from string: String?,
    in container: any SingleValueDecodingContainer,
    of decoder: any Decoder,
    or fallback: Date?
  ) throws -> Date {
    let path = decoder.codingPath
    if decoder.isSample { return Date(timeIntervalSince1970: 0) }
    if container.decodeNil() {
      throw DecodingError.valueNotFound(Date.self, .init(at: path, "\(expectation) null."))
    }
    let kind: String
    // The value itself, if it is of a kind that a format reads.
    var value: String?
    if let string = try string ?? container.scalar(String.self) {
      kind = "a string"
      if readsStrings { value = string.excerpt }
    } else if let number = try container.number() {
      kind = "a number"
      if readsNumbers { value = "\(number)" }
    } else if (try? container.decode(Bool.self)) != nil {
      kind = "a Boolean"
    } else if (try? decoder.unkeyedContainer()) != nil {
      kind = "an array"
    } else if (try? decoder.container(keyedBy: WireKey.self)) != nil {
      kind = "an object"
    } else if let date = try? container.decode(Date.self) {
      // Last, since the date strategy of a JSON decoder may read any of the kinds above, and may
      // call this function.
      return date
    } else {
      kind = "a value of another kind"
    }
    let error =
      value.map { DecodingError.invalid(at: path, "\(expectation) \($0).") }
      ?? .typeMismatch(Date.self, .init(at: path, "\(expectation) \(kind) instead."))
    guard let fallback, !decoder.isGrowing else { throw error }
    DecodingIssue.report(error, at: path, action: .defaulted, in: decoder)
    return fallback
  }
}

extension SingleValueDecodingContainer {
  /// Returns the value if it has a type, and nil otherwise.
  ///
  /// - Throws: The error, if the document is invalid.
  fileprivate func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    do {
      return try decode(type)
    } catch  where !error.isDamage {
      return nil
    }
  }

  /// Returns the value if it is a number.
  fileprivate func number() throws -> Double? {
    // TOML decoders don't read an integer as a floating-point number.
    try scalar(Double.self) ?? scalar(Int64.self).map { Double($0) }
  }
}

extension String {
  /// The beginning of the string, in quotation marks.
  fileprivate var excerpt: String {
    let limit = 60
    let beginning = String(unicodeScalars.prefix(limit))
    return beginning.debugDescription + (beginning.utf8.count < utf8.count ? "…" : "")
  }
}
