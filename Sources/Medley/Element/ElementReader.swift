/// Reads one element: finds its tag, chooses the type, decodes it.
///
///     decoder ── locate ──▶ tag ── look up ──▶ entry ── decode ──▶ .known
///                   │                │                   │
///         missing, null,        unregistered           fails
///         wrong kind                 │                   │
///                   ▼                ▼                   ▼
///                policy           policy              policy ──▶ .unknown, assumed, or thrown
///
/// `Polymorphic`, `PolymorphicEnum`, the property wrappers and nested registries read through here.
/// MedleyJSON finds the tags of its own documents in their index (`Elements`), and comes here with
/// what it found wherever that isn't a registered string.
///
/// It isn't generic, but its methods are: generic code would look up the metadata of an
/// `ElementReader<Base>` for each element, 325 instructions each time.
package struct ElementReader {
  /// What stands at the element.
  let decoder: any Decoder
  /// The registries of the decoder, if they are known already.
  private let scope: RegistryScope?
  /// Whether there is a place for an unknown payload; nil if there is one for all of them.
  private let accepts: PayloadTest?

  /// Whether an enum has a case for an unknown payload.
  package typealias PayloadTest = (UnknownPayload) -> Bool

  package init(
    _ decoder: any Decoder,
    scope: RegistryScope? = nil,
    accepting accepts: PayloadTest? = nil
  ) {
    self.decoder = decoder
    self.scope = scope
    self.accepts = accepts
  }

  /// Reads the element as one of the types in a registry.
  ///
  /// - Throws: What the policies of the registry say.
  package func read<Base>(with registry: SharedRegistry<Base>) throws -> Polymorphic<Base> {
    let located = try registry.contents.discriminator.form.locate(
      in: decoder,
      among: registry.contents.table
    )
    return try read(located, with: registry)
  }

  private func read<Base>(
    _ located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    switch located.finding {
    case .tag(let tag):
      if let position = registry.contents.table[tag] {
        return try decode(position, tagged: tag, at: located, with: registry)
      }
      return try readUnknown(tag, at: located, with: registry)
    case .oversizedInteger:
      return try readUnknown(nil, at: located, with: registry)
    case .missing(let error):
      return try readMissing(registry.contents.policies.missing.rule, at: located, with: registry) {
        error ?? missing(at: located, with: registry)
      }
    case .null:
      return try readMissing(registry.contents.policies.null.rule, at: located, with: registry) {
        null(at: located, with: registry)
      }
    case .wrongKind(let found):
      let error = wrongKind(found, at: located, with: registry)
      guard registry.contents.policies.wrongKind.keeps else { throw error }
      return try keep(nil, .wrongKind, because: error, with: registry)
    case .malformedWrapper(let error):
      guard registry.contents.policies.malformed.keeps else { throw error }
      return try keep(nil, .malformed(error), because: error, with: registry)
    }
  }

  // MARK: - Decoding the payload

  private func decode<Base>(
    _ position: Int,
    tagged tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if registry.contents.hasElements {
      try checkEnd(of: registry.contents.entries[position], at: located)
    }
    // Sound: the decoders of a registry are for its base.
    let entry = unsafe unsafeDowncast(
      registry.contents.decoders[position],
      to: EntryDecoder<Base>.self
    )
    return try decode(entry, tagged: tag, at: located, with: registry)
  }

  private func decode<Base>(
    _ entry: EntryDecoder<Base>,
    tagged tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    // Without a closure, which costs metadata of generic types for each element.
    switch IssueCollector.beginning(decoder.userInfo) {
    case .inside(let mark):
      return try decode(entry, tagged: tag, at: located, with: registry, mark)
    case .outermost(let listener):
      return try listener.calling {
        try decode(entry, tagged: tag, at: located, with: registry, $0)
      }
    }
  }

  @inline(__always) private func decode<Base>(
    _ entry: EntryDecoder<Base>,
    tagged tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>,
    _ mark: IssueMark
  ) throws -> Polymorphic<Base> {
    do {
      let base = try entry.decode(from: located.source)
      // What the payload reports of itself has its tag.
      if mark.hasIssues { mark.tagIssues(tag) }
      return .known(base)
    } catch {
      // What a payload that failed has reported goes with it.
      mark.removeIssues()
      return try recover(from: error, tagged: tag, with: registry)
    }
  }

  /// Keeps an element whose payload failed, or throws what it threw with the place of the payload.
  package func recover<Base>(
    from error: any Error,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    // The program is wrong, not the data: no policy hides that.
    if error is RegistrationError { throw error }
    let error = error.asDecodingError(at: decoder.codingPath)
      .inPayload(tag, at: decoder.codingPath)
    guard registry.contents.policies.malformed.keeps, !error.isFinal, !error.exceedsCapture else {
      throw error
    }
    return try keep(tag, .malformed(error), because: error, with: registry)
  }

  // MARK: - Following the policies

  private func readUnknown<Base>(
    _ tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    count(tag)
    switch registry.contents.policies.unknown.rule {
    case .keep:
      let payload = try capture(tag, .unregistered, registry.contents.discriminator)
      guard accepts?(payload) ?? true else { throw unknown(tag, at: located, with: registry) }
      return .unknown(payload)
    case .throw:
      throw unknown(tag, at: located, with: registry)
    case .decode(let entry):
      try checkEnd(of: entry, at: located)
      return try decode(entry.decoder, tagged: tag, at: located, with: registry)
    }
  }

  private func count(_ tag: TypeTag?) {
    if let tag { IssueCollector.listening(decoder.userInfo)?.count(tag) }
  }

  private func readMissing<Base>(
    _ rule: MissingTagPolicy.Rule,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>,
    _ error: () -> any Error
  ) throws -> Polymorphic<Base> {
    switch rule {
    case .throw:
      throw error()
    case .keep:
      return try keep(nil, .untagged, because: error(), with: registry)
    case .assume(let tag):
      guard let position = registry.contents.table[tag] else {
        return try readUnknown(tag, at: located, with: registry)
      }
      var located = located
      let form = registry.contents.discriminator.form
      located.source = form.source(assuming: tag, in: decoder) ?? located.source
      return try decode(position, tagged: tag, at: located, with: registry)
    case .asMissing:
      return try readMissing(
        registry.contents.policies.missing.rule,
        at: located,
        with: registry,
        error
      )
    }
  }

  // MARK: - Keeping

  private func keep<Base>(
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: any Error,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let payload = try capture(tag, reason, registry.contents.discriminator)
    guard accepts?(payload) ?? true else { throw error }
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
    _ discriminator: Discriminator
  ) throws -> UnknownPayload {
    UnknownPayload(
      tag: tag,
      reason: reason,
      content: try UnknownPayload.Content(from: decoder),
      discriminator: discriminator,
      scope: scope ?? RegistryScope(decoder.userInfo)
    )
  }
}

