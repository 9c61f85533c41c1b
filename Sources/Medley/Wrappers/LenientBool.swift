/// Accepts the spellings that servers have for a Boolean, and encodes the one that came.
///
/// ```swift
/// struct Post: Codable {
///   @LenientBool var liked: Bool              // true, 1, "true", "yes", "Y"
///   @Lossy var votes: [LenientBool]           // what is none of them is dropped and reported
///   @Defaulted<Defaults.False> @LenientBool var hidden: Bool
///   var pinned: LenientBool?                  // absent or null: nil
/// }
/// ```
///
/// It takes `true` and `false`, the numbers 0 and 1, and the strings `"true"` and `"false"`,
/// `"yes"` and `"no"`, `"Y"` and `"N"`, in exactly this spelling; anything else is an error. A
/// value that was changed is written in the spelling in which its predecessor came: after `"yes"`
/// comes `"no"`.
///
/// Two of them are equal if both are true or both are false, in whichever spelling they came.
@propertyWrapper
public struct LenientBool: Sendable {
  /// The value.
  public var wrappedValue: Bool

  private var spelling = Spelling.boolean

  /// Creates a property with a value, which is written as a Boolean.
  public init(wrappedValue: Bool) {
    self.wrappedValue = wrappedValue
  }

  private enum Spelling: CaseIterable {
    case boolean, number, word, answer, letter

    /// What stands for false and true; nil where that is no string.
    var strings: (no: String, yes: String)? {
      switch self {
      case .boolean, .number: nil
      case .word: ("false", "true")
      case .answer: ("no", "yes")
      case .letter: ("N", "Y")
      }
    }
  }
}

extension LenientBool: ExpressibleByBooleanLiteral {
  /// Creates a value that is written as a Boolean.
  public init(booleanLiteral value: Bool) {
    self.init(wrappedValue: value)
  }
}

// MARK: - Comparing

extension LenientBool: Hashable {
  /// Returns whether both are true or both are false.
  public static func == (lhs: LenientBool, rhs: LenientBool) -> Bool {
    lhs.wrappedValue == rhs.wrappedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

// MARK: - Coding

extension LenientBool: Codable {
  /// Decodes a Boolean in any of the spellings.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the value is none of them,
  ///   `DecodingError.valueNotFound` if it is null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Most values are Booleans. Formats that read other words as Booleans are asked for the word.
    if DecoderTraits(decoder) == .strict, let boolean = try? container.decode(Bool.self) {
      self.init(wrappedValue: boolean)
      return
    }
    if container.decodeNil() {
      throw DecodingError.valueNotFound(
        Bool.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Found null.")
      )
    }
    let found = try decoder.capturing()
    // In XML everything is text, numbers too.
    let scalar = DecoderTraits(decoder) == .markup ? found?.digit ?? found : found
    guard let value = scalar.flatMap({ LenientBool($0) }) else {
      throw DecodingError.typeMismatch(
        Bool.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: """
            Expected a Boolean, 0, 1, "true", "false", "yes", "no", "Y" or "N" but found \
            \(found?.shortened ?? "something else") instead.
            """
        )
      )
    }
    self = value
  }

  private init?(_ scalar: PayloadValue) {
    switch scalar {
    case .boolean(let boolean):
      self.init(wrappedValue: boolean)
    case .integer(0):
      self.init(wrappedValue: false)
      spelling = .number
    case .integer(1):
      self.init(wrappedValue: true)
      spelling = .number
    case .string(let string):
      for spelling in Spelling.allCases {
        guard let strings = spelling.strings, [strings.no, strings.yes].contains(string) else {
          continue
        }
        self.init(wrappedValue: string == strings.yes)
        self.spelling = spelling
        return
      }
      return nil
    default:
      return nil
    }
  }

  /// Encodes the value in the spelling in which it came.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let strings = spelling.strings {
      try container.encode(wrappedValue ? strings.yes : strings.no)
    } else if spelling == .number {
      try container.encode(wrappedValue ? 1 : 0)
    } else {
      try container.encode(wrappedValue)
    }
  }
}

extension PayloadValue {
  /// The number that a text of one digit spells.
  fileprivate var digit: PayloadValue? {
    switch self {
    case "0": 0
    case "1": 1
    default: nil
    }
  }

  /// The value in a few words, for an error.
  fileprivate var shortened: String {
    switch self {
    case .string(let string): "the string \(TypeTag.string(string).shortened)"
    case .array: "an array"
    case .object: "an object"
    default: losslessText.map { "the number \($0)" } ?? "something else"
    }
  }
}
