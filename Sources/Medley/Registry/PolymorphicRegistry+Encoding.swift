// MARK: - Encoding

extension PolymorphicRegistry {
  /// Encodes an element: a value with its tag, an unknown element as it came.
  ///
  /// ```swift
  /// try View.registry.encode(element, to: encoder)
  /// ```
  ///
  /// - Parameters:
  ///   - element: What ``decode(from:)`` returned, or made by hand.
  ///   - encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Throws: `EncodingError`, as for a value of the base.
  public func encode(_ element: Polymorphic<Base>, to encoder: any Encoder) throws {
    switch element {
    case .known(let base): try encode(base, to: encoder)
    case .unknown(let payload): try payload.encode(to: encoder)
    }
  }

  /// Encodes a value with the tag of its type.
  ///
  /// Call it in an `encode(to:)` of your own:
  ///
  /// ```swift
  /// public func encode(to encoder: any Encoder) throws {
  ///   try Self.registry.encode(self, to: encoder)
  /// }
  /// ```
  ///
  /// A case that holds an ``UnknownPayload`` is encoded as it came, unless it is registered.
  ///
  /// - Parameters:
  ///   - base: A value of a registered type, or a registered case.
  ///   - encoder: An encoder of any format, to which nothing was encoded yet.
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the value isn't registered or only `Decodable`, or if it stores another tag than its own.
  public func encode(_ base: Base, to encoder: any Encoder) throws {
    try shared.encode(base, to: encoder)
  }
}
