public import Medley
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
    if Self.self == Int.self || Self.self == Double.self || Self.self == Bool.self,
      let text = own?.outline.text
    {
      return try converted(text, decoder)
    }
    return try decodeScalar(from: decoder, isOwn: own != nil)
  }

  /// Decodes a scalar of any type, with a decoder of Medley or another.
  @inline(__always) fileprivate static func decodeScalar(
    from decoder: any Decoder,
    isOwn: Bool
  ) throws -> Lossless<Self> {
    var failure: (any Error)?
    // In formats that provide every scalar as a string, the kind is determined first.
    if isOwn || DecoderTraits(decoder) == .strict {
      do {
        return Lossless(wrappedValue: try Self(from: decoder))
      } catch {
        failure = error
      }
    }
    return try converted(decoder, because: failure)
  }

  /// Decodes a scalar as the member of a container.
  @inlinable
  public static func decodeLossless<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    lossily: Bool
  ) throws -> Lossless<Self> {
    try container.decodePlain(Lossless<Self>.self, forKey: key)
  }

  /// Returns the scalar in its original kind.
  public static func encoded(_ property: Lossless<Self>) -> any Encodable {
    property.original?.encoded(property.wrappedValue) ?? property.wrappedValue
  }

  /// Returns the converted value of a string, or what is decoded if there is none.
  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private static func converted(
    _ text: String,
    _ decoder: any Decoder
  ) throws -> Lossless<Self> {
    guard let value = converting(.string(text)) else {
      return try converted(decoder, because: nil)
    }
    return Lossless(value, like: .scalar(.string(text)))
  }

  /// Returns the converted value of a scalar, which isn't of the type's own kind if there is an error.
  @inline(__always) private static func converted(
    _ decoder: any Decoder,
    because error: (any Error)?
  ) throws -> Lossless<Self> {
    // Sound: a type converts and decodes values of itself.
    func own<Value: LosslessConvertible>(_ value: Value) -> Self { same(value) }
    let (value, original) = try decoder.converted(to: Self.self, because: error)
    return Lossless(own(value), like: original)
  }
}

extension OriginalKind {
  /// Returns a scalar of the original kind for a value, or the original if the value is unchanged.
  ///
  /// It isn't generic, because it would be compiled for each type of scalar.
  @inline(never) fileprivate func encoded(_ value: any LosslessConvertible) -> any Encodable {
    guard case .scalar(let original) = self, let text = value.losslessText else { return value }
    let isUnchanged = type(of: value).converting(original)?.losslessText == text
    // Encoding the scalar itself takes 8,000 instructions of Foundation's.
    return switch isUnchanged ? original : original.sameKind(text) {
    case .string(let string)?: string
    case .boolean(let boolean)?: boolean
    case let scalar?: scalar
    case nil: value
    }
  }
}

extension PayloadValue {
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

extension Decoder {
  /// Returns the converted value of a scalar with its kind, or what the type decodes if there is none.
  ///
  /// It isn't generic, because it would be compiled for each type of scalar.
  @inline(never) fileprivate func converted(
    to type: any LosslessConvertible.Type,
    because error: (any Error)?
  ) throws -> (value: any LosslessConvertible, original: OriginalKind?) {
    let scalar = try scalarToConvert(because: error)
    if let scalar, let value = type.converting(scalar) {
      return (value, .scalar(scalar))
    }
    if let error { throw loss(of: scalar, as: type, because: error) }
    do {
      return (try type.init(from: self), nil)
    } catch {
      return try converted(to: type, because: error)
    }
  }

  /// Returns the scalar to convert; nil for a container, null, or what is of the type's own kind.
  private func scalarToConvert(because error: (any Error)?) throws -> PayloadValue? {
    if let error, error.isFinal { throw error }
    let container = try singleValueContainer()
    if container.decodeNil() { return nil }
    let text = try? container.decode(String.self)
    // Most scalars of another kind are strings, which needn't be captured.
    if let text, DecoderTraits(self) == .strict { return .string(text) }
    return switch try capturing() {
    case nil, .null, .array, .object, .other: nil
    // In a format that has the text, 007, 1.10 and yes aren't the text of their number or Boolean.
    case let scalar? where error == nil && text != nil && text != scalar.losslessText: nil
    case let scalar: scalar
    }
  }

  /// Returns the error for a string that can't become a type; for other values, that of the type.
  private func loss(
    of scalar: PayloadValue?,
    as type: any LosslessConvertible.Type,
    because error: any Error
  ) -> any Error {
    guard case .string(let text)? = scalar, type.converting(.string("0")) != nil else {
      return error
    }
    return DecodingError.invalid(
      at: codingPath,
      "The string \(TypeTag.string(text).shortened) can't become \(type) without loss.",
      because: error
    )
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

// MARK: - Counting unknown raw values

extension OpenEnum: LosslessConvertible where Known.RawValue: LosslessConvertible {
  /// Decodes a raw value from its own kind or another, and counts an unknown one.
  public static func decodeLossless(
    from decoder: any Decoder,
    lossily: Bool
  ) throws -> Lossless<OpenEnum> {
    let property = try decodeScalar(from: decoder, isOwn: MedleyDecoders.cast(decoder) != nil)
    // `init(from:)` has counted one of its own kind.
    guard !property.isNative else { return property }
    return Lossless(counting(property.wrappedValue.rawValue, decoder), like: property.original)
  }
}
