public import Foundation

/// A `JSONEncoder` that runs the engine, for libraries that take or return that class.
///
/// ```swift
/// let client = APIClient(encoder: DropInJSONEncoder())
/// ```
///
/// It encodes the same documents as `JSONEncoder`, several times faster. With `sortedKeys`, the bytes of
/// plain types are the same; without, members are in the order in which a type encodes them. Where
/// MedleyJSON is linked, an unknown element that the engine decoded is written as the bytes that came,
/// also with `sortedKeys`. [Differences from JSONEncoder](doc:/MedleyJSON/JSONEncoderDifferences) lists
/// the other exceptions.
///
/// The strategies, the format and the `userInfo` of the superclass apply, also if they are set later:
///
/// ```swift
/// let encoder: JSONEncoder = DropInJSONEncoder()
/// encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
/// let data = try encoder.encode(feed)
/// ```
///
/// You can use one encoder from several threads, and change it meanwhile: a call uses the settings
/// that it begins with.
public final class DropInJSONEncoder: JSONEncoder, @unchecked Sendable {
  // Sound, as it can be sent: the superclass locks its settings, and the snapshot is behind a lock.
  private let settings = SettingsSnapshot<EncodingCallOptions>()

  /// Creates an encoder with the strategies of `JSONEncoder()`.
  ///
  /// ```swift
  /// let encoder: JSONEncoder = DropInJSONEncoder()
  /// ```
  override public init() {
    super.init()
  }

  // MARK: - Options

  /// The format of the output; see `JSONEncoder`.
  override public var outputFormatting: OutputFormatting { didSet { settings.forget() } }

  /// The strategy that encodes dates; see `JSONEncoder`.
  override public var dateEncodingStrategy: DateEncodingStrategy { didSet { settings.forget() } }

  /// The strategy that encodes data; see `JSONEncoder`.
  override public var dataEncodingStrategy: DataEncodingStrategy { didSet { settings.forget() } }

  /// The strategy that encodes infinity and NaN; see `JSONEncoder`.
  override public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    didSet { settings.forget() }
  }

  /// The strategy that converts keys; see `JSONEncoder`.
  override public var keyEncodingStrategy: KeyEncodingStrategy { didSet { settings.forget() } }

  /// The user information for the encoded types, including registries.
  override public var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { settings.forget() }
  }

  private var call: EncodingCallOptions {
    settings.current {
      var options = EncodingOptions(userInfo: UserInfo(userInfo))
      options.format = outputFormatting
      options.keys = keyEncodingStrategy
      options.dates = dateEncodingStrategy
      options.data = dataEncodingStrategy
      options.floats = nonConformingFloatEncodingStrategy
      return EncodingCallOptions(options)
    }
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
  override public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try data { try $0.encode(value) }
  }

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
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  override public func encode<Value: EncodableWithConfiguration>(
    _ value: Value,
    configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try data { output in
      try output.encode(value) {
        try value.encode(to: $0, configuration: configuration)
      }
    }
  }

  @inline(never) private func data(_ encode: (Output) throws -> Void) throws -> Data {
    try Output.pool.withOutput(for: call, encode) { $0.makeData() }
  }
}
