public import Foundation
public import Medley
import MedleyBase
package import MedleyEngine

// MARK: - Decoding with a tag beside the document

extension PolymorphicJSONDecoder {
  /// Decodes the body of an element whose tag stands beside it.
  ///
  /// ```swift
  /// let event = try decoder.decode(
  ///   Polymorphic<any Event>.self, tagged: "push", from: data)
  /// ```
  ///
  /// The registry, its policies, reports and errors are those of an element that has its tag. The body
  /// is the payload alone: see *Tags beside documents* in the documentation of Medley.
  ///
  /// - Parameters:
  ///   - type: `Polymorphic`, or an enum with a registry.
  ///   - tag: The tag, such as that of a header: `TypeTag(name)`.
  ///   - overridesBody: Whether another tag in the body is an issue, and the body is decoded as `tag`
  ///     says. By default it is an error, or what the policy for malformed payloads says.
  ///   - data: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if the data isn't JSON, or what the
  ///   type throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the data.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from data: Data
  ) throws -> Element {
    try data.withBytes {
      try withDocument($0) { try $0.decode(type, tagged: tag, overridingBody: overridesBody) }
    }
  }

  /// Decodes the body of an element whose tag stands beside it, from an array of bytes.
  ///
  /// ```swift
  /// let job = try decoder.decode(
  ///   Job.self, tagged: TypeTag(name), from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: `Polymorphic`, or an enum with a registry.
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - bytes: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the type
  ///   throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from bytes: [UInt8]
  ) throws -> Element {
    try bytes.withBytes {
      try withDocument($0) { try $0.decode(type, tagged: tag, overridingBody: overridesBody) }
    }
  }

  /// Decodes the body of an element whose tag stands beside it, from a string.
  ///
  /// ```swift
  /// let event = try decoder.decode(
  ///   Event.self, tagged: TypeTag(row.name), from: row.body)
  /// ```
  ///
  /// - Parameters:
  ///   - type: `Polymorphic`, or an enum with a registry.
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - string: JSON.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the type
  ///   throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the length of the string.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from string: String
  ) throws -> Element {
    try string.withBytes {
      try pool.withUTF8Document($0, for: nextCall) {
        try $0.decode(type, tagged: tag, overridingBody: overridesBody)
      }
    }
  }

  /// Decodes the body of an element whose tag stands beside it, from a buffer.
  ///
  /// ```swift
  /// let event = try message.withUnsafeReadableBytes {
  ///   try decoder.decode(Event.self, tagged: TypeTag(name), from: $0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: `Polymorphic`, or an enum with a registry.
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - bytes: JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark. The buffer isn't
  ///     retained after the call; kept elements are copies.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` with an empty path if it isn't JSON, or what the type
  ///   throws: a `DecodingError` with the path and the place of the error.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from bytes: UnsafeRawBufferPointer
  ) throws -> Element {
    try withDocument(unsafe Bytes(bytes)) {
      try $0.decode(type, tagged: tag, overridingBody: overridesBody)
    }
  }
}

extension Document {
  /// Decodes a value with the tag beside it.
  ///
  /// - Throws: What the type throws.
  package func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool,
    at position: Int = 0
  ) throws -> Element {
    // Without a search for the registry, which takes as long as a small payload. Types other than
    // `Polymorphic` may have an initialiser of their own.
    if type is any ElementMaker.Type,
      let elements = index.elementDecoder(for: type)?.reporting(type),
      let object = elements.object(at: position, tagged: tag)
    {
      return try elements.decode(object, tagged: tag)
    }
    return try type.init(
      tagged: tag,
      overridingBody: overridesBody,
      from: index.decoder(at: position)
    )
  }
}
