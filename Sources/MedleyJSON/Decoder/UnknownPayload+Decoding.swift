import Foundation
public import Medley

extension UnknownPayload {
  /// Decodes the payload as a type that the app knows after all, with the strategies of a decoder.
  ///
  /// ```swift
  /// let podcast = try payload.decode(as: Podcast.self, using: decoder)
  /// ```
  ///
  /// The decoder should be set up as the one that the element came from. The places of errors,
  /// `DecodingError.jsonLocation`, are those in the element.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder, with its strategies and registries.
  /// - Returns: The payload.
  /// - Throws: `DecodingError` as the decoder does. The path begins at the element.
  /// - Complexity: O(*n*), where *n* is the size of the element, which is encoded first if another
  ///   decoder has kept it.
  public func decode<Payload: Decodable>(
    as type: Payload.Type,
    using decoder: PolymorphicJSONDecoder
  ) throws -> Payload {
    let bytes = try sourceBytes ?? Array(JSONEncoder().encode(self))
    return try unsafe bytes.withUnsafeBytes {
      try unsafe decoder.withDocument($0) { document in
        try decode(type, in: ValueDecoder(document: document, position: 0))
      }
    }
  }
}
