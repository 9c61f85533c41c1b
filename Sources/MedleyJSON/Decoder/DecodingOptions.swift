import Foundation
import Medley

/// The settings of a decoder.
struct DecodingOptions: Sendable {
  var userInfo = UserInfo()
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var depthLimit = 512
  var allowsTrailingCommas = false
  var includesExcerpts = true
  /// Recursive types use 0.8 KB of stack for each level, in debug builds 2.4 KB.
  static let largestDepthLimit = 2048

  var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }

  var convertsFromSnakeCase: Bool {
    if case .convertFromSnakeCase = keys { true } else { false }
  }

  /// Whether a strategy reads infinity and NaN from strings.
  var convertsFloats: Bool {
    if case .throw = floats { false } else { true }
  }

  /// Whether the converted name of a key depends on the key alone, so that it can be cached.
  var keepsKeys: Bool { !convertsKeys || convertsFromSnakeCase }
}

/// The user information of a decoder, as an app sets it and as decoders return it.
///
/// It is safe to send, because both dictionaries have the same values, which are sendable. That of
/// another decoder isn't sent.
struct UserInfo: @unchecked Sendable {
  let sendable: [CodingUserInfoKey: any Sendable]
  /// The same values, converted once, because conversion copies the dictionary.
  let values: [CodingUserInfoKey: Any]
  /// Whether the values may be kept after the call.
  let isShareable: Bool
  /// The collector among the values, which calls don't search for.
  let collector: DecodingReport.Collector?

  init() {
    sendable = [:]
    values = [:]
    isShareable = true
    collector = nil
  }

  /// Creates the user information of another decoder, for a document that only its call uses.
  init(of decoder: any Decoder) {
    sendable = [:]
    values = decoder.userInfo
    isShareable = false
    collector = .find(in: values)
  }

  /// Creates user information with registries alone.
  init(_ registries: RegistryScope) {
    sendable = [RegistryScope.key: registries]
    values = [RegistryScope.key: registries]
    isShareable = true
    collector = nil
  }

  init(_ sendable: [CodingUserInfoKey: any Sendable]) {
    self.sendable = sendable
    values = sendable
    isShareable = true
    collector = .find(in: values)
  }
}

/// A snapshot of the settings, which one decode call uses.
///
/// It is a class, so that a call copies one reference.
final class CallOptions: Sendable {
  let options: DecodingOptions
  let basis: CacheBasis
  /// A number that no other snapshot in the process has.
  let version: Int

  private static let versions = Lock(0)

  /// The default settings.
  static let standard = CallOptions(DecodingOptions())

  convenience init(_ options: DecodingOptions) {
    let registries = RegistryScope(options.userInfo.values) ?? RegistryScope()
    self.init(options, CacheBasis(options, registries))
  }

  /// The default settings with the registries that were used last.
  private static let last = Lock<CallOptions?>(nil)

  /// Returns the default settings with registries.
  ///
  /// Programs that make a decoder for each call use the same registries each time, so these settings
  /// are kept: making and releasing them took 7,000 of 16,900 instructions of such a call.
  static func standard(with registries: RegistryScope) -> CallOptions {
    if registries.isEmpty { return standard }
    if let last = last.withLock({ $0 }), last.basis.registries == registries { return last }
    // Without looking for the registries in the user information.
    let options = DecodingOptions(userInfo: UserInfo(registries))
    let settings = CallOptions(options, CacheBasis(options, registries))
    last.exchange(settings)
    return settings
  }

  /// Releases the settings that are kept for the next decoder.
  static func releaseLast() {
    last.exchange(nil)
  }

  private init(_ options: DecodingOptions, _ basis: CacheBasis) {
    self.options = options
    self.basis = basis
    version = Self.versions.withLock { versions in
      versions += 1
      return versions
    }
  }
}

extension CallOptions: TextDecoding {
  package func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: SourceText
  ) throws -> Value {
    try decode(type, from: text, certainUntil: .max)
  }

  /// Decodes a value from a text whose last bytes may have been added to close it.
  func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: SourceText,
    certainUntil end: Int
  ) throws -> Value {
    let bytes = text.source.bytes(text.range)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe PolymorphicJSONDecoder(self).withDocument($0) { document in
        document.index.certainEnd = end
        document.textDecodedAgain = text
        defer { document.textDecodedAgain = nil }
        return try document.index.decode(type, at: 0)
      }
    }
  }
}

/// The settings that a document's caches of types depend on.
///
/// Decoders with the same ones share documents.
struct CacheBasis: Equatable {
  private enum Keys: Equatable {
    case asWritten
    case fromSnakeCase
    /// Converted by a function; functions can't be compared.
    case custom
  }

  private let keys: Keys
  let registries: RegistryScope

  init(_ options: DecodingOptions, _ registries: RegistryScope) {
    switch options.keys {
    case .useDefaultKeys: keys = .asWritten
    case .convertFromSnakeCase: keys = .fromSnakeCase
    case .custom: keys = .custom
    @unknown default: keys = .custom
    }
    self.registries = registries
  }

  static func == (lhs: CacheBasis, rhs: CacheBasis) -> Bool {
    lhs.keys == rhs.keys && lhs.keys != .custom && lhs.registries == rhs.registries
  }
}
