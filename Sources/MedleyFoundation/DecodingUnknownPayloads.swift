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
    return try PendingPayload.$current.withValue(PendingPayload(element: self, type: type)) {
      try decoder.decode(Located<Payload>.self, from: json).payload
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
      return try PendingPayload.$current.withValue(PendingPayload(element: self, type: type)) {
        try decoder.decode(First<Payload>.self, from: list).payload
      }
    } catch let error as DecodingError {
      throw error.droppingFirstKey()
    }
  }
}

/// The element whose payload is being decoded, and the type, which may be a subclass.
///
/// A task-local value passes it, since `JSONDecoder` takes configurations from macOS 14 and iOS 17
/// on. It is `Sendable`, because only the call that sets it reads it.
private struct PendingPayload: @unchecked Sendable {
  @TaskLocal static var current: PendingPayload?

  let element: UnknownPayload
  let type: any Decodable.Type
}

/// A payload at the place that the discriminator of its element describes.
private struct Located<Payload: Decodable>: Decodable {
  let payload: Payload

  init(from decoder: any Decoder) throws {
    if let pending = PendingPayload.current, let type = pending.type as? Payload.Type {
      payload = try pending.element.decode(type, in: decoder)
    } else {
      payload = try Payload(from: decoder)
    }
  }
}

/// A payload that is the first element of an array.
private struct First<Payload: Decodable>: Decodable {
  let payload: Payload

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    payload = try container.decode(Located<Payload>.self).payload
  }
}
