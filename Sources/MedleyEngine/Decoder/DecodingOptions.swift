package import Foundation

/// The settings of a decoder.
package struct DecodingOptions: Sendable {
  package var userInfo: UserInfo
  package var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  package var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  package var data = JSONDecoder.DataDecodingStrategy.base64
  package var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  package var depthLimit = 512
  package var allowsTrailingCommas = false
  package var includesExcerpts = true

  package init(userInfo: UserInfo = .none) {
    self.userInfo = userInfo
  }

  /// Recursive types use 0.8 KB of stack for each level, in debug builds 2.4 KB.
  package static let largestDepthLimit = 2048

  package var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }

  var convertsFromSnakeCase: Bool {
    if case .convertFromSnakeCase = keys { true } else { false }
  }

  /// Whether a strategy reads infinity and NaN from strings.
  package var convertsFloats: Bool {
    if case .throw = floats { false } else { true }
  }

  /// Whether the converted name of a key depends on the key alone, so that it can be cached.
  var keepsKeys: Bool { !convertsKeys || convertsFromSnakeCase }
}

/// A snapshot of the settings, which one decode call uses.
///
/// It is a class, so that a call copies one reference.
package final class CallOptions: Sendable {
  package let options: DecodingOptions
  package let basis: CacheBasis

  /// The default settings.
  package static let standard = CallOptions(DecodingOptions())

  /// Settings for a part of a document, or what was encoded, whose depth was limited before.
  package static let anyDepth: CallOptions = {
    var options = DecodingOptions()
    options.depthLimit = .max
    return CallOptions(options)
  }()

  package init(_ options: DecodingOptions) {
    self.options = options
    basis = CacheBasis(options)
  }
}

/// The settings that a document's caches of types depend on.
///
/// Decoders with the same ones share documents. It is a class, so that a document knows the snapshot
/// that it had last without keeping that.
package final class CacheBasis: Sendable {
  private let convertsFromSnakeCase: Bool
  /// Whether a function doesn't convert keys; functions can't be compared.
  private let keepsKeys: Bool
  /// What the plans of types depend on.
  package let scope: (any PlanScope)?

  init(_ options: DecodingOptions) {
    convertsFromSnakeCase = options.convertsFromSnakeCase
    keepsKeys = options.keepsKeys
    scope = options.userInfo.scope
  }

  /// Returns whether caches for these settings are those for others.
  func suits(_ other: CacheBasis) -> Bool {
    guard self !== other else { return true }
    guard keepsKeys, other.keepsKeys, convertsFromSnakeCase == other.convertsFromSnakeCase else {
      return false
    }
    guard let scope, let otherScope = other.scope else { return scope == nil && other.scope == nil }
    return scope.isEqual(to: otherScope)
  }
}
