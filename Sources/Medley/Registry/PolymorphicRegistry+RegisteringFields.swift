// MARK: - Registering functions that read fields

extension PolymorphicRegistry {
  /// Registers a function that reads the fields of an element, and one that returns them.
  ///
  /// It suits cases with labels or several values, and scalars in an object, which would otherwise
  /// need a type each:
  ///
  /// ```swift
  /// enum Block: PolymorphicEnum {
  ///   case image(identifier: String, caption: String?)
  ///   case text(String)
  ///
  ///   static let registry = PolymorphicRegistry<Block>("type") { registry in
  ///     try registry.register(for: "image") { fields in
  ///       .image(
  ///         identifier: try fields.decode("identifier"),
  ///         caption: try fields.decodeIfPresent("caption"))
  ///     } encoding: {
  ///       guard case .image(let id, let caption) = $0 else {
  ///         return nil
  ///       }
  ///       return ["identifier": id, "caption": caption]
  ///     }
  ///     try registry.register(for: "text") { fields in
  ///       .text(try fields.decode("text"))
  ///     } encoding: {
  ///       if case .text(let text) = $0 { ["text": text] } else { nil }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The fields mean what ``FieldReader`` makes of them, on every decoder; MedleyJSON's reads them
  /// without a container. A field that is nil isn't encoded.
  ///
  /// - Parameters:
  ///   - tag: The tag to reserve, and the one to write.
  ///   - aliases: More tags that select the function.
  ///   - fields: The fields, where ``Discriminator/deduced`` can't find them out.
  ///   - options: The options of the registration.
  ///   - decode: Makes a `Base` of its fields.
  ///   - encode: Returns the fields of a `Base` in the order in which they are encoded, or nil if it
  ///     is another case.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError``, as ``register(_:for:_:fields:options:as:from:fileID:line:)-(_,_,_,PayloadFields?,_,_,_,_,_)``
  ///   does.
  /// - Complexity: O(*a*), where *a* is the number of tags.
  @preconcurrency
  public mutating func register(
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    decoding decode: @escaping @Sendable (_ fields: inout FieldReader) throws -> Base,
    encoding encode: @escaping @Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try add(
      RegistryEntry(
        reading: decode,
        writing: encode,
        tags: [tag] + aliases,
        fields: fields,
        options: options,
        site: "\(fileID):\(line)"
      )
    )
  }
}
