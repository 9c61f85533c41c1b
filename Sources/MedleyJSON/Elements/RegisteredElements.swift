import Medley
import MedleyBase
import MedleyEngine

/// The elements of one registry in a document: the steps of `ElementReader` over the index.
///
///     object ── TagFinder ──▶ entry ── decode ──▶ value
///                   │                    │
///         no registered string         fails
///                   ▼                    ▼
///          ElementReader.read    ElementReader.recover
@safe package struct RegisteredElements<Base> {
  private let finder: TagFinder
  /// Whether a payload that has its tag beside it may have one inside as well.
  private let mayHaveTag: Bool
  private let index: DocumentIndex
  private let decoders: EntryDecoders
  /// The registry, which retains the decoders that are replaced.
  private let registry: SharedRegistry<Base>
  private let scope: RegistryScope
  /// The origin of unregistered elements, so that it isn't searched for each.
  private let unregistered: UnknownPayload.Origin
  private let accepts: ElementReader.PayloadTest?
  /// The converted key of the tags, if keys are converted.
  private let shownKey: WireKey?

  init?(
    _ registry: SharedRegistry<Base>,
    in index: DocumentIndex,
    accepting accepts: ElementReader.PayloadTest? = nil
  ) {
    guard let finder = TagFinder.make(registry, in: index) else { return nil }
    self.finder = finder
    mayHaveTag =
      switch registry.tagSearch?.place {
      case .alternatives?, nil: true
      case let place?: place.isTagInPayload
      }
    self.index = index
    decoders = EntryDecoders(registry.decoders)
    self.registry = registry
    scope = RegistryScope.find(in: index.document.userInfo) ?? RegistryScope()
    unregistered = scope.originOfUnregistered(in: registry)
    self.accepts = accepts
    shownKey =
      index.convertsKeys ? registry.tagKey.map { WireKey(SnakeCase.camelCase($0)) } : nil
  }

  @inline(__always) func object(at position: Int) -> TaggedObject {
    finder.object(at: position)
  }

  /// Returns a payload with its registration, whose tag stands beside it.
  ///
  /// - Returns: Nil if the tag isn't registered, or if the payload may have another one.
  func object(at position: Int, tagged tag: TypeTag) -> TaggedObject? {
    guard let registration = registry.registration(beside: tag) else { return nil }
    if mayHaveTag {
      let object = finder.object(at: position)
      if object.registration == registration, object.content < 0 { return object }
      guard object.isUntagged else { return nil }
    }
    return TaggedObject(at: position, registration: registration)
  }

  /// Whether types are tried one after the other.
  var areTried: Bool { finder.isTrial }

  /// The elements in the document whose types are tried.
  var trials: DocumentTrials {
    get { index.document.registries.trials }
    nonmutating set { index.document.registries.trials = newValue }
  }

  func next(after object: TaggedObject) -> TaggedObject? { finder.next(after: object) }

  /// An object for which no type was tried.
  func untried(_ object: TaggedObject) -> TaggedObject {
    TaggedObject(at: object.position, registration: TaggedObject.otherValue)
  }

  /// Decodes an object with a registered tag.
  @inline(__always) func decode(_ object: TaggedObject) throws -> Base {
    try UnknownMembers.areSought ? decodeSeeking(object) : decodePayload(object)
  }

  /// Decodes an object whose tag isn't unknown to its payload.
  @inline(never) private func decodeSeeking(_ object: TaggedObject) throws -> Base {
    try UnknownMembers.inElement(at: decoder(at: object.position), taggedBy: registry.tagKeys) {
      try decodePayload(object)
    }
  }

  @inline(__always) private func decodePayload(_ object: TaggedObject) throws -> Base {
    // Sound: the list retains its decoders, which are for this base.
    try unsafe decoders[object.registration]._withUnsafeGuaranteedRef {
      let entry = unsafe unsafeDowncast($0, to: EntryDecoder<Base>.self)
      if object.content >= 0 { return try entry.decode(content: decoder(at: object.content)) }
      switch entry.reading {
      case .fields: return try entry.decode(fields: index.fields(of: object))
      case .decoder: return try entry.decode(from: decoder(at: object.position))
      case .undecided: return try decode(object, deciding: entry)
      }
    }
  }

  /// Decodes the first object of a registration, which shows whether its type reads fields.
  @inline(never) private func decode(
    _ object: TaggedObject,
    deciding entry: EntryDecoder<Base>
  ) throws -> Base {
    let base = try entry.decode(from: decoder(at: object.position))
    decoders.replace(
      at: object.registration,
      with: entry.decided(readsFields: index.readsFields(entry.payload))
    )
    return base
  }

  @inline(__always) private func decoder(at position: Int) -> ValueDecoder {
    index.decoder(at: position)
  }

  /// Returns the tag of an object, for its issues.
  @inline(__always) func tag(of object: TaggedObject) -> TypeTag {
    finder.tag(of: object)
  }

  /// Reads an element whose tag isn't a registered string, with the policies of the registry.
  @inline(__always) func read(
    _ object: TaggedObject,
    _ mark: IssueMark
  ) throws -> Polymorphic<Base> {
    let reader = ElementReader(
      decoder(at: object.position),
      scope: scope,
      unregistered: unregistered,
      accepting: accepts,
      takingPending: mark.takesPending,
      showing: shownKey
    )
    if object.isUnregistered {
      return try reader.read(unregistered: tag(of: object), with: registry)
    }
    StepCount.add(1, .slowElement)
    if index.isGrowing(object.position), let key = finder.absentKey(of: object) {
      throw index.lacksTag(key, at: object.position)
    }
    return try reader.read(finder.member(of: object), with: registry)
  }

  /// Applies the policy for an invalid payload: keeps the element as unknown, or throws.
  @inline(__always) func recover(
    from error: any Error,
    _ object: TaggedObject
  ) throws -> Polymorphic<Base> {
    try ElementReader(decoder(at: object.position), scope: scope, accepting: accepts)
      .recover(from: error, tagged: tag(of: object), with: registry)
  }

  /// Applies it for a payload whose tag stands beside it.
  func recover(
    from error: any Error,
    at position: Int,
    tagged tag: TypeTag
  ) throws -> Polymorphic<Base> {
    let decoder = decoder(at: position)
    return try ElementReader(decoder, scope: scope, accepting: accepts, taggedBeside: true)
      .recover(from: error, tagged: tag, with: registry)
  }
}

