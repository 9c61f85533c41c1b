public import Foundation
public import Medley
import MedleyBase
import MedleyBeside
package import MedleyEngine

#if canImport(Combine)
public import Combine
#endif

/// A JSON encoder for the same types as `JSONEncoder`, several times faster.
///
/// ```swift
/// let encoder = PolymorphicJSONEncoder(media)
/// let data = try encoder.encode(feed)
/// ```
///
/// It works with every `Encodable` type. With `sortedKeys`, the output is the same as that of
/// `JSONEncoder`, byte for byte. Without it, members are in the order in which the type encodes
/// them, and the tag of an element is first. <doc:JSONEncoderDifferences> lists the exceptions.
///
/// You can use one encoder from several threads. It is a class, as `JSONEncoder` is, so that
/// settings apply to everything that shares it, from the next call on. An encoder for each call
/// costs little, because all encoders share their caches of types.
public final class PolymorphicJSONEncoder: Sendable {
  private let options: Lock<EncodingCallOptions>
  package let pool: OutputPool

  /// Creates an encoder with registries.
  ///
  /// ```swift
  /// let encoder = PolymorphicJSONEncoder(media, payments)
  /// ```
  ///
  /// - Parameter registries: The registries. Of two for the same base, the last is used. Add others
  ///   to ``userInfo`` later.
  public init<each Base>(_ registries: repeat PolymorphicRegistry<each Base>) {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    repeat userInfo.register(each registries)
    options = Lock(
      userInfo.isEmpty
        ? .standard : EncodingCallOptions(EncodingOptions(userInfo: UserInfo(userInfo)))
    )
    pool = MedleyEngine.Output.pool
  }

  /// Creates an encoder that shares nothing with others, so that tests can count what it reuses.
  package init(alone: Bool) {
    options = Lock(.standard)
    pool = alone ? OutputPool() : MedleyEngine.Output.pool
  }

  /// The settings that the next call uses.
  private var nextCall: EncodingCallOptions { options.withLock { $0 } }

  private func set(_ change: @Sendable (inout EncodingOptions) -> Void) {
    // Released without the lock: a value of the app in it may use this object when it goes.
    _ = options.withLock { snapshot in
      var options = snapshot.options
      change(&options)
      defer { snapshot = EncodingCallOptions(options) }
      return snapshot
    }
  }

  // MARK: - Options

