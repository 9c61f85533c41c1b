public import Foundation
package import Medley

/// The conformance through which the core decodes and encodes Foundation's scalars.
///
/// The core finds it by a dynamic cast.
extension ForeignScalars: ForeignScalarCoding {
  package static func capture(
    _ container: any SingleValueDecodingContainer
  ) -> (any Codable & Hashable & Sendable)? {
    if let date = try? container.decode(Date.self) { return date }
    if let data = try? container.decode(Data.self) { return data }
    return nil
  }

  package static func opaque(_ value: Any) -> (any Codable & Hashable & Sendable)? {
    value as? any ForeignScalar
  }

  package static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value? {
    if case .other(let scalar) = value, let same = scalar as? Value { return same }
    guard let foreign = type as? any ForeignScalar.Type else { return nil }
    if value == .null { return nil }
    if let decoded = foreign.init(value) as? Value { return decoded }
    throw DecodingError.invalid(at: path, "Expected \(foreign.expectation).")
  }

  /// `JSONEncoder` writes the digits of a `Decimal`, which has up to 38.
  package static func encode(
    number: String,
    to encoder: any Encoder
  ) throws -> Bool {
    // `contains(_:)` of a string links all of Foundation and ICU: 47 MB in a static program.
    guard String(reflecting: Swift.type(of: encoder)).parted(at: "JSONEncoder") != nil,
      number.significantDigits <= 38, let decimal = Decimal(string: number)
    else { return false }
    var container = encoder.singleValueContainer()
    try container.encode(decimal)
    return true
  }

  package static func placeholder<Value>(for type: Value.Type) -> Value? {
    (type as? any ForeignScalar.Type)?.placeholder as? Value
  }

  package static func isSpecial(_ type: any Any.Type) -> Bool {
    type is any ForeignScalar.Type
  }
}

extension String {
  /// The number of significant digits of a number in JSON.
  fileprivate var significantDigits: Int {
    let significand = utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    return significand.filter { $0 &- UInt8(ascii: "0") < 10 }.count
  }
}

/// A type that `JSONDecoder` decodes specially, or that refuses placeholder values.
private protocol ForeignScalar: Codable, Hashable, Sendable {
  static var placeholder: Self { get }
  /// A description of the values that the type decodes from.
  static var expectation: String { get }
  /// Reads the form that `JSONDecoder` reads by default; nil for any other value.
  init?(_ value: PayloadValue)
}

extension Date: ForeignScalar {
  fileprivate static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
  fileprivate static var expectation: String {
    "the seconds since 2001-01-01, or a date and time as ISO 8601 writes them"
  }

  /// Reads a number, as `deferredToDate` writes it, or a string in ISO 8601.
  fileprivate init?(_ value: PayloadValue) {
    switch value {
    case .integer(let seconds): self.init(timeIntervalSinceReferenceDate: Double(seconds))
    case .double(let seconds): self.init(timeIntervalSinceReferenceDate: seconds)
    case .string(let string): self.init(iso8601: string)
    default: return nil
    }
  }
}

extension Data: ForeignScalar {
  fileprivate static var placeholder: Data { Data() }
  fileprivate static var expectation: String { "Base64" }

  fileprivate init?(_ value: PayloadValue) {
    guard case .string(let string) = value else { return nil }
    self.init(base64Encoded: string)
  }
}

extension URL: ForeignScalar {
  fileprivate static var placeholder: URL { URL(fileURLWithPath: "/") }
  fileprivate static var expectation: String { "a URL" }

  fileprivate init?(_ value: PayloadValue) {
    guard case .string(let string) = value else { return nil }
    self.init(string: string)
  }
}

extension UUID: ForeignScalar {
  fileprivate static var placeholder: UUID { UUID() }
  fileprivate static var expectation: String { "a UUID" }

  fileprivate init?(_ value: PayloadValue) {
    guard case .string(let string) = value else { return nil }
    self.init(uuidString: string)
  }
}

extension Decimal: ForeignScalar {
  fileprivate static var placeholder: Decimal { 0 }
  fileprivate static var expectation: String { "a number" }

  fileprivate init?(_ value: PayloadValue) {
    switch value {
    case .integer(let integer): self.init(integer)
    case .unsigned(let unsigned): self.init(unsigned)
    // The shortest spelling of the double is most likely the text of the payload.
    case .double(let double): self.init(string: "\(double)")
    case .number(let text): self.init(string: text)
    default: return nil
    }
  }
}
