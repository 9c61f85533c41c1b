import MedleyBase

// MARK: - Failing

extension ElementReader {
  /// The error of an element whose tag is of a wrong kind.
  @inline(never) func wrongKind(_ found: String, at located: LocatedTag) -> DecodingError {
    let place =
      isTaggedBeside ? TagPlace.beside : core.contents.discriminator.form.tagPlace.description
    let tags = core.contents.table
    let cause = DiscriminatorError(place, tags: tags, found: found, ofWrongKind: true)
    return .typeMismatch(core.contents.base, cause.context(at: path(of: located)))
  }

  /// Does what a policy says of an element that isn't decoded as the type of its tag.
  func follow<Base>(
    _ rule: FallbackRule,
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: any Error,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    guard case .decode(let entry) = rule, !decoder.isGrowing else {
      return try .unknown(keep(rule, tag, reason, because: error))
    }
    let error = error.asDecodingError(at: decoder.codingPath)
    let base = try decode(entry, tagged: tag, inPlaceOf: error, with: registry)
    DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
    return .known(base)
  }

  /// Keeps an element that isn't decoded as the type of its tag, if a policy says so.
  @inline(never) private func keep(
    _ rule: FallbackRule,
    _ tag: TypeTag?,
    _ reason: UnknownPayload.Reason,
    because error: any Error
  ) throws -> UnknownPayload {
    if decoder.isGrowing { throw error }
    switch rule {
    case .throw, .assume, .unstated, .decode:
      throw error
    case .keep:
      let kept = try capture(tag, reason) { error }
      DecodingIssue.report(error, at: decoder.codingPath, action: .kept, in: decoder, content: kept)
      return kept
    case .replace(let rule):
      let error = error.asDecodingError(at: decoder.codingPath)
      // An unknown tag isn't an issue if nothing is shown in its place.
      return try rule.replace(decoder, core, tag, error, reason != .unregistered) {
        try capture(tag, reason) { error }
      }
    }
  }

  /// Decodes the payload as a type that stands in for the one that failed.
  ///
  /// - Throws: The error of the first type, which says why this one doesn't decode either.
  private func decode<Base>(
    _ entry: Registration,
    tagged tag: TypeTag?,
    inPlaceOf error: DecodingError,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    // The caller may know no more than that decoding has failed.
    let located = isTaggedBeside ? nil : try? locate(in: registry.core)
    let source = located?.source ?? .whole(decoder)
    try checkEnd(of: entry, at: source)
    do {
      return try IssueCollector.attempting(in: tag, decoder.userInfo) {
        try UnknownMembers.inElement(at: decoder, taggedBy: core.tagKeys) {
          try registry.decoder(of: entry).decode(from: source)
        }
      }
    } catch let second where second.isFinal {
      throw second
    } catch let second {
      throw error.adding(second.asDecodingError(at: decoder.codingPath), "As \(entry.name)")
    }
  }

  /// Throws if a payload is the same element again, which would recurse without end.
  @inline(never) func checkEnd(of entry: Registration, at source: PayloadSource) throws {
    // Behind a tag beside it, the payload is another element.
    guard entry.isElement, source.isWhole, !isTaggedBeside else { return }
    throw RegistrationError(endless: entry.registrant, base: core.contents.base)
      .decoding(at: decoder.codingPath)
  }

  /// The path of a tag, or of where it should be.
  @inline(never) func path(of located: LocatedTag) -> [any CodingKey] {
    decoder.codingPath + located.place
  }

  @inline(never) func unknown(_ tag: TypeTag?, at located: LocatedTag) -> DecodingError {
    let cause = DiscriminatorError(
      unknown: tag,
      found: tag == nil ? "an integer of more than 64 bits" : nil,
      in: isTaggedBeside ? nil : core.contents.discriminator.form,
      tags: core.contents.table
    )
    return .dataCorrupted(cause.context(at: path(of: located), saying: takesPending ? "" : nil))
  }

  /// The error of an element without a tag, or with null in its place.
  @inline(never) func missing(at located: LocatedTag) -> DecodingError {
    let isNull = if case .null = located.finding { true } else { false }
    let cause = DiscriminatorError(
      core.contents.discriminator.form.tagPlace.description,
      tags: core.contents.table,
      found: isNull ? "null" : "nothing there"
    )
    var path = path(of: located)
    if isNull { return .valueNotFound(core.contents.base, cause.context(at: path)) }
    guard let key = located.place.last else { return .dataCorrupted(cause.context(at: path)) }
    path.removeLast()
    return .keyNotFound(key, cause.context(at: path))
  }
}

// MARK: - Guarding

