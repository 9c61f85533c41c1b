/// An enum with a case that keeps unknown values.
///
/// ```swift
/// enum Color: ForwardCompatibleCases {
///   case red, blue, unknown(String)
///   static let wireValues: KeyValuePairs = [
///     "RED": Color.red, "BLUE": .blue,
///   ]
/// }
/// ```
///
/// An unknown value is encoded as it came. If several values are listed for one case, the first is
/// encoded.
///
/// A dictionary with such keys is an object. If it isn't a member of one itself, Apple's systems need
/// the enum to be `CodingKeyRepresentable`, too: see ``OpenEnumKey``.
///
/// The standard library compares an enum that is also `RawRepresentable` by its raw values, so that a
/// case can't be looked up in the list. Such an enum implements ``wireValue-6u586``:
///
/// ```swift
/// enum Notice: ForwardCompatibleCases, RawRepresentable {
///   case mention, unknown(String)
///   static let wireValues: KeyValuePairs = ["mention": Notice.mention]
///
///   init(rawValue: String) { self.init(wireValue: rawValue) }
///   var rawValue: String {
///     switch self {
///     case .mention: "mention"
///     case .unknown(let value): value
///     }
///   }
///   var wireValue: String? { rawValue }
/// }
/// ```
public protocol ForwardCompatibleCases: OpenEnumKey {
  /// The type of the values in the payload: strings or integers.
  associatedtype WireValue: Codable & Hashable

  /// The values of the cases, which are read once.
  static var wireValues: KeyValuePairs<WireValue, Self> { get }

  /// The case that keeps an unknown value: `case unknown(String)`.
  static func unknown(_ wireValue: WireValue) -> Self

  /// The value of this case in the payload; nil for a case that isn't listed.
  ///
  /// By default, it is looked up in ``wireValues``.
  var wireValue: WireValue? { get }

  /// The value in the case for unknown values; nil for other cases.
  ///
  /// Reflection finds it. If reflection metadata is stripped, implement it:
  ///
  /// ```swift
  /// var unknownWireValue: String? {
  ///   if case .unknown(let value) = self { value } else { nil }
  /// }
  /// ```
  var unknownWireValue: WireValue? { get }
}

extension ForwardCompatibleCases {
  /// Creates the case for a value, or keeps an unknown value.
  ///
  /// ```swift
  /// Color(wireValue: "RED")    // .red
  /// Color(wireValue: "GREEN")  // .unknown("GREEN")
  /// ```
  ///
  /// - Complexity: O(1); O(*n*) for the first value, where *n* is the number of listed values.
  public init(wireValue: WireValue) {
    self.init(listedOrUnknown: wireValue)
  }

  /// The value that is listed for this case, or the unknown value; nil for a case that isn't listed.
  public var wireValue: WireValue? {
    ListedWireValues.find(self) ?? unknownWireValue
  }

  /// The value in the case for unknown values, found by reflection.
  public var unknownWireValue: WireValue? {
    guard let value = Mirror(reflecting: self).children.first?.value as? WireValue,
      Self.unknown(value) == self
    else { return nil }
    return value
  }

  /// Decodes the case for the value, or keeps an unknown value.
  ///
  /// - Throws: `DecodingError` if the value is of another kind, or null.
  public init(from decoder: any Decoder) throws {
    try self.init(decodingWireValue: decoder)
  }

  /// Encodes the value of this case, or the unknown value as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` for a case that isn't listed.
  public func encode(to encoder: any Encoder) throws {
    try encodeWireValue(to: encoder)
  }
}

// MARK: - Coding

extension ForwardCompatibleCases {
  @inline(__always) init(decodingWireValue decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    let wireValue = try decoder.singleValueContainer().decodeRawValue(WireValue.self)
    self.init(listedOrUnknown: wireValue)
    if let collector = IssueCollector.listening(decoder.userInfo) {
      count(wireValue, with: collector)
    }
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func count(_ wireValue: WireValue, with collector: IssueCollector) {
    if unknownWireValue == wireValue { collector.count(rawValue: wireValue, of: Self.self) }
  }

  func encodeWireValue(to encoder: any Encoder) throws {
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
    try container.encodeRawValue(wireValue)
  }
}

// MARK: - Coding as a key

extension ForwardCompatibleCases {
  /// The value as a key, or the description of a case that isn't listed.
  public var codingKey: any CodingKey { wireKey }

  /// Creates the case for a key, or keeps an unknown key.
  public init?<Key: CodingKey>(codingKey: Key) {
    self.init(wireKey: codingKey)
  }

  var wireKey: any CodingKey {
    wireValue.map { WireKey(rawValue: $0) } ?? WireKey("\(self)")
  }

