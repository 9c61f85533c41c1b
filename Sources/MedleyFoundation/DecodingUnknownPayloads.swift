public import Foundation
public import Medley

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
    return try decoder.decode(Located<Payload>.self, from: json, configuration: (self, type))
      .payload
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
      return try decoder.decode(First<Payload>.self, from: list, configuration: (self, type))
        .payload
    } catch let error as DecodingError {
      throw error.droppingFirstKey()
    }
  }
}

/// A payload at the place that the discriminator of its element describes.
private struct Located<Payload: Decodable>: DecodableWithConfiguration {
  /// The element, and the type, which may be a subclass of `Payload`.
  typealias DecodingConfiguration = (element: UnknownPayload, type: Payload.Type)

  let payload: Payload

  init(from decoder: any Decoder, configuration: DecodingConfiguration) throws {
    payload = try configuration.element.decode(configuration.type, in: decoder)
  }
}

/// A payload that is the first element of an array.
private struct First<Payload: Decodable>: DecodableWithConfiguration {
  let payload: Payload

  init(
    from decoder: any Decoder,
    configuration: Located<Payload>.DecodingConfiguration
  ) throws {
    var container = try decoder.unkeyedContainer()
    payload = try container.decode(Located<Payload>.self, configuration: configuration).payload
  }
}
