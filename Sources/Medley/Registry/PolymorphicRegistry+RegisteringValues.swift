// MARK: - Registering values

extension PolymorphicRegistry {
  /// Registers a value without content, which has only a tag.
  ///
  /// ```swift
  /// enum Block: PolymorphicEnum {
  ///   case paragraph(Paragraph)
  ///   case divider
  ///
  ///   static let registry = PolymorphicRegistry<Block>("type") { registry in
  ///     try registry.register(for: "paragraph", as: Block.paragraph)
  ///     try registry.register(.divider, for: "divider")
  ///   }
  /// }
  /// ```
  ///
  /// It can be the case of an enum, a struct, or a value of a type behind a protocol. Decoding
  /// ignores what else an element with the tag has. Encoding writes the tag alone: `{"type":
  /// "divider"}`, and a string with ``Discriminator/external``. A value is found by `==` if its
  /// type is `Equatable`; otherwise by its type, or by its case if it is an enum. Reflection tells
  /// the case, unless the enum describes or reflects itself in a way of its own: make such an enum
  /// `Equatable`.
  ///
  /// - Parameters:
  ///   - value: The value, which is made again for each element.
  ///   - tag: The tag to reserve, and the one to write.
  ///   - aliases: More tags that select the value.
  ///   - options: The options of the registration.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError`` if a tag selects something else already, or if the
  ///   discriminator can't be used.
  /// - Complexity: O(*a*), where *a* is the number of tags.
  @preconcurrency
  public mutating func register(
    _ value: @autoclosure @escaping @Sendable () -> Base,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, PayloadFields(), options, at: fileID, line)
    try add(Registration(value, terms))
  }
}

extension PolymorphicRegistry {
  /// Registers a value without content for a case of an enum with string raw values.
  ///
  /// ```swift
  /// try registry.register(.divider, for: Kind.divider)
  /// ```
  @preconcurrency
  public mutating func register<Tag: RawRepresentable<String>>(
    _ value: @autoclosure @escaping @Sendable () -> Base,
    for tag: Tag,
    _ aliases: Tag...,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, PayloadFields(), options, at: fileID, line)
    try add(Registration(value, terms))
  }
}

// MARK: - Registering families of tags

extension PolymorphicRegistry {
  /// Registers a type for every tag that a pattern takes and that isn't registered itself.
  ///
  /// ```swift
  /// struct ToolResult: Codable {
  ///   var type: String
  ///   var content: String
  /// }
  /// try blocks.register(
  ///   ToolResult.self, matching: "*_tool_result", as: Block.toolResult)
  /// ```
  ///
  /// Its tags are known ones, for policies and for reports. To be encoded again, the type must store
  /// the tag under the discriminator's key.
  ///
  /// - Parameters:
  ///   - type: The payload to decode where the tag is read.
  ///   - pattern: The pattern of the tags.
  ///   - options: The options of the registration.
  ///   - embed: Makes a `Base` of the payload.
  ///   - extract: Gets the payload back out of a `Base`, or returns nil if another one is in it.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError`` if the type isn't a `Base`, or if the discriminator can't be
  ///   used.
  @preconcurrency
  public mutating func register<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type = Payload.self,
    matching pattern: TagPattern,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(nil, [], nil, options, at: fileID, line, matching: pattern)
    try add(Registration(type, terms, as: embed, from: extract))
  }

  /// Registers a type, whose values are of the base, for every tag that a pattern takes.
  ///
  /// ```swift
  /// try blocks.register(ToolResult.self, matching: "*_tool_result")
  /// ```
  public mutating func register<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    matching pattern: TagPattern,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(nil, [], nil, options, at: fileID, line, matching: pattern)
    try add(Registration(type, of: Base.self, terms))
  }
}

// MARK: - Registering types by their keys

extension PolymorphicRegistry {
  /// Registers a type, whose fields are the names of a key type, for a tag and its aliases.
  ///
  /// Use it with ``Discriminator/deduced`` for a type whose sample can't be decoded, or shouldn't be,
  /// for example because its `init(from:)` validates what it reads:
  ///
  /// ```swift
  /// try lengths.register(
  ///   Length.self, for: "length", fields: Length.CodingKeys.self)
  /// ```
  ///
  /// The type is tried where it knows most of the fields of an element, see
  /// ``PayloadFields/init(_:constants:)``.
  ///
  /// - Parameters:
  ///   - type: The payload to decode where the tag is read.
  ///   - tag: The tag to reserve, and the one to write.
  ///   - aliases: More tags that select the type.
  ///   - keys: The keys of the payload.
  ///   - options: The options of the registration.
  ///   - embed: Makes a `Base` of the payload.
  ///   - extract: Gets the payload back out of a `Base`, or returns nil if another one is in it.
  ///   - fileID: Where the registration stands, for errors.
  ///   - line: Where the registration stands, for errors.
  /// - Throws: ``RegistrationError``.
  public mutating func register<Payload: Decodable & SendableMetatype, Keys: CodingKey>(
    _ type: Payload.Type = Payload.self,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields keys: Keys.Type,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, PayloadFields(keys), options, at: fileID, line)
    try add(Registration(type, terms, as: embed, from: extract))
  }

  /// Registers a type, whose values are of the base and whose fields are the names of a key type.
  ///
  /// ```swift
  /// try lengths.register(
  ///   Length.self, for: "length", fields: Length.CodingKeys.self)
  /// ```
  public mutating func register<Payload: Decodable & SendableMetatype, Keys: CodingKey>(
    _ type: Payload.Type,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields keys: Keys.Type,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, PayloadFields(keys), options, at: fileID, line)
    try add(Registration(type, of: Base.self, terms))
  }
  /// Registers a type, whose fields are the names of a key type, for a case of an enum with string raw
  /// values.
  ///
  /// ```swift
  /// try shapes.register(
  ///   for: Kind.length, fields: Length.CodingKeys.self, as: Shape.length)
  /// ```
  public mutating func register<Payload: Decodable & SendableMetatype, Tag, Keys: CodingKey>(
    _ type: Payload.Type = Payload.self,
    for tag: Tag,
    _ aliases: Tag...,
    fields keys: Keys.Type,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, PayloadFields(keys), options, at: fileID, line)
    try add(Registration(type, terms, as: embed, from: extract))
  }

  /// Registers a type of the base, whose fields are the names of a key type, for a case of an enum with
  /// string raw values.
  ///
  /// ```swift
  /// try lengths.register(
  ///   Length.self, for: Kind.length, fields: Length.CodingKeys.self)
  /// ```
  public mutating func register<Payload: Decodable & SendableMetatype, Tag, Keys: CodingKey>(
    _ type: Payload.Type,
    for tag: Tag,
    _ aliases: Tag...,
    fields keys: Keys.Type,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, PayloadFields(keys), options, at: fileID, line)
    try add(Registration(type, of: Base.self, terms))
  }
}
