package import Medley
package import MedleyEngine

/// Decodes values of a text that was cut again, as a snapshot decoded them.
///
/// It is a class, because all values of a snapshot share it.
final class CutTextDecoding: TextDecoding {
  private let call: CallOptions
  /// The end of the bytes that came, before those that close.
  private let end: Int

  init(_ call: CallOptions, end: Int) {
    self.call = call
    self.end = end
  }

  func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: SourceText
  ) throws -> Value {
    try call.decode(type, from: text, certainUntil: end - text.range.lowerBound)
  }
}

extension CallOptions: TextDecoding {
  package func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: SourceText
  ) throws -> Value {
    try decode(type, from: text, certainUntil: .max)
  }

  /// Decodes a value from a text whose last bytes may have been added to close it.
  func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: SourceText,
    certainUntil end: Int
  ) throws -> Value {
    let bytes = text.source.bytes(text.range)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe PolymorphicJSONDecoder(self).withDocument($0) { document in
        document.index.certainEnd = end
        document.registries.textDecodedAgain = text
        defer { document.registries.textDecodedAgain = nil }
        return try document.index.decode(type, at: 0)
      }
    }
  }
}
