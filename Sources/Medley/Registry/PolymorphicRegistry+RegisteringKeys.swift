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
  /// ``PayloadFields/init(_:)``.
  ///
  /// - Parameters:
  ///   - type: The payload to decode where the tag is read.
  ///   - tag: The tag to reserve, and the one to write.
  ///   - aliases: More tags that select the type.
  ///   - keys: The keys of the payload.
  ///   - options: The options of the registration.
  ///   - embed: Makes a `Base` of the payload. Without it the payload must be one.
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
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try add(
      Registration(
        type,
        tags: [tag] + aliases,
        fields: PayloadFields(keys),
        options: options,
        embed: embed,
        extract: extract,
        site: "\(fileID):\(line)"
      )
    )
  }
}
