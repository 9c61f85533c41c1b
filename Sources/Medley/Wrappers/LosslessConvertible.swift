/// A type whose values may come as another kind of scalar, or that holds such values.
///
/// The standard library's integers, floating-point numbers, Booleans and strings are, and arrays,
/// dictionaries and optionals of them; see ``Lossless``. Types of one's own conform in one line if
/// they are `LosslessStringConvertible` or enums with a raw type:
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
  /// What is decoded: the value, and the kinds in which its scalars came.
  associatedtype Storage: Codable = LosslessScalar<Self>

  /// Takes the value out of what was decoded.
  init(_ storage: Storage)

  /// Whether every scalar came in its own kind.
  static func isPlain(_ storage: Storage) -> Bool

  /// The value, with the kinds in which another one came.
  func storage(like original: Storage?) -> Storage

  /// Decodes the member of a container, which may be absent if the value is optional.
  static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage

  /// Converts a scalar of another kind, or returns nil if that would lose something.
  ///
  /// It isn't asked for what the type decodes itself.
  static func converting(_ scalar: PayloadValue) -> Self?

  /// The scalar as text, from which an equal one can be made; nil if this is no scalar.
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

  /// Nil: this is no scalar.
  public static func converting(_ scalar: PayloadValue) -> Self? { nil }

  /// Nil: this is no scalar.
  public var losslessText: String? { nil }
}

extension LosslessConvertible where Storage == LosslessScalar<Self> {
  /// Takes the value out of what was decoded.
  public init(_ storage: LosslessScalar<Self>) {
    self = storage.value
  }

  /// Whether the scalar came in its own kind.
  public static func isPlain(_ storage: LosslessScalar<Self>) -> Bool {
    storage.original == nil
  }

  /// The value, in the kind in which another one came.
  public func storage(like original: LosslessScalar<Self>?) -> LosslessScalar<Self> {
    LosslessScalar(self, like: original?.original)
  }
}

extension LosslessConvertible where Self: LosslessStringConvertible {
  /// Converts a string, or the text of a number or a Boolean.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    scalar.losslessText.flatMap(Self.init)
  }

  /// The description, from which the type makes an equal value.
  public var losslessText: String? { description }
}

extension LosslessConvertible where Self: RawRepresentable, RawValue: LosslessConvertible {
  /// Converts what the raw value converts, and has a case for.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    RawValue.converting(scalar).flatMap(Self.init)
  }

  /// The raw value as text.
  public var losslessText: String? { rawValue.losslessText }
}

// MARK: - Scalars

extension PayloadValue {
  /// A number or a Boolean as JSON writes it, or a string as it is; nil for anything else.
  var losslessText: String? {
    switch self {
    case .string(let string): string
    case .boolean(let boolean): String(boolean)
    case .integer(let integer): String(integer)
    case .unsigned(let unsigned): String(unsigned)
    // A whole number this large may have had more digits than a double shows.
    case .double(let double) where abs(double) < 0x1p53: Self.text(of: double)
    default: nil
    }
  }

  private static func text(of double: Double) -> String {
    Int64(exactly: double).map { String($0) } ?? "\(double)"
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
  /// Converts the string of an integer that fits, also with a fraction of zeros.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    guard case .string(let string) = scalar else { return nil }
    let parts = string.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
        return nil
      }
    }
    return parts.first.flatMap { Self($0, radix: 10) }
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
  /// Converts the string of a finite number, of which a whole one has to fit with every digit.
  public static func converting(_ scalar: PayloadValue) -> Self? {
    guard case .string(let string) = scalar, let text = DecimalText(string),
      let value = Self(string), value.isFinite, value.isZero == text.isZero
    else { return nil }
    return text.isWhole && !text.isExact(value) ? nil : value
  }
}

extension Double: LosslessConvertible {}
extension Float: LosslessConvertible {}
