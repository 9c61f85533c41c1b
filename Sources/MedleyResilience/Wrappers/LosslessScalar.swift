public import Medley
import MedleyBase

/// A scalar with its original value, if that was of another kind.
///
/// ``Lossless`` decodes it; apps don't need it.
///
/// ```swift
/// let scalar = try decoder.decode(
///   LosslessScalar<Int>.self, from: Data("\"12\"".utf8))
/// scalar.value  // 12
/// ```
public struct LosslessScalar<Value: LosslessConvertible> {
  /// The value.
  public let value: Value

  /// The original value, if it was of another kind.
  var original: PayloadValue? { box?.value }

  @usableFromInline let box: OriginalScalar?

  /// Creates a value with the kind of an original one, or the original itself if it is equal.
  init(_ value: Value, like original: PayloadValue?) {
    self.value = value
    box = original.flatMap { $0.sameKind(as: value) }.map(OriginalScalar.init)
  }
}

extension LosslessScalar: Sendable where Value: Sendable {}

/// The original value of a scalar.
///
/// It is a class, because few scalars have one, and copying a generic struct takes much code.
@usableFromInline final class OriginalScalar: Sendable {
  let value: PayloadValue

  init(_ value: PayloadValue) {
    self.value = value
  }
}

extension PayloadValue {
  /// Returns a value as a scalar of this kind, or nil if that isn't possible.
  ///
  /// It isn't generic, because it would be compiled for each type of scalar.
  @inline(never) fileprivate func sameKind(as value: any LosslessConvertible) -> PayloadValue? {
    guard let text = value.losslessText else { return nil }
    let isSame = type(of: value).converting(self)?.losslessText == text
    return isSame ? self : sameKind(text)
  }

  /// Returns the scalar of this kind with a text, or nil if there is none.
  fileprivate func sameKind(_ text: String) -> PayloadValue? {
    let scalar: PayloadValue? =
      switch self {
      case .string: .string(text)
      case .boolean: Bool(text).map { .boolean($0) }
      case .integer, .unsigned, .double:
        WholeNumber(text[...])?.integer().map { .integer($0) }
          ?? WholeNumber(text[...])?.integer().map { .unsigned($0) }
          ?? Double.converting(.string(text)).map { .double($0) }
      default: nil
      }
    // The number 7 isn't encoded as 007.
    return scalar?.losslessText == text ? scalar : nil
  }
}

extension LosslessScalar: Codable {
  /// Decodes the value from its own kind, or from another without loss.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the conversion would lose information, and what the
  ///   type throws for a value of its own kind.
  public init(from decoder: any Decoder) throws {
    let own = MedleyDecoders.cast(decoder)
    // Strings are converted without trying to decode a number, whose error takes 4,000 instructions.
    // Sound, all of them: the types are the same.
    if Value.self == Int.self, let text = own?.convertibleText,
      let integer = Int(text) ?? Int.converting(.string(text))
    {
      value = unsafe unsafeBitCast(integer, to: Value.self)
      box = OriginalScalar(.string(text))
    } else if Value.self == Double.self, let text = own?.convertibleText,
      let double = Double.converting(.string(text))
    {
      value = unsafe unsafeBitCast(double, to: Value.self)
      box = OriginalScalar(.string(text))
    } else if Value.self == Bool.self, let text = own?.convertibleText, let boolean = Bool(text) {
      value = unsafe unsafeBitCast(boolean, to: Value.self)
      box = OriginalScalar(.string(text))
    } else if own == nil, DecoderTraits(decoder) != .strict {
      // In formats that provide every scalar as a string, the kind is determined first.
      self = try Self.determined(decoder)
    } else {
      do {
        value = try Value(from: decoder)
        box = nil
      } catch {
        self = try Self.recovered(decoder, from: error)
      }
    }
  }

  private init(value: Value, original: PayloadValue?) {
    self.value = value
    box = original.map(OriginalScalar.init)
  }

  // Never inlined, all of them: a function with an optional value looks up its metadata on entry.

  /// Returns the value in a format whose scalars may be of several kinds.
  @inline(never) private static func determined(
    _ decoder: any Decoder
  ) throws -> LosslessScalar {
    if let converted = try converted(decoder, because: nil) { return converted }
    do {
      return LosslessScalar(value: try Value(from: decoder), original: nil)
    } catch {
      return try recovered(decoder, from: error)
    }
  }

  /// Returns the converted value of a scalar that isn't of the type's own kind.
  @inline(never) private static func recovered(
    _ decoder: any Decoder,
    from error: any Error
  ) throws -> LosslessScalar {
    guard !error.isFinal, let converted = try converted(decoder, because: error) else {
      throw error
    }
    return converted
  }

