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
///
/// It is a struct, because an enum without content gets conformances that nothing uses, 2 KB.
package struct MadeElement: Sendable {
  package let number: Int

  package static var polymorphic: MadeElement { MadeElement(number: 0) }
  package static var cases: MadeElement { MadeElement(number: 1) }
  package static var base: MadeElement { MadeElement(number: 2) }
}

/// The only maker that is the element itself, so that code that doesn't name its type finds it by a cast.
extension Polymorphic: ElementMaker {
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
    registry.core.contents.unknownCase == nil ? { _ in false } : nil
  }
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

  /// Returns what MedleyJSON does, if a decoder is its.
  @inline(__always) static func of(_ decoder: some Decoder) -> (any RegistryDecoding.Type)? {
    MedleyDecoders.isJSON(decoder) ? json : nil
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
  /// Decodes an element with a registry, whatever registry the decoder has for its base.
  ///
  /// - Parameters:
  ///   - maker: What makes the element.
  ///   - tag: The tag, if it stands beside the element.
  ///   - registry: The registry.
  ///   - decoder: The decoder of the element.
  /// - Returns: The element; nil if the decoder has no way of its own.
  /// - Throws: What the registry's policies say, and what its types throw.
  static func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Maker.Base>,
    from decoder: some Decoder
  ) throws -> Maker.Element?

  /// Returns what decodes values of a type in a document, and the position of the element; nil before
  /// the first of them in the document, and for a type that has no way of the decoder's own.
  // What is found isn't of a generic type: the metadata of the maker and of an optional element
  // would be looked up for each element, a quarter of the time of a small one.
  static func elements(
    of type: ObjectIdentifier,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)?

  /// Returns the same for the elements of a registry, as values of its base.
  static func elements(
    ofBaseIn registry: AnyObject,
    from decoder: some Decoder
  ) -> (elements: AnyElementDecoder, position: Int)?
}

// MARK: - Reading

extension ElementMaker {
  /// Reads an element from a decoder that isn't one of Medley's, or that has no way of its own.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the element.
  ///   - registry: Its registry.
  ///   - readUnread: Calls `read(_:of:with:)`. It is a function of the caller's, because the metadata of
  ///     the maker would be looked up here for each element, 325 instructions.
  /// - Returns: The element.
  /// - Throws: What the registry's policies say, and what its types throw.
  @inline(__always) static func read(
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>,
    _ readUnread: (DirectFinding, any Decoder) throws -> Element
  ) throws -> Element {
    let (form, listener) = registry.core.directForm(for: decoder)
    guard let form, listener == nil else {
      return try readUnread(listener.map { .heard($0) } ?? .whole, decoder)
    }
    return try read(from: decoder, form, with: registry, IssueMark(nil), readUnread)
  }

  /// Reads an element with its direct form.
  @inline(__always) private static func read(
    from decoder: any Decoder,
    _ form: DirectForm,
    with registry: SharedRegistry<Base>,
    _ mark: IssueMark,
    _ readUnread: (DirectFinding, any Decoder) throws -> Element
  ) throws -> Element {
    var elements: (any UnkeyedDecodingContainer)?
    // The finding is moved: a copy takes 1 % of an element.
    switch form.find(in: decoder, &elements) {
    case .tag(let tag, let position, let source):
      let entry = registry.decoder(of: registry.core.contents.entries[position])
      var mark = mark
      return try mark.attempt {
        try known { try entry.decode(from: source, of: decoder, &elements) }
      } tagging: {
        $0.tagIssues(tag, isRegistered: registry.core.isRegistered(tag))
      } recovering: {
        try readUnread(.failed($0, tag, source), decoder)
      }
    case let unread: return try readUnread(unread, decoder)
    }
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  /// Reads an element that isn't read as the payload of a registered tag alone.
  @inline(never) static func read(
    _ unread: DirectFinding,
    of decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    switch unread {
    case .heard(let listener):
      guard let form = registry.core.directForm else { break }
      func read(_ mark: IssueMark) throws -> Element {
        try Self.read(from: decoder, form, with: registry, mark) {
          try Self.read($0, of: $1, with: registry)
        }
      }
      return try listener.calling(read)
    case .candidates(let positions, let object):
      return try readTrying(positions, from: object ?? decoder, with: registry)
    case .tag, .unread, .whole, .failed: break
    }
    return try readAny(unread, of: decoder, with: registry)
  }

  @inline(never) private static func readAny(
    _ unread: DirectFinding,
    of decoder: any Decoder,
    with registry: SharedRegistry<Base>,
    after tried: ElementReader.Tried? = nil
  ) throws -> Element {
    func reader(_ decoder: any Decoder) -> ElementReader {
      var reader = ElementReader(decoder, of: registry.core, accepting: accepts(of: registry))
      reader.tried = tried
      return reader
    }
    let element =
      switch unread {
      case .tag, .candidates, .whole, .heard:
        try reader(registry.core.sharing(decoder)).read(with: registry)
      case .failed(let error, let tag, let source):
        // The element may be kept, and its members are open.
        try reader(source.opened(decoder)).recover(from: error, tagged: tag, with: registry)
      case .unread(let object, let member):
        try reader(object ?? decoder).read(member, with: registry)
      }
    return try Self.element(element, of: registry)
  }

  /// Decodes an element as the first of several types that decodes it.
  private static func readTrying(
    _ positions: [Int],
    from decoder: any Decoder,
    with registry: SharedRegistry<Base>
  ) throws -> Element {
    var trials = Trials()
    var failures: [TrialFailure] = []
    for position in positions {
      do {
        return try known {
          try trials.attempt(of: positions.count, at: decoder.codingPath) {
            try registry.decoder(of: registry.core.contents.entries[position])
              .decode(from: decoder)
          }
        }
      } catch let error where error.isFinal {
        throw error
      } catch {
        failures.append((position, error))
      }
    }
    return try readAny(.nothing, of: decoder, with: registry, after: (failures, trials))
  }
}

extension RegistryCore {
  /// Returns the direct form, if a decoder is one of Foundation's and is read with it, and the receiver
  /// of its issues; nil if the whole element is read.
  @inline(never) fileprivate func directForm(
    for decoder: any Decoder
  ) -> (form: DirectForm?, listener: IssueCollector?) {
    guard let form = directForm, DecoderTraits.isFoundation(decoder), !UnknownMembers.areSought
    else { return (nil, nil) }
    guard let listener = IssueCollector.listening(decoder.userInfo) else { return (form, nil) }
    // The issues and counts of a type that fails are dropped, which this kind of attempt doesn't do.
    return form.isTrial ? (nil, nil) : (form, listener)
  }
}

extension DirectSource {
  /// The decoder of the element, with its members open if it is an object.
  fileprivate func opened(_ decoder: any Decoder) -> any Decoder {
    if case .whole(let object) = self { object } else { decoder }
  }
}

// MARK: - Finding the decoder of an entry

extension SharedRegistry {
  /// The decoder of an entry.
  @inline(__always) func decoder(of entry: Registration) -> EntryDecoder<Base> {
    // Sound: the decoders of a registry are for its base.
    unsafe unsafeDowncast(entry.decoder, to: EntryDecoder<Base>.self)
  }
}
