public import Foundation
public import Medley

/// Decodes JSON: the same types as `JSONDecoder`, several times faster.
///
/// ```swift
/// let decoder = PolymorphicJSONDecoder(media)
/// let feed = try decoder.decode([Polymorphic<any Media>].self, from: data)
/// ```
///
/// One decoder may be used from many threads at once. It is a class, as `JSONDecoder` is, so that
/// what is set on a shared decoder holds for all who share it.
public final class PolymorphicJSONDecoder: Sendable {
  private let options = Lock(DecodingOptions())
  let idle = DocumentPool()

  /// Creates a decoder that knows some registries.
  ///
  /// - Parameter registries: The registries, each for another base.
  public init<each Base>(_ registries: repeat PolymorphicRegistry<each Base>) {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    repeat userInfo.register(each registries)
    self.userInfo = userInfo
  }

  private func get<Value: Sendable>(_ path: any KeyPath<DecodingOptions, Value> & Sendable) -> Value
  {
    options.withLock { $0[keyPath: path] }
  }

  private func set(_ change: @Sendable (inout DecodingOptions) -> Void) {
    options.withLock { options in
      change(&options)
      options.version += 1
    }
  }

  // MARK: - Options

  /// What the types that are decoded are given, registries among it.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set { $0.userInfo = newValue } }
  }

  /// How keys are converted before they are compared with those of a type.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    get { get(\.keys) }
    set { set { $0.keys = newValue } }
  }

  /// How dates are decoded.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    get { get(\.dates) }
    set { set { $0.dates = newValue } }
  }

  /// How data is decoded.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
    get { get(\.data) }
    set { set { $0.data = newValue } }
  }

  /// How floating-point numbers are decoded that JSON has no form for.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { set { $0.floats = newValue } }
  }

  /// How deep arrays and objects may be nested; 512 unless it is set, as with `JSONDecoder`.
  ///
  /// The text itself may be as deep as it likes, but a type that holds itself takes stack for each
  /// level, and nobody can catch the end of the stack. So what is set is kept between 0, which leaves
  /// only scalars, and 2,048. Threads with small stacks, such as the 512 KB of those that Apple's
  /// systems run tasks on, bear less.
  public var depthLimit: Int {
    get { get(\.depthLimit) }
    set { set { $0.depthLimit = min(max(newValue, 0), DecodingOptions.largestDepthLimit) } }
  }

  // MARK: - Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the data isn't JSON, or not of this type.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try unsafe data.withUnsafeBytes { unsafe try decode(type, from: $0) }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the bytes aren't JSON, or not of this type.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try unsafe bytes.withUnsafeBytes { unsafe try decode(type, from: $0) }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - string: JSON.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the string isn't JSON, or not of this type.
  public func decode<Value: Decodable>(_ type: Value.Type, from string: String) throws -> Value {
    var string = string
    return try string.withUTF8 {
      unsafe try decode(type, from: UnsafeRawBufferPointer($0))
    }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8. Nothing refers to the buffer when the call returns.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the bytes aren't JSON, or not of this type.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer
  ) throws -> Value {
    let options = options.withLock { $0 }
    var document = idle.take(for: options)
    let result = unsafe Self.decode(type, from: bytes, in: document)
    // Whoever keeps a decoder or a container goes on with the document; others get a new one.
    let isShared = !isKnownUniquelyReferenced(&document)
    if !document.keepIfEscaped(isShared: isShared) {
      document.unload()
      idle.give(document)
    }
    return try result.get()
  }

  @inline(never) private static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer,
    in document: Document
  ) -> Result<Value, any Error> {
    do {
      unsafe try document.load(Source(borrowing: bytes))
    } catch {
      return .failure(document.error(for: error))
    }
    return Result { try document.index.decode(type, at: 0) }.mapError { document.located($0) }
  }
}
