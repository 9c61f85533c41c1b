public import Medley

extension TaggedEncodable {
  /// Encodes the element without its tag, and returns the tag.
  ///
  /// Call it in an `encode(to:)` of your own, and encode the tag where your type has it:
  ///
  /// ```swift
  /// func encode(to encoder: any Encoder) throws {
  ///   var entry = encoder.container(keyedBy: CodingKeys.self)
  ///   let name = try job.encodeBody(
  ///     to: entry.superEncoder(forKey: .arguments))
  ///   try entry.encode(name, forKey: .name)
  /// }
  /// ```
  ///
  /// The body is the payload alone: see *Tags beside documents* in the documentation of Medley. The
  /// registry is the one with which the element encodes itself.
  ///
  /// - Parameter encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Returns: The tag. An unknown element has the tag that it came with.
  /// - Throws: `EncodingError`, as for the element with its tag, and for an unknown element without one.
  /// - Complexity: That of encoding the payload.
  public func encodeBody(to encoder: any Encoder) throws -> TypeTag {
    try ElementBody.encode(self, to: encoder, by: encode(to:))
  }
}

extension PolymorphicRegistry {
  /// Encodes an element with this registry and without its tag, and returns the tag.
  ///
  /// It is what ``TaggedEncodable/encodeBody(to:)`` is for other registries:
  ///
  /// ```swift
  /// let kind = try registry.encodeBody(
  ///   of: media, to: row.superEncoder(forKey: .body))
  /// try row.encode(kind, forKey: .kind)
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element; `.known(value)` for a value.
  ///   - encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Returns: The tag. An unknown element has the tag that it came with.
  /// - Throws: `EncodingError`, as for the element with its tag, and for an unknown element without one.
  /// - Complexity: That of encoding the payload.
  public func encodeBody(
    of element: Polymorphic<Base>,
    to encoder: any Encoder
  ) throws -> TypeTag {
    try ElementBody.encode(element, to: encoder, by: { try encode(element, to: $0) })
  }
}