  /// The user information for the encoded types, including registries.
  ///
  /// ```swift
  /// encoder.userInfo.register(payments)
  /// ```
  ///
  /// It is read and set as a whole, so concurrent changes can overwrite each other.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { nextCall.options.userInfo.sendable }
    set { set { $0.userInfo = UserInfo(newValue) } }
  }

  /// The format of the output: sorted keys, indentation, and slashes without escapes.
  ///
  /// ```swift
  /// encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  /// ```
  ///
  /// - Complexity: Sorting and indenting take another pass over the document.
  public var outputFormatting: OutputFormatting {
    get { nextCall.options.format }
    set { set { $0.format = newValue } }
  }

  /// The strategy that converts the keys of types before they are written.
  ///
  /// Keys of dictionaries that are strings or integers are data and aren't converted.
  ///
  /// ```swift
  /// // imageURL is "image_url"
  /// encoder.keyEncodingStrategy = .convertToSnakeCase
  /// ```
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { nextCall.options.keys }
    set { set { $0.keys = newValue } }
  }

  /// The strategy that encodes dates.
  ///
  /// ```swift
  /// encoder.dateEncodingStrategy = .iso8601
  /// ```
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { nextCall.options.dates }
    set { set { $0.dates = newValue } }
  }

  /// The strategy that encodes data.
  ///
  /// ```swift
  /// encoder.dataEncodingStrategy = .deferredToData  // an array of bytes
  /// ```
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { nextCall.options.data }
    set { set { $0.data = newValue } }
  }

  /// The strategy that encodes infinity and NaN, which JSON can't express.
  ///
  /// ```swift
  /// encoder.nonConformingFloatEncodingStrategy = .convertToString(
  ///   positiveInfinity: "inf",
  ///   negativeInfinity: "-inf",
  ///   nan: "nan"
  /// )
  /// ```
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { nextCall.options.floats }
    set { set { $0.floats = newValue } }
  }

  /// The limit for the nesting of arrays and objects; by default 512, as decoders accept.
  ///
  /// ```swift
  /// encoder.depthLimit = 2
  /// _ = try encoder.encode([[1], [2]])
  /// _ = try encoder.encode([[[1]]])  // throws EncodingError.invalidValue
  /// ```
  ///
  /// A type that encodes itself again uses stack for each level, and a stack overflow can't be
  /// caught. The value is therefore clamped between 0, which allows only scalars, and 2,048. Use a
  /// lower value on threads with small stacks.
  public var depthLimit: Int {
    get { nextCall.options.depthLimit }
    set { set { $0.depthLimit = min(max(newValue, 0), DecodingOptions.largestDepthLimit) } }
  }

  // MARK: - Encoding

  /// Encodes a value as data.
  ///
  /// ```swift
  /// let data = try encoder.encode(feed)
  /// ```
  ///
  /// - Parameter value: The value.
  /// - Returns: JSON in UTF-8.
  /// - Throws: `EncodingError.invalidValue` for a number that JSON can't express, for a value that
  ///   encodes nothing or is nested too deeply, or what the type throws.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try data { try $0.encode(value) }
  }

  /// Encodes a value and appends the document to a collection of bytes.
  ///
  /// ```swift
  /// var bytes: [UInt8] = []
  /// for event in events {
  ///   try encoder.encode(event, into: &bytes)
  ///   bytes.append(UInt8(ascii: "\n"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bytes: The bytes to append to. They don't change if the value can't be encoded.
  /// - Throws: The same errors as ``encode(_:)``.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func encode<Value: Encodable, Bytes: RangeReplaceableCollection>(
    _ value: Value,
    into bytes: inout Bytes
  ) throws where Bytes.Element == UInt8 {
    try document(as: { unsafe bytes.append(contentsOf: $0.bytes) }, { try $0.encode(value) })
  }

  /// Encodes a value, and appends the document to an array.
  ///
  /// Generic code for appending to any collection takes longer.
  package func append(_ value: some Encodable, to bytes: inout [UInt8]) throws {
    try document(as: { $0.append(to: &bytes) }, { try $0.encode(value) })
  }

  private func data(_ encode: (MedleyEngine.Output) throws -> Void) throws -> Data {
    try document(as: { $0.makeData() }, encode)
  }

  /// Encodes a value by a function, and returns what another one makes of the document.
  ///
  /// On Apple's systems, `Output` alone is that of Combine's `TopLevelEncoder`.
  private func document<Result>(
    as make: (MedleyEngine.Output) -> Result,
    _ encode: (MedleyEngine.Output) throws -> Void
  ) throws -> Result {
    try pool.withOutput(for: nextCall, encode, make)
  }
}

// MARK: - Encoding with a configuration

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension PolymorphicJSONEncoder {
  /// Encodes a value with a configuration.
  ///
  /// ```swift
  /// let data = try encoder.encode(feed, configuration: .archive)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - configuration: The configuration for the `encode(to:configuration:)` of the value.
  /// - Returns: JSON in UTF-8.
  /// - Throws: The same errors as ``encode(_:)``.
  public func encode<Value: EncodableWithConfiguration>(
    _ value: Value,
    configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try data { output in
      try output.encode(value) { try value.encode(to: $0, configuration: configuration) }
    }
  }

  /// Encodes a value with the configuration of a provider.
  ///
  /// ```swift
  /// let data = try encoder.encode(feed, configuration: Archive.self)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - provider: The type with the configuration for the `encode(to:configuration:)` of the value.
  /// - Returns: JSON in UTF-8.
  /// - Throws: The same errors as ``encode(_:)``.
  public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
    _ value: Value,
    configuration provider: Provider.Type
  ) throws -> Data where Provider.EncodingConfiguration == Value.EncodingConfiguration {
    try encode(value, configuration: provider.encodingConfiguration)
  }
}

