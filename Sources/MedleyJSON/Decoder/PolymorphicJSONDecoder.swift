public import Foundation
public import Medley
import MedleyBase
package import MedleyEngine

#if canImport(Combine)
public import Combine
#endif

/// A JSON decoder for the same types as `JSONDecoder`, several times faster.
///
/// ```swift
/// let decoder = PolymorphicJSONDecoder(media)
/// let feed = try decoder.decode(
///   [Polymorphic<any Media>].self, from: data)
/// ```
///
/// It works with every `Decodable` type. Values are equal to those of `JSONDecoder`, and errors
/// have the same kind and coding path; <doc:JSONDecoderDifferences> lists the exceptions. Errors
/// also have a line and a column: `DecodingError.jsonError`.
///
/// You can use one decoder from several threads. It is a class, as `JSONDecoder` is, so that
/// settings apply to everything that shares it, from the next call on. A decoder for each call costs
/// little, because all decoders share their caches of types.
public final class PolymorphicJSONDecoder: Sendable {
  private let options: Lock<CallOptions>
  package let pool: DocumentPool

  /// Creates a decoder with registries.
  ///
  /// ```swift
  /// let decoder = PolymorphicJSONDecoder(media, payments)
  /// ```
  ///
  /// - Parameter registries: The registries. Of two for the same base, the last is used. Add others
  ///   to ``userInfo`` later.
  public convenience init<each Base>(_ registries: repeat PolymorphicRegistry<each Base>) {
    self.init(alone: false, repeat each registries)
  }

  /// Creates a decoder that shares nothing with others, so that tests can count what it reuses.
  package init<each Base>(
    alone: Bool,
    _ registries: repeat PolymorphicRegistry<each Base>
  ) {
    var registered = RegistryScope()
    for registry in repeat each registries { registered = registered.inserting(registry) }
    options = Lock(.standard(with: registered))
    pool = alone ? DocumentPool() : Document.pool
  }

  func setOption(_ change: @Sendable (inout DecodingOptions) -> Void) {
    // Released without the lock: a value of the app in it may use this object when it goes.
    _ = options.withLock { snapshot in
      var options = snapshot.options
      change(&options)
      defer { snapshot = CallOptions(options) }
      return snapshot
    }
  }

  /// The settings that the next call uses.
  package var nextCall: CallOptions { options.withLock { $0 } }

  /// The collector that receives the issues of the next call.
  package var collector: DecodingReport.Collector? {
    Document.collector(nextCall.options.userInfo)
  }

  // MARK: - Options

