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
  static func encode(at address: ValueAddress, with writer: JSONWriter, isDocument: Bool) throws

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

/// The user information of a decoder, as an app sets it and as decoders return it.
///
/// It is a class, so that settings have one reference of it. It is safe to send, because both
/// dictionaries have the same values, which are sendable. That of another decoder isn't sent.
package final class UserInfo: @unchecked Sendable {
  package let sendable: [CodingUserInfoKey: any Sendable]
  /// The same values, converted once, because conversion copies the dictionary.
  let values: [CodingUserInfoKey: Any]
  /// Whether the values may be kept after the call.
  package let isShareable: Bool
  /// What receives the issues of a call, which calls don't search for.
  package let receiver: (any AnyObject & Sendable)?
  /// What the plans of types depend on.
  package let scope: (any PlanScope)?

  /// No user information.
  package static let none = UserInfo([:])

  /// - Parameters:
  ///   - sendable: The values.
  ///   - scope: What plans depend on, for values without a receiver; nil to find both in the values.
  package init(_ sendable: [CodingUserInfoKey: any Sendable], scope: (any PlanScope)? = nil) {
    self.sendable = sendable
    values = sendable
    isShareable = true
    (self.scope, receiver) = scope.map { ($0, nil) } ?? Self.find(in: values)
  }

  /// Creates the user information of another decoder, for a document that only its call uses.
  package init(of decoder: any Decoder) {
    sendable = [:]
    values = decoder.userInfo
    isShareable = false
    (scope, receiver) = Self.find(in: values)
  }

  private static func find(
    in values: [CodingUserInfoKey: Any]
  ) -> (scope: (any PlanScope)?, receiver: (any AnyObject & Sendable)?) {
    values.isEmpty ? (nil, nil) : EngineExtension.linked?.find(in: values) ?? (nil, nil)
  }
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
}
