public import Medley

/// A Boolean property that accepts several spellings, and encodes the original one.
///
/// ```swift
/// struct Post: Codable {
///   // true, 1, "true", "yes", "Y"
///   @LenientBool var liked: Bool
///   // other values are dropped and reported
///   @Lossy var votes: [LenientBool]
///   @Defaulted<Defaults.False> @LenientBool var hidden: Bool
///   // absent or null: nil
///   var pinned: LenientBool?
/// }
/// ```
///
/// It accepts `true` and `false`, the numbers 0 and 1, and the strings `"true"` and `"false"`,
/// `"yes"` and `"no"`, `"Y"` and `"N"`, in exactly this spelling. Other values throw. A changed
/// value is encoded in the original spelling: a changed `"yes"` becomes `"no"`.
///
/// Two values are equal if both are true or both are false, regardless of the spelling.
@propertyWrapper
public struct LenientBool: Sendable {
  /// The value.
  public var wrappedValue: Bool

  /// The position of the spelling of false in the list; that of true follows it.
  private var spelling: UInt8 = 0

  /// Creates a property with a value that is encoded as a Boolean.
  public init(wrappedValue: Bool) {
    self.wrappedValue = wrappedValue
  }

  /// The spellings of false, and of true after each.
  private static let spellings: [PayloadValue] = [
    false, true, 0, 1, "false", "true", "no", "yes", "N", "Y",
  ]
}

extension LenientBool: ExpressibleByBooleanLiteral {
  /// Creates a value that is encoded as a Boolean.
  public init(booleanLiteral value: Bool) {
    self.init(wrappedValue: value)
  }
}

// MARK: - Comparing

extension LenientBool: Hashable, FormKeeping {}

// MARK: - Coding

extension LenientBool: Codable {
  /// Decodes a Boolean in any of the spellings.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the value is none of the spellings,
  ///   `DecodingError.valueNotFound` if it is null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Most values are Booleans. In formats that read other words as Booleans, the word is read.
    if DecoderTraits(decoder) == .strict, let boolean = try? container.decode(Bool.self) {
      self.init(wrappedValue: boolean)
      return
    }
    if container.decodeNil() {
      throw DecodingError.valueNotFound(Bool.self, .init(at: decoder.codingPath, "Found null."))
    }
    let found = try decoder.capturing()
    // In XML everything is text, also numbers.
    let scalar = DecoderTraits(decoder) == .markup ? found?.digit ?? found : found
    guard let value = scalar.flatMap({ LenientBool($0) }) else {
      throw DecodingError.typeMismatch(
        Bool.self,
        .init(
          at: decoder.codingPath,
          """
          Expected a Boolean, 0, 1, "true", "false", "yes", "no", "Y" or "N" but found \
          \(found?.shortened ?? "something else") instead.
          """
        )
      )
    }
    self = value
  }

  private init?(_ scalar: PayloadValue) {
    guard let place = Self.spellings.firstIndex(of: scalar) else { return nil }
    self.init(wrappedValue: place % 2 == 1)
    spelling = UInt8(place & ~1)
  }

  /// Encodes the value in its original spelling.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch Self.spellings[Int(spelling) + (wrappedValue ? 1 : 0)] {
    case .string(let string): try container.encode(string)
    case .integer(let integer): try container.encode(integer)
    default: try container.encode(wrappedValue)
    }
  }
}

extension PayloadValue {
  /// The number of a text with one digit.
  fileprivate var digit: PayloadValue? {
    switch self {
    case "0": 0
    case "1": 1
    default: nil
    }
  }

  /// A short description of the value for an error.
  fileprivate var shortened: String {
    switch self {
    case .string(let string): "the string \(TypeTag.string(string).shortened)"
    case .array: "an array"
    case .object: "an object"
    default: losslessText.map { "the number \($0)" } ?? "something else"
    }
  }
}
