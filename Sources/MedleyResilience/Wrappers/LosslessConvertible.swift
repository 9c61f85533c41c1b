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
  /// The decoded value with the original kinds of its scalars.
  associatedtype Storage: Codable = LosslessScalar<Self>

  /// Creates the value from its storage.
  init(_ storage: Storage)

  /// Returns whether every scalar came in its own kind.
  static func isNative(_ storage: Storage) -> Bool

  /// Returns the value with the original kinds of another one.
  func storage(like original: Storage?) -> Storage

  /// Decodes the member of a container, which may be absent if the value is optional.
  static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage

  /// Converts a scalar of another kind, or returns nil if that would lose information.
  ///
  /// It isn't called for values that the type itself decodes.
  static func converting(_ scalar: PayloadValue) -> Self?

  /// The scalar as text that converts back to an equal value; nil if this isn't a scalar.
  var losslessText: String? { get }
}

extension LosslessConvertible {
  /// Decodes the member of a container.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage {
    try container.decodeMember(Storage.self, forKey: key)
  }

  /// Nil: this isn't a scalar.
  public static func converting(_ scalar: PayloadValue) -> Self? { nil }

  /// Nil: this isn't a scalar.
  public var losslessText: String? { nil }
}

extension LosslessConvertible where Storage == LosslessScalar<Self> {
  /// Creates the value from its storage.
  @inlinable
  public init(_ storage: LosslessScalar<Self>) {
    self = storage.value
  }

  /// Returns whether the scalar came in its own kind.
  @inlinable
  public static func isNative(_ storage: LosslessScalar<Self>) -> Bool {
    storage.box == nil
  }

  /// Decodes the member of a container.
  @inlinable
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> LosslessScalar<Self> {
    try container.decode(LosslessScalar<Self>.self, forKey: key)
  }

  /// Returns the value with the original kind of another one.
  public func storage(like original: LosslessScalar<Self>?) -> LosslessScalar<Self> {
    LosslessScalar(self, like: original?.original)
  }
}

extension LosslessConvertible where Self: LosslessStringConvertible {
  /// Converts a string, or the text of a number or a Boolean.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    scalar.losslessText.flatMap(Self.init)
  }

  /// The description, which converts back to an equal value.
  public var losslessText: String? { description }
}

extension LosslessConvertible where Self: RawRepresentable, RawValue: LosslessConvertible {
  /// Converts a scalar to a raw value that has a case.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    RawValue.converting(scalar).flatMap(Self.init)
  }

  /// The raw value as text.
  public var losslessText: String? { rawValue.losslessText }
}

// MARK: - Scalars

extension PayloadValue {
  /// The text of a string, or of a number or a Boolean as in JSON; nil for other values.
  var losslessText: String? {
    switch self {
    case .string(let string): string
    case .boolean(let boolean): String(boolean)
    case .integer(let integer): String(integer)
    case .unsigned(let unsigned): String(unsigned)
    // A larger whole number may have had more digits than a double holds.
    case .double(let double) where abs(double) < 0x1p53: Self.text(of: double)
    default: nil
    }
  }

  private static func text(of double: Double) -> String {
    Int64(exactly: double).map { String($0) } ?? "\(double)"
  }
}

extension PayloadValue {
  /// The whole number of a string, also of one with a fraction of zeros.
  fileprivate var wholeNumber: WholeNumber? {
    guard case .string(let string) = self else { return nil }
    guard let point = string.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return WholeNumber(string[...])
    }
    let fraction = string.utf8[point...].dropFirst()
    guard !fraction.isEmpty, fraction.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
    return WholeNumber(string[..<point])
  }
}

extension String: LosslessConvertible {
  /// Converts a number or a Boolean.
  public static func converting(_ scalar: PayloadValue) -> String? { scalar.losslessText }
}

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

// MARK: - Collections

extension Array: LosslessConvertible where Element: LosslessConvertible {
  /// Elements with their original kinds.
  public typealias Storage = [Lossless<Element>]

