package import MedleyBase

/// Reads one element: finds its tag, looks up the type, and decodes it.
///
///     decoder ── locate ──▶ tag ── look up ──▶ entry ── decode ──▶ .known
///                   │                │                   │
///         missing, null,        unregistered           fails
///         wrong kind                 │                   │
///                   ▼                ▼                   ▼
///                policy           policy              policy ──▶ .unknown, assumed, or thrown
///
/// `Polymorphic`, `PolymorphicEnum`, the property wrappers and nested registries use it. MedleyJSON
/// finds tags in the index of its documents (`Elements`), and calls this with its finding if that
/// isn't a registered string. On Foundation's decoders, `DirectForm` goes ahead with those that are.
///
/// It isn't generic, but its methods are: generic code would look up the metadata of
/// `ElementReader<Base>` for each element, 325 instructions each time.
package struct ElementReader {
  /// The decoder of the element.
  let decoder: any Decoder
  /// The registry, without its base.
  ///
  /// Where each element comes by, its table is read through a constant of the function: through the
  /// reader, the whole table would be copied, which takes as long as a tenth of an element.
  let core: RegistryCore
  /// A function that returns whether an unknown payload can be represented; nil if every one can.
  let accepts: PayloadTest?
  /// The origin of unregistered elements, if the caller has it.
  package var unregistered: UnknownPayload.Origin?
  /// Whether the caller takes errors whose text isn't made.
  package var takesPending = false
  /// The key of the tag as paths show it, if a decoder converts that of the registry.
  package var shownKey: WireKey?
  /// Whether the tag stands beside the element, which is the payload alone.
  package var isTaggedBeside = false
  /// What the types have thrown that the caller has tried, and the attempts with these.
  var tried: Tried?

  typealias Tried = (failures: [TrialFailure], trials: Trials)

  /// A function that returns whether an enum has a case for an unknown payload.
  package typealias PayloadTest = (UnknownPayload) -> Bool

  package init(
    _ decoder: any Decoder,
    of core: RegistryCore,
    accepting accepts: PayloadTest? = nil
  ) {
    self.decoder = decoder
    self.core = core
    self.accepts = accepts
  }

  /// The policies of the registry.
  var policies: PolymorphicRegistry<Any>.Policies { core.contents.policies }

  /// Reads the element as one of the types in a registry.
  ///
  /// - Throws: The errors of the payload and the policies.
  package func read<Base>(with registry: SharedRegistry<Base>) throws -> Polymorphic<Base> {
    try read(locate(in: registry.core), with: registry)
  }

  // MARK: - Finding the tag

  /// Finds the tag with the wire form.
  @inline(never) func locate(in core: RegistryCore) throws -> LocatedTag {
    try core.contents.discriminator.form.tagPlace.locate(in: decoder, among: core.contents.table)
  }

  func read<Base>(
    _ located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    switch located.finding {
    case .tag(let tag):
      if let position = position(of: tag, at: located) {
        return try decode(position, tagged: tag, at: located, with: registry)
      }
      return try readUnknown(tag, at: located, with: registry)
    case .candidates(let candidates):
      return try readFirst(of: candidates, at: located, with: registry)
    case .oversizedInteger:
      return try readUnknown(nil, at: located, with: registry)
    case .missing(let error):
      return try readMissing(policies.missing.rule, at: located, with: registry) {
        error?.expecting(Base.self) ?? missing(at: located)
      }
    case .null:
      let rule = policies.null?.rule ?? policies.missing.rule
      return try readMissing(rule, at: located, with: registry) { missing(at: located) }
    case .wrongKind(let found):
      let error = wrongKind(found, at: located)
      return try follow(policies.wrongKind.rule, nil, .wrongKind, because: error, with: registry)
    case .malformedWrapper(let text):
      let error = DecodingError.invalid(at: decoder.codingPath, text)
      let rule = policies.malformed.rule
      return try follow(rule, nil, .malformed(error), because: error, with: registry)
    }
  }

  @inline(__always) func position(of tag: TypeTag, at located: LocatedTag) -> Int? {
    let core = core
    return core.contents.table.alternatives.isEmpty
      ? core.contents.table[tag] : core.contents.table.tags(of: located.alternative)[tag]
  }

  // MARK: - Decoding the payload

  func decode<Base>(
    _ position: Int,
    tagged tag: TypeTag?,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let entry = core.contents.entries[position]
    if core.isGuarded, !isAvailable(entry) {
      let error = unavailable(tag)
      return try follow(policies.unknown.rule, tag, .unavailable, because: error, with: registry)
    }
    let enclosing = core.isGuarded ? policies.malformed.rule.enclosing : nil
    return try decode(entry, tagged: tag, at: located.source, in: enclosing, with: registry)
  }

  /// Decodes a payload.
  ///
  /// - Parameters:
  ///   - entry: The entry of its type.
  ///   - tag: The tag, for issues.
  ///   - source: The place of the payload.
  ///   - enclosing: The policy for elements inside that have nothing to show; nil if they are kept.
  ///   - registry: The registry.
  /// - Returns: The element.
  /// - Throws: What the policy for malformed payloads says.
  func decode<Base>(
    _ entry: Registration,
    tagged tag: TypeTag?,
    at source: PayloadSource,
    in enclosing: ReplacementRule.Enclosing? = nil,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if entry.isElement { try checkEnd(of: entry, at: source) }
    let entry = registry.decoder(of: entry)
    // Inlined: a closure needs metadata of generic types for each element.
    @inline(__always) func attempt(_ mark: IssueMark) throws -> Polymorphic<Base> {
      var mark = mark
      return try mark.attempt {
        try .known(
          UnknownMembers.inElement(at: decoder, taggedBy: core.tagKeys) {
            guard let enclosing else { return try entry.decode(from: source) }
            return try decode(entry, from: source, enclosedBy: enclosing)
          }
        )
      } tagging: {
        $0.tagIssues(tag, isRegistered: core.isRegistered(tag))
      } recovering: {
        try recover(from: $0, tagged: tag, with: registry)
      }
    }
    guard let listener = IssueCollector.listening(decoder.userInfo) else {
      return try attempt(IssueMark(nil))
    }
    return try listener.calling { try attempt($0) }
  }

  /// Does what the policy says of an element whose payload failed, or throws its error with the path
  /// of the payload.
  package func recover<Base>(
    from error: any Error,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let error = try malformed(error, tag)
    let rule = policies.malformed.rule
    return try follow(rule, tag, .malformed(error), because: error, with: registry)
  }

  /// Returns the error of a payload with its path, or throws it where no policy applies.
  @inline(never) private func malformed(
    _ failure: any Error,
    _ tag: TypeTag?
  ) throws -> DecodingError {
    // A mistake in the program, which no policy hides.
    if failure is RegistrationError { throw failure }
    // Once, because Foundation's decoders make it in a time that is quadratic in its length.
    lazy var path = decoder.codingPath
    let error = failure.asDecodingError(at: path)
      .inPayload(tag, isRegistered: core.isRegistered(tag), at: path)
    if case .throw = policies.malformed.rule { throw error }
    guard !failure.isFinal, !failure.exceedsCapture else { throw error }
    if let object = SharedObjectDecoder.cast(decoder) { object.depth = path.count }
    return error
  }

  // MARK: - Following the policies

  /// Does what the policy says of an element whose tag isn't registered; few policies need its place.
  func readUnknown<Base>(
    _ tag: TypeTag?,
    at located: @autoclosure () -> LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if let kind = core.contents.tagKind, !(tag.map(kind.includes) ?? (kind == .integer)) {
      // Any other tag is in the element, which is kept with it.
      let kept = isTaggedBeside ? tag : nil
      let error = wrongKind(tag?.shortened ?? "an integer", at: located())
      return try follow(policies.wrongKind.rule, kept, .wrongKind, because: error, with: registry)
    }
    if let tag { IssueCollector.listening(decoder.userInfo)?.count(tag) }
    if decoder.isGrowing { throw unknown(tag, at: located()) }
    switch policies.unknown.rule {
    case .keep:
      return .unknown(try capture(tag, .unregistered) { unknown(tag, at: located()) })
    case .decode(let entry):
      return try decode(entry, tagged: tag, at: located().source, with: registry)
    case let rule:
      let error = unknown(tag, at: located())
      return try follow(rule, tag, .unregistered, because: error, with: registry)
    }
  }

  func readMissing<Base>(
    _ rule: FallbackRule,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>,
    _ error: () -> any Error
  ) throws -> Polymorphic<Base> {
    if decoder.isGrowing { throw error() }
    let core = registry.core
    switch rule {
    case .assume(let tag):
      guard let position = core.contents.table[tag] else {
        return try readUnknown(tag, at: located, with: registry)
      }
      if let source = core.contents.source(assuming: tag, at: position, in: decoder) {
        located.source = source
      }
      return try decode(position, tagged: tag, at: located, with: registry)
    case .decode(let entry):
      return try decode(entry, tagged: nil, at: .whole(decoder), with: registry)
    case .unstated where core.contents.hasCaseForUnfit:
      return try follow(.keep, nil, .untagged, because: error(), with: registry)
    case .keep, .throw, .replace, .unstated:
      return try follow(rule, nil, .untagged, because: error(), with: registry)
    }
  }

  // MARK: - Keeping

  /// Captures the element, or throws the error of one for which an enum has no case.
  @inline(never) func capture(
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: () -> any Error
  ) throws -> UnknownPayload {
    let content = try OriginalJSON(from: decoder)
    let payload = UnknownPayload(tag: tag, content: content, origin: origin(reason))
    guard accepts?(payload) ?? true else { throw error().lackingCase(in: core.contents.base) }
    return payload
  }

  private func origin(_ reason: UnknownPayload.Reason) -> UnknownPayload.Origin {
    if case .unregistered = reason, let unregistered { return unregistered }
    // A body has no tag and no wrapper, which a discriminator would look for.
    let discriminator = isTaggedBeside ? nil : core.contents.discriminator
    let scope = RegistryScope.find(in: decoder.userInfo)
    return UnknownPayload.Origin(discriminator, reason, in: scope)
  }
}

