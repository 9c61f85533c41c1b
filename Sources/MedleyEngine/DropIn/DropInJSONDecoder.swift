public import Foundation

/// A `JSONDecoder` that runs the engine, for libraries that take or return that class.
///
/// ```swift
/// let client = APIClient(decoder: DropInJSONDecoder())
/// ```
///
/// It decodes the same values as `JSONDecoder`, several times faster. Errors have the same kind and
/// coding path, and a line and a column: `DecodingError.jsonError`. The strategies and the
/// `userInfo` of the superclass apply, also if they are set later:
///
/// ```swift
/// let decoder: JSONDecoder = DropInJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let feed = try decoder.decode(Feed.self, from: data)
/// ```
///
/// Other text is refused as RFC 8259 demands, also where no type reads it: an invalid escape, a control
/// character in a string, and bytes that aren't UTF-8. `JSONDecoder` checks a value when it is read.
///
/// With `allowsJSON5` or `assumesTopLevelDictionary`, Foundation's own decoder decodes. Elements of a
/// registry decode fast as well where MedleyJSON is linked.
///
/// You can use one decoder from several threads, and change it meanwhile: a call uses the settings
/// that it begins with.
public final class DropInJSONDecoder: JSONDecoder, @unchecked Sendable {
  // Sound, as it can be sent: the superclass locks its settings, and the snapshot is behind a lock.
  private let settings = SettingsSnapshot<CallOptions>()

  /// Creates a decoder with the strategies of `JSONDecoder()`.
  ///
  /// ```swift
  /// let decoder: JSONDecoder = DropInJSONDecoder()
  /// ```
  override public init() {
    super.init()
  }

  // MARK: - Options

  /// The strategy that decodes dates; see `JSONDecoder`.
  override public var dateDecodingStrategy: DateDecodingStrategy { didSet { settings.forget() } }

  /// The strategy that decodes data; see `JSONDecoder`.
  override public var dataDecodingStrategy: DataDecodingStrategy { didSet { settings.forget() } }

  /// The strategy that decodes infinity and NaN; see `JSONDecoder`.
  override public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    didSet { settings.forget() }
  }

  /// The strategy that converts keys; see `JSONDecoder`.
  ///
  /// The function of a `.custom` strategy must depend on nothing but the path, since its results are
  /// cached in a call.
  override public var keyDecodingStrategy: KeyDecodingStrategy { didSet { settings.forget() } }

  /// The user information for the decoded types, including registries.
  override public var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { settings.forget() }
  }

  private var call: CallOptions {
    settings.current {
      var options = DecodingOptions(userInfo: UserInfo(userInfo))
      options.keys = keyDecodingStrategy
      options.dates = dateDecodingStrategy
      options.data = dataDecodingStrategy
      options.floats = nonConformingFloatDecodingStrategy
      // As `JSONDecoder`, whatever its settings.
      options.allowsTrailingCommas = true
      return CallOptions(options)
    }
  }

  /// Whether the settings ask for a text that isn't JSON.
  private var readsOtherText: Bool {
    guard #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) else { return false }
    return allowsJSON5 || assumesTopLevelDictionary
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
  override public func decode<Value: Decodable>(
    _ type: Value.Type,
    from data: Data
  ) throws -> Value {
    if readsOtherText { return try super.decode(type, from: data) }
    return try withDocument(data) { try $0.index.anyDecode(type, at: 0) }
  }

  /// Decodes a value with a configuration.
  ///
  /// ```swift
  /// let feed = try decoder.decode(
  ///   Feed.self, from: data, configuration: .archive)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  ///   - configuration: The configuration for the initialiser of the value.
  /// - Returns: The value.
  /// - Throws: The same errors as ``decode(_:from:)``.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  override public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type,
    from data: Data,
    configuration: Value.DecodingConfiguration
  ) throws -> Value {
    if readsOtherText {
      return try super.decode(type, from: data, configuration: configuration)
    }
    return try withDocument(data) {
      try type.init(from: $0.index.decoder(at: 0), configuration: configuration)
    }
  }

  private func withDocument<Value>(
    _ data: Data,
    _ body: (Document) throws -> Value
  ) throws -> Value {
    try data.withBytes { try Document.pool.withDocument($0, for: call, body) }
  }
}
