/// A value that a function decodes, for decoders that take only types.
struct ByFunction<Value: Decodable>: Decodable {
  private let value: Value

  /// Decodes a value by a function, which gets the `Decoder`.
  ///
  /// - Parameters:
  ///   - function: Decodes the value.
  ///   - decode: Decodes this type with a decoder.
  /// - Returns: The value.
  /// - Throws: What the functions throw.
  static func decode(
    _ function: @escaping (any Decoder) throws -> Value,
    by decode: (Self.Type) throws -> Self
  ) throws -> Value {
    try DecodingFunction.$current.withValue(DecodingFunction(decode: function)) {
      try decode(Self.self).value
    }
  }

  init(from decoder: any Decoder) throws {
    value = try DecodingFunction.current?.decode(decoder) as? Value ?? Value(from: decoder)
  }
}

/// The function that decodes a value.
///
/// A task-local value passes it, since `JSONDecoder` takes configurations from macOS 14 and iOS 17
/// on. It is `Sendable`, because only the call that sets it reads it.
private struct DecodingFunction: @unchecked Sendable {
  @TaskLocal static var current: DecodingFunction?

  let decode: (any Decoder) throws -> Any
}