  @inline(never) private static func converted(
    _ decoder: any Decoder,
    because error: (any Error)?
  ) throws -> LosslessScalar? {
    let container = try decoder.singleValueContainer()
    guard !container.decodeNil(), let scalar = try decoder.scalar() else { return nil }
    // In a format that has the text, 007, 1.10 and yes aren't the text of their number or Boolean.
    if error == nil, let text = try? container.decode(String.self), text != scalar.losslessText {
      return nil
    }
    if let value = Value.converting(scalar) {
      if openTypes.passes(Value.self), let value = value as? any OpenRawRepresentable {
        value.countIfUnknown(decoder.userInfo)
      }
      return LosslessScalar(value: value, original: scalar)
    }
    guard let error, case .string(let text) = scalar, Value.converting(.string("0")) != nil else {
      return nil
    }
    throw DecodingError.invalid(
      at: decoder.codingPath,
      """
      The string \(TypeTag.string(text).shortened) can't become \(Value.self) without loss.
      """,
      because: error
    )
  }

  /// Encodes the original value, or the value if it came in its own kind.
  public func encode(to encoder: any Encoder) throws {
    if let original {
      try original.encode(to: encoder)
    } else {
      try value.encode(to: encoder)
    }
  }
}

extension LosslessScalar: KeyedEncodable {
  /// Encodes the original value as a member, or the value if it came in its own kind.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    // Encoding this value itself takes 8,000 instructions of Foundation's.
    switch original {
    case nil: try container.encodeMember(value, forKey: key)
    case .string(let string)?: try container.encode(string, forKey: key)
    case .boolean(let boolean)?: try container.encode(boolean, forKey: key)
    case let original?: try container.encode(original, forKey: key)
    }
  }
}

/// The open enums, whose unknown values are counted.
private let openTypes = TypeTest { $0 is any OpenRawRepresentable.Type }

extension Decoder {
  /// Returns the scalar of the decoder, or nil if it is a container or null.
  fileprivate func scalar() throws -> PayloadValue? {
    // Most scalars of another kind are strings, which needn't be captured.
    if DecoderTraits(self) == .strict, let text = try? singleValueContainer().decode(String.self) {
      return .string(text)
    }
    return switch try capturing() {
    case nil, .null, .array, .object, .other: nil
    case let scalar: scalar
    }
  }

  /// Returns the value of the decoder, or nil if it can't be captured or isn't complete.
  ///
  /// - Throws: The error, if the document is invalid.
  func capturing() throws -> PayloadValue? {
    guard !isGrowing else { return nil }
    do {
      return try IssueCollector.muting { try PayloadValue(from: self) }
    } catch let error where error.isFinal {
      throw error
    } catch {
      return nil
    }
  }
}

extension OpenRawRepresentable {
  /// Counts a converted raw value if it is unknown.
  fileprivate func countIfUnknown(_ userInfo: [CodingUserInfoKey: Any]) {
    guard known == nil else { return }
    IssueCollector.listening(userInfo)?.count(rawValue: rawValue, of: Known.self)
  }
}

/// The text of a number as in RFC 8259 §6.
///
/// Swift's initialisers also accept hexadecimal numbers, infinity and NaN.
struct DecimalText {
  /// Whether every digit is zero.
  let isZero: Bool
  /// Whether the number has neither a fraction nor an exponent.
  let isWhole: Bool

  private let digits: Substring

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    var isZero = true

    func skip(_ isExpected: (UInt8) -> Bool) -> Bool {
      guard position < bytes.count, isExpected(bytes[position]) else { return false }
      position += 1
      return true
    }
    func skipSign() {
      _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    }
    /// Skips digits; false if there are none.
    func skipDigits() -> Bool {
      let start = position
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 {
        if bytes[position] != UInt8(ascii: "0") { isZero = false }
        position += 1
      }
      return position > start
    }

    skipSign()
    let start = position
    guard skipDigits() else { return nil }
    digits = Substring(text.utf8.dropFirst(start).prefix(position - start))
    let wholeEnd = position
    if skip({ $0 == UInt8(ascii: ".") }), !skipDigits() { return nil }
    // An exponent doesn't change zero.
    self.isZero = isZero
    if skip({ $0 | 0x20 == UInt8(ascii: "e") }) {
      skipSign()
      guard skipDigits() else { return nil }
    }
    guard position == bytes.count else { return nil }
    isWhole = position == wholeEnd
  }

  /// Returns whether a value, which was made from this whole number, has the same digits.
  func isExact<Value: BinaryFloatingPoint>(_ value: Value) -> Bool {
    guard let magnitude = WholeNumber(digits)?.integer(UInt64.self) else { return false }
    return Value(exactly: magnitude) == value.magnitude
  }
}
