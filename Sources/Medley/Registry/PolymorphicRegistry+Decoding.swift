// MARK: - Decoding

extension PolymorphicRegistry {
  /// Decodes the element that `decoder` stands at.
  func decode(from decoder: any Decoder) throws -> Polymorphic<Base> {
    let located = try discriminator.form.locate(in: decoder, among: table)
    switch located.finding {
    case .tag(let tag):
      if let position = located.position ?? table[tag] {
        return try decode(entries[position], tagged: tag, at: located, from: decoder)
      }
      return try decodeUnknown(tag, at: located, from: decoder)
    case .oversizedInteger:
      return try decodeUnknown(nil, at: located, from: decoder)
    case .missing(let error):
      return try decodeMissing(policies.missing.rule, at: located, from: decoder) {
        error ?? missing(at: located, in: decoder)
      }
    case .null:
      return try decodeMissing(policies.null.rule, at: located, from: decoder) {
        null(at: located, in: decoder)
      }
    case .wrongKind(let found):
      let error = wrongKind(found, at: located, in: decoder)
      guard policies.wrongKind.keeps else { throw error }
      return try keep(nil, .wrongKind, because: error, from: decoder)
    case .malformedWrapper(let error):
      guard policies.malformed.keeps else { throw error }
      return try keep(nil, .malformed(error), because: error, from: decoder)
    }
  }

  private func decode(
    _ entry: RegistryEntry<Base>,
    tagged tag: TypeTag?,
    at located: LocatedTag,
    from decoder: any Decoder
  ) throws -> Polymorphic<Base> {
    if entry.isElement, located.source.isWhole {
      let error = RegistrationError(endless: entry.registrant, base: Base.self)
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: error.description,
          underlyingError: error
        )
      )
    }
    do {
      // What the payload reports of itself has its tag, and goes with it if it is kept as a whole.
      return .known(
        try IssueCollector.attempting(in: tag, decoder.userInfo) {
          try entry.decode(located.source)
        }
      )
    } catch let error as RegistrationError {
      // The program is wrong, not the data: no policy hides that.
      throw error
    } catch {
      let error = Self.fault(error, in: tag, at: decoder)
      guard policies.malformed.keeps, !error.isFinal, !error.exceedsCapture else { throw error }
      return try keep(tag, .malformed(error), because: error, from: decoder)
    }
  }

  /// An error of a payload, as it is thrown.
  private static func fault(
    _ error: any Error,
    in tag: TypeTag?,
    at decoder: any Decoder
  ) -> DecodingError {
    error.asDecodingError(at: decoder.codingPath).inPayload(tag, at: decoder.codingPath)
  }

  /// The tag of an element, found anew.
  func tag(in decoder: any Decoder) throws -> TypeTag? {
    guard case .tag(let tag) = try discriminator.form.locate(in: decoder, among: table).finding
    else { return nil }
    return tag
  }

  /// An error of the payload of an element, as it is thrown.
  func fault(_ error: any Error, in decoder: any Decoder) throws -> any Error {
    if let error = error as? DecodingError, error.isInPayload { return error }
    return Self.thrown(error, in: try tag(in: decoder), at: decoder)
  }

  /// An error of a payload with a certain tag, as it is thrown.
  static func thrown(
    _ error: any Error,
    in tag: TypeTag?,
    at decoder: any Decoder
  ) -> any Error {
    error is RegistrationError ? error : fault(error, in: tag, at: decoder)
  }

  /// Decodes an element whose tag is known to be registered nowhere.
  func decodeUnknown(_ tag: TypeTag, from decoder: any Decoder) throws -> Polymorphic<Base> {
    guard case .keep = policies.unknown.rule else { return try decode(from: decoder) }
    IssueCollector.listening(decoder.userInfo)?.count(tag)
    return .unknown(try capture(tag, .unregistered, from: decoder))
  }

  private func decodeUnknown(
    _ tag: TypeTag?,
    at located: LocatedTag,
    from decoder: any Decoder
  ) throws -> Polymorphic<Base> {
    if let tag { IssueCollector.listening(decoder.userInfo)?.count(tag) }
    switch policies.unknown.rule {
    case .keep:
      return .unknown(try capture(tag, .unregistered, from: decoder))
    case .throw:
      let cause = DiscriminatorError(
        unknown: tag,
        found: tag == nil ? "an integer of more than 64 bits" : nil,
        discriminator.form.place,
        tags: table
      )
      throw DecodingError.dataCorrupted(
        cause.context(at: decoder.codingPath + located.place)
      )
    case .decode(let entry):
      return try decode(entry, tagged: tag, at: located, from: decoder)
    }
  }

  private func decodeMissing(
    _ rule: MissingTagPolicy.Rule,
    at located: LocatedTag,
    from decoder: any Decoder,
    _ error: () -> any Error
  ) throws -> Polymorphic<Base> {
    switch rule {
    case .throw:
      throw error()
    case .keep:
      return try keep(nil, .untagged, because: error(), from: decoder)
    case .assume(let tag):
      guard let position = table[tag] else {
        return try decodeUnknown(tag, at: located, from: decoder)
      }
      var located = located
      located.source = discriminator.form.source(assuming: tag, in: decoder) ?? located.source
      return try decode(entries[position], tagged: tag, at: located, from: decoder)
    case .asMissing:
      return try decodeMissing(policies.missing.rule, at: located, from: decoder, error)
    }
  }

  // MARK: - Keeping

  private func keep(
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: any Error,
    from decoder: any Decoder
  ) throws -> Polymorphic<Base> {
    let payload = try capture(tag, reason, from: decoder)
    DecodingIssue.report(
      error,
      at: decoder.codingPath,
      action: .kept,
      in: decoder,
      content: payload.storage.content
    )
    return .unknown(payload)
  }

  private func capture(
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    from decoder: any Decoder
  ) throws -> UnknownPayload {
    UnknownPayload(
      tag: tag,
      reason: reason,
      content: try UnknownPayload.Content(from: decoder),
      discriminator: discriminator,
      scope: RegistryScope.scope(of: decoder)
    )
  }

  // MARK: - Failing

  private func missing(at located: LocatedTag, in decoder: any Decoder) -> DecodingError {
    let cause = DiscriminatorError(missing: discriminator.form.place, tags: table)
    guard let key = located.place.last else {
      return .dataCorrupted(cause.context(at: decoder.codingPath))
    }
    return .keyNotFound(key, cause.context(at: decoder.codingPath + located.place.dropLast()))
  }

  private func null(at located: LocatedTag, in decoder: any Decoder) -> DecodingError {
    let cause = DiscriminatorError(missing: discriminator.form.place, tags: table, found: "null")
    return .valueNotFound(TypeTag.self, cause.context(at: decoder.codingPath + located.place))
  }

  private func wrongKind(
    _ found: String,
    at located: LocatedTag,
    in decoder: any Decoder
  ) -> DecodingError {
    let cause = DiscriminatorError(wrongKind: found, discriminator.form.place, tags: table)
    return .typeMismatch(TypeTag.self, cause.context(at: decoder.codingPath + located.place))
  }
}
