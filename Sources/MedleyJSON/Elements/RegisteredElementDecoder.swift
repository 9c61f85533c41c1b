import Medley
import MedleyBase
import MedleyEngine

/// Decodes elements of a registry, `Polymorphic` or an enum: the steps of `ElementReader` over the index.
///
///     object ── TagFinder ──▶ entry ── decode ──▶ value
///                   │                    │
///         no registered string         fails
///                   ▼                    ▼
///          ElementReader.read    ElementReader.recover
///
/// The element and its base are generic arguments, because getting one from the other takes a lookup.
@safe
final class RegisteredElementDecoder<Maker: ElementMaker, Element, Base>:
  ReportingElementDecoder<Element>
where Maker.Element == Element, Maker.Base == Base {
  private let finder: TagFinder
  /// Whether a payload that has its tag beside it may have one inside as well.
  private let mayHaveTag: Bool
  /// The decoders of the entries, as far as the document has decided how they decode; each retained.
  private let decoders: UnsafeMutableBufferPointer<Unmanaged<AnyEntryDecoder>>
  /// The registry, which retains the decoders that are replaced.
  private let registry: SharedRegistry<Base>
  /// The origin of unregistered elements, which share it.
  private let unregistered: UnknownPayload.Origin
  private let accepts: ElementReader.PayloadTest?
  /// The converted key of the tags, if keys are converted.
  private let shownKey: WireKey?

  init?(_: Maker.Type, _ registry: SharedRegistry<Base>, in index: DocumentIndex) {
    let core = registry.core
    let entries = core.contents.entries
    guard let place = core.indexedPlace,
      let finder = place.finder(core.contents.table, entries, in: index)
    else { return nil }
    self.finder = finder
    if case .alternatives = place { mayHaveTag = true } else { mayHaveTag = place.isTagInPayload }
    unsafe decoders = .allocate(capacity: entries.count)
    for (position, entry) in entries.enumerated() {
      unsafe decoders.initializeElement(at: position, to: .passRetained(entry.decoder))
    }
    self.registry = registry
    let scope = RegistryScope.find(in: index.document.userInfo)
    unregistered = .init(core.contents.discriminator, .unregistered, in: scope)
    accepts = Maker.accepts(of: registry)
    shownKey = index.convertsKeys ? core.tagKey.map { WireKey(SnakeCase.camelCase($0)) } : nil
    super.init(index)
  }

  // Sound, all of it: every decoder is initialised and retained, and only the thread of the document
  // replaces one.

  deinit {
    for position in unsafe decoders.indices { unsafe decoders[position].release() }
    unsafe decoders.deallocate()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = finder.object(at: position)
    guard object.isRegistered else { return try read(object, &mark) }
    if finder.isTrial { return try decodeTrying(object, &mark) }
    return try decode(object, &mark)
  }

  /// Decodes an object with a registered tag, which stands in it or beside it.
  @inline(__always) private func decode(
    _ object: TaggedObject,
    _ mark: inout IssueMark,
    besideTag: TypeTag? = nil
  ) throws -> Element {
    try mark.attempt {
      try Maker.known { try decodeBase(object) }
    } tagging: {
      let tag = besideTag ?? finder.tag(of: object)
      $0.tagIssues(tag, isRegistered: registry.core.isRegistered(tag))
    } recovering: {
      try recover(from: $0, object, besideTag: besideTag)
    }
  }

  // MARK: - Decoding with the tag beside the element

  override func object(at position: Int, tagged tag: TypeTag) -> TaggedObject? {
    guard let registration = registry.core.registration(beside: tag) else { return nil }
    if mayHaveTag {
      let object = finder.object(at: position)
      if object.registration == registration, object.content < 0 { return object }
      guard object.isUntagged else { return nil }
    }
    return TaggedObject(registration, at: position)
  }

  override func decode(_ object: TaggedObject, tagged tag: TypeTag) throws -> Element {
    guard var mark = IssueMark.inCall(index.document.collector) else {
      return try index.document.calling(Element.self) { try decode(object, tagged: tag) }
    }
    return try decode(object, &mark, besideTag: tag)
  }

  // MARK: - Decoding payloads

  /// Decodes an object with a registered tag.
  @inline(__always) private func decodeBase(_ object: TaggedObject) throws -> Base {
    try UnknownMembers.areSought ? decodeSeeking(object) : decodePayload(object)
  }

  /// Decodes an object whose tag isn't unknown to its payload.
  @inline(never) private func decodeSeeking(_ object: TaggedObject) throws -> Base {
    let decoder = index.decoder(at: object.position)
    return try UnknownMembers.inElement(at: decoder, taggedBy: registry.core.tagKeys) {
      try decodePayload(object)
    }
  }

  @inline(__always) private func decodePayload(_ object: TaggedObject) throws -> Base {
    // Sound: the list retains its decoders, which are for this base.
    try unsafe decoders[object.registration]._withUnsafeGuaranteedRef {
      let entry = unsafe unsafeDowncast($0, to: EntryDecoder<Base>.self)
      if object.content >= 0 {
        return try entry.decode(content: index.decoder(at: object.content))
      }
      switch entry.readsFields {
      case true?:
        let fields = IndexedFields(index, at: object.position, passing: object.tag &- 1)
        return try entry.decode(fields: fields)
      case false?: return try entry.decode(from: index.decoder(at: object.position))
      case nil: return try decode(object, deciding: entry)
      }
    }
  }

  /// Decodes the first object of a registration, which shows whether its type reads fields.
  @inline(never) private func decode(
    _ object: TaggedObject,
    deciding entry: EntryDecoder<Base>
  ) throws -> Base {
    let base = try entry.decode(from: index.decoder(at: object.position))
    let decided = entry.decided(readsFields: index.readsFields(entry.payload))
    unsafe decoders[object.registration].release()
    unsafe decoders[object.registration] = .passRetained(decided)
    return base
  }

  /// Decodes a value as the first of several types that decodes it.
  ///
  /// If one fails in which other values were tried, the core decodes the outermost value again: it limits
  /// how often that is done.
  @inline(never) private func decodeTrying(
    _ first: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let registries = index.document.registries
    var object = first
    let isOutermost = registries.trials.depth == 0
    registries.trials.depth += 1
    defer { registries.trials.depth -= 1 }
    // With a listener, the core reports and counts nothing of the types that fail.
    while object.isRegistered, mark.isSilent {
      let count = registries.trials.count
      do {
        let element = try Maker.known { try decodeBase(object) }
        if isOutermost, registries.trials.needCore { break }
        return element
      } catch {
        if error.isFinal || !isOutermost && registries.trials.count != count {
          registries.trials.needCore = !isOutermost
          throw error
        }
        guard registries.trials.count == count, let next = finder.next(after: object) else { break }
        object = next
      }
    }
    if isOutermost { registries.trials.needCore = false }
    registries.trials.coreDepth += 1
    defer { registries.trials.coreDepth -= 1 }
    // As an object for which no type was tried.
    return try read(.other(at: first.position), &mark)
  }

  // MARK: - Reading others

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  /// Reads an element whose tag isn't a registered string, with the policies of the registry.
  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    var reader = reader(at: object.position)
    reader.unregistered = unregistered
    reader.takesPending = mark.takesPending
    reader.shownKey = shownKey
    let element: Polymorphic<Base>
    if object.isUnregistered, finder.tellsUnregistered {
      element = try reader.read(unregistered: finder.tag(of: object), with: registry)
    } else {
      StepCount.add(1, .slowElement)
      let member = finder.member(of: object)
      if case .absent = member, index.isGrowing(object.position), let key = registry.core.tagKey {
        throw index.lacksTag(key, at: object.position)
      }
      element = try reader.read(member, with: registry)
    }
    let value = try Maker.element(element, of: registry)
    // The next element must not remove the issues of this one.
    mark.advance()
    return value
  }

  private func reader(at position: Int) -> ElementReader {
    ElementReader(index.decoder(at: position), of: registry.core, accepting: accepts)
  }

  /// Applies the policy for an invalid payload: keeps the element as unknown, or throws.
  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject,
    besideTag: TypeTag?
  ) throws -> Element {
    var reader = reader(at: object.position)
    reader.isTaggedBeside = besideTag != nil
    let tag = besideTag ?? finder.tag(of: object)
    return try Maker.element(reader.recover(from: error, tagged: tag, with: registry), of: registry)
  }
}
