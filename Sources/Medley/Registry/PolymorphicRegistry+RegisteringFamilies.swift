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
  ///   - embed: Makes a `Base` of the payload. Without it the payload must be one.
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
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try add(
      Registration(
        type,
        tags: [],
        pattern: pattern,
        options: options,
        embed: embed,
        extract: extract,
        site: "\(fileID):\(line)"
      )
    )
  }
}
