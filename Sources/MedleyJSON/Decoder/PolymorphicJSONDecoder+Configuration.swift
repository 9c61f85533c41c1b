public import Foundation
import MedleyEngine

// MARK: - Decoding with a configuration

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension PolymorphicJSONDecoder {
  /// Decodes a value with a configuration.
  ///
  /// ```swift
  /// let feed = try decoder.decode(
  ///   Feed.self, from: data, configuration: .archive)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - configuration: The configuration for the initialiser of the value.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type,
    from data: Data,
    configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try data.withBytes {
      try withDocument($0) {
        try type.init(from: $0.index.decoder(at: 0), configuration: configuration)
      }
    }
  }

  /// Decodes a value with the configuration of a provider.
  ///
  /// ```swift
  /// let feed = try decoder.decode(
  ///   Feed.self, from: data, configuration: Archive.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - provider: The type with the configuration for the initialiser of the value.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type,
    from data: Data,
    configuration provider: Provider.Type
  ) throws -> Value where Provider.DecodingConfiguration == Value.DecodingConfiguration {
    try decode(type, from: data, configuration: provider.decodingConfiguration)
  }
}
