import MedleyBase

// MARK: - Decoding

extension Polymorphic: Decodable {
  // Inlined, with what it calls for Foundation's decoders, into the function that the protocol requires.
  // That has the metadata of the element, which others look up on entry, 325 instructions for each.

  /// Decodes the element with the registry for `Base`, following its policies.
  ///
  /// - Throws: `DecodingError`, with its path, if the payload doesn't decode, or, with a
  ///   ``DiscriminatorError`` as its `underlyingError`, if a policy throws. ``RegistrationError``
  ///   if a registered type isn't a `Base`.
  @inline(__always) public init(from decoder: any Decoder) throws {
    self = try Self.element(from: decoder)
  }

  @inline(__always) private static func element(from decoder: any Decoder) throws -> Self {
    if !DecoderTraits.isFoundation(decoder) {
      let type = ObjectIdentifier(Self.self)
      if let (own, position) = RegistryDecoders.of(decoder)?.elements(of: type, from: decoder) {
        return try RegistryDecoders.decode(by: own, at: position)
      }
      if let own = MedleyDecoders.cast(decoder) { return try element(fromOwn: own) }
    }
    guard let registry = RegistryScope.registry(for: Base.self, of: decoder) else {
      return try elementWithoutRegistry(from: decoder)
    }
    return try read(from: decoder, with: registry) { try read($0, of: $1, with: registry) }
  }

  // Never inlined: the metadata of the optional is looked up as well.
  @inline(never) private static func element(fromOwn decoder: any MedleyDecoder) throws -> Self {
    if let element = try decoder.decode(own: Self.self) { return element }
    guard let registry = RegistryScope.registry(for: Base.self, of: decoder) else {
      return try elementWithoutRegistry(from: decoder)
    }
    return try read(.whole, of: decoder, with: registry)
  }

  @inline(never) static func elementWithoutRegistry(from decoder: any Decoder) throws -> Self {
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return .unknown(UnknownPayload(tag: nil, content: .null))
    }
    throw RegistrationError(missingFor: Base.self, coder: "decoder")
      .decoding(at: decoder.codingPath)
  }
}

// MARK: - Encoding

extension Polymorphic: Encodable {
  /// Encodes the value with its tag, or an unknown element as it came.
  ///
  /// - Throws: `EncodingError.invalidValue` with a ``DiscriminatorError`` as its `underlyingError`
  ///   if the type of the value isn't registered or is only `Decodable`, or if the value stores the
  ///   tag of another type.
  @_disfavoredOverload
  public func encode(to encoder: any Encoder) throws {
    try write(to: encoder, sharesObject: false)
  }

  /// Encodes the element as members of an object that may have others.
  ///
  /// This is the function that you call in an `encode(to:)` of your own. An unknown element keeps
  /// the members that came beside it: see `encodeEnvelope` of MedleyComposition.
  ///
  /// - Throws: `EncodingError.invalidValue`, as for an element alone.
  public func encode(to encoder: some Encoder) throws {
    try write(to: encoder, sharesObject: true)
  }

  /// Encodes the element; see ``UnknownPayload/write(to:sharesObject:)``.
  func write(to encoder: any Encoder, sharesObject: Bool) throws {
    switch self {
    case .unknown(let payload):
      try payload.write(to: encoder, sharesObject: sharesObject)
    case .known(let base):
      let core = EncoderRegistries.find(ObjectIdentifier(Base.self), of: encoder)
      let registry = SharedRegistry<Base>(core)
      try Self.encode(base, with: registry, to: encoder, sharesObject: sharesObject)
    }
  }

  /// Encodes a value with a registry, or with the installed one.
  static func encode(
    _ base: Base,
    with registry: SharedRegistry<Base>?,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws {
    guard let registry = registry ?? InstalledRegistries.frozen(for: Base.self) else {
      let cause = RegistrationError(missingFor: Base.self, coder: "encoder")
      let fact = cause.fact.withoutFullStop
      throw EncodingError.invalid(base, at: encoder.codingPath, fact, because: cause.described)
    }
    try registry.encode(base, to: encoder, sharesObject: sharesObject)
  }
}

// MARK: - Remembering the registries of encoders

extension SharedRegistry {
  /// Creates the registry of contents of its base; nil if there are none.
  @inline(__always) init?(_ core: RegistryCore?) {
    guard let core else { return nil }
    self.core = core
  }
}

/// The registries with which Foundation's encoders encoded elements last.
///
/// `JSONEncoder` converts its user information each time that is read: with the lookup of the
/// registries, 3,000 instructions for each element. All elements of an array are encoded with one
/// encoder, which is made for the call and never gets other user information.
private enum EncoderRegistries {
  private struct Slot: Sendable {
    /// The encoder, which may be gone.
    private var encoder: RememberedObject?
    private var base: ObjectIdentifier?
    private weak var scope: RegistryScope?
    /// The place of the registry for the base in the scope; nil if there is none.
    private var place: Int?

    init() {}

    init(_ encoder: RememberedObject, _ base: ObjectIdentifier, _ scope: RegistryScope?) {
      self.encoder = encoder
      self.base = base
      self.scope = scope
      place = scope?.registries.firstIndex { $0.base == base }
    }

