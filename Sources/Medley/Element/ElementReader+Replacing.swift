import MedleyBase

// MARK: - Guarding

extension ElementReader {
  /// Decodes a payload, if its registration is available.
  @inline(never) func decode<Base>(
    _ entry: EntryDecoder<Base>,
    at position: Int,
    tagged tag: TypeTag?,
    at source: PayloadSource,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    guard isAvailable(position, in: registry.contents) else {
      let rule = registry.contents.policies.unknown.rule
      return try follow(rule, tag, .unavailable, because: unavailable(tag), with: registry)
    }
    var reader = self
    reader.enclosing = registry.contents.policies.malformed.rule.enclosing
    return try reader.decode(entry, tagged: tag, at: source, with: registry)
  }

  /// Returns whether the registration at a position is for this element.
  func isAvailable(_ position: Int, in registry: RegistryContents) -> Bool {
    registry.entries[position].options.isAvailable?(decoder) ?? true
  }

  /// Decodes a payload in which elements may have nothing to show.
  @inline(never) func decode<Base>(
    _ entry: EntryDecoder<Base>,
    from source: PayloadSource,
    in enclosing: ReplacementRule.Enclosing
  ) throws -> Base {
    var base: Base?
    try enclosing(decoder) { base = try entry.decode(from: source) }
    guard let base else {
      throw DecodingError.invalid(at: decoder.codingPath, "Nothing decoded it.")
    }
    return base
  }

  @inline(never) func unavailable(_ tag: TypeTag?) -> DecodingError {
    let name = tag?.shortened ?? "the type"
    let cause = DiscriminatorError(
      code: .unavailableType,
      tag: tag,
      description: "The registration of \(name) isn't available for this element."
    )
    return .dataCorrupted(cause.context(at: decoder.codingPath))
  }
}

// MARK: - Replacing

extension ElementReader {
  /// Keeps an element, with what is shown in its place.
  func replace<Base>(
    _ rule: ReplacementRule,
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: DecodingError,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if isGrowing { throw error }
    // An unknown tag isn't an issue if nothing is shown in its place.
    let payload = try rule.replace(decoder, registry, tag, error, reason != .unregistered) {
      try capture(tag, reason, with: registry) { error }
    }
    return .unknown(payload)
  }

  /// Reads the element, with its tag.
  package func readTagged<Base>(
    with registry: SharedRegistry<Base>
  ) throws -> (tag: TypeTag?, element: Polymorphic<Base>) {
    let located = try locate(with: registry)
    let element = try read(located, with: registry)
    guard case .tag(let tag) = located.finding else { return (nil, element) }
    return (tag, element)
  }
}

extension DecodingError {
  /// Returns the error with the reason why something else doesn't decode either.
  package func adding(_ second: DecodingError, _ attempt: String) -> DecodingError {
    guard let context else { return self }
    let description = "\(context.debugDescription) \(attempt): \(second.summary)"
    return with(description: description.bounded())
  }
}
