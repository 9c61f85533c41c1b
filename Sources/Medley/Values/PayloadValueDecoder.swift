import MedleyBase

/// A decoder that reads from a kept value.
///
/// Numbers convert exactly, as with `JSONDecoder`, or throw. A key that isn't found as it is
/// written is also searched as `convertFromSnakeCase` converts it, because the keys were kept as
/// they came.
///
/// It is a class, because an existential of a struct of its size is allocated as well, and because
/// its containers then hold a single reference.
final class PayloadValueDecoder: Decoder {
  let value: PayloadValue
  let userInfo: [CodingUserInfoKey: Any]
  /// The decoder of the value around this one; nil for the outermost value.
  private let outer: PayloadValueDecoder?
  /// The key of a member; nil for an element, whose key is made of its index where it is needed.
  private let key: (any CodingKey)?
  private let index: Int
  /// The path, once an error or a type needed it.
  private var path: [any CodingKey]?

  init(_ value: PayloadValue, userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    self.userInfo = userInfo
    outer = nil
    key = nil
    index = 0
    path = []
  }

  fileprivate init(
    _ value: PayloadValue,
    at key: (any CodingKey)?,
    index: Int = 0,
    in outer: PayloadValueDecoder
  ) {
    self.value = value
    userInfo = outer.userInfo
    self.outer = outer
    self.key = key
    self.index = index
  }

  /// Returns the decoder if it reads from a kept value, or nil.
  static func cast(_ decoder: any Decoder) -> PayloadValueDecoder? {
    type(of: decoder) == PayloadValueDecoder.self ? decoder as? PayloadValueDecoder : nil
  }

  var codingPath: [any CodingKey] { path ?? makePath() }

