import Foundation
package import Medley

/// The conformance through which the core decodes and encodes Foundation's scalars.
///
/// The core finds it by a dynamic cast.
extension ForeignScalars: ForeignScalarCoding {
  package static func capture(_ container: any SingleValueDecodingContainer) -> Scalar? {
    if let date = try? container.decode(Date.self) { return date }
    if let data = try? container.decode(Data.self) { return data }
    return nil
  }

  package static func opaque(_ value: Any) -> Scalar? {
    ForeignScalar.of(type(of: value))?.cast(value)
  }

  package static func decode<Value>(
    _ type: Value.Type,
    from value: PayloadValue,
    at path: [any CodingKey]
  ) throws -> Value? {
    if case .other(let scalar) = value, let same = scalar as? Value { return same }
    guard let foreign = ForeignScalar.of(type) else { return nil }
    if value == .null { return nil }
    if let decoded = foreign.read(value) as? Value { return decoded }
    throw DecodingError.invalid(at: path, "Expected \(foreign.expectation).")
  }

  /// `JSONEncoder` writes the digits of a `Decimal`, which has up to 38.
  package static func encode(number: String, to encoder: any Encoder) throws -> Bool {
    // `contains(_:)` of a string links all of Foundation and ICU: 47 MB in a static program.
    guard String(reflecting: Swift.type(of: encoder)).parted(at: "JSONEncoder") != nil,
      number.significantDigits <= 38, let decimal = Decimal(string: number)
    else { return false }
    var container = encoder.singleValueContainer()
    try container.encode(decimal)
    return true
  }

  package static func placeholder<Value>(for type: Value.Type) -> Value? {
    ForeignScalar.of(type)?.placeholder() as? Value
  }

  package static func isSpecial(_ type: any Any.Type) -> Bool {
    ForeignScalar.of(type) != nil
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
private struct ForeignScalar: Sendable {
  typealias Scalar = ForeignScalarCoding.Scalar

  private let type: any Any.Type
  let placeholder: @Sendable () -> Scalar
  /// A description of the values that the type decodes from.
  let expectation: String
  /// Reads the form that `JSONDecoder` reads by default; nil for any other value.
  let read: @Sendable (PayloadValue) -> Scalar?
  let cast: @Sendable (Any) -> Scalar?

  private init<Value: Codable & Hashable & Sendable>(
    _ placeholder: @autoclosure @escaping @Sendable () -> Value,
    from expectation: String,
    _ read: @escaping @Sendable (PayloadValue) -> Value?
  ) {
    type = Value.self
    self.placeholder = placeholder
    self.expectation = expectation
    self.read = read
    cast = { $0 as? Value }
  }

  static func of(_ type: any Any.Type) -> ForeignScalar? { all.first { $0.type == type } }

  private static let all = [
    // A number, as `deferredToDate` writes it, or a string in ISO 8601.
    ForeignScalar(
      Date(timeIntervalSinceReferenceDate: 0),
      from: "the seconds since 2001-01-01, or a date and time as ISO 8601 writes them"
    ) {
      switch $0 {
      case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
      case .double(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
      case .string(let string): Date.iso8601(string)
      default: nil
      }
    },
    ForeignScalar(Data(), from: "Base64") { $0.string.flatMap { Data(base64Encoded: $0) } },
    ForeignScalar(URL(fileURLWithPath: "/"), from: "a URL") {
      $0.string.flatMap { URL(string: $0) }
    },
    ForeignScalar(UUID(), from: "a UUID") { $0.string.flatMap { UUID(uuidString: $0) } },
    ForeignScalar(Decimal(0), from: "a number") {
      switch $0 {
      case .integer(let integer): Decimal(integer)
      case .unsigned(let unsigned): Decimal(unsigned)
      // The shortest spelling of the double is most likely the text of the payload.
      case .double(let double): Decimal(string: "\(double)")
      case .number(let text): Decimal(string: text)
      default: nil
      }
    },
  ]
}

extension Date {
  /// Reads what `JSONDecoder` reads with the strategy `iso8601`; nil for any other text.
  fileprivate static func iso8601(_ text: String) -> Date? {
    #if canImport(Darwin)
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else {
      return ISO8601DateFormatter().date(from: text)
    }
    #endif
    return try? ISO8601FormatStyle().parse(text)
  }
}
