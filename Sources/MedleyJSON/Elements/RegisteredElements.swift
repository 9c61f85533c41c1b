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
  /// The registry, which also retains the decoders.
  private let registry: SharedRegistry<Base>
  private let scope: RegistryScope
  private let accepts: ElementReader.PayloadTest?

  init?(
    _ registry: SharedRegistry<Base>,
    in index: DocumentIndex,
    accepting accepts: ElementReader.PayloadTest? = nil
  ) {
    guard let finder = TagFinder.make(registry, in: index) else { return nil }
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

  /// Decodes an object with a registered tag.
  @inline(__always) func decode(_ object: TaggedObject) throws -> Base {
    // Sound: the registry retains its decoders, which are for this base.
    try unsafe decoders[object.registration]._withUnsafeGuaranteedRef {
      let entry = unsafe unsafeDowncast($0, to: EntryDecoder<Base>.self)
      if object.content >= 0 { return try entry.decode(content: decoder(at: object.content)) }
      return entry.readsFields
        ? try entry.decode(fields: index.fields(of: object))
        : try entry.decode(from: decoder(at: object.position))
    }
  }

  @inline(__always) private func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: index.document, position: position)
  }

  /// Returns the tag of an object, for its issues.
  @inline(__always) func tag(of object: TaggedObject) -> TypeTag {
    finder.tag(of: object)
  }

  @inline(__always) private func reader(at position: Int) -> ElementReader {
    ElementReader(decoder(at: position), scope: scope, accepting: accepts)
  }

  /// Reads an element whose tag isn't a registered string, with the policies of the registry.
  @inline(__always) func read(_ object: TaggedObject) throws -> Polymorphic<Base> {
    let reader = reader(at: object.position)
    if object.isUnregistered {
      return try reader.read(unregistered: tag(of: object), with: registry)
    }
    index.fastPaths.slowElements += 1
    return try reader.read(finder.member(of: object), with: registry)
  }

  /// Applies the policy for an invalid payload: keeps the element as unknown, or throws.
  @inline(__always) func recover(
    from error: any Error,
    _ object: TaggedObject
  ) throws -> Polymorphic<Base> {
    try reader(at: object.position).recover(from: error, tagged: tag(of: object), with: registry)
  }
}
