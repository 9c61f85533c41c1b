// MARK: - Failing

extension ElementReader {
  /// Keeps an element whose tag is of a wrong kind, or throws.
  func readWrongKind<Base>(
    _ found: String,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let error = wrongKind(found, at: located, with: registry)
    guard registry.contents.policies.wrongKind.keeps else { throw error }
    return try keep(nil, .wrongKind, because: error, with: registry)
  }

  /// Throws if a payload is the same element again, which would recurse without end.
  func checkEnd<Base>(of entry: Registration<Base>, at located: LocatedTag) throws {
    guard entry.isElement, located.source.isWhole else { return }
    let error = RegistrationError(endless: entry.registrant, base: Base.self)
    throw DecodingError.invalid(
      at: decoder.codingPath,
      error.description,
      because: error.described
    )
  }

  func unknown<Base>(
    _ tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) -> DecodingError {
    let cause = DiscriminatorError(
      unknown: tag,
      found: tag == nil ? "an integer of more than 64 bits" : nil,
      registry.contents.discriminator.form.place,
      tags: registry.contents.table
    )
    return .dataCorrupted(cause.context(at: decoder.codingPath + located.place))
  }

  func missing<Base>(at located: LocatedTag, with registry: SharedRegistry<Base>) -> DecodingError {
    let cause = DiscriminatorError(
      missing: registry.contents.discriminator.form.place,
      tags: registry.contents.table
    )
    guard let key = located.place.last else {
      return .dataCorrupted(cause.context(at: decoder.codingPath))
    }
    return .keyNotFound(key, cause.context(at: decoder.codingPath + located.place.dropLast()))
  }

  func null<Base>(at located: LocatedTag, with registry: SharedRegistry<Base>) -> DecodingError {
    let cause = DiscriminatorError(
      missing: registry.contents.discriminator.form.place,
      tags: registry.contents.table,
      found: "null"
    )
    return .valueNotFound(TypeTag.self, cause.context(at: decoder.codingPath + located.place))
  }

  func wrongKind<Base>(
    _ found: String,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) -> DecodingError {
    let cause = DiscriminatorError(
      wrongKind: found,
      registry.contents.discriminator.form.place,
      tags: registry.contents.table
    )
    return .typeMismatch(TypeTag.self, cause.context(at: decoder.codingPath + located.place))
  }
}