extension ElementReader {
  /// Returns whether a registration is for this element.
  func isAvailable(_ entry: Registration) -> Bool { entry.options.isAvailable?(decoder) ?? true }

  /// Decodes a payload in which elements may have nothing to show.
  @inline(never) func decode<Base>(
    _ entry: EntryDecoder<Base>,
    from source: PayloadSource,
    enclosedBy enclosing: ReplacementRule.Enclosing
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

extension DecodingError {
  /// Returns the error with the reason why something else doesn't decode either.
  package func adding(_ second: DecodingError, _ attempt: String) -> DecodingError {
    guard let context else { return self }
    let description = "\(context.debugDescription) \(attempt): \(second.summary)"
    return with(description: description.bounded())
  }
}

// MARK: - Trying types

extension ElementReader {
  /// Reads an element as the first of several types that decodes it.
  ///
  /// - Parameters:
  ///   - candidates: The types.
  ///   - located: The place of the element.
  ///   - registry: The registry.
  /// - Returns: The element.
  /// - Throws: What the policies of the registry say if none does.
  func readFirst<Base>(
    of candidates: CandidateList,
    at located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    lazy var depth = decoder.codingPath.count
    var errors: [TrialFailure] = []
    var trials = tried?.trials ?? Trials()
    for candidate in candidates.toTry {
      if candidates.selects(candidate) {
        return try decode(candidate.position, tagged: candidate.tag, at: located, with: registry)
      }
      let entry = core.contents.entries[candidate.position]
      guard isAvailable(entry) else {
        errors.append((candidate.position, unavailable(candidate.tag)))
        continue
      }
      do {
        if let failure = tried?.failures.error(of: candidate.position) { throw failure }
        return try IssueCollector.attempting(in: candidate.tag, isTrial: true, decoder.userInfo) {
          try trials.attempt(of: candidates.toTry.count, at: decoder.codingPath) {
            try UnknownMembers.inElement(at: decoder, taggedBy: core.tagKeys) {
              .known(try registry.decoder(of: entry).decode(from: located.source))
            }
          }
        }
      } catch let error where error.isFinal {
        throw error
      } catch {
        let error = error.asDecodingError(at: decoder.codingPath)
        if candidates.isFinal(candidate, error, at: depth) {
          return try recover(from: error, tagged: candidate.tag, with: registry)
        }
        errors.append((candidate.position, error))
      }
    }
    return try readMissing(policies.missing.rule, at: located, with: registry) {
      let cause = DiscriminatorError(
        fitting: candidates.tied,
        of: core.contents.table.candidates,
        fields: candidates.fields,
        errors: errors,
        at: depth
      )
      return DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    }
  }
}

/// The attempts to decode an element as one of several types.
///
/// A failed attempt may contain elements that were tried themselves, and are again in the next one:
/// in a chain of *n* elements with two types each, the innermost would be decoded 2^*n* times. So
/// each attempt knows how often its content is decoded at most, which is limited.
package struct Trials {
  /// How often an element is decoded again because of the elements around it.
  private static let limit = 256

  @TaskLocal private static var current: Attempt?

  /// How often the content is decoded at most, and whether an element in it was tried as well.
  private typealias Attempt = (repetitions: Int, containsTrials: Lock<Bool>)

  /// Whether an element around this one is being tried.
  package static var areRunning: Bool { current != nil }

  private let outer = Self.current
  private var own = 1

  /// Decodes an element as one of several types.
  ///
  /// - Parameters:
  ///   - count: The number of types.
  ///   - path: The path of the element.
  ///   - body: A function that decodes the element as the next type.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws, and `DecodingError.dataCorrupted` at the limit.
  @inline(__always) mutating func attempt<Value>(
    of count: Int,
    at path: @autoclosure () -> [any CodingKey],
    _ body: () throws -> Value
  ) throws -> Value {
    guard count > 1 else { return try body() }
    let attempt = try begin(at: path)
    do {
      return try Self.$current.withValue(attempt, operation: body)
    } catch {
      if attempt.containsTrials.withLock({ $0 }) { own += 1 }
      throw error
    }
  }

  @inline(never) private func begin(at path: () -> [any CodingKey]) throws -> Attempt {
    outer?.containsTrials.withLock { $0 = true }
    let repetitions = (outer?.repetitions ?? 1) * own
    if repetitions <= Self.limit { return (repetitions, Lock(false)) }
    let error = DiscriminatorError(
      code: .tooManyAttempts,
      description: """
        The element was decoded \(Self.limit) times already, since elements around it are tried \
        with several types as well.
        """,
      remedy: """
        State the fields that tell the types apart when registering, with \
        fields: PayloadFields(required: ...), or use a tag.
        """
    )
    throw DecodingError.dataCorrupted(error.context(at: path()))
  }
}
