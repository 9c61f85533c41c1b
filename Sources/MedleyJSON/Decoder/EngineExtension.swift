/// What another module adds to the engine: types that aren't plain, and settings that they need.
///
/// The engine doesn't know that module, and works without it. One conformance adds it, that of
/// `EngineExtension`, which the engine looks for once in a process.
package protocol EngineExtending: SendableMetatype {
  // MARK: Reading user information

  /// Returns what the plans of types depend on; nil if there is nothing of it.
  static func scope(of userInfo: [CodingUserInfoKey: Any]) -> (any PlanScope)?

  /// Returns what receives the issues of a decoder; nil if there is none.
  static func receiver(of userInfo: [CodingUserInfoKey: Any]) -> (any AnyObject & Sendable)?

  // MARK: Decoding

  /// Returns what plans the types of a document, before the first decoder of it.
  static func makePlanner(for document: Document) -> TypePlanner
}

/// The type that another module extends.
package enum EngineExtension {
  /// The extension; nil if its module isn't linked.
  static let linked = (EngineExtension.self as any Any.Type) as? any EngineExtending.Type
}

/// What plans of types depend on beside the type, such as registries.
package protocol PlanScope: Sendable {
  /// Returns whether the plans of both are the same.
  func isEqual(to other: any PlanScope) -> Bool
}

/// Plans the types that aren't plain, for one document.
///
/// It is a class, so that a module that extends the engine adds its state of a call.
package class TypePlanner {
  // Sound: the document keeps this object.
  package unowned(unsafe) final let document: Document

  package init(_ document: Document) {
    unsafe self.document = document
  }

  /// Whether a decode call has begun, so that values needn't begin one.
  package var isInCall: Bool { true }

  /// Decodes as one call.
  ///
  /// - Parameters:
  ///   - root: The type that is decoded.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws.
  package func calling<Value>(_ root: any Any.Type, _ body: () throws -> Value) rethrows -> Value {
    try body()
  }

  /// Returns the decoder for a generic type whose `init(from:)` doesn't ask for it; nil for others.
  package func genericDecoder(for type: any Decodable.Type) -> AnyElementDecoder? { nil }

  /// Returns the decoder for any type with a fast path; nil for others.
  ///
  /// - Returns: The decoder, and if it is nil, whether the type will never have one.
  package func decoder(
    for type: any Decodable.Type
  ) -> (decoder: AnyElementDecoder?, isCertain: Bool) {
    (nil, true)
  }

  /// Returns whether a type decodes absent members by a rule of its own.
  package func decidesOnAbsence(_ type: any Any.Type) -> Bool { false }
}
