package import MedleyBase

/// What another module adds to the engine: types that aren't plain, and settings that they need.
///
/// The engine doesn't know that module, and works without it. One conformance adds it, that of
/// `EngineExtension`, which the engine looks for once in a process.
package protocol EngineExtending: SendableMetatype {
  // MARK: Reading user information

  /// Returns what the plans of types depend on, and what receives the issues of a decoder; nil if
  /// there is nothing of it.
  static func find(
    in userInfo: [CodingUserInfoKey: Any]
  ) -> (scope: (any PlanScope)?, receiver: (any AnyObject & Sendable)?)

  // MARK: Decoding

  /// Returns what plans the types of a document, before the first decoder of it.
  static func makePlanner(for document: Document) -> any TypePlanner

  // MARK: Encoding

  /// Returns how elements of a type are encoded, if they may be written as they came; nil for others.
  static func elementEncoding(of type: any Encodable.Type) -> (any ElementEncoding.Type)?

  /// Returns whether a type encodes members by a rule of its own.
  static func encodesMembers(_ type: any Encodable.Type) -> Bool

  /// Encodes a member by the rule of its type.
  ///
  /// - Throws: What the type throws.
  static func encodeMember<Value: Encodable>(
    _ value: Value,
    _ key: WireKey,
    to encoder: any Encoder
  ) throws
}

/// A protocol for encoding elements that may be written as they came.
package protocol ElementEncoding {
  /// Encodes the element that is at an address.
  ///
  /// - Parameters:
  ///   - address: The address of a value of the type.
  ///   - writer: The writer, which is where the element is.
  ///   - isDocument: Whether the element is the whole document, and so must encode something.
  /// - Throws: What the element throws.
  static func encode(
    at address: ValueAddress,
    with writer: JSONWriter,
    isDocument: Bool
  ) throws

  /// Encodes the element that is at an address without the member that leads it.
  ///
  /// - Parameters:
  ///   - address: The address of a value of the type.
  ///   - encoder: The encoder of the element, to which nothing was encoded yet.
  /// - Returns: What leads the element; nil, with nothing encoded, if it isn't a member.
  /// - Throws: What the element throws.
  static func encodeBody(
    at address: ValueAddress,
    to encoder: ValueEncoder
  ) throws -> (any MemberLeading)?

  /// Encodes the elements of an array.
  ///
  /// - Parameters:
  ///   - elements: Elements of the type.
  ///   - writer: The writer.
  ///   - level: The level of the array.
  /// - Throws: What an element throws.
  static func encodeElements<Element>(
    _ elements: [Element],
    with writer: JSONWriter,
    in level: Int
  ) throws
}

/// The type that another module extends.
package enum EngineExtension {
  /// The extension; nil if its module isn't linked.
  package static let linked = (EngineExtension.self as any Any.Type) as? any EngineExtending.Type
}

/// What plans of types depend on beside the type, such as registries.
package protocol PlanScope: AnyObject, Sendable {
  /// Returns whether the plans of both are the same.
  func isEqual(to other: any PlanScope) -> Bool
}

/// A protocol for planning the types of one document that aren't plain.
package protocol TypePlanner: AnyObject {
  /// Whether a decode call has begun, so that values needn't begin one.
  var isInCall: Bool { get }

  /// Decodes as one call.
  ///
  /// - Parameters:
  ///   - root: The type that is decoded.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws.
  func calling<Value>(_ root: any Any.Type, _ body: () throws -> Value) rethrows -> Value

  /// Returns the decoder for a generic type whose `init(from:)` doesn't ask for it; nil for others.
  func genericDecoder(for type: any Decodable.Type) -> AnyElementDecoder?

  /// Returns the decoder for any type with a fast path; nil for others.
  ///
  /// - Returns: The decoder, and if it is nil, whether the type will never have one.
  func decoder(for type: any Decodable.Type) -> (decoder: AnyElementDecoder?, isCertain: Bool)

  /// Returns whether a type decodes absent members by a rule of its own.
  func decidesOnAbsence(_ type: any Any.Type) -> Bool

  /// Decodes a member by the rule of its type.
  ///
  /// - Throws: What the type throws.
  func member<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey,
    of decoder: any Decoder
  ) throws -> Value

  /// Decodes a member by the rule of its type, if it isn't null.
  ///
  /// - Throws: What the type throws.
  func memberIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey,
    of decoder: any Decoder
  ) throws -> Value?
}
