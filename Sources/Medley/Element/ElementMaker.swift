package import MedleyBase

/// What becomes of the values and the unknown elements of a registry: `Polymorphic`, or an enum.
///
/// One code reads both, generic over this, and is inlined into the function that `Decodable`
/// requires. That has the metadata of the element, which others look up on entry.
package protocol ElementMaker<Base> {
  associatedtype Base
  associatedtype Element

  /// What it makes.
  static var made: MadeElement { get }

  /// Returns the element for a value of the base that a function decodes.
  ///
  /// A function, so that the value isn't copied on the way.
  static func known(_ decode: () throws -> Base) rethrows -> Element

  /// Returns the element for a polymorphic one of the same base.
  ///
  /// - Throws: What an enum throws that has no case for the unknown.
  static func element(
    _ element: Polymorphic<Base>,
    of registry: SharedRegistry<Base>
  ) throws -> Element

  /// A function that returns whether an unknown payload can be represented; nil if every one can.
  static func accepts(of registry: SharedRegistry<Base>) -> ElementReader.PayloadTest?
}

/// What a maker makes of a registry's elements: with the registry, it says the type of the element.
package enum MadeElement: Int, Sendable {
  case polymorphic
  case cases
  case base
}

/// An element that is its own maker, for generic code that doesn't name its type.
///
/// Only `Polymorphic` conforms.
package protocol KnownElement<Base>: ElementMaker, Decodable where Element == Self {}

extension Polymorphic: KnownElement {
  package static var made: MadeElement { .polymorphic }

  @inline(__always) package static func known(_ decode: () throws -> Base) rethrows -> Self {
    .known(try decode())
  }

  package static func element(_ element: Self, of registry: SharedRegistry<Base>) -> Self {
    element
  }

  package static func accepts(of registry: SharedRegistry<Base>) -> ElementReader.PayloadTest? {
    nil
  }
}

/// Makes cases of an enum with a registry.
package enum CaseMaker<Enum: PolymorphicDecodable>: ElementMaker {
  package static var made: MadeElement { .cases }

  @inline(__always) package static func known(_ decode: () throws -> Enum) rethrows -> Enum {
    try decode()
  }

  package static func element(
    _ element: Polymorphic<Enum>,
    of registry: SharedRegistry<Enum>
  ) throws -> Enum {
    switch element {
    case .known(let value): value
    case .unknown(let payload): try .unknown(payload)
    }
  }

  package static func accepts(of registry: SharedRegistry<Enum>) -> ElementReader.PayloadTest? {
    Enum.hasUnknownCase ? nil : { (try? Enum.unknown($0)) != nil }
  }
}

/// Makes values of a base, with what its registry makes of unknown elements.
package enum BaseMaker<Base>: ElementMaker {
  package static var made: MadeElement { .base }

  @inline(__always) package static func known(_ decode: () throws -> Base) rethrows -> Base {
    try decode()
  }

  package static func element(
    _ element: Polymorphic<Base>,
    of registry: SharedRegistry<Base>
  ) throws -> Base {
    switch element {
    case .known(let value): return value
    case .unknown(let payload):
      guard let unknown = registry.unknownCase else {
        throw DiscriminatorError(missingCase: Base.self, for: payload.tag)
      }
      return unknown.embed(payload)
    }
  }

  package static func accepts(of registry: SharedRegistry<Base>) -> ElementReader.PayloadTest? {
    registry.unknownCase == nil ? { _ in false } : nil
  }
}

/// The way of elements of a registry.
package struct ElementWay<Maker: ElementMaker>: OwnWay where Maker.Element: Decodable {
  package typealias Value = Maker.Element

  package init(_: Maker.Type) {}
}

/// What MedleyJSON's decoder does with an element of a registry that is given.
package enum RegistryDecoders {
  private static let registered = Lock<(any RegistryDecoding.Type)?>(nil)
  /// MedleyJSON's conformance, read when a decoder is MedleyJSON's, so after it was registered.
  private static let json = registered.withLock { $0 }

  /// Registers what MedleyJSON does, before it registers its decoder.
  package static func register(_ decoding: any RegistryDecoding.Type) {
    registered.withLock { $0 = decoding }
  }

  /// Decodes an element with a registry, whatever registry the decoder has for its base.
  ///
  /// - Parameters:
  ///   - maker: What makes the element.
  ///   - tag: The tag, if it stands beside the element.
  ///   - registry: The registry.
  ///   - decoder: The decoder of the element.
  /// - Returns: The element; nil if the decoder isn't MedleyJSON's, or has no way of its own.
  /// - Throws: What the registry's policies say, and what its types throw.
  static func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag? = nil,
    with registry: SharedRegistry<Maker.Base>,
    from decoder: some Decoder
  ) throws -> Maker.Element? {
    guard MedleyDecoders.isJSON(decoder) else { return nil }
    return try json?.decode(maker, tagged: tag, with: registry, from: decoder)
  }

  // What is found isn't of a generic type: the metadata of the maker and of an optional element would be
  // looked up for each element, a quarter of the time of a small one.

  /// Returns what decodes the elements of a registry in a document of MedleyJSON, and the position of
  /// the element; nil for another decoder, and before the first element of the document.
  @inline(__always) static func elements(
    _ made: MadeElement,
    of registry: AnyObject,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)? {
    guard MedleyDecoders.isJSON(decoder) else { return nil }
    return json?.elements(made, of: registry, from: decoder)
  }

  /// Returns what decodes the values of a type in the same way; nil also for a type that has no way of
  /// the decoder's own.
  @inline(__always) static func elements(
    ofType type: ObjectIdentifier,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)? {
    guard MedleyDecoders.isJSON(decoder) else { return nil }
    return json?.elements(ofType: type, from: decoder)
  }

  /// Decodes an element with what was found for its type, or for its registry and maker.
  @inline(__always) static func decode<Element>(
    by elements: AnyElementDecoder,
    at position: Int
  ) throws -> Element {
    // Sound: it is the decoder of this type.
    try unsafe unsafeDowncast(elements, to: ElementDecoder<Element>.self).value(position)
  }
}

