/// Decodes the values of one type from the index of a document, without a decoder between.
///
/// Generic code has to look up the metadata of each generic type that it names; a class has those of
/// its own arguments at hand. So this one, which the engine keeps for a type, is found without
/// naming the type,
package class AnyElementDecoder {
  init() {}
}

/// and this one knows it.
package class ElementDecoder<Value>: AnyElementDecoder {
  /// - Parameters:
  ///   - position: The value in the index.
  ///   - mark: Where the issues of this value begin. It moves on behind them.
  /// - Returns: The value.
  /// - Throws: What decoding it in the general way throws.
  package func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    // Swift has no abstract methods; `make` gives out subclasses only.
    fatalError("A subclass decodes.")
  }
}

extension AnyElementDecoder {
  /// Makes the decoder for a type that has a short way; nil for others.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - elements: What the decoder reads from.
  ///   - decoder: A decoder of the same document.
  /// - Returns: The decoder.
  package static func make(
    for type: any Decodable.Type,
    among elements: any IndexedElements,
    in decoder: some Decoder
  ) -> AnyElementDecoder? {
    func ofFields<Value: FieldDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      WitnessProbe.reachesMedley(type) ? FieldElementDecoder<Value>(elements) : nil
    }
    func ofCases<Value: PolymorphicEnum>(_ type: Value.Type) -> AnyElementDecoder? {
      guard WitnessProbe.reachesMedley(type) else { return nil }
      return CaseElementDecoder<Value>(RegistryBox(Value.registry), elements)
    }
    func ofKnown<Value: KnownElement>(_ type: Value.Type) -> AnyElementDecoder? {
      RegistryScope.registry(for: Value.Base.self, in: decoder).flatMap {
        KnownElementDecoder<Value, Value.Base>($0, elements)
      }
    }
    switch type {
    case let type as any FieldDecodable.Type: return ofFields(type)
    case let type as any PolymorphicEnum.Type: return ofCases(type)
    case let type as any KnownElement.Type: return ofKnown(type)
    case let type as any LossyElementsType.Type: return type.makeDecoder(elements)
    default: return nil
    }
  }
}

// MARK: - Decoding fields

private final class FieldElementDecoder<Value: FieldDecodable>: ElementDecoder<Value> {
  private let elements: any IndexedElements

  init(_ elements: any IndexedElements) {
    self.elements = elements
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try elements.fields(at: position))
    let value = try Value(fields: &reader)
    // What this value has reported isn't the next one's to remove.
    mark.advance()
    return value
  }
}

// MARK: - Decoding by tag

/// A type whose values a registry makes.
private protocol KnownElement: Decodable {
  associatedtype Base

  static func known(_ base: consuming Base) -> Self

  /// The element that a polymorphic one of the same base is: itself.
  static func element(_ element: Polymorphic<Base>) -> Self
}

extension Polymorphic: KnownElement {
  fileprivate static func element(_ element: Polymorphic<Base>) -> Polymorphic<Base> { element }
}

/// The entries of a registry, for the elements of one document.
@safe private struct IndexedEntries<Base> {
  private let finder: any TagFinder
  private let elements: any IndexedElements
  private let decoders: [Unmanaged<AnyEntryDecoder>]
  /// Keeps the decoders, too.
  private let box: RegistryBox<Base>

  init?(_ box: RegistryBox<Base>, _ elements: any IndexedElements) {
    guard box.throwsMalformed, let finder = elements.tagFinder(for: box.tags) else { return nil }
    self.finder = finder
    self.elements = elements
    unsafe decoders = box.decoders.map { unsafe .passUnretained($0) }
    self.box = box
  }

  @inline(__always) func object(at position: Int) -> TaggedObject {
    finder.object(at: position)
  }

  /// Decodes an object whose tag is registered.
  @inline(__always) func decode(_ object: TaggedObject) throws -> Base {
    // Sound: the registry keeps its decoders, which are for this base.
    try unsafe decoders[object.entry]._withUnsafeGuaranteedRef {
      try unsafe unsafeDowncast($0, to: EntryDecoder<Base>.self).decode(object, among: elements)
    }
  }

  func decoder(at position: Int) -> any Decoder { elements.decoder(at: position) }

  func slowDecoder(at position: Int) -> any Decoder { elements.slowDecoder(at: position) }

  /// The element whose tag is a string that isn't registered.
  @inline(__always) func unknown(_ object: TaggedObject) throws -> Polymorphic<Base> {
    try box.decodeUnknown(
      .string(elements.tag(of: object)),
      from: elements.decoder(at: object.head)
    )
  }

  /// The tag of an object, for the issues in it.
  func tag(of object: TaggedObject) -> TypeTag { .string(elements.tag(of: object)) }

  /// What the general way would throw.
  func fault(_ error: any Error, in object: TaggedObject) -> any Error {
    PolymorphicRegistry<Base>.thrown(error, in: tag(of: object), at: decoder(at: object.head))
  }
}

extension ElementDecoder where Value: Decodable {
  fileprivate func decodeSlowly(
    _ decoder: any Decoder,
    _ mark: inout IssueMark
  ) throws -> Value {
    let value = try Value(from: decoder)
    mark.advance()
    return value
  }
}

private final class CaseElementDecoder<Element: PolymorphicEnum>: ElementDecoder<Element> {
  private let entries: IndexedEntries<Element>

  init?(_ box: RegistryBox<Element>, _ elements: any IndexedElements) {
    guard let entries = IndexedEntries(box, elements) else { return nil }
    self.entries = entries
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = entries.object(at: position)
    guard object.isRegistered else {
      return try decodeSlowly(entries.slowDecoder(at: position), &mark)
    }
    do {
      let element = try entries.decode(object)
      // Asked here, since a call that names the entries looks up their type.
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: entries.tag(of: object)) }
      return element
    } catch {
      mark.removeIssues()
      throw entries.fault(error, in: object)
    }
  }
}

/// Its arguments are both the element and its base, since generic code can't get from one to the
/// other without a lookup.
private final class KnownElementDecoder<Element: KnownElement, Base>: ElementDecoder<Element>
where Element.Base == Base {
  private let entries: IndexedEntries<Base>

  init?(_ box: RegistryBox<Base>, _ elements: any IndexedElements) {
    guard let entries = IndexedEntries(box, elements) else { return nil }
    self.entries = entries
    super.init()
  }

  @inline(never) private func decodeUnregistered(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    guard object.hasString else {
      return try decodeSlowly(entries.slowDecoder(at: object.head), &mark)
    }
    let element = Element.element(try entries.unknown(object))
    // What a fallback type has reported isn't the next element's to take back.
    mark.advance()
    return element
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = entries.object(at: position)
    guard object.isRegistered else {
      return try decodeUnregistered(object, &mark)
    }
    do {
      let element = Element.known(try entries.decode(object))
      // Asked here, since a call that names the entries looks up their type.
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: entries.tag(of: object)) }
      return element
    } catch {
      mark.removeIssues()
      throw entries.fault(error, in: object)
    }
  }
}
