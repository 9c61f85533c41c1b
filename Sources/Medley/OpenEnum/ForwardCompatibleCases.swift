/// An enum with a case that keeps what it doesn't know.
///
/// ```swift
/// enum Color: ForwardCompatibleCases {
///   case red, blue, unknown(String)
///   static let wireValues: KeyValuePairs = ["RED": Color.red, "BLUE": .blue]
/// }
/// ```
///
/// It loses nothing: an unknown value re-encodes as it came. Of values that are listed for one
/// case, the first is written.
public protocol ForwardCompatibleCases: Codable, CodingKeyRepresentable, Hashable {
  /// What stands for a case in the payload: strings or integers.
  associatedtype WireValue: Codable & CodingKeyRepresentable & Hashable

  /// The values of the cases.
  static var wireValues: KeyValuePairs<WireValue, Self> { get }

  /// The case that keeps an unknown value: `case unknown(String)`.
  static func unknown(_ wireValue: WireValue) -> Self

  /// The value in the case for what isn't known; nil for the other cases.
  ///
  /// Reflection finds it. Where reflection metadata is stripped, write it by hand:
  ///
  /// ```swift
  /// var unknownWireValue: String? { if case .unknown(let value) = self { value } else { nil } }
  /// ```
  var unknownWireValue: WireValue? { get }
}

extension ForwardCompatibleCases {
  /// Creates the case that a value stands for, or keeps the value.
  ///
  /// ```swift
  /// Color(wireValue: "RED")    // .red
  /// Color(wireValue: "GREEN")  // .unknown("GREEN")
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of listed values.
  public init(wireValue: WireValue) {
    self = Self.wireValues.first { $0.key == wireValue }?.value ?? .unknown(wireValue)
  }

  /// The value that stands for this case; nil for a case that isn't listed.
  public var wireValue: WireValue? {
    Self.wireValues.first { $0.value == self }?.key ?? unknownWireValue
  }

  /// The value in the case for what isn't known, found by reflection.
  public var unknownWireValue: WireValue? {
    guard let value = Mirror(reflecting: self).children.first?.value as? WireValue,
      Self.unknown(value) == self
    else { return nil }
    return value
  }

  /// Decodes the case that the value stands for, or keeps the value.
  ///
  /// - Throws: `DecodingError` if the value is of another kind, or null.
  public init(from decoder: any Decoder) throws {
    let wireValue = try decoder.singleValueContainer().decode(WireValue.self)
    self.init(wireValue: wireValue)
    if unknownWireValue == wireValue {
      IssueCollector.listening(decoder.userInfo)?.count(rawValue: wireValue, of: Self.self)
    }
  }

  /// Encodes the value that stands for this case, or the unknown one as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` for a case that isn't listed.
  public func encode(to encoder: any Encoder) throws {
    guard let wireValue else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            The case \(self) of \(Self.self) has no value. List it in wireValues; if it is the case \
            for unknown values and reflection metadata is stripped, implement unknownWireValue.
            """
        )
      )
    }
    var container = encoder.singleValueContainer()
    try container.encode(wireValue)
  }

  /// The value as a key; for a case that isn't listed, its description.
  public var codingKey: any CodingKey {
    wireValue?.codingKey ?? "\(self)".codingKey
  }

  /// Creates the case that a key stands for, or keeps the key.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let wireValue = WireValue(codingKey: codingKey) else { return nil }
    self.init(wireValue: wireValue)
    if unknownWireValue == wireValue {
      IssueCollector.listening([:])?.count(rawValue: wireValue, of: Self.self)
    }
  }
}
