public import Medley
import MedleyBeside
import MedleyEngine

extension UnknownPayload {
  /// Decodes the payload as a type, with the strategies and registries of a decoder.
  ///
  /// ```swift
  /// let podcast = try payload.decode(as: Podcast.self, using: decoder)
  /// ```
  ///
  /// Use the same settings as for the feed. The line and column of an error,
  /// `DecodingError.jsonError`, are those in the element.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder, with its strategies and registries.
  /// - Returns: The payload.
  /// - Throws: `DecodingError` if the payload can't be decoded. The path begins at the element.
  /// - Complexity: O(*n*), where *n* is the size of the element. It is encoded first if it comes
  ///   from another decoder.
  public func decode<Payload: Decodable>(
    as type: Payload.Type,
    using decoder: PolymorphicJSONDecoder
  ) throws -> Payload {
    let bytes = try sourceBytes ?? Array(PolymorphicJSONEncoder().encode(self))
    return try bytes.withBytes {
      try decoder.withDocument($0) { try decode(type, in: $0.index.decoder(at: 0)) }
    }
  }
}

// MARK: - The bodies of unknown elements, cut out of their bytes

extension Source: BodySource {
  package func payload(of element: UnknownPayload) throws -> UnknownPayload {
    try element.decode(as: UnknownPayload.self, using: PolymorphicJSONDecoder())
  }

  package func element(
    _ element: UnknownPayload,
    changedTo content: PayloadValue
  ) throws -> UnknownPayload {
    let encoder = PolymorphicJSONEncoder()
    let bytes = try JSONMerge.merged(
      original: element.sourceBytes ?? [],
      baseline: Array(encoder.encode(element.content)),
      new: Array(encoder.encode(content)),
      // Only members are removed, so no array has changed.
      matching: { _, new, _ in new.fingerprints.map { _ in .none } }
    )
    return try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: bytes)
  }
}
