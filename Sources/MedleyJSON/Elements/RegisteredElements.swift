import Medley

/// The elements of one registry in a document: the steps of `ElementReader` over the index.
///
///     object ── TagFinder ──▶ entry ── decode ──▶ value
///                   │                    │
///         no registered string         fails
///                   ▼                    ▼
///          ElementReader.read    ElementReader.recover
@safe struct RegisteredElements<Base> {
  private let finder: TagFinder
  private let index: DocumentIndex
  private let decoders: [Unmanaged<AnyEntryDecoder>]
  /// It keeps the decoders, too.
  private let registry: SharedRegistry<Base>
  private let scope: RegistryScope
  private let accepts: ElementReader.PayloadTest?

  init?(
    _ registry: SharedRegistry<Base>,
    in index: DocumentIndex,
    accepting accepts: ElementReader.PayloadTest? = nil
  ) {
    guard let finder = TagFinder(registry, in: index) else { return nil }
    self.finder = finder
    self.index = index
    unsafe decoders = registry.decoders.map { unsafe .passUnretained($0) }
    self.registry = registry
    scope = RegistryScope(index.document.userInfo) ?? RegistryScope()
    self.accepts = accepts
  }

  @inline(__always) func object(at position: Int) -> TaggedObject {
    finder.object(at: position)
  }

  /// Decodes an object whose tag is registered.
  @inline(__always) func decode(_ object: TaggedObject) throws -> Base {
    // Sound: the registry keeps its decoders, which are for this base.
    try unsafe decoders[object.entry]._withUnsafeGuaranteedRef {
      let entry = unsafe unsafeDowncast($0, to: EntryDecoder<Base>.self)
      return entry.readsFields
        ? try entry.decode(fields: index.fields(of: object))
        : try entry.decode(from: decoder(at: object.head))
    }
  }

  @inline(__always) private func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: index.document, position: position)
  }

  /// The tag of an object, for the issues in it.
  @inline(__always) func tag(of object: TaggedObject) -> TypeTag {
    .string(index.string(at: object.tag + 1))
  }

  @inline(__always) private func reader(at position: Int) -> ElementReader {
    ElementReader(decoder(at: position), scope: scope, accepting: accepts)
  }

  /// Reads an element whose tag isn't a registered string.
  @inline(__always) func read(_ object: TaggedObject) throws -> Polymorphic<Base> {
    let reader = reader(at: object.head)
    return object.isUnregistered
      ? try reader.read(unregistered: tag(of: object), with: registry)
      : try reader.read(index.tagMember(of: object), with: registry)
  }

  /// Keeps an element whose payload failed, or throws.
  @inline(__always) func recover(
    from error: any Error,
    _ object: TaggedObject
  ) throws -> Polymorphic<Base> {
    try reader(at: object.head).recover(from: error, tagged: tag(of: object), with: registry)
  }
}

extension DocumentIndex {
  /// What stands where the tag should be, if no string does.
  fileprivate func tagMember(of object: TaggedObject) -> TagMember {
    fastPaths.slowElements += 1
    guard object.tag >= 0 else { return kind(object.head) == .object ? .absent : .elsewhere }
    return .value(ValueDecoder(document: document, position: object.tag + 1))
  }
}

// MARK: - Decoding cases of enums

final class EnumElementDecoder<Element: PolymorphicEnum>: ElementDecoder<Element> {
  private let elements: RegisteredElements<Element>

  init?(in index: DocumentIndex) {
    let registry = Element.sharedRegistry
    guard let elements = RegisteredElements(registry, in: index, accepting: Element.payloadTest)
    else { return nil }
    self.elements = elements
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = elements.object(at: position)
    guard object.isRegistered else { return try read(object, &mark) }
    do {
      let element = try elements.decode(object)
      // Asked here, since a call that names the elements looks up their type.
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: elements.tag(of: object)) }
      return element
    } catch {
      return try recover(from: error, object, &mark)
    }
  }

  // Never inlined: room for a `Polymorphic` takes its metadata, which is looked up on entry.

  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let element = try Element.enumCase(of: elements.read(object))
    // What was reported of this element isn't the next one's to remove.
    mark.advance()
    return element
  }

  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    mark.removeIssues()
    let element = try Element.enumCase(of: elements.recover(from: error, object))
    mark.advance()
    return element
  }
}

// MARK: - Decoding elements

/// Its arguments are both the element and its base, since generic code can't get from one to the
/// other without a lookup.
final class PolymorphicElementDecoder<Element: KnownElement, Base>: ElementDecoder<Element>
where Element.Base == Base {
  private let elements: RegisteredElements<Base>

  init?(_ registry: SharedRegistry<Base>, in index: DocumentIndex) {
    guard let elements = RegisteredElements(registry, in: index) else { return nil }
    self.elements = elements
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = elements.object(at: position)
    guard object.isRegistered else { return try read(object, &mark) }
    do {
      let element = Element.known(try elements.decode(object))
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: elements.tag(of: object)) }
      return element
    } catch {
      return try recover(from: error, object, &mark)
    }
  }

  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let element = Element.element(try elements.read(object))
    // What a fallback type has reported isn't the next element's to remove.
    if !mark.isSilent { mark.advance() }
    return element
  }

  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    mark.removeIssues()
    let element = Element.element(try elements.recover(from: error, object))
    mark.advance()
    return element
  }
}