// MARK: - Showing

extension PolymorphicJSONEncoder: CustomReflectable {
  /// A mirror of settings: what stores them has addresses, which differ from run to run.
  public var customMirror: Mirror { mirror(userInfo, depthLimit) }
}

// MARK: - Releasing memory

extension PolymorphicJSONEncoder {
  /// Releases the memory that encoders keep for the next calls.
  ///
  /// All encoders share caches of types, and the memory of at most eight documents, up to 1 MB each.
  /// Call this when memory is low, as ``PolymorphicJSONDecoder/releaseMemory()``:
  ///
  /// ```swift
  /// PolymorphicJSONEncoder.releaseMemory()
  /// ```
  ///
  /// The next call with each type takes as long as the first one.
  public static func releaseMemory() {
    MedleyEngine.Output.pool.release()
  }
}

// MARK: - Taking the place of JSONEncoder

extension PolymorphicJSONEncoder {
  /// The format of the output, which is that of `JSONEncoder`.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting

  /// The strategies for dates, which are those of `JSONEncoder`.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy

  /// The strategies for data, which are those of `JSONEncoder`.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy

  /// The strategies for infinity and NaN, which are those of `JSONEncoder`.
  public typealias NonConformingFloatEncodingStrategy =
    JSONEncoder.NonConformingFloatEncodingStrategy

  /// The strategies for keys, which are those of `JSONEncoder`.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
}

#if canImport(Combine)
extension PolymorphicJSONEncoder: TopLevelEncoder {
  /// What Combine's `encode(encoder:)` encodes to.
  public typealias Output = Data
}
#endif

// MARK: - Encoding with the tag beside the document

extension PolymorphicJSONEncoder {
  /// Encodes an element without its tag, which it returns beside the body.
  ///
  /// ```swift
  /// let (tag, body) = try encoder.encodeTagged(event)
  /// ```
  ///
  /// - Parameter element: A `Polymorphic` element, or a value of an enum with a registry.
  /// - Returns: The tag, and the JSON of the payload alone. An unknown element has the tag that it came
  ///   with.
  /// - Throws: The same errors as ``encode(_:)``, and `EncodingError` for an unknown element without a
  ///   tag.
  /// - Complexity: O(*n*), where *n* is the length of the body.
  public func encodeTagged<Element: TaggedEncodable>(
    _ element: Element
  ) throws -> (tag: TypeTag, body: Data) {
    try encodeTagged(element) { $0.makeData() }
  }

  /// Encodes an element without its tag, and appends the body to an array.
  ///
  /// - Returns: The tag.
  package func appendTagged(
    _ element: some TaggedEncodable,
    to bytes: inout [UInt8]
  ) throws -> TypeTag {
    try encodeTagged(element) { $0.append(to: &bytes) }.tag
  }

  private func encodeTagged<Element: TaggedEncodable, Body>(
    _ element: Element,
    _ body: (MedleyEngine.Output) -> Body
  ) throws -> (tag: TypeTag, body: Body) {
    // The body may be the first value that is encoded.
    MedleyEncoders.registration
    var tag: TypeTag?
    let encoded = try document(as: body) { output in
      let leading = try output.encode(bodyOf: element) {
        tag = try ElementBody.encode(element, to: $0, by: element.encode(to:))
      }
      if let plain = leading as? PlainTag { tag = plain.tag }
    }
    if let tag { return (tag, encoded) }
    throw EncodingError.invalid(element, at: [], "The encoder encoded no body.")
  }
}
