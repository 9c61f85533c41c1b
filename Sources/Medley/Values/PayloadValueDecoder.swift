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
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  init(_ value: PayloadValue, path: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    codingPath = path
    self.userInfo = userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else {
      throw mismatch([String: Any].self, "an object")
    }
    return KeyedDecodingContainer(MembersContainer(ValueMembers(members, decoder: self)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self, "an array") }
    return ValueArray(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ValueScalar(decoder: self)
  }

  func inner(_ value: PayloadValue, _ key: any CodingKey) -> PayloadValueDecoder {
    PayloadValueDecoder(value, path: codingPath + [key], userInfo: userInfo)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let foreign = try ForeignScalars.decode(type, from: value, at: codingPath) {
      return foreign
    }
    return try type.init(from: self)
  }

  fileprivate func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "Expected \(expected) but found \(value.kindName) instead."
    )
    return if case .null = value {
      .valueNotFound(type, context)
    } else {
      .typeMismatch(type, context)
    }
  }
}

extension PayloadValue {
  /// The kind of the value, with its article.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer, .unsigned, .double, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    case .other(let scalar): "\(type(of: scalar))"
    }
  }
}

// MARK: - Scalars

private struct ValueScalar: SingleValueDecodingContainer {
  let decoder: PayloadValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    decoder.value == .null
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let boolean) = decoder.value else {
      throw decoder.mismatch(type, "a Boolean")
    }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = decoder.value else { throw decoder.mismatch(type, "a string") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double { try floatingPoint() }
  func decode(_ type: Float.Type) throws -> Float { try floatingPoint() }
  func decode(_ type: Int.Type) throws -> Int { try narrow() }
  func decode(_ type: Int8.Type) throws -> Int8 { try narrow() }
  func decode(_ type: Int16.Type) throws -> Int16 { try narrow() }
  func decode(_ type: Int32.Type) throws -> Int32 { try narrow() }
  func decode(_ type: Int64.Type) throws -> Int64 { try narrow() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try narrow() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try narrow() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try narrow() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type)
  }

  /// Returns an integer of a type whose values all fit into `Int64`.
  @inline(__always) private func narrow<Integer: FixedWidthInteger>() throws -> Integer {
    Integer(truncatingIfNeeded: try int64(Integer.self, Int64(Integer.min), Int64(Integer.max)))
  }

  /// Compiled once, and not for each type of integer.
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
    switch decoder.value {
    case .integer(let integer): WholeNumber(integer)
    case .unsigned(let unsigned): WholeNumber(unsigned)
    // From 2^53 on, a double doesn't say which of several integers came.
    case .double(let double): double.magnitude < 0x1p53 ? WholeNumber(double) : nil
    // Zero for a number that every decoder rounds to it, such as `1e-400`.
    case .number(let text):
      WholeNumber(text[...]) ?? (Double(text) == 0 ? WholeNumber(Int64(0)) : nil)
    default: throw decoder.mismatch(type, "an integer")
    }
  }

  private func floatingPoint<Number: BinaryFloatingPoint>() throws -> Number {
    let number: Number =
      switch decoder.value {
      case .integer(let integer): Number(integer)
      case .unsigned(let unsigned): Number(unsigned)
      case .double(let double): Number(double)
      case .number(let text): Number(Double(text) ?? .nan)
      default: throw decoder.mismatch(Number.self, "a number")
      }
    let isZero = decoder.value == 0 || decoder.value == 0.0
    guard number.isFinite, number != 0 || isZero else { throw unfit(Number.self) }
    return number
  }

  private func unfit(_ type: any Any.Type) -> DecodingError {
    .invalid(
      at: codingPath,
      "The number doesn't fit into \(type)."
    )
  }
}

// MARK: - Arrays

private struct ValueArray: GenericUnkeyedDecoding {
  let elements: [PayloadValue]
  let decoder: PayloadValueDecoder
  private(set) var currentIndex = 0

  init(elements: [PayloadValue], decoder: PayloadValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current(Any?.self).value == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current((any Decoder).self)
    currentIndex += 1
    return decoder
  }

  private func current(_ type: any Any.Type) throws -> PayloadValueDecoder {
    let key = WireKey(index: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [key],
          debugDescription: "The array is at its end."
        )
      )
    }
    return decoder.inner(elements[currentIndex], key)
  }
}

// MARK: - Answering as one of Medley's own

extension PayloadValueDecoder: MedleyDecoder {
  var payloadValue: PayloadValue { value }
  var source: SourceText? { nil }
  var original: PreservedText? { nil }

  var shape: ElementShape? {
    switch value {
    case .object: .object
    case .array: .array
    default: nil
    }
  }

  var convertibleText: String? { nil }
  var isGrowing: Bool { false }

  func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value.decodeStrictly(from: self)
  }

  func fields() throws -> (any FieldSource)? { nil }
  func locating(_ error: DecodingError) -> DecodingError { error }
  func takes<Way: OwnWay>(_ way: Way) -> Bool { false }
}