// MARK: - Reading what was found in an index

/// What stands where the tag of an element should be, if no string does.
package enum TagMember {
  /// Any other value, which a decoder stands at.
  case value(any Decoder)
  /// Nothing: the object has no such member.
  case absent
  /// Nothing: the element is no object.
  case elsewhere
}

// The tag was looked for under `SharedRegistry.tagKey`, and isn't looked for again.
extension ElementReader {
  /// Reads an element whose tag is no string, or one with escapes.
  package func read<Base>(
    _ member: TagMember,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    var located = located(in: registry)
    switch member {
    case .value(let value):
      located.finding = try TagCandidates(from: value).finding(among: registry.contents.table)
      return try read(located, with: registry)
    case .absent:
      return try read(located, with: registry)
    case .elsewhere:
      return try read(with: registry)
    }
  }

  /// Reads an element whose tag is a string that no entry has.
  package func read<Base>(
    unregistered tag: TypeTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    guard accepts == nil, case .keep = registry.contents.policies.unknown.rule else {
      return try readUnknown(tag, at: located(in: registry), with: registry)
    }
    // Never an error, so that the place of the tag isn't needed.
    count(tag)
    return .unknown(try capture(tag, .unregistered, registry.contents.discriminator))
  }

  private func located<Base>(in registry: SharedRegistry<Base>) -> LocatedTag {
    LocatedTag(
      finding: .missing(nil),
      place: [WireKey(registry.tagKey ?? "")],
      source: .whole(decoder)
    )
  }
}