  init?(wireKey: some CodingKey) {
    guard let wireValue = WireKey(wireKey).rawValue(as: WireValue.self) else { return nil }
    self.init(wireValue: wireValue)
    if unknownWireValue == wireValue {
      IssueCollector.listening([:])?.count(rawValue: wireValue, of: Self.self)
    }
  }
}

/// The listed values of a ``ForwardCompatibleCases`` enum, made once.
///
/// Without it, the list is compared one value after the other, and its elements are tuples of
/// generic types: 37,000 instructions for each value.
private final class ListedCases<Cases: ForwardCompatibleCases>: @unchecked Sendable {
  // Sound: it has only constants, of values that the enum itself shares by its list.
  let values: [Cases]
  /// The positions of the values that are strings, which are found without metadata of other types.
  private let strings: [String: Int]
  private let others: [Cases.WireValue: Int]

  init() {
    let list = Array(Cases.wireValues)
    values = list.map(\.value)
    // Of equal values, the first counts.
    let positions = list.enumerated().map { ($1.key, $0) }
    let strings = positions.compactMap { key, position in
      (key as? String).map { ($0, position) }
    }
    self.strings = Dictionary(strings) { first, _ in first }
    others = Dictionary(strings.isEmpty ? positions : []) { first, _ in first }
  }

  func position(of value: Cases.WireValue) -> Int? {
    guard Cases.WireValue.self == String.self else { return others[value] }
    // Sound: the types are the same.
    return strings[unsafe unsafeBitCast(value, to: String.self)]
  }
}

extension ForwardCompatibleCases {
  private static var listedCases: ListedCases<Self> {
    let type = ObjectIdentifier(Self.self)
    let listed = listedCasesOfTypes.find(type) ?? makeListedCases()
    // Sound: it is that of the type.
    return unsafe unsafeDowncast(listed, to: ListedCases<Self>.self)
  }

  @inline(never) private static func makeListedCases() -> any AnyObject & Sendable {
    listedCasesOfTypes.insert(ListedCases<Self>(), for: ObjectIdentifier(Self.self))
  }

  /// Creates the case for a value, or keeps an unknown value.
  init(listedOrUnknown wireValue: WireValue) {
    let table = Self.listedCases
    if let position = table.position(of: wireValue) {
      self = table.values[position]
    } else {
      self = .unknown(wireValue)
    }
  }
}

/// The values of the listed cases of a ``ForwardCompatibleCases`` enum, made once.
final class ListedWireValues<Cases: ForwardCompatibleCases>: @unchecked Sendable {
  // Sound: it has only a constant, of values that the enum itself shares by its list.
  private let positions: [Cases: Int]
  private let values: [Cases.WireValue]

  private init() {
    values = Cases.wireValues.map(\.key)
    // Of several values for one case, the first is encoded.
    let positions = Cases.wireValues.enumerated().map { ($1.value, $0) }
    self.positions = Dictionary(positions) { first, _ in first }
  }

  /// Returns the value of a case; nil if it isn't listed.
  static func find(_ value: Cases) -> Cases.WireValue? {
    let type = ObjectIdentifier(Cases.self)
    let table =
      wireValuesOfTypes.find(type) ?? wireValuesOfTypes.insert(ListedWireValues(), for: type)
    // Sound: the table is that of the type.
    let listed = unsafe unsafeDowncast(table, to: ListedWireValues.self)
    return listed.positions[value].map { listed.values[$0] }
  }
}

private let listedCasesOfTypes = TypeCache()
private let wireValuesOfTypes = TypeCache()

// MARK: - Serving MedleyJSON

extension OpenEnum {
  /// The raw values of all cases; empty if they can't be listed.
  ///
  /// A case that is a reference isn't listed, since another `init(rawValue:)` makes another object.
  private static var knownStrings: [(string: String, value: Known)] {
    let limit = 256
    func list<Cases: CaseIterable>(_ type: Cases.Type) -> [(string: String, value: Known)] {
      let cases = type.allCases.prefix(limit + 1)
      guard cases.count <= limit else { return [] }
      return cases.compactMap { value in
        guard let rawValue = (value as? Known)?.rawValue, let string = rawValue as? String else {
          return nil
        }
        return Known(rawValue: rawValue).map { (string, $0) }
      }
    }
    guard Known.RawValue.self == String.self, !(Known.self is AnyObject.Type),
      let type = Known.self as? any CaseIterable.Type
    else { return [] }
    return list(type)
  }
}

/// An open enum whose known values can be listed: `OpenEnum`.
///
/// MedleyJSON decodes them without a string.
package protocol ListedStrings: Decodable {
  /// The strings and the values that they decode as.
  static var listedStrings: [(string: String, value: Self)] { get }
}

extension OpenEnum: ListedStrings where Known.RawValue: Decodable {
  package static var listedStrings: [(string: String, value: OpenEnum)] {
    knownStrings.map { ($0.string, .known($0.value)) }
  }
}

extension ForwardCompatibleCases {
  package static var listedStrings: [(string: String, value: Self)] {
    wireValues.compactMap { value, _ in
      (value as? String).map { ($0, Self(listedOrUnknown: value)) }
    }
  }
}
