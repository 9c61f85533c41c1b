public import Foundation

// MARK: - Decoding with a configuration

extension PolymorphicJSONDecoder {
  /// Decodes a value that takes a configuration, as `JSONDecoder` does.
  ///
  /// ```swift
  /// let feed = try decoder.decode(Feed.self, from: data, configuration: .archive)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - configuration: What the value's initialiser is given.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type,
    from data: Data,
    configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try unsafe data.withUnsafeBytes {
      try unsafe withDocument($0) { document in
        try type.init(
          from: ValueDecoder(document: document, position: 0),
          configuration: configuration
        )
      }
    }
  }

  /// Decodes a value that takes a configuration from a type that provides one.
  ///
  /// ```swift
  /// let feed = try decoder.decode(Feed.self, from: data, configuration: Archive.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON in UTF-8, with or without a byte order mark.
  ///   - provider: What has the configuration that the value's initialiser is given.
  /// - Returns: The value.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the fault.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type,
    from data: Data,
    configuration provider: Provider.Type
  ) throws -> Value where Provider.DecodingConfiguration == Value.DecodingConfiguration {
    try decode(type, from: data, configuration: provider.decodingConfiguration)
  }
}
