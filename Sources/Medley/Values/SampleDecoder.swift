/// A decoder that provides placeholders and records the fields that a type reads.
///
/// Medley's own types recognise it and provide their own placeholders.
package struct SampleDecoder: Decoder {
  /// The fields that the outermost value reads.
  package final class Record {
    fileprivate(set) var required: Set<String> = []
    /// The optional fields, which may also be required.
    fileprivate(set) var optional: Set<String> = []

    /// The optional fields that aren't also required.
    var optionalAlone: Set<String> { optional.subtracting(required) }
    /// The bases of the elements that are read from the decoder itself.
    package fileprivate(set) var elements: [any Any.Type] = []
    /// The types of keys that objects are read with.
    fileprivate(set) var keys: [any CodingKey.Type] = []
    package var readsObject: Bool { !keys.isEmpty }
    package fileprivate(set) var readsArray = false
    package fileprivate(set) var readsScalar = false
  }

  /// What the outermost value reads; nil for one inside it.
  let record: Record?
  let depth: Int

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The decoder of a sample, which an observed decoder may wrap.
  static func behind(_ decoder: any Decoder) -> SampleDecoder? {
    // Enums call this for each element, and comparing metatypes is fast.
    let type = type(of: decoder)
    if type == SampleDecoder.self { return decoder as? SampleDecoder }
    guard type == ObservedDecoder.self else { return nil }
    return (decoder as? ObservedDecoder).flatMap { behind($0.base) }
  }

  /// Records that an element is read here.
  @inline(never) func note(elementOf base: any Any.Type) { record?.elements.append(base) }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record?.keys.append(type)
    return KeyedDecodingContainer(MembersContainer(self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    record?.readsArray = true
    return try PayloadValueDecoder([], userInfo: [:]).unkeyedContainer()
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    record?.readsScalar = true
    return self
  }

  /// Returns the decoder of a field, whose own fields are recorded only if a record is passed.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for an infinitely recursive type.
  fileprivate func inner(recording record: Record? = nil) throws -> SampleDecoder {
    guard depth < 32 else {
      throw DecodingError.invalid(at: [], "There is no sample of a type that contains itself.")
    }
    return SampleDecoder(record: record, depth: depth + 1)
  }

  /// Makes a placeholder.
  ///
  /// - Parameters:
  ///   - type: The type of a field, or of the value that another type wraps.
  ///   - record: The record for the fields of a wrapped value, which are those of the wrapper.
  /// - Returns: The placeholder.
  /// - Throws: What the type throws, and `DecodingError` for an infinitely recursive type.
  fileprivate func make<Value: Decodable>(
    _ type: Value.Type,
    recording record: Record? = nil
  ) throws -> Value {
    // Enums refuse placeholder raw values, so their first case stands for them.
    if let cases = type as? any CaseIterable.Type, let value = cases.firstCase as? Value {
      return value
    }
    if let value = ForeignScalars.coding?.placeholder(for: type) { return value }
    return try type.init(from: inner(recording: record))
  }
}

extension CaseIterable {
  /// The first case, for code that doesn't know the type.
  fileprivate static var firstCase: Any? { allCases.first }
}

extension Decoder {
  /// Whether this decoder provides placeholders, which a type must accept.
  package var isSample: Bool { SampleDecoder.behind(self) != nil }
}

// MARK: - Decoding members

extension SampleDecoder: ObjectMembers {
  var names: [String] { [] }

  func contains(_ key: any CodingKey) -> Bool {
    record?.optional.insert(key.stringValue)
    return false
  }

  func decodeNil(forKey key: any CodingKey) -> Bool {
    record?.optional.insert(key.stringValue)
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: any CodingKey) throws -> Value {
    record?.required.insert(key.stringValue)
    return try make(type)
  }

  func decoder(forKey key: any CodingKey) throws -> any Decoder {
    record?.required.insert(key.stringValue)
    return try inner()
  }

  func superDecoder() throws -> any Decoder { try inner() }

  func superDecoder(forKey key: any CodingKey) throws -> any Decoder { try decoder(forKey: key) }
}

// MARK: - Decoding a value

extension SampleDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { true }
  package func decode(_ type: Bool.Type) -> Bool { false }
  package func decode(_ type: String.Type) -> String { "" }
  package func decode<Number: Numeric & Decodable>(_ type: Number.Type) -> Number { 0 }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: Int128.Type) -> Int128 { 0 }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: UInt128.Type) -> UInt128 { 0 }

  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try make(type, recording: record)
  }
}
