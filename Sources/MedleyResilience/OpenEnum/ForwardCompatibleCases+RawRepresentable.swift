import Medley

// The standard library has defaults of its own for the coding of a `RawRepresentable` type. Between
// two defaults of equal rank the compiler takes neither, and derives `Codable` without a warning: a
// case is then encoded as `{"mention":{}}`. The defaults here outrank both.

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue: Equatable {
  /// Refused: `==` compares raw values here, so a case can't be found in the list.
  @available(
    *,
    unavailable,
    message: """
      == compares raw values here: implement wireValue, as { rawValue }, and rawValue with a switch; \
      or leave RawRepresentable out
      """
  )
  public var wireValue: WireValue? { nil }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == String {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Int {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Bool {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Double {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Float {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Int8 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Int16 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Int32 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == Int64 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == UInt {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == UInt8 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == UInt16 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == UInt32 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

extension ForwardCompatibleCases where Self: RawRepresentable, RawValue == UInt64 {
  /// Decodes the case for the wire value, or keeps an unknown value.
  public init(from decoder: any Decoder) throws { self = try Self.decodeCase(from: decoder) }

  /// Encodes the wire value of the case.
  public func encode(to encoder: any Encoder) throws { try encodeWireValue(to: encoder) }
}

// MARK: - Coding as a key

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension ForwardCompatibleCases
where Self: RawRepresentable & CodingKeyRepresentable, RawValue == String {
  /// The wire value as a key, or the description of a case that isn't listed.
  public var codingKey: any CodingKey { wireKey }

  /// Creates the case for a key, or keeps an unknown key.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(wireKey: codingKey) }
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension ForwardCompatibleCases
where Self: RawRepresentable & CodingKeyRepresentable, RawValue == Int {
  /// The wire value as a key, or the description of a case that isn't listed.
  public var codingKey: any CodingKey { wireKey }

  /// Creates the case for a key, or keeps an unknown key.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(wireKey: codingKey) }
}