  /// Creates the elements from their storage.
  public init(_ storage: [Lossless<Element>]) {
    self = storage.map(\.wrappedValue)
  }

  /// Returns whether every element came in its own kind.
  public static func isNative(_ storage: [Lossless<Element>]) -> Bool {
    storage.allSatisfy(\.isNative)
  }

  /// Returns the elements with the original kinds at their positions.
  public func storage(like original: [Lossless<Element>]?) -> [Lossless<Element>] {
    guard let original else { return map { Lossless(wrappedValue: $0) } }
    // If all elements came in another kind, added elements get that kind as well.
    let template = original.allSatisfy { !$0.isNative } ? original.first?.template : nil
    return enumerated().map { index, element in
      Lossless(element, like: index < original.count ? original[index].template : template)
    }
  }
}

extension Dictionary: LosslessConvertible where Key: Codable, Value: LosslessConvertible {
  /// Values with their original kinds.
  public typealias Storage = [Key: Lossless<Value>]

  /// Creates the values from their storage.
  public init(_ storage: [Key: Lossless<Value>]) {
    self = storage.mapValues(\.wrappedValue)
  }

  /// Returns whether every value came in its own kind.
  public static func isNative(_ storage: [Key: Lossless<Value>]) -> Bool {
    storage.values.allSatisfy(\.isNative)
  }

  /// Returns the values with the original kinds under their keys.
  public func storage(like original: [Key: Lossless<Value>]?) -> [Key: Lossless<Value>] {
    guard let original else { return mapValues { Lossless(wrappedValue: $0) } }
    let isUniform = original.values.allSatisfy { !$0.isNative }
    // Of several kinds, that of the first key, so that every run encodes the same.
    let template = isUniform ? original.min { "\($0.key)" < "\($1.key)" }?.value.template : nil
    return [Key: Lossless<Value>](
      uniqueKeysWithValues: map { key, value in
        (key, Lossless(value, like: original[key].map(\.template) ?? template))
      }
    )
  }
}

extension Optional: LosslessConvertible where Wrapped: LosslessConvertible {
  /// The value with its original kind, or nil.
  public typealias Storage = Lossless<Wrapped>?

  /// Creates the value from its storage.
  public init(_ storage: Lossless<Wrapped>?) {
    self = storage.map(\.wrappedValue)
  }

  /// Returns whether the value came in its own kind, or is nil.
  public static func isNative(_ storage: Lossless<Wrapped>?) -> Bool {
    storage?.isNative ?? true
  }

  /// Returns the value with the original kind of another one.
  public func storage(like original: Lossless<Wrapped>??) -> Lossless<Wrapped>? {
    map { Lossless($0, like: original.flatMap { $0?.template }) }
  }

  /// Decodes the member; nil if it is absent or null.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossless<Wrapped>? {
    try container.decodeIfPresent(Lossless<Wrapped>.self, forKey: key)
  }
}

// MARK: - Wrappers

extension Lossy: LosslessConvertible
where Value: LossyDecodable & LosslessConvertible, Value.Storage: LossyDecodable {
  /// The value without the dropped elements, with its original kinds.
  public typealias Storage = Lossy<Value.Storage>

  /// Creates the value from its storage.
  public init(_ storage: Lossy<Value.Storage>) {
    self.init(wrappedValue: Value(storage.wrappedValue))
  }

  /// Returns whether every scalar came in its own kind.
  public static func isNative(_ storage: Lossy<Value.Storage>) -> Bool {
    Value.isNative(storage.wrappedValue)
  }

  /// Returns the value with the original kinds of another one.
  public func storage(like original: Lossy<Value.Storage>?) -> Lossy<Value.Storage> {
    Lossy<Value.Storage>(wrappedValue: wrappedValue.storage(like: original?.wrappedValue))
  }
}

extension OpenEnum: LosslessConvertible where Known.RawValue: LosslessConvertible {}
