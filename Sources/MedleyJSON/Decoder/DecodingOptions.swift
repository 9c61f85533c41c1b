import Foundation

/// How a decoder decodes: a snapshot that one decode call works with.
struct DecodingOptions: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var depthLimit = 512
  /// Types that hold themselves take 0.8 KB of stack for each level, in debug builds 2.4.
  static let largestDepthLimit = 2048
  /// Grows with every change, so that what was prepared for older options isn't used.
  var version = 0

  var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }
}
