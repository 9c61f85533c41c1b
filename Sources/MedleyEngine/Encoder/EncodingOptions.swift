package import Foundation

/// The settings of an encoder.
package struct EncodingOptions: Sendable {
  package var userInfo: UserInfo
  package var format: JSONEncoder.OutputFormatting = []
  package var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  package var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
  package var data = JSONEncoder.DataEncodingStrategy.base64
  package var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  package var depthLimit = 512

  package init(userInfo: UserInfo = .none) {
    self.userInfo = userInfo
  }

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

  /// A number of the settings that cached keys depend on; nil if keys aren't cached.
  ///
  /// Encoders with the same one share writers.
  var basis: Int? { keepsKeys ? (convertsKeys ? 2 : 0) + (escapesSlashes ? 1 : 0) : nil }
}

/// A snapshot of the settings, which one encode call uses.
///
/// It is a class, so that a call copies one reference.
package final class EncodingCallOptions: Sendable {
  package let options: EncodingOptions
  /// The settings that cached keys depend on; nil if keys aren't cached.
  let basis: Int?

  /// The default settings.
  package static let standard = EncodingCallOptions(EncodingOptions())

  package init(_ options: EncodingOptions) {
    self.options = options
    basis = options.basis
  }
}
