public import Medley
import MedleyBase

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
/// A dictionary with such keys is an object. On Apple's systems except visionOS, declare the enum
/// `CodingKeyRepresentable` as well if such a dictionary is inside another collection or the
/// outermost value. <doc:OpenEnumsAsKeys> has the reasons.
///
/// The standard library compares an enum that is also `RawRepresentable` by its raw values, so that a
/// case can't be looked up in the list. Such an enum implements ``wireValue-4oonc``:
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
public protocol ForwardCompatibleCases: OpenEnumCoding {
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
  /// Reflection finds it if it is all that the case has, with or without a label. Otherwise, and if
  /// reflection metadata is stripped, implement it:
  ///
  /// ```swift
  /// var unknownWireValue: String? {
  ///   if case .unknown(let value) = self { value } else { nil }
  /// }
  /// ```
  var unknownWireValue: WireValue? { get }

  /// Creates the case for a value, or keeps an unknown value.
  ///
  /// ```swift
  /// Color(wireValue: "RED")    // .red
  /// Color(wireValue: "GREEN")  // .unknown("GREEN")
  /// ```
  init(wireValue: WireValue)

  /// Decodes the case for the value of a decoder; `init(from:)` calls it.
  ///
  /// - Throws: `DecodingError` if the value is of another kind, or null.
  static func decodeCase(from decoder: any Decoder) throws -> Self

  /// The value as a key.
  var codingKey: any CodingKey { get }

  /// Creates the case for a key, or returns nil if the key is of another kind.
  init?<Key: CodingKey>(codingKey: Key)
}

#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
/// What ``ForwardCompatibleCases`` inherits on this system, whose older versions have no
/// `CodingKeyRepresentable`.
public typealias OpenEnumCoding = Codable & Hashable
#else
/// What ``ForwardCompatibleCases`` inherits on this system.
public typealias OpenEnumCoding = Codable & CodingKeyRepresentable & Hashable
#endif

extension ForwardCompatibleCases {
  /// Creates the case for a value, or keeps an unknown value.
  ///
  /// - Complexity: O(1); O(*n*) for the first value, where *n* is the number of listed values.
  public init(wireValue: WireValue) {
    self = Self.listedCases.find(wireValue, else: Self.unknown)
  }

  /// The value that is listed for this case, or the unknown value; nil for a case that isn't listed.
  @inlinable
  public var wireValue: WireValue? {
    Self.listedCases.wireValues[self] ?? unknownWireValue
  }

  /// Decodes the case for the value, or keeps an unknown value.
  ///
  /// - Throws: `DecodingError` if the value is of another kind, or null.
  @inlinable
  public init(from decoder: any Decoder) throws {
    self = try Self.decodeCase(from: decoder)
  }

  /// Encodes the value of this case, or the unknown value as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` for a case that isn't listed.
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    try encodeWireValue(to: encoder)
  }
}

// MARK: - Coding

// Compiled for each enum, as code by hand is.
extension ForwardCompatibleCases {
  /// Decodes the case for the value of a decoder.
  ///
  /// It isn't an initialiser, because those own their arguments: a copy of the decoder counts
  /// references.
  @inlinable @inline(__always)
  public static func decodeCase(from decoder: any Decoder) throws -> Self {
    if MedleyDecoders.seekTypes(decoder) { try note(in: decoder) }
    let wireValue = try decoder.singleValueContainer().decodeRawValue(WireValue.self)
    return listedCases.find(wireValue) { wireValue in
      let value = unknown(wireValue)
      if Listeners.exist { value.count(wireValue, decoder.userInfo) }
      return value
    }
  }

  /// Answers a decoder that determines which initialiser the type has, or is faster if it knows that.
  @usableFromInline
  static func note(in decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    _ = MedleyDecoders.cast(decoder)?.takes(Self.self) { listedStrings }
  }

  /// Counts a value that isn't listed.
  @usableFromInline
  func count(_ wireValue: WireValue, _ userInfo: [CodingUserInfoKey: Any]) {
    if let collector = IssueCollector.listening(userInfo), let unknownWireValue,
      unknownWireValue == wireValue
    {
      collector.count(TypeTag(rawValue: wireValue), of: Self.self)
    }
  }

