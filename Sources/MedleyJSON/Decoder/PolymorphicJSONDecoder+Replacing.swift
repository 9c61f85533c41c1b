public import Foundation
import MedleyEngine

#if canImport(Combine)
public import Combine
#endif

// MARK: - Taking the place of JSONDecoder

extension PolymorphicJSONDecoder {
  /// The strategies for dates, which are those of `JSONDecoder`.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy

  /// The strategies for data, which are those of `JSONDecoder`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy

  /// The strategies for keys, which are those of `JSONDecoder`.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// The strategies for infinity and NaN, which are those of `JSONDecoder`.
  public typealias NonConformingFloatDecodingStrategy =
    JSONDecoder.NonConformingFloatDecodingStrategy

  /// Whether a comma may follow the last element of an array and the last member of an object.
  ///
  /// It is false by default, as RFC 8259 demands. `JSONDecoder` always takes such commas.
  ///
  /// ```swift
  /// decoder.allowsTrailingCommas = true
  /// let numbers = try decoder.decode([Int].self, from: "[1, 2,]")
  /// ```
  ///
  /// A comma alone, `[,]`, and two commas are errors all the same. An unknown element is kept
  /// without these commas, so that what is encoded again is valid JSON.
  public var allowsTrailingCommas: Bool {
    get { nextCall.options.allowsTrailingCommas }
    set { setOption { $0.allowsTrailingCommas = newValue } }
  }

  /// Unavailable: this decoder reads no JSON5.
  @available(
    *,
    unavailable,
    message: "PolymorphicJSONDecoder reads JSON as RFC 8259 defines it: use JSONDecoder for JSON5"
  )
  public var allowsJSON5: Bool {
    get { false }
    set {}
  }

  /// Unavailable: this decoder reads no members without an object around them.
  @available(
    *,
    unavailable,
    message: "PolymorphicJSONDecoder needs the braces: use JSONDecoder for a document without them"
  )
  public var assumesTopLevelDictionary: Bool {
    get { false }
    set {}
  }
}

#if canImport(Combine)
extension PolymorphicJSONDecoder: TopLevelDecoder {
  /// What Combine's `decode(type:decoder:)` decodes from.
  public typealias Input = Data
}
#endif
