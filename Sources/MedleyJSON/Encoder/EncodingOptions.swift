import Foundation
import Medley

/// The settings of an encoder.
struct EncodingOptions: Sendable {
  var userInfo = UserInfo()
  var format: JSONEncoder.OutputFormatting = []
  var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
  var data = JSONEncoder.DataEncodingStrategy.base64
  var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  var depthLimit = 512

  var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }

  /// Whether the text of a key depends on the key alone, so that it can be cached.
  var keepsKeys: Bool {
    switch keys {
    case .useDefaultKeys, .convertToSnakeCase: true
    default: false
    }
  }

  var escapesSlashes: Bool { !format.contains(.withoutEscapingSlashes) }
}

/// A snapshot of the settings, which one encode call uses.
///
/// It is a class, so that a call copies one reference.
final class EncodingCallOptions: Sendable {
  let options: EncodingOptions
  /// The settings that cached keys depend on; nil if keys aren't cached.
  let basis: EncodingBasis?
  /// The registries in the user information.
  let registries: RegistryScope?

  /// The default settings.
  static let standard = EncodingCallOptions(EncodingOptions())

  init(_ options: EncodingOptions) {
    self.options = options
    basis = EncodingBasis(options)
    let values = options.userInfo.values
    registries = values.isEmpty ? nil : RegistryScope(values)
  }
}

/// The settings that the cached keys of a writer depend on.
///
/// Encoders with the same ones share writers.
struct EncodingBasis: Equatable {
  private let convertsToSnakeCase: Bool
  private let escapesSlashes: Bool

  init?(_ options: EncodingOptions) {
    guard options.keepsKeys else { return nil }
    convertsToSnakeCase = options.convertsKeys
    escapesSlashes = options.escapesSlashes
  }
}