  @inlinable @inline(__always) func encodeWireValue(to encoder: any Encoder) throws {
    guard let wireValue else { throw unlisted(encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeRawValue(wireValue)
  }

  /// Returns the error for a case without a value.
  @usableFromInline @inline(never)
  func unlisted(_ encoder: any Encoder) -> any Error {
    EncodingError.invalid(
      self,
      at: encoder.codingPath,
      """
      The case \(self) of \(Self.self) has no value. List it in wireValues. If it keeps unknown \
      values, with others or in a way that reflection doesn't see, implement unknownWireValue.
      """
    )
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
    count(wireValue, [:])
  }
}

// MARK: - Reflecting unknown values

/// The values that reflection has found in the cases for unknown values of one enum.
///
/// A reflection takes 15,000 instructions, and values that are new to an app come again and again.
///
/// A case is found by its bytes: two values of one type with equal bytes are the same value, whatever
/// the bytes mean. They aren't compared by `==`, which the enum may implement: two unknown values
/// that it calls equal are encoded as they came.
final class ReflectedWireValues: Sendable {
  /// The bytes of a value.
  typealias Bytes = SIMD4<UInt64>

  /// A value, and the enum that has the bytes, so that no other one has them.
  // Sound: a string or an integer, and what nothing reads.
  private struct Found: @unchecked Sendable {
    let bytes: Bytes
    let wireValue: Any
    let owner: Any
  }

  private static let bucketCount = 64
  private static let longestBucket = 16

  /// The values, each in the bucket of its bytes.
  private let buckets = Lock([[Found]](repeating: [], count: bucketCount))
  private let isKept: Bool

  /// Creates an empty list for a type, which stays empty if reflection may not always find the same.
  init<Cases: ForwardCompatibleCases>(_ type: Cases.Type) {
    isKept =
      (Cases.WireValue.self == String.self || Cases.WireValue.self == Int.self)
      && MemoryLayout<Cases>.size <= MemoryLayout<Bytes>.size
      && !(type is AnyObject.Type) && !(type is any CustomReflectable.Type)
  }

  /// Returns the bytes of a value; nil if its values aren't kept.
  func bytes<Cases>(of value: Cases) -> Bytes? {
    guard isKept else { return nil }
    var bytes = Bytes()
    // Sound: the value isn't larger, and its bytes are only compared.
    unsafe withUnsafeBytes(of: value) { source in
      unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.copyMemory(from: source) }
    }
    return bytes
  }

  /// Returns the value that was found in a case; nil if there is none.
  func find(_ bytes: Bytes) -> Any? {
    let bucket = Self.bucket(of: bytes)
    return buckets.withLock { $0[bucket].first { $0.bytes == bytes } }?.wireValue
  }

  private static func bucket(of bytes: Bytes) -> Int {
    var hash: UInt64 = 0
    for place in 0..<Bytes.scalarCount { hash = (hash ^ bytes[place]) &* 0x9e37_79b9_7f4a_7c15 }
    return Int(hash >> 58)
  }

  /// Keeps a value.
  ///
  /// Strings of more bytes have storage, which each copy that is decoded has at an address of its own.
  func keep(_ wireValue: Any, of owner: Any, at bytes: Bytes) {
    if let text = wireValue as? String, text.utf8.count > 15 { return }
    // The value is all that a case has. A struct may have an object, which changes.
    guard Mirror.ofCase(owner) != nil else { return }
    let new = Found(bytes: bytes, wireValue: wireValue, owner: owner)
    let bucket = Self.bucket(of: bytes)
    buckets.withLock { buckets in
      // Nothing is replaced, so nothing is released under the lock.
      guard buckets[bucket].count < Self.longestBucket,
        !buckets[bucket].contains(where: { $0.bytes == bytes })
      else { return }
      buckets[bucket].append(new)
    }
  }
}

extension ForwardCompatibleCases {
  /// The value in the case for unknown values, found by reflection.
  public var unknownWireValue: WireValue? {
    let values = Self.listedCases.reflected
    guard let bytes = values.bytes(of: self) else { return reflectedWireValue }
    if let found = values.find(bytes) { return found as? WireValue }
    guard let wireValue = reflectedWireValue else { return nil }
    values.keep(wireValue, of: self, at: bytes)
    return wireValue
  }

  private var reflectedWireValue: WireValue? {
    guard let value = Mirror(reflecting: self).caseValue(as: WireValue.self),
      Self.unknown(value) == self
    else { return nil }
    return value
  }
}

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
