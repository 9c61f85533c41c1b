public import Foundation

#if canImport(Combine)
public import Combine
#endif

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
