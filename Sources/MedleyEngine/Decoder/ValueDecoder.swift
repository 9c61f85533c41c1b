import Foundation
import MedleyBase

/// The decoder of one value.
///
/// It retains its document, because a type may store its decoder.
package struct ValueDecoder: Decoder {
  package let document: Document
  package let position: Int

  package init(document: Document, position: Int) {
    self.document = document
    self.position = position
  }

  @inline(__always) package var index: DocumentIndex { document.index }

  package var codingPath: [any CodingKey] { index.path(of: position) }
  package var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try index.require(.object, at: position)
    return index.container(keyedBy: type, at: position)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try index.require(.array, at: position)
    return ArrayContainer(document: document, array: position)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DocumentIndex {
  /// Throws for a value that isn't an object, or isn't an array.
  @inline(__always) func require(_ container: Kind, at position: Int) throws {
    guard kind(position) != container else { return }
    throw mismatch(container == .object ? [String: Any].self : [Any].self, at: position)
  }

  /// Returns the decoder of a value.
  package func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: document, position: position)
  }
}

// MARK: - Decoding a single value

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { index.isNull(position) }
  package func decode(_: Bool.Type) throws -> Bool { try index.boolean(at: position) }
  package func decode(_: String.Type) throws -> String { try index.completeString(at: position) }
  package func decode(_: Double.Type) throws -> Double { try index.conformingDouble(at: position) }
  package func decode(_: Float.Type) throws -> Float { try index.conformingFloat(at: position) }
  package func decode(_: Int.Type) throws -> Int { try index.integer(at: position) }
  @inline(__always)
  package func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try index.integer(type, at: position)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: Int128.Type) throws -> Int128 {
    try index.integer(type, at: position)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package func decode(_ type: UInt128.Type) throws -> UInt128 {
    try index.integer(type, at: position)
  }

  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that decodes itself from a string may take a part of it for another value.
    if index.certainEnd != .max { try index.requireCompleteString(at: position) }
    return try index.decode(type, at: position)
  }
}

// MARK: - Decoding values

extension AnyElementDecoder {
  /// Returns the decoder of its plan as one for a type, which isn't a subclass.
  @inline(__always) func of<Value>(_ type: Value.Type) -> ElementDecoder<Value> {
    // Sound: the decoder is for this type.
    unsafe unsafeDowncast(self, to: ElementDecoder<Value>.self)
  }
}

extension DocumentIndex {
  /// Decodes a value of any type.
  ///
  /// `type` may be a subclass of `Value`, because a metatype can be any value. So the plan is that
  /// of `type`, and decoders for `Value` aren't used for it.
  @inline(__always)
  package func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    let plan = plan(type)
    if certainEnd != .max { return try decodeOnce(type, as: plan, at: position) }
    if case .byItself = plan {
      return try type.init(from: ValueDecoder(document: document, position: position))
    }
    return try decode(type, as: plan, at: position)
  }

  /// Does the same, compiled once, for infrequent callers.
  @inline(never)
  func anyDecode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    try decode(type, at: position)
  }

  /// Decodes a value of a document that isn't complete, unless an attempt before has decoded it.
  @inline(never) private func decodeOnce<Value: Decodable>(
    _ type: Value.Type,
    as plan: TypePlan,
    at position: Int
  ) throws -> Value {
    guard let prefixes = document.prefixes else { return try decode(type, as: plan, at: position) }
    return try prefixes.value(type, at: position, in: self) {
      try decode(type, as: plan, at: position)
    }
  }

  @inline(never) private func decode<Value: Decodable>(
    _ type: Value.Type,
    as plan: TypePlan,
    at position: Int
  ) throws -> Value {
    switch plan {
    case .element(let decoder):
      guard type == Value.self else { fallthrough }
      return try decoder.of(type).value(position)
    case .byItself:
      return try type.init(from: ValueDecoder(document: document, position: position))
    case .string: return same(try checkedString(at: position))
    case .int: return same(try integer(at: position))
    case .double: return same(try conformingDouble(at: position))
    case .boolean: return same(try boolean(at: position))
    case .date: return same(try date(at: position))
    case .data: return same(try data(at: position))
    case .url: return same(try url(at: position))
    case .decimal: return same(try decimal(at: position))
    case .strings: return same(try strings(at: position))
    case .integers: return same(try integers(at: position))
    case .doubles: return same(try doubles(at: position))
    case .lists: return same(try lists(at: position))
    case .newArray(let count): return try decodeNewArray(type, after: count, at: position)
    case .members(let decoder):
      // Sound: the decoder is for this type, which is a struct.
      return try unsafe unsafeDowncast(decoder, to: DictionaryDecoder<Value>.self)
        .decode(at: position, in: self)
    case .collection(let type): return try collection(type, at: position)
    }
  }

  private func collection<Collection: IndexedCollection, Value>(
    _ type: Collection.Type,
    at position: Int
  ) throws -> Value {
    same(try type.decode(at: position, in: self))
  }

  /// Returns the string at a position, or throws for another value.
  @inline(__always) package func checkedString(at position: Int) throws -> String {
    guard kind(position).isString else { throw mismatch(String.self, at: position) }
    return inlineString(at: position)
  }

  /// Returns the string at a position, or throws for another value or a part of a string.
  @inline(never) func completeString(at position: Int) throws -> String {
    try requireCompleteString(at: position)
    return try checkedString(at: position)
  }

  @inline(__always) package func conformingDouble(at position: Int) throws -> Double {
    guard isNumber(position) else { return try nonConforming(Double.self, at: position) }
    return try double(at: position)
  }

  @inline(never) func conformingFloat(at position: Int) throws -> Float {
    guard isNumber(position) else { return Float(try nonConforming(Float.self, at: position)) }
    return try float(at: position)
  }

  /// Returns infinity or NaN, which the strategy reads from a string.
  @inline(never)
  private func nonConforming(_ type: any Any.Type, at position: Int) throws -> Double {
    guard convertsFloats,
      case .convertFromString(let positive, let negative, let nan) = document.options.floats,
      let string = try? completeString(at: position)
    else { throw mismatch(type, at: position) }
    switch string {
    case positive: return .infinity
    case negative: return -.infinity
    case nan: return .nan
    default: throw mismatch(type, at: position)
    }
  }
}