  /// The user information for the decoded types, including registries.
  ///
  /// ```swift
  /// decoder.userInfo.register(payments)
  /// decoder.userInfo[.locale] = Locale(identifier: "de")
  /// ```
  ///
  /// It is read and set as a whole, so concurrent changes can overwrite each other.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { nextCall.options.userInfo.sendable }
    set { setOption { $0.userInfo = UserInfo(newValue) } }
  }

  /// The strategy that converts keys before they are compared with those of a type.
  ///
  /// Keys of dictionaries with `String` keys are data and aren't converted.
  ///
  /// ```swift
  /// // "image_url" is imageUrl
  /// decoder.keyDecodingStrategy = .convertFromSnakeCase
  /// ```
  ///
  /// The function of a `.custom` strategy must depend on nothing but the path. It is called once in
  /// a decode call for each name at each depth; only if it reads keys above the last one, it is
  /// called for each object.
  ///
  /// - Complexity: With a `.custom` strategy, each object needs a list of its keys.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    get { nextCall.options.keys }
    set { setOption { $0.keys = newValue } }
  }

  /// The strategy that decodes dates.
  ///
  /// It isn't used for null, which is an absent value.
  ///
  /// ```swift
  /// decoder.dateDecodingStrategy = .iso8601
  /// ```
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    get { nextCall.options.dates }
    set { setOption { $0.dates = newValue } }
  }

  /// The strategy that decodes data.
  ///
  /// ```swift
  /// decoder.dataDecodingStrategy = .deferredToData  // an array of bytes
  /// ```
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
    get { nextCall.options.data }
    set { setOption { $0.data = newValue } }
  }

  /// The strategy that decodes infinity and NaN, which JSON can't express.
  ///
  /// ```swift
  /// decoder.nonConformingFloatDecodingStrategy = .convertFromString(
  ///   positiveInfinity: "inf",
  ///   negativeInfinity: "-inf",
  ///   nan: "nan"
  /// )
  /// ```
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get { nextCall.options.floats }
    set { setOption { $0.floats = newValue } }
  }

  /// The limit for the nesting of arrays and objects; by default 512, as with `JSONDecoder`.
  ///
  /// ```swift
  /// decoder.depthLimit = 2
  /// _ = try decoder.decode([[Int]].self, from: "[[1], [2]]")
  /// // throws DecodingError.dataCorrupted:
  /// _ = try decoder.decode([[[Int]]].self, from: "[[[1]]]")
  /// ```
  ///
  /// The depth of the text isn't limited, but a recursive type uses stack for each level, and a
  /// stack overflow can't be caught. The value is therefore clamped between 0, which allows only
  /// scalars, and 2,048. Use a lower value on threads with small stacks, such as the 512 KB of the
  /// threads on which Apple's systems run tasks.
  public var depthLimit: Int {
    get { nextCall.options.depthLimit }
    set { setOption { $0.depthLimit = min(max(newValue, 0), DecodingOptions.largestDepthLimit) } }
  }

  /// Whether the errors of this decoder have an excerpt of the text around their place; by default,
  /// true.
  ///
  /// An excerpt is text from the payload, 40 bytes on each side. Turn it off where errors are logged
  /// as they are:
  ///
  /// ```swift
  /// decoder.includesExcerpts = false
  /// ```
  ///
  /// Lines and columns stay. `redactedDescription` of an error never has an excerpt.
  public var includesExcerpts: Bool {
    get { nextCall.options.includesExcerpts }
    set { setOption { $0.includesExcerpts = newValue } }
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
  ///   - data: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try data.withBytes { try decode(type, from: $0) }
  }

  /// Decodes a value from an array of bytes.
  ///
  /// ```swift
  /// let feed = try decoder.decode(Feed.self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try bytes.withBytes { try decode(type, from: $0) }
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
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from string: String) throws -> Value {
    try string.withBytes { bytes in
      // In a string, a NUL is a character, and doesn't show another encoding.
      try pool.withUTF8Document(bytes, for: nextCall) { try $0.index.decode(type, at: 0) }
    }
  }

  /// Decodes a value from a buffer.
  ///
  /// ```swift
  /// let feed = try file.withUnsafeBytes {
  ///   try decoder.decode(Feed.self, from: $0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark. The buffer isn't
  ///     retained after the call; kept elements are copies.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer
  ) throws -> Value {
    try decode(type, from: unsafe Bytes(bytes))
  }
}

// MARK: - Loading documents

extension PolymorphicJSONDecoder {
  private func decode<Value: Decodable>(_ type: Value.Type, from bytes: Bytes) throws -> Value {
    try withDocument(bytes) { document in try document.index.decode(type, at: 0) }
  }

  /// Loads a document in any encoding, and calls a function with it; see `DocumentPool`.
  package func withDocument<Value>(
    _ bytes: Bytes,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    try pool.withDocument(bytes, for: nextCall, body)
  }
}

// MARK: - Showing

extension PolymorphicJSONDecoder: CustomReflectable {
  /// A mirror of settings: what stores them has addresses, which differ from run to run.
  public var customMirror: Mirror { mirror(userInfo, depthLimit) }
}