  @inline(never) private func makePath() -> [any CodingKey] {
    // Loops, because a program may walk down further than the stack reaches.
    var (known, count) = (self, 0)
    while known.path == nil, let outer = known.outer { (known, count) = (outer, count + 1) }
    var path = known.path ?? []
    path.reserveCapacity(path.count + count)
    var decoder = self
    while decoder !== known, let outer = decoder.outer {
      path.append(decoder.key ?? WireKey(index: decoder.index))
      decoder = outer
    }
    if count > 1 { path[(path.count - count)...].reverse() }
    self.path = path
    return path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object = value else { throw mismatch([String: Any].self, .object) }
    return KeyedDecodingContainer(MembersContainer(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self, .array) }
    return ValueArray(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  @inline(__always) func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    isSpecial(type) ? try decodeSpecially(type) : try type.init(from: self)
  }

  /// Whether a container may decode a value without the `init(from:)` of its type.
  private func isSpecial(_ type: any Any.Type) -> Bool {
    if case .other = value { true } else { SpecialTypes.contain(type) }
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func decodeSpecially<Value: Decodable>(_ type: Value.Type) throws -> Value
  {
    if case .other = value {
      // The scalar may be of this type.
    } else if let dictionary = type as? any StringKeyedDecodable.Type,
      let members = try dictionary.init(membersOf: self) as? Value
    {
      return members
    }
    return try ForeignScalars.coding?.decode(type, from: value, at: codingPath)
      ?? type.init(from: self)
  }

  // MARK: Members

  /// How many members are searched one by one: hashing a key takes as long as comparing ten.
  private static let fewMembers = 8

  /// The first member of each key, and after all of them that of each key in camel case; nil for an
  /// object whose members are searched one by one, because they are few and of one spelling.
  private lazy var positions: [String: Int]? = {
    let hasWords = members.contains { $0.key.utf8.contains(UInt8(ascii: "_")) }
    guard hasWords || members.count > Self.fewMembers else { return nil }
    let keys = members.map(\.key)
    return [String: Int](positionsOf: keys + (hasWords ? keys.map(SnakeCase.camelCase) : []))
  }()

  private var members: [PayloadValue.Member] {
    if case .object(let members) = value { members } else { [] }
  }

  private func position(of name: String) -> Int? {
    if let positions { return positions[name].map { $0 % members.count } }
    return members.firstIndex { $0.key == name }
  }

  private func value(_ name: String) -> PayloadValue? {
    position(of: name).map { members[$0].value }
  }

  private func value(forKey key: any CodingKey) throws -> PayloadValue {
    if let value = value(key.stringValue) { return value }
    throw DecodingError.keyNotFound(
      key,
      .init(at: codingPath, "No value associated with key \"\(key.stringValue)\".".bounded())
    )
  }
}

extension PayloadValueDecoder: ObjectMembers {
  var names: [String] {
    var names: [String] = []
    members.forEachFirst { names.append($0.key) }
    return names
  }

  func contains(_ key: any CodingKey) -> Bool { position(of: key.stringValue) != nil }

  func decodeNil(forKey key: any CodingKey) throws -> Bool { try value(forKey: key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: any CodingKey) throws -> Value {
    try PayloadValueDecoder(value(forKey: key), at: key, in: self).decode(type)
  }

  func decoder(forKey key: any CodingKey) throws -> any Decoder {
    PayloadValueDecoder(try value(forKey: key), at: key, in: self)
  }

  /// Returns the decoder of a superclass, which decodes null if the member is absent, as with
  /// `JSONDecoder`.
  func superDecoder() throws -> any Decoder { try superDecoder(forKey: WireKey("super")) }

  func superDecoder(forKey key: any CodingKey) throws -> any Decoder {
    PayloadValueDecoder(value(key.stringValue) ?? .null, at: key, in: self)
  }
}

/// A dictionary with strings as keys whose values can be decoded.
///
/// Only `Dictionary` conforms: a cast finds it without knowing the value.
private protocol StringKeyedDecodable {
  /// Decodes an object without the container and the keys of the standard library, which took half of
  /// an element with three members.
  init(membersOf decoder: PayloadValueDecoder) throws
}

extension Dictionary: StringKeyedDecodable where Key == String, Value: Decodable {
  fileprivate init(membersOf decoder: PayloadValueDecoder) throws {
    guard case .object(let members) = decoder.value else {
      throw decoder.mismatch([String: Any].self, .object)
    }
    self.init(minimumCapacity: members.count)
    try members.forEachFirst { key, value in
      let inner = PayloadValueDecoder(value, at: WireKey(data: key), in: decoder)
      updateValue(try inner.decode(Value.self), forKey: key)
    }
  }
}

// MARK: - Refusing values

/// A kind of value, for messages.
private enum Kind: Int {
  case null, boolean, integer, number, string, array, object

  /// The kinds in the same order, with their articles.
  private static let names = [
    "null", "a Boolean", "an integer", "a number", "a string", "an array", "an object",
  ]

  /// The messages by what was expected and what was found.
  ///
  /// They are made once: a type that tries kinds one after the other throws one for most values, and
  /// the text of each took 2,500 instructions.
  private static let mismatches = names.map { expected in
    names.map { message(expected, $0) }
  }

  private static func message(_ expected: String, _ found: String) -> String {
    "Expected \(expected) but found \(found) instead."
  }

  func mismatch(_ found: Kind) -> String { Self.mismatches[rawValue][found.rawValue] }
  func mismatch(_ found: String) -> String { Self.message(Self.names[rawValue], found) }
}

extension PayloadValueDecoder {
  @inline(never) fileprivate func mismatch(
    _ type: any Any.Type,
    _ expected: Kind
  ) -> DecodingError {
    let text =
      switch value {
      case .null: expected.mismatch(.null)
      case .boolean: expected.mismatch(.boolean)
      case .integer, .unsigned, .double, .number: expected.mismatch(.number)
      case .string: expected.mismatch(.string)
      case .array: expected.mismatch(.array)
      case .object: expected.mismatch(.object)
      case .other(let scalar): expected.mismatch("\(Swift.type(of: scalar))")
      }
    let context = DecodingError.Context(at: codingPath, text)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

// MARK: - Scalars

extension PayloadValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let boolean) = value else { throw mismatch(type, .boolean) }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch(type, .string) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double { try floatingPoint() }
  func decode(_ type: Float.Type) throws -> Float { try floatingPoint() }

  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
    guard Integer.bitWidth <= (Integer.isSigned ? 64 : 63) else { return try integer() }
    return Integer(truncatingIfNeeded: try int64(type, Int64(Integer.min), Int64(Integer.max)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  /// Returns an integer of a type whose values all fit into `Int64`.
  // Compiled once, and not for each type of integer.
  @inline(never) private func int64(
    _ type: any Any.Type,
    _ least: Int64,
    _ greatest: Int64
  ) throws -> Int64 {
    let exact: Int64? = try wholeNumber(for: type)?.integer()
    guard let exact, least <= exact, exact <= greatest else { throw unfit(type) }
    return exact
  }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    guard let exact: Integer = try wholeNumber(for: Integer.self)?.integer() else {
      throw unfit(Integer.self)
    }
    return exact
  }

  private func wholeNumber(for type: any Any.Type) throws -> WholeNumber? {
    switch value {
    case .integer(let integer): WholeNumber(integer)
    case .unsigned(let unsigned): WholeNumber(unsigned)
    // From 2^53 on, a double doesn't say which of several integers came.
    case .double(let double): double.magnitude < 0x1p53 ? WholeNumber(double) : nil
    // Zero for a number that every decoder rounds to it, such as `1e-400`.
    case .number(let text):
      WholeNumber(text[...]) ?? (Double(text) == 0 ? WholeNumber(Int64(0)) : nil)
    default: throw mismatch(type, .integer)
    }
  }

  private func floatingPoint<Number: BinaryFloatingPoint>() throws -> Number {
    let number: Number =
      switch value {
      case .integer(let integer): Number(integer)
      case .unsigned(let unsigned): Number(unsigned)
      case .double(let double): Number(double)
      case .number(let text): Number(Double(text) ?? .nan)
      default: throw mismatch(Number.self, .number)
      }
    guard number.isFinite, number != 0 || value == 0 || value == 0.0 else {
      throw unfit(Number.self)
    }
    return number
  }

  private func unfit(_ type: any Any.Type) -> DecodingError {
    .invalid(at: codingPath, "The number doesn't fit into \(type).")
  }
}

// MARK: - Arrays

private struct ValueArray: UnkeyedDecodingContainer {
  let elements: [PayloadValue]
  let decoder: PayloadValueDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current(Any?.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  /// The standard library's own passes the static type on, which may be a superclass.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  // The standard library's own refuse them.

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeGenerically(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeGenerically(type) }

  private mutating func decodeGenerically<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }

  /// Reads the next element, and stays there if that throws.
  @inline(__always) private mutating func next<Result>(
    _ type: any Any.Type,
    _ read: (any Element) throws -> Result
  ) throws -> Result {
    let result = try read(current(type))
    currentIndex += 1
    return result
  }

  /// A decoder, but not as its type: decoding would be compiled for each scalar of the protocol.
  private typealias Element = Decoder & SingleValueDecodingContainer & AnyObject

  @inline(never) private func current(_ type: any Any.Type) throws -> any Element {
    guard !isAtEnd else {
      let path = codingPath + [WireKey(index: currentIndex)]
      throw DecodingError.valueNotFound(type, .init(at: path, "The array is at its end."))
    }
    return PayloadValueDecoder(elements[currentIndex], at: nil, index: currentIndex, in: decoder)
  }
}

// MARK: - Decoding kept values

extension PayloadValue {
  /// Decodes the value as a type.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// userInfo.register(pushes)
  /// let push = try value.decode(
  ///   Polymorphic<any Push>.self, userInfo: userInfo)
  /// ```
  ///
  /// It is for a document that is a value already, such as the content of an ``UnknownPayload``, or what
  /// MedleyFoundation makes of the dictionary of a push notification. Registries, policies and reports
  /// are those of any decoder. Numbers convert exactly, or throw. Keys are found as they are, and
  /// converted from snake case. With MedleyFoundation or MedleyJSON, dates decode from seconds since
  /// 2001 and from ISO 8601, and data from Base64.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - userInfo: The registries and other information of the decoder. Installed registries are used
  ///     without it.
  /// - Returns: The decoded value.
  /// - Throws: What the type throws, `DecodingError` for what the value doesn't hold.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    try PayloadValueDecoder(self, userInfo: userInfo).decode(type)
  }
}
