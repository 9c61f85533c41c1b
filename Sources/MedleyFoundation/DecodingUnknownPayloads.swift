public import Foundation
public import Medley
import MedleyBase

extension UnknownPayload {
  /// Decodes the payload as a type, with the strategies of a JSON decoder.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.dateDecodingStrategy = .iso8601
  /// let podcast = try payload.decode(as: Podcast.self, using: decoder)
  /// ```
  ///
  /// Configure the decoder like the one that decoded the element.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder, with its strategies and registries.
  /// - Returns: The payload.
  /// - Throws: `DecodingError` as the decoder does. The path begins at the element.
  /// - Complexity: O(*n*), where *n* is the size of the element, which is encoded again unless its
  ///   bytes were kept.
  public func decode<Payload: Decodable>(
    as type: Payload.Type,
    using decoder: JSONDecoder
  ) throws -> Payload {
    let json = try sourceBytes.map { Data($0) } ?? JSONEncoder().encode(self)
    return try ByFunction.decode {
      try decode(type, in: $0)
    } by: {
      try decoder.decode($0, from: json)
    }
  }

  /// Decodes the payload as a type from a property list.
  ///
  /// ```swift
  /// let decoder = PropertyListDecoder()
  /// let podcast = try payload.decode(
  ///   as: Podcast.self, using: decoder)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder, with its registries.
  /// - Returns: The payload.
  /// - Throws: `DecodingError` as the decoder does. The path begins at the element.
  /// - Complexity: O(*n*), where *n* is the size of the element, which is encoded again.
  public func decode<Payload: Decodable>(
    as type: Payload.Type,
    using decoder: PropertyListDecoder
  ) throws -> Payload {
    // In an array, since no property list is a scalar.
    let list = try PropertyListEncoder().encode([self])
    do {
      return try ByFunction.decode {
        try decode(type, in: $0)
      } by: { _ in
        try decoder.decode([ByFunction<Payload>].self, from: list)[0]
      }
    } catch let error as DecodingError {
      throw error.with(path: Array(error.errorPath.dropFirst()))
    }
  }
}