extension CustomReflectable {
  /// Returns the mirror of a coder with settings.
  @inline(never) func mirror(
    _ userInfo: [CodingUserInfoKey: any Sendable],
    _ depthLimit: Int
  ) -> Mirror {
    var names: [String] = []
    for key in userInfo.keys { names.append(key.rawValue) }
    return Mirror(
      self,
      children: ["userInfo": names.inOrder, "depthLimit": depthLimit],
      displayStyle: .class
    )
  }
}

// MARK: - Releasing memory

extension PolymorphicJSONDecoder {
  /// Releases the memory that decoders keep for the next calls.
  ///
  /// All decoders share caches of types, and the memory of at most eight documents, up to 12 MB
  /// each. Call this when memory is low:
  ///
  /// ```swift
  /// func applicationDidReceiveMemoryWarning(
  ///   _ application: UIApplication
  /// ) {
  ///   PolymorphicJSONDecoder.releaseMemory()
  /// }
  /// ```
  ///
  /// The next call with each type takes as long as the first one.
  public static func releaseMemory() {
    Document.pool.release()
    CallOptions.last.exchange(nil)
  }
}

// MARK: - Decoding with a configuration

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension PolymorphicJSONDecoder {
  /// Decodes a value with a configuration.
  ///
  /// ```swift
  /// let feed = try decoder.decode(
  ///   Feed.self, from: data, configuration: .archive)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - configuration: The configuration for the initialiser of the value.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type,
    from data: Data,
    configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try data.withBytes {
      try withDocument($0) {
        try type.init(from: $0.index.decoder(at: 0), configuration: configuration)
      }
    }
  }

  /// Decodes a value with the configuration of a provider.
  ///
  /// ```swift
  /// let feed = try decoder.decode(
  ///   Feed.self, from: data, configuration: Archive.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - provider: The type with the configuration for the initialiser of the value.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type,
    from data: Data,
    configuration provider: Provider.Type
  ) throws -> Value where Provider.DecodingConfiguration == Value.DecodingConfiguration {
    try decode(type, from: data, configuration: provider.decodingConfiguration)
  }
}

// MARK: - Taking the place of JSONDecoder

extension PolymorphicJSONDecoder {
  /// The strategies for dates, which are those of `JSONDecoder`.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy

  /// The strategies for data, which are those of `JSONDecoder`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy

  /// The strategies for keys, which are those of `JSONDecoder`.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// The strategies for infinity and NaN, which are those of `JSONDecoder`.
  public typealias NonConformingFloatDecodingStrategy =
    JSONDecoder.NonConformingFloatDecodingStrategy

  /// Whether a comma may follow the last element of an array and the last member of an object.
  ///
  /// It is false by default, as RFC 8259 demands. `JSONDecoder` always takes such commas.
  ///
  /// ```swift
  /// decoder.allowsTrailingCommas = true
  /// let numbers = try decoder.decode([Int].self, from: "[1, 2,]")
  /// ```
  ///
  /// A comma alone, `[,]`, and two commas are errors all the same. An unknown element is kept
  /// without these commas, so that what is encoded again is valid JSON.
  public var allowsTrailingCommas: Bool {
    get { nextCall.options.allowsTrailingCommas }
    set { setOption { $0.allowsTrailingCommas = newValue } }
  }

  /// Unavailable: this decoder reads no JSON5.
  @available(
    *,
    unavailable,
    message: "PolymorphicJSONDecoder reads JSON as RFC 8259 defines it: use JSONDecoder for JSON5"
  )
  public var allowsJSON5: Bool {
    get { false }
    set {}
  }

  /// Unavailable: this decoder reads no members without an object around them.
  @available(
    *,
    unavailable,
    message: "PolymorphicJSONDecoder needs the braces: use JSONDecoder for a document without them"
  )
  public var assumesTopLevelDictionary: Bool {
    get { false }
    set {}
  }
}

#if canImport(Combine)
extension PolymorphicJSONDecoder: TopLevelDecoder {
  /// What Combine's `decode(type:decoder:)` decodes from.
  public typealias Input = Data
}
#endif
