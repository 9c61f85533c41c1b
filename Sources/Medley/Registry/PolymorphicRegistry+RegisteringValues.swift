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
  /// type is `Equatable`; otherwise by its case if it is an enum, or by its type.
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
    try add(
      RegistryEntry(
        RegisteredValue(value),
        tags: [tag] + aliases,
        options: options,
        site: "\(fileID):\(line)"
      )
    )
  }
}