// MARK: - Reading what an index found

// The tag was searched under `SharedRegistry.tagKey`, and isn't searched again.
extension ElementReader {
  /// Reads an element whose tag isn't a registered string, or has escapes.
  package func read<Base>(
    _ member: TagMember,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let core = registry.core
    switch member {
    case .unregistered(let tag):
      return try read(unregistered: tag, with: registry)
    case .value(let value):
      let finding = try TagCandidates(from: value).finding(among: core.contents.table)
      return try read(located(finding), with: registry)
    case .absent:
      return try read(located(), with: registry)
    case .custom(let reading):
      let located = try core.contents.discriminator.form.tagPlace
        .located(reading, in: decoder, among: core.contents.table)
      return try read(located, with: registry)
    case .elsewhere:
      return try read(with: registry)
    }
  }

  /// Reads an element whose tag is a string that isn't registered.
  package func read<Base>(
    unregistered tag: TypeTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    let core = registry.core
    if let position = core.contents.table.family(of: tag) {
      return try decode(position, tagged: tag, at: located(), with: registry)
    }
    return try readUnknown(tag, at: located(), with: registry)
  }

  @inline(never) private func located(_ finding: LocatedTag.Finding = .missing(nil)) -> LocatedTag {
    let key = shownKey ?? WireKey(core.tagKey ?? "")
    return LocatedTag(finding: finding, place: [key], source: .whole(decoder))
  }
}