    /// Returns the registry of an encoder, which may have none; nil if nothing is known of it.
    func find(_ base: ObjectIdentifier, of encoder: ObjectIdentifier) -> RegistryCore?? {
      guard self.encoder?.identity == encoder, self.base == base else { return nil }
      guard let place else { return .some(nil) }
      guard let scope else { return nil }
      return scope.registries[place]
    }
  }

  // Nested arrays have encoders of their own, and so do other threads.
  private static let count = 16
  private static let slots = (0..<count).map { _ in Lock(Slot()) }

  /// The types of encoders that are objects of one call.
  private static let known = TypeTest { type in
    let name = DecoderTraits.name(of: type)
    return type is AnyObject.Type
      && ["FoundationEssentials.", "Foundation."].contains(where: name.hasPrefix)
      && (name.parted(at: "__JSON") ?? name.parted(at: "__Plist")) != nil
  }

  /// Returns the registry for a base in the user information of an encoder; nil if there is none.
  static func find<Other: Encoder>(_ base: ObjectIdentifier, of encoder: Other) -> RegistryCore? {
    guard known.passes(Other.self) else {
      if let taker = PayloadTaker.cast(encoder) { return find(base, of: taker.base) }
      return RegistryScope.find(in: encoder.userInfo)?.registry(base)
    }
    // Sound: it is a reference to an object. A cast takes 300 instructions.
    let object = unsafe unsafeBitCast(encoder, to: AnyObject.self)
    let id = ObjectIdentifier(object)
    let address = UInt(bitPattern: id) ^ UInt(bitPattern: base)
    let slot = slots[Int((address >> 4 ^ address >> 9) % UInt(count))]
    if let known = slot.withLock({ $0.find(base, of: id) }) { return known }
    let scope = RegistryScope.find(in: encoder.userInfo)
    let new = Slot(RememberedObject(object), base, scope)
    slot.withLock { $0 = new }
    return scope?.registry(base)
  }
}

/// A protocol for elements that may be kept as the text that came.
///
/// MedleyJSON encodes them without calling `encode(to:)`, which takes five times as long for a text,
/// and 800 instructions for a known element.
package protocol TextElement: Encodable {
  /// Encodes the element, as `encode(to:)` does.
  ///
  /// - Throws: What `encode(to:)` throws.
  func encode(to output: some ElementOutput) throws

  /// Encodes the elements of an array, each as `encode(to:)` does.
  ///
  /// - Throws: What `encode(to:)` throws.
  static func encode(_ elements: [Self], to output: some ElementOutput) throws
}

extension TextElement {
  package static func encode(_ elements: [Self], to output: some ElementOutput) throws {
    for element in elements {
      output.beginElement()
      try element.encode(to: output)
    }
  }
}

extension UnknownPayload: TextElement {
  package func encode(to output: some ElementOutput) throws {
    if let text = storage.content.text {
      output.write(text)
    } else {
      try output.encode(self) { try write(to: $0, sharesObject: false) }
    }
  }
}

extension Polymorphic: TextElement {
  package func encode(to output: some ElementOutput) throws {
    switch self {
    case .unknown(let payload): try payload.encode(to: output)
    case .known(let base):
      let registry =
        output.registries?.registry(for: Base.self)
        ?? InstalledRegistries.frozen(for: Base.self)
      let encoders = registry?.core.encoders
      // It retains the encoders in its table.
      defer { withExtendedLifetime(encoders) {} }
      let value: Any = consume base
      if let encoder = encoders?.direct[ObjectIdentifier(type(of: value))] {
        var value: Any? = consume value
        if try encoder.encode(&value, to: output) { return }
      }
      try Self.encode(self, with: registry, to: output)
    }
  }

  /// Encodes elements, of which the payloads that only need their tag are written without an encoder.
  package static func encode(_ elements: [Polymorphic], to output: some ElementOutput) throws {
    var registry: SharedRegistry<Base>?
    var encoders: EntryEncoderList?
    var direct = TypeTable<UnretainedEncoder>()
    var isFound = false
    // It retains the encoders in its table.
    defer { withExtendedLifetime(encoders) {} }
    for position in elements.indices {
      output.beginElement()
      switch elements[position] {
      case .unknown(let payload): try payload.encode(to: output)
      case .known(let base):
        if !isFound {
          // Not before the first known element, because this freezes an installed registry.
          registry =
            output.registries?.registry(for: Base.self)
            ?? InstalledRegistries.frozen(for: Base.self)
          encoders = registry?.core.encoders
          direct = encoders?.direct ?? direct
          isFound = true
        }
        // Once: a conversion of an existential boxes it.
        let value: Any = consume base
        if let encoder = direct[ObjectIdentifier(type(of: value))] {
          var value: Any? = consume value
          if try encoder.encode(&value, to: output) { continue }
        }
        try encode(elements[position], with: registry, to: output)
      }
    }
  }

  @inline(never) private static func encode(
    _ element: Polymorphic,
    with registry: SharedRegistry<Base>?,
    to output: some ElementOutput
  ) throws {
    guard case .known(let base) = element else { return }
    try output.encode(element) {
      try encode(base, with: registry, to: $0, sharesObject: false)
    }
  }
}
