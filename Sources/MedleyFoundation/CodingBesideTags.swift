public import Foundation
public import Medley
import MedleyBeside

// MARK: - Decoding

extension JSONDecoder {
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
  ///   - data: The JSON of the body.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't JSON, and what the type throws.
  /// - Complexity: O(*n*), where *n* is the length of the data.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from data: Data
  ) throws -> Element {
    try ByFunction.decode {
      try Element(tagged: tag, overridingBody: overridesBody, from: $0)
    } by: {
      try decode($0, from: data)
    }
  }
}

extension PropertyListDecoder {
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
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and the body is decoded as `tag`
  ///     says. By default it is an error, or what the policy for malformed payloads says.
  ///   - data: The property list of the body.
  /// - Returns: The element.
  /// - Throws: `DecodingError.dataCorrupted` if the data isn't a property list, and what the type
  ///   throws.
  /// - Complexity: O(*n*), where *n* is the length of the data.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    from data: Data
  ) throws -> Element {
    try ByFunction.decode {
      try Element(tagged: tag, overridingBody: overridesBody, from: $0)
    } by: {
      try decode($0, from: data)
    }
  }
}

extension PayloadValue {
  /// Decodes the value as the element that a tag beside it selects.
  ///
  /// ```swift
  /// let value = try PayloadValue(propertyList: notification)
  /// let push = try value.decode(Push.self, tagged: "message")
  /// ```
  ///
  /// - Parameters:
  ///   - type: `Polymorphic`, or an enum with a registry.
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the value is an issue, and no error.
  ///   - userInfo: The registries and other information of the decoder. Installed registries are used
  ///     without it.
  /// - Returns: The element.
  /// - Throws: What the type throws, `DecodingError` for what the value doesn't hold.
  /// - Complexity: O(*n*), where *n* is the size of the value.
  public func decode<Element: TaggedDecodable>(
    _ type: Element.Type = Element.self,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool = false,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Element {
    try ByFunction.decode {
      try Element(tagged: tag, overridingBody: overridesBody, from: $0)
    } by: {
      try decode($0, userInfo: userInfo)
    }
  }
}

// MARK: - Encoding

extension JSONEncoder {
  /// Encodes an element without its tag, which it returns beside the body.
  ///
  /// ```swift
  /// let (tag, body) = try encoder.encodeTagged(event)
  /// ```
  ///
  /// - Parameter element: A `Polymorphic` element, or a value of an enum with a registry.
  /// - Returns: The tag, and the JSON of the payload alone. An unknown element has the tag that it came
  ///   with.
  /// - Throws: `EncodingError`, as for the element with its tag, and for an unknown element without one.
  /// - Complexity: O(*n*), where *n* is the length of the body.
  public func encodeTagged<Element: TaggedEncodable>(
    _ element: Element
  ) throws -> (tag: TypeTag, body: Data) {
    try encodeBody(of: element) { try encode($0) }
  }
}

extension PropertyListEncoder {
  /// Encodes an element without its tag, which it returns beside the body.
  ///
  /// ```swift
  /// let (tag, body) = try encoder.encodeTagged(event)
  /// ```
  ///
  /// - Parameter element: A `Polymorphic` element, or a value of an enum with a registry.
  /// - Returns: The tag, and the property list of the payload alone. An unknown element has the tag that
  ///   it came with.
  /// - Throws: `EncodingError`, as for the element with its tag, and for an unknown element without one.
  /// - Complexity: O(*n*), where *n* is the length of the body.
  public func encodeTagged<Element: TaggedEncodable>(
    _ element: Element
  ) throws -> (tag: TypeTag, body: Data) {
    try encodeBody(of: element) { try encode($0) }
  }
}

/// Encodes the body of an element, and returns the tag beside it.
private func encodeBody<Element: TaggedEncodable>(
  of element: Element,
  by encode: (EncodedBody) throws -> Data
) throws -> (tag: TypeTag, body: Data) {
  var tag: TypeTag?
  let data = try encode(
    EncodedBody { tag = try ElementBody.encode(element, to: $0, by: element.encode(to:)) }
  )
  if let tag { return (tag, data) }
  throw EncodingError.invalid(element, at: [], "The encoder encoded no body.")
}

/// The body of an element, which a function encodes.
///
/// It is a struct: `JSONEncoder` takes a fifth of an element's time to test a class for protocols.
private struct EncodedBody: Encodable {
  let encode: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws {
    try encode(encoder)
  }
}
