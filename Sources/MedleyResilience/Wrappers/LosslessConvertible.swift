public import Medley
import MedleyBase

/// A type that ``Lossless`` can convert from another kind of scalar, or that contains such types.
///
/// Integers, floating-point numbers, Booleans and strings conform, and so do arrays, dictionaries
/// and optionals of them. A type of yours conforms in one line if it is `LosslessStringConvertible`
/// or an enum with a raw type:
///
/// ```swift
/// enum Stars: Int, Codable { case none, low, high = 5 }
/// extension Stars: LosslessConvertible {}
///
/// struct Review: Codable {
///   @Lossless var stars: Stars  // 5 or "5"
/// }
/// ```
public protocol LosslessConvertible: Codable {
  /// Converts a scalar of another kind, or returns nil if that would lose information.
  ///
  /// It isn't called for values that the type itself decodes.
  static func converting(_ scalar: PayloadValue) -> Self?

  /// The scalar as text that converts back to an equal value; nil if this isn't a scalar.
  var losslessText: String? { get }

  /// Decodes a property, whose scalars may be of another kind.
  ///
  /// With `lossily`, elements that can't be converted are dropped and reported.
  static func decodeLossless(from decoder: any Decoder, lossily: Bool) throws -> Lossless<Self>

  /// Decodes the member of a container, which may be absent if the value is optional.
  ///
  /// With `lossily`, elements that can't be converted are dropped and reported.
  static func decodeLossless<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Lossless<Self>

  /// Returns what to encode for a property: the value with the original kinds of its scalars.
  static func encoded(_ property: Lossless<Self>) -> any Encodable
}

extension LosslessConvertible {
  /// Nil: this isn't a scalar.
  public static func converting(_ scalar: PayloadValue) -> Self? { nil }

  /// Nil: this isn't a scalar.
  public var losslessText: String? { nil }
}

extension LosslessConvertible where Self: LosslessStringConvertible {
  /// Converts a string, or the text of a number or a Boolean.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    scalar.losslessText.flatMap { Self($0) }
  }

  /// The description, which converts back to an equal value.
  public var losslessText: String? { description }
}

extension LosslessConvertible where Self: RawRepresentable, RawValue: LosslessConvertible {
  /// Converts a scalar to a raw value that has a case.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    RawValue.converting(scalar).flatMap { Self(rawValue: $0) }
  }

  /// The raw value as text.
  public var losslessText: String? { rawValue.losslessText }
}

// MARK: - Scalars

extension PayloadValue {
  /// The text of a string, or of a number or a Boolean as in JSON; nil for other values.
  package var losslessText: String? {
    switch self {
    case .string(let string): string
    case .boolean(let boolean): String(boolean)
    case .integer(let integer): String(integer)
    case .unsigned(let unsigned): String(unsigned)
    // A larger whole number may have had more digits than a double holds.
    case .double(let double) where abs(double) < 0x1p53:
      Int64(exactly: double).map { String($0) } ?? "\(double)"
    default: nil
    }
  }

  /// The whole number of a string, also of one with a fraction of zeros.
  fileprivate var wholeNumber: WholeNumber? {
    guard case .string(let string) = self else { return nil }
    if let number = WholeNumber(string[...]) { return number }
    guard let (whole, fraction) = string.parted(at: "."), !fraction.isEmpty,
      fraction.utf8.allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    return WholeNumber(whole)
  }
}

extension String: LosslessConvertible {}

extension Bool: LosslessConvertible {
  /// Converts the strings `"true"` and `"false"`.
  public static func converting(_ scalar: PayloadValue) -> Bool? {
    if case .string(let string) = scalar { Bool(string) } else { nil }
  }
}

extension LosslessConvertible where Self: FixedWidthInteger {
  /// Converts the string of an integer that fits, also one with a fraction of zeros.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    scalar.wholeNumber?.integer()
  }
}

extension Int: LosslessConvertible {}
extension Int8: LosslessConvertible {}
extension Int16: LosslessConvertible {}
extension Int32: LosslessConvertible {}
extension Int64: LosslessConvertible {}
extension UInt: LosslessConvertible {}
extension UInt8: LosslessConvertible {}
extension UInt16: LosslessConvertible {}
extension UInt32: LosslessConvertible {}
extension UInt64: LosslessConvertible {}

extension LosslessConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// Converts the string of a finite number.
  ///
  /// Every digit of a whole number has to fit.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    guard case .string(let string) = scalar, let text = DecimalText(string),
      let value = Self(string), value.isFinite, value.isZero == text.isZero
    else { return nil }
    return text.isWhole && !text.isExact(value) ? nil : value
  }
}

extension Double: LosslessConvertible {}
extension Float: LosslessConvertible {}

extension DecimalText {
  /// Returns whether a value, which was made from this whole number, has the same digits.
  fileprivate func isExact<Value: BinaryFloatingPoint>(_ value: Value) -> Bool {
    guard let magnitude = WholeNumber(digits)?.integer(UInt64.self) else { return false }
    return Value(exactly: magnitude) == value.magnitude
  }
}

