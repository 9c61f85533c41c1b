public import Foundation
public import Medley

/// Decodes JSON: the same types as `JSONDecoder`, several times faster.
///
/// ```swift
/// let decoder = PolymorphicJSONDecoder(media)
/// let feed = try decoder.decode([Polymorphic<any Media>].self, from: data)
/// ```
///
/// Every `Decodable` type works as it is. Values are equal to those of `JSONDecoder`, and errors
/// have the same kind and coding path; the article *Differences from JSONDecoder* lists the few
/// exceptions. Errors also know their line and column: `DecodingError.jsonLocation`.
///
/// One decoder may be used from many threads at once. It is a class, as `JSONDecoder` is, so that
/// what is set on a shared decoder holds for all who share it: from the next call on, never for one
/// at work. It keeps what it learns of the types that it decodes, so that it pays to keep it.
public final class PolymorphicJSONDecoder: Sendable {
  private let options = Lock(DecodingOptions())
  let idle = DocumentPool()

  /// Creates a decoder that knows some registries.
  ///
  /// ```swift
  /// let decoder = PolymorphicJSONDecoder(media, payments)
  /// ```
  ///
  /// - Parameter registries: The registries, each for another base; of two for the same base, the
  ///   last holds. ``userInfo`` takes others afterwards.
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
  ///
  /// ```swift
  /// decoder.userInfo.register(payments)
  /// decoder.userInfo[.locale] = Locale(identifier: "de")
  /// ```
  ///
  /// It is read and set as a whole: of two threads that change it at once, one may win.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set { $0.userInfo = newValue } }
  }

  /// How keys are converted before they are compared with those of a type.
  ///
  /// Keys of dictionaries with `String` as their key are data, and never converted.
  ///
  /// ```swift
  /// decoder.keyDecodingStrategy = .convertFromSnakeCase  // "image_url" is imageUrl
  /// ```
  ///
  /// - Complexity: With a strategy, each object costs a table of its keys, as with `JSONDecoder`.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    get { get(\.keys) }
    set { set { $0.keys = newValue } }
  }

  /// How dates are decoded.
  ///
  /// No strategy is asked about null, which is a value that isn't there.
  ///
  /// ```swift
  /// decoder.dateDecodingStrategy = .iso8601
  /// ```
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    get { get(\.dates) }
    set { set { $0.dates = newValue } }
  }

  /// How data is decoded.
  ///
  /// ```swift
  /// decoder.dataDecodingStrategy = .deferredToData  // an array of bytes
  /// ```
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
    get { get(\.data) }
    set { set { $0.data = newValue } }
  }

  /// How floating-point numbers are decoded that JSON has no form for.
  ///
  /// ```swift
  /// decoder.nonConformingFloatDecodingStrategy = .convertFromString(
  ///   positiveInfinity: "inf",
  ///   negativeInfinity: "-inf",
  ///   nan: "nan"
  /// )
  /// ```
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { set { $0.floats = newValue } }
  }

  /// How deep arrays and objects may be nested; 512 unless it is set, as with `JSONDecoder`.
  ///
  /// ```swift
  /// decoder.depthLimit = 2
  /// _ = try decoder.decode([[Int]].self, from: "[[1], [2]]")
  /// _ = try decoder.decode([[[Int]]].self, from: "[[[1]]]")  // throws DecodingError.dataCorrupted
  /// ```
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

  /// Decodes a value from data.
  ///
  /// ```swift
  /// let feed = try decoder.decode(Feed.self, from: data)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try unsafe data.withUnsafeBytes { unsafe try decode(type, from: $0) }
  }

  /// Decodes a value from an array of bytes.
  ///
  /// ```swift
  /// let feed = try decoder.decode(Feed.self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8, with or without a byte order mark.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try unsafe bytes.withUnsafeBytes { unsafe try decode(type, from: $0) }
  }

  /// Decodes a value from a string.
  ///
  /// ```swift
  /// let numbers = try decoder.decode([Int].self, from: "[1, 2]")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - string: JSON.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from string: String) throws -> Value {
    var string = string
    return try string.withUTF8 {
      unsafe try decode(type, from: UnsafeRawBufferPointer($0))
    }
  }

  /// Decodes a value from a buffer.
  ///
  /// ```swift
  /// let feed = try file.withUnsafeBytes { try decoder.decode(Feed.self, from: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8, with or without a byte order mark. Nothing refers to the buffer when
  ///     the call returns: what is kept of it is a copy.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer
  ) throws -> Value {
    try unsafe withDocument(bytes) { document in try document.index.decode(type, at: 0) }
  }

  /// Loads a document, and calls a function with it.
  func withDocument<Value>(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    let options = options.withLock { $0 }
    var document = idle.take(for: options)
    let result = unsafe Self.load(bytes, in: document, body)
    // Whoever keeps a decoder or a container goes on with the document; others get a new one.
    let held = document.index.endCall()
    let isShared = !isKnownUniquelyReferenced(&document)
    document.keep(hasEscaped: isShared || !held.isEmpty)
    if !held.isEmpty {
      idle.keep(document, for: held)
    } else if !isShared {
      document.unload()
      idle.give(document)
    }
    return try result.get()
  }

  @inline(never) private static func load<Value>(
    _ bytes: UnsafeRawBufferPointer,
    in document: Document,
    _ body: (Document) throws -> Value
  ) -> Result<Value, any Error> {
    do {
      unsafe try document.load(Source(borrowing: bytes))
    } catch {
      return .failure(document.error(for: error))
    }
    return Result {
      try DecodingReport.collectingCall(for: document.userInfo) { try body(document) }
    }
    .mapError { error in (error as? DecodingError).map { document.located($0) } ?? error }
  }
}
