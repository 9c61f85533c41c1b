import Foundation
import Medley

/// How a decoder decodes.
struct DecodingOptions: Sendable {
  var userInfo = UserInfo()
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var depthLimit = 512
  /// Types that hold themselves take 0.8 KB of stack for each level, in debug builds 2.4.
  static let largestDepthLimit = 2048

  var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }
}

/// The user information of a decoder, as it is set and as decoders show it.
///
/// It is safe to send: both forms have the same values, which can be sent.
struct UserInfo: @unchecked Sendable {
  let sendable: [CodingUserInfoKey: any Sendable]
  /// The same, converted once: that takes a copy of the dictionary.
  let values: [CodingUserInfoKey: Any]

  init() {
    sendable = [:]
    values = [:]
  }

  init(_ sendable: [CodingUserInfoKey: any Sendable]) {
    self.sendable = sendable
    values = sendable
  }
}

/// A snapshot of the options, which one decode call works with.
///
/// A class, so that a call copies a reference.
final class CallOptions: Sendable {
  let options: DecodingOptions
  let basis: LearningBasis
  /// The number of these options in the process.
  let version: Int

  private static let versions = Lock(0)

  /// The options of a decoder that nothing was set of.
  static let standard = CallOptions(DecodingOptions())

  init(_ options: DecodingOptions) {
    self.options = options
    basis = LearningBasis(options)
    version = Self.versions.withLock { versions in
      versions += 1
      return versions
    }
  }
}

/// The options that what a document learns of types depends on.
///
/// A document that served one decoder serves another if they agree in these.
struct LearningBasis: Equatable {
  private enum Keys: Equatable {
    case asWritten
    case fromSnakeCase
    /// By a function, which can't be compared.
    case custom
  }

  private let keys: Keys
  private let registries: RegistryScope

  init(_ options: DecodingOptions) {
    switch options.keys {
    case .useDefaultKeys: keys = .asWritten
    case .convertFromSnakeCase: keys = .fromSnakeCase
    case .custom: keys = .custom
    @unknown default: keys = .custom
    }
    registries = RegistryScope(options.userInfo.values) ?? RegistryScope()
  }

  static func == (lhs: LearningBasis, rhs: LearningBasis) -> Bool {
    lhs.keys == rhs.keys && lhs.keys != .custom && lhs.registries == rhs.registries
  }
}