// MARK: - Values with parts

/// A value whose parts are converted, such as a collection.
protocol LosslessContainer: LosslessConvertible {
  /// What is decoded and encoded in place of the value.
  associatedtype Parts: Codable & LossyDecodable

  /// Returns the property with the values of the parts and their original kinds.
  static func joined(_ parts: Parts) -> Lossless<Self>

  /// Returns the parts of the value with their original kinds.
  func parts(like original: OriginalKind?) -> Parts
}

extension LosslessContainer {
  /// Decodes the parts.
  public static func decodeLossless(
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Lossless<Self> {
    joined(lossily ? try Parts(lossyFrom: decoder) : try Parts(contentOf: decoder))
  }

  /// Decodes the parts of a member.
  public static func decodeLossless<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Lossless<Self> {
    joined(
      lossily
        ? try Parts.decodeLossy(from: container, forKey: key)
        : try container.decodeMember(Parts.self, forKey: key)
    )
  }

  /// Returns the parts in their original kinds.
  public static func encoded(_ property: Lossless<Self>) -> any Encodable {
    property.wrappedValue.parts(like: property.original)
  }
}

extension Array: LosslessConvertible, LosslessContainer where Element: LosslessConvertible {
  static func joined(_ parts: [Lossless<Element>]) -> Lossless<[Element]> {
    let isNative = parts.allSatisfy { $0.isNative }
    return Lossless(
      parts.map { $0.wrappedValue },
      like: isNative ? nil : .list(parts.map { $0.original })
    )
  }

  func parts(like original: OriginalKind?) -> [Lossless<Element>] {
    guard case .list(let kinds)? = original else {
      return map { Lossless(wrappedValue: $0) }
    }
    // If all elements came in another kind, added elements get that kind as well.
    let template = kinds.allSatisfy { $0 != nil } ? kinds.first ?? nil : nil
    return enumerated().map { index, element in
      Lossless(element, like: index < kinds.count ? kinds[index] : template)
    }
  }
}

extension Dictionary: LosslessConvertible, LosslessContainer
where Key: Codable, Value: LosslessConvertible {
  static func joined(_ parts: [Key: Lossless<Value>]) -> Lossless<[Key: Value]> {
    let kinds = parts.compactMapValues { $0.original }
    let isUniform = kinds.count == parts.count
    return Lossless(
      parts.mapValues { $0.wrappedValue },
      like: kinds.isEmpty ? nil : .members(kinds, isUniform: isUniform)
    )
  }

  func parts(like original: OriginalKind?) -> [Key: Lossless<Value>] {
    guard case .members(let kinds, let isUniform)? = original,
      let kinds = kinds as? [Key: OriginalKind]
    else { return mapValues { Lossless(wrappedValue: $0) } }
    // Of several kinds, that of the first key, so that every run encodes the same.
    let template = isUniform ? kinds.min { "\($0.key)" < "\($1.key)" }?.value : nil
    return [Key: Lossless<Value>](
      uniqueKeysWithValues: map { key, value in
        (key, Lossless(value, like: kinds[key] ?? template))
      }
    )
  }
}

// MARK: - Values that may be absent

/// A value that may be absent or null, and has another one inside.
protocol LosslessOptional: LosslessConvertible {
  associatedtype Content: LosslessConvertible

  /// Creates the value from its content, or from nil for an absent or null one.
  init(content: Content?)

  /// The value inside; nil if this value is encoded by itself.
  var content: Content? { get }
}

extension LosslessOptional {
  /// Decodes the value inside, or null.
  public static func decodeLossless(
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Lossless<Self> {
    guard (try? decoder.singleValueContainer())?.decodeNil() != true else {
      return Lossless(wrappedValue: Self(content: nil))
    }
    let property = try Content.decodeLossless(from: decoder, lossily: lossily)
    return Lossless(Self(content: property.wrappedValue), like: property.original)
  }

  /// Decodes the value inside, unless the member is absent or null.
  public static func decodeLossless<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Lossless<Self> {
    guard try container.contains(key) && !container.decodeNil(forKey: key) else {
      return Lossless(wrappedValue: Self(content: nil))
    }
    let property = try Content.decodeLossless(from: container, forKey: key, lossily: lossily)
    return Lossless(Self(content: property.wrappedValue), like: property.original)
  }

  /// Returns the value inside in its original kind, or this value without one.
  public static func encoded(_ property: Lossless<Self>) -> any Encodable {
    guard let content = property.wrappedValue.content else { return property.wrappedValue }
    return Content.encoded(Lossless(content, like: property.original))
  }
}

extension Optional: LosslessConvertible, LosslessOptional where Wrapped: LosslessConvertible {
  init(content: Wrapped?) {
    self = content
  }

  var content: Wrapped? { self }
}