/// The decoders of the entries of a registry, as far as a document has decided how they decode.
///
/// It is a class, because it frees its memory. A document has its own, which one thread uses.
@safe final class EntryDecoders {
  private let decoders: UnsafeMutableBufferPointer<Unmanaged<AnyEntryDecoder>>

  init(_ decoders: [AnyEntryDecoder]) {
    unsafe self.decoders = .allocate(capacity: decoders.count)
    for (position, decoder) in decoders.enumerated() {
      unsafe self.decoders.initializeElement(at: position, to: .passRetained(decoder))
    }
  }

  // Sound, all of it: every element is initialised and retained.

  deinit {
    for position in unsafe decoders.indices { unsafe decoders[position].release() }
    unsafe decoders.deallocate()
  }

  @inline(__always) subscript(position: Int) -> Unmanaged<AnyEntryDecoder> {
    unsafe decoders[position]
  }

  /// Replaces a decoder, which the registry still retains.
  func replace(at position: Int, with decoder: AnyEntryDecoder) {
    unsafe decoders[position].release()
    unsafe decoders[position] = .passRetained(decoder)
  }
}

/// Decodes elements of a registry: `Polymorphic`, or an enum.
///
/// The element and its base are generic arguments, because getting one from the other takes a lookup.
final class RegisteredElementDecoder<Maker: ElementMaker, Element, Base>: ReportingElementDecoder<
  Element
>
where Maker.Element == Element, Maker.Base == Base {
  private let elements: RegisteredElements<Base>
  private let registry: SharedRegistry<Base>

  init?(_: Maker.Type, _ registry: SharedRegistry<Base>, in index: DocumentIndex) {
    let accepts = Maker.accepts(of: registry)
    guard let elements = RegisteredElements(registry, in: index, accepting: accepts) else {
      return nil
    }
    self.elements = elements
    self.registry = registry
    super.init(index)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    try decode(elements.object(at: position), &mark)
  }

  @inline(__always) private func decode(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    guard object.isRegistered else { return try read(object, &mark) }
    if elements.areTried { return try decodeTrying(object, &mark) }
    return try mark.attempt {
      try Maker.known { try elements.decode(object) }
    } tagging: {
      let tag = elements.tag(of: object)
      $0.tagIssues(tag, isRegistered: registry.isRegistered(tag))
    } recovering: {
      try recover(from: $0, object)
    }
  }

  override func object(at position: Int, tagged tag: TypeTag) -> TaggedObject? {
    elements.object(at: position, tagged: tag)
  }

  override func decode(_ object: TaggedObject, tagged tag: TypeTag) throws -> Element {
    guard var mark = IssueMark.inCall(index.document.collector) else {
      return try index.document.calling(Element.self) { try decode(object, tagged: tag) }
    }
    return try mark.attempt {
      try Maker.known { try elements.decode(object) }
    } tagging: {
      $0.tagIssues(tag, isRegistered: registry.isRegistered(tag))
    } recovering: {
      try Maker.element(elements.recover(from: $0, at: object.position, tagged: tag), of: registry)
    }
  }

  /// Decodes a value as the first of several types that decodes it.
  ///
  /// If one fails in which other values were tried, the core decodes the outermost value again: it limits
  /// how often that is done.
  @inline(never) private func decodeTrying(
    _ first: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    var object = first
    let isOutermost = elements.trials.depth == 0
    elements.trials.depth += 1
    // With a listener, the core reports and counts nothing of the types that fail.
    while object.isRegistered, mark.isSilent {
      let count = elements.trials.count
      do {
        let element = try Maker.known { try elements.decode(object) }
        if isOutermost, elements.trials.needCore { break }
        elements.trials.depth -= 1
        return element
      } catch {
        if error.isFinal || !isOutermost && elements.trials.count != count {
          elements.trials.depth -= 1
          elements.trials.needCore = !isOutermost
          throw error
        }
        guard elements.trials.count == count, let next = elements.next(after: object) else { break }
        object = next
      }
    }
    elements.trials.depth -= 1
    if isOutermost { elements.trials.needCore = false }
    elements.trials.coreDepth += 1
    defer { elements.trials.coreDepth -= 1 }
    return try read(elements.untried(object), &mark)
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let element = try Maker.element(elements.read(object, mark), of: registry)
    // The next element must not remove the issues of this one.
    mark.advance()
    return element
  }

  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject
  ) throws -> Element {
    try Maker.element(elements.recover(from: error, object), of: registry)
  }
}