/// What MedleyJSON's decoder does with an element; only `RegistryDecoders` conforms.
package protocol RegistryDecoding: SendableMetatype {
  /// Decodes an element with a registry; see ``RegistryDecoders``.
  static func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Maker.Base>,
    from decoder: some Decoder
  ) throws -> Maker.Element?

  /// Returns what decodes the elements of a registry; see ``RegistryDecoders``.
  static func elements(
    _ made: MadeElement,
    of registry: AnyObject,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)?

  /// Returns what decodes the values of a type; see ``RegistryDecoders``.
  static func elements(
    ofType type: ObjectIdentifier,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)?
}

// MARK: - Reading

extension ElementMaker {
  /// Reads an element from a decoder that isn't one of Medley's, or that has no way of its own.
  @inline(__always) static func read(
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    guard let form = registry.directForm, DecoderTraits.isFoundation(decoder),
      !UnknownMembers.areSought
    else { return try readAny(from: decoder, with: registry) }
    switch IssueCollector.beginning(decoder.userInfo) {
    case .inside(let mark) where mark.isSilent || !form.isTrial:
      return try read(from: decoder, form, with: registry, mark)
    case .outermost(let listener) where !form.isTrial:
      return try listener.calling { try read(from: decoder, form, with: registry, $0) }
    case .inside, .outermost:
      // The issues and counts of a type that fails are dropped, which an attempt of this kind doesn't do.
      return try readAny(from: decoder, with: registry)
    }
  }

  @inline(__always) private static func read(
    from decoder: any Decoder,
    _ form: DirectForm,
    with registry: SharedRegistry<Base>,
    _ mark: IssueMark
  ) throws -> Element {
    var elements: (any UnkeyedDecodingContainer)?
    let finding = form.find(in: decoder, &elements)
    guard case .tag(let index, let position, let source) = finding else {
      if case .candidates(let fitting, let object) = finding {
        return try readTrying(fitting, form, from: object ?? decoder, with: registry)
      }
      return try read(finding, of: decoder, with: registry)
    }
    let entry = registry.decoder(at: position)
    guard source.isWhole || entry.decodesParts else {
      return try readAny(from: decoder, with: registry)
    }
    var mark = mark
    return try mark.attempt {
      try known { try entry.decode(from: source, of: decoder, &elements) }
    } tagging: {
      $0.tagIssues(form.tag(at: index))
    } recovering: { error in
      // The element may be kept, and its members are open.
      var opened = decoder
      if case .whole(let object) = source { opened = object }
      return try recover(from: error, opened, tagged: form.tag(at: index), with: registry)
    }
  }

  /// Decodes an element as the first of several types that decodes it.
  private static func readTrying(
    _ fitting: FieldMasks.Fitting,
    _ form: DirectForm,
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    var (left, trials) = (fitting, Trials())
    var failures: [TrialFailure] = []
    while let position = form.next(&left) {
      do {
        return try known {
          try trials.attempt(of: fitting.count, at: decoder.codingPath) {
            try registry.decoder(at: position).decode(value: decoder)
          }
        }
      } catch let error where error.isFinal {
        throw error
      } catch {
        failures.append(TrialFailure(position: position, error: error))
      }
    }
    return try readFailed(failures, trials, from: decoder, with: registry)
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  /// Does what the policies say of an element that none of several types decodes.
  @inline(never) private static func readFailed(
    _ failures: [TrialFailure],
    _ trials: Trials,
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    let reader = ElementReader(decoder, accepting: accepts(of: registry))
    let located = try reader.locate(after: nil, with: registry)
    guard case .candidates(let list) = located.finding else {
      return try element(reader.read(located, with: registry), of: registry)
    }
    return try element(
      reader.readFirst(of: list, at: located, with: registry, after: failures, trials),
      of: registry
    )
  }

  @inline(never) private static func recover(
    from error: any Error,
    _ decoder: any Decoder,
    tagged tag: TypeTag,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    let reader = ElementReader(decoder, accepting: accepts(of: registry))
    return try element(reader.recover(from: error, tagged: tag, with: registry), of: registry)
  }

  @inline(never) private static func readAny(
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    let reader = ElementReader(decoder, of: registry, accepting: accepts(of: registry))
    return try element(reader.read(with: registry), of: registry)
  }

  /// Decodes an element in which no registered string was found.
  @inline(never) private static func read(
    _ finding: DirectFinding,
    of decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    switch finding {
    case .unregistered(let object, let tag):
      let reader = ElementReader(object, accepting: accepts(of: registry))
      return try element(
        reader.read(unregistered: .string(tag), with: registry),
        of: registry
      )
    case .object(let object):
      let reader = ElementReader(object, accepting: accepts(of: registry))
      return try element(reader.read(with: registry), of: registry)
    case .custom(let reading):
      let reader = ElementReader(decoder, accepting: accepts(of: registry))
      return try element(reader.read(.custom(reading), with: registry), of: registry)
    case .nothing, .tag, .candidates:
      let reader = ElementReader(decoder, accepting: accepts(of: registry))
      return try element(reader.read(with: registry), of: registry)
    }
  }
}
