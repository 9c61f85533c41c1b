import Foundation
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
    without paths: [[String]]
  ) throws -> UnknownPayload {
    let bytes = try DocumentIndex.with(element.sourceBytes ?? []) { text in
      var bytes: [UInt8] = []
      text.append(0, without: paths, to: &bytes)
      return bytes
    }
    return try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: bytes)
  }
}

extension DocumentIndex {
  /// Appends a value without the members at paths, and without the objects that are empty then.
  ///
  /// - Parameters:
  ///   - position: The position of the value.
  ///   - paths: The paths, from the value on.
  ///   - bytes: What is appended to.
  /// - Returns: Whether anything is left: false for an object that is empty then.
  @discardableResult
  fileprivate func append(
    _ position: Int,
    without paths: [[String]],
    to bytes: inout [UInt8]
  ) -> Bool {
    guard kind(position) == .object, !paths.isEmpty else {
      append(position, to: &bytes)
      return true
    }
    var container = MergedContainer(of: position, in: self)
    for (place, child) in container.children.enumerated() {
      let key = string(at: child.key)
      let inner = paths.filter { $0.first == key }.map { Array($0.dropFirst()) }
      if inner.contains([]) { continue }
      let (unchanged, count) = (container, bytes.count)
      container.begin(place, to: &bytes)
      if !append(child.value, without: inner, to: &bytes) {
        container = unchanged
        bytes.removeSubrange(count...)
      }
    }
    container.end(&bytes)
    return container.hasChildren
  }
}
