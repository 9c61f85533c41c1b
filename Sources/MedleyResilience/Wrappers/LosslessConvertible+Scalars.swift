import Medley
import MedleyBase

// How a type that is a scalar is converted: what every `LosslessConvertible` type is by default.

extension LosslessConvertible {
  /// Decodes a scalar from its own kind, or from another without loss.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the conversion would lose information, and what the
  ///   type throws for a value of its own kind.
  public static func decodeLossless(
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Lossless<Self> {
    let own = MedleyDecoders.cast(decoder)
    // Strings are converted without trying to decode a number, whose error takes 4,000 instructions.
    if Self.self == Int.self, let text = own?.convertibleText,
      let integer = Int(text) ?? Int.converting(.string(text))
    {
      return property(same(integer), .string(text))
    } else if Self.self == Double.self, let text = own?.convertibleText,
      let double = Double.converting(.string(text))
    {
      return property(same(double), .string(text))
    } else if Self.self == Bool.self, let text = own?.convertibleText, let boolean = Bool(text) {
      return property(same(boolean), .string(text))
    } else if own == nil, DecoderTraits(decoder) != .strict {
      // In formats that provide every scalar as a string, the kind is determined first.
      return try determined(decoder)
    } else {
      return try native(decoder)
    }
  }

  /// Returns the value in its own kind, or else converted.
  @inline(__always) private static func native(_ decoder: any Decoder) throws -> Lossless<Self> {
    do {
      return Lossless(wrappedValue: try Self(from: decoder))
    } catch {
      return try recovered(decoder, from: error)
    }
  }

  /// Decodes a scalar as the member of a container.
  @inlinable
  public static func decodeLossless<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Lossless<Self> {
    try container.decodeAnyMember(Lossless<Self>.self, forKey: key)
  }

  /// Returns the scalar in its original kind.
  public static func encoded(_ property: Lossless<Self>) -> any Encodable {
    guard case .scalar(let original)? = property.original?.content,
      let scalar = original.sameKind(as: property.wrappedValue)
    else { return property.wrappedValue }
    // Encoding the scalar itself takes 8,000 instructions of Foundation's.
    return switch scalar {
    case .string(let string): string
    case .boolean(let boolean): boolean
    default: scalar
    }
  }

  private static func property(_ value: Self, _ original: PayloadValue) -> Lossless<Self> {
    Lossless(value, like: OriginalKind(.scalar(original)))
  }

  // Never inlined, all of them: a function with an optional value looks up its metadata on entry.

  /// Returns the value in a format whose scalars may be of several kinds.
  @inline(never) private static func determined(_ decoder: any Decoder) throws -> Lossless<Self> {
    try converted(decoder, because: nil) ?? native(decoder)
  }

  /// Returns the converted value of a scalar that isn't of the type's own kind.
  @inline(never) private static func recovered(
    _ decoder: any Decoder,
    from error: any Error
  ) throws -> Lossless<Self> {
    guard !error.isFinal, let converted = try converted(decoder, because: error) else {
      throw error
    }
    return converted
  }

  @inline(never) private static func converted(
    _ decoder: any Decoder,
    because error: (any Error)?
  ) throws -> Lossless<Self>? {
    let container = try decoder.singleValueContainer()
    guard !container.decodeNil(), let scalar = try decoder.scalar() else { return nil }
    // In a format that has the text, 007, 1.10 and yes aren't the text of their number or Boolean.
    if error == nil, let text = try? container.decode(String.self), text != scalar.losslessText {
      return nil
    }
    if let value = converting(scalar) {
      if openTypes.passes(Self.self), let value = value as? any UnknownCounting {
        value.countIfUnknown(decoder.userInfo)
      }
      return property(value, scalar)
    }
    guard let error, case .string(let text) = scalar, converting(.string("0")) != nil else {
      return nil
    }
    throw DecodingError.invalid(
      at: decoder.codingPath,
      """
      The string \(TypeTag.string(text).shortened) can't become \(Self.self) without loss.
      """,
      because: error
    )
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member by the decoder, and not by the type itself as a wrapper.
  @inlinable
  func decodeAnyMember<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, forKey: key)
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

/// The open enums, whose unknown values are counted.
private let openTypes = TypeTest { $0 is any UnknownCounting.Type }

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

/// An open enum, whose unknown raw values are counted.
private protocol UnknownCounting {
  func countIfUnknown(_ userInfo: [CodingUserInfoKey: Any])
}

extension OpenEnum: LosslessConvertible where Known.RawValue: LosslessConvertible {}

extension OpenEnum: UnknownCounting {
  fileprivate func countIfUnknown(_ userInfo: [CodingUserInfoKey: Any]) {
    guard known == nil else { return }
    IssueCollector.listening(userInfo)?.count(rawValue: rawValue, of: Known.self)
  }
}
