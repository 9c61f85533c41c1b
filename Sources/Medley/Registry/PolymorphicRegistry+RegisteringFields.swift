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
  /// Leave `encoding:` out for what is only decoded, such as a case of a ``PolymorphicDecodable`` enum.
  /// Encoding such a value throws an error with the code ``DiscriminatorError/Code/notEncodable``.
  ///
  /// - Parameters:
  ///   - tag: The tag to reserve, and the one to write.
  ///   - aliases: More tags that select the function.
  ///   - fields: The fields, where ``Discriminator/deduced`` can't find them out.
  ///   - options: The options of the registration.
  ///   - decode: Makes a `Base` of its fields.
  ///   - encode: Returns the fields of a `Base` in the order in which they are encoded, or nil if it
  ///     is another case. Nil if such a `Base` is never encoded.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError``, as ``register(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,PayloadFields?,_,_,_,_,_)``
  ///   does.
  /// - Complexity: O(*a*), where *a* is the number of tags.
  @preconcurrency
  public mutating func register(
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    decoding decode: @escaping @Sendable (_ fields: inout FieldReader) throws -> Base,
    encoding encode: (@Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(reading: decode, writing: encode, terms))
  }

  /// Registers functions for the fields of an element for a case of an enum with string raw values.
  ///
  /// ```swift
  /// enum Event: PolymorphicDecodable {
  ///   case ping(interval: Int)
  ///
  ///   static let registry = PolymorphicRegistry<Event>("type") {
  ///     try $0.register(for: Kind.ping) { fields in
  ///       .ping(interval: try fields.decode("interval"))
  ///     }
  ///   }
  /// }
  /// ```
  @preconcurrency
  public mutating func register<Tag: RawRepresentable<String>>(
    for tag: Tag,
    _ aliases: Tag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    decoding decode: @escaping @Sendable (_ fields: inout FieldReader) throws -> Base,
    encoding encode: (@Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(reading: decode, writing: encode, terms))
  }
}

// MARK: - Registering functions that are only encoded

extension PolymorphicRegistry {
  /// Registers a function that returns the fields of a case that is only encoded.
  ///
  /// ```swift
  /// enum Command: PolymorphicEncodable {
  ///   case join(room: Int, silently: Bool)
  ///
  ///   static let registry = PolymorphicRegistry<Command>("op") {
  ///     try $0.registerEncoding(for: "join") {
  ///       guard case .join(let room, let silently) = $0 else { return nil }
  ///       return ["room": room, "silently": silently]
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Elements with the tag are unknown, unless another registration decodes them.
  ///
  /// - Parameters:
  ///   - tag: The tag to write.
  ///   - options: The options of the registration.
  ///   - encode: Returns the fields of a `Base` in the order in which they are encoded, or nil if it
  ///     is another case. A field that is nil isn't encoded.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError`` if a tag selects something else already, or if the
  ///   discriminator can't be used.
  /// - Complexity: O(1).
  @preconcurrency
  public mutating func registerEncoding(
    for tag: TypeTag,
    options: RegistrationOptions = [],
    _ encode: @escaping @Sendable (Base) -> KeyValuePairs<String, (any Encodable)?>?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let isDecoded =
      !(Base.self is any PolymorphicEncodable.Type) || Base.self is any PolymorphicDecodable.Type
    var options = options
    if isDecoded { options.isOnlyEncoded = true }
    let terms = Registration.Terms(tag, [], nil, options, at: fileID, line)
    try add(Registration(reading: nil, writing: encode, terms))
  }
}

// MARK: - Explaining registrations that can't work

// The compiler would otherwise say that a case doesn't convert to a function of one payload.

extension PolymorphicRegistry {
  /// Refused: a case without content is registered as a value.
  @available(
    *,
    unavailable,
    message: """
      a case without content is a value: try registry.register(.divider, for: "divider")
      """
  )
  public mutating func register(for tag: TypeTag, _ aliases: TypeTag..., as value: Base) throws {}

  /// Refused: a case with several values is registered with functions for its fields.
  @available(
    *,
    unavailable,
    message: """
      a case with several values needs functions for its fields: try registry.register(for: "image") \
      { fields in .image(identifier: try fields.decode("identifier"), ...) } encoding: { ... }
      """
  )
  public mutating func register<First, Second, each Other>(
    for tag: TypeTag,
    _ aliases: TypeTag...,
    as embed: (First, Second, repeat each Other) -> Base
  ) throws {}
}
