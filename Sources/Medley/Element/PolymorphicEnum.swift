extension PolymorphicDecodable where UnknownFailure == DiscriminatorError {
  /// Throws, because the enum has no case for unknown elements.
  public static func unknown(_ payload: UnknownPayload) throws(DiscriminatorError) -> Self {
    throw DiscriminatorError(missingCase: Self.self, for: payload.tag)
  }
}

extension PolymorphicDecodable {
  /// The payload in the case for unknown elements, found by reflection.
  public var unknownPayload: UnknownPayload? { reflectedUnknownPayload }

  var reflectedUnknownPayload: UnknownPayload? {
    let mirror = Mirror(reflecting: self)
    guard let payload = mirror.caseValue(as: UnknownPayload.self),
      let unknown = try? Self.unknown(payload),
      Mirror(reflecting: unknown).firstChild?.label == mirror.firstChild?.label
    else { return nil }
    return payload
  }

  /// Decodes the case whose payload is registered for the tag.
  ///
  /// - Throws: `DecodingError`, as ``Polymorphic`` does, and for a kept element if the enum has no
  ///   case for it.
  public init(from decoder: any Decoder) throws {
    if !DecoderTraits.isFoundation(decoder) {
      let type = ObjectIdentifier(Self.self)
      if let (own, position) = RegistryDecoders.of(decoder)?.elements(of: type, from: decoder) {
        self = try RegistryDecoders.decode(by: own, at: position)
      } else {
        try self.init(fromOther: decoder)
      }
      return
    }
    let registry = Self.sharedRegistry
    self = try CaseMaker<Self>.read(from: decoder, with: registry) {
      try Self(reading: $0, of: $1, with: registry)
    }
  }

  @inline(never) private init(
    reading unread: DirectFinding,
    of decoder: any Decoder,
    with registry: SharedRegistry<Self>
  ) throws {
    self = try CaseMaker<Self>.read(unread, of: decoder, with: registry)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private init(fromOther decoder: any Decoder) throws {
    try CustomInitProbe.answer(decoder)
    // A sample is decoded while the registry is built, so the registry must not be used.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Self.self)
      self = try .unknown(UnknownPayload(tag: nil, content: .null))
    } else if let element = try MedleyDecoders.cast(decoder)?.decode(own: Self.self) {
      self = element
    } else {
      try self.init(reading: .whole, of: decoder, with: Self.sharedRegistry)
    }
  }
}

extension PolymorphicDecodable where Self: RawRepresentable, RawValue: Decodable {
  /// Unavailable: the compiler would code the enum by its raw value, and not with its registry.
  @available(
    *,
    unavailable,
    message: """
      the compiler codes an enum with a raw value by that, and not with its registry: leave the raw \
      type or RawRepresentable out
      """
  )
  public var unknownPayload: UnknownPayload? { nil }
}

extension PolymorphicEncodable {
  /// A placeholder: `from:` or reflection finds the payload.
  public var payload: any Encodable { NoContent.payload }

  /// The payload in the case for unknown elements, as ``payload`` states it or reflection finds it.
  public var unknownPayload: UnknownPayload? {
    payload.asUnknownPayload ?? Mirror(reflecting: self).caseValue()
  }

  /// Encodes the payload of the case with its tag.
  ///
  /// - Throws: `EncodingError`, as ``Polymorphic`` does.
  @_disfavoredOverload
  public func encode(to encoder: any Encoder) throws {
    try EnumRegistries.registry { Self.registry }
      .write(self, stating: payload, to: encoder, sharesObject: false)
  }

  /// Encodes the payload of the case with its tag, as members of an object that may have others.
  ///
  /// This is the function that you call in an `encode(to:)` of your own. An unknown element keeps
  /// the members that came beside it: see `encodeEnvelope` of MedleyComposition.
  ///
  /// - Throws: `EncodingError`, as ``Polymorphic`` does.
  public func encode(to encoder: some Encoder) throws {
    try EnumRegistries.registry { Self.registry }
      .write(self, stating: payload, to: encoder, sharesObject: true)
  }
}

extension Encodable {
  /// What an enum that states this payload has in its case for unknown elements: nil inside if it is
  /// another case, and nil if the enum doesn't state its payloads.
  fileprivate var asUnknownPayload: UnknownPayload?? {
    // By the type: a cast takes 500 instructions.
    if Self.self == NoContent.self { return nil }
    guard Self.self == UnknownPayload.self || _isOptional(Self.self) else { return .some(nil) }
    return .some(self as? UnknownPayload)
  }
}

extension PolymorphicEncodable where Self: RawRepresentable, RawValue: Encodable {
  /// Unavailable: the compiler would code the enum by its raw value, and not with its registry.
  @available(
    *,
    unavailable,
    message: """
      the compiler codes an enum with a raw value by that, and not with its registry: leave the raw \
      type or RawRepresentable out
      """
  )
  public var unknownPayload: UnknownPayload? { nil }
}

/// An enum whose cases are the types of a feed.
///
/// ```swift
/// enum Item: PolymorphicEnum {
///   case movie(Movie)
///   case book(Book)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<Item>("type") {
///     try $0.register(for: "MOVIE", as: Item.movie)
///     try $0.register(for: "BOOK", "NOVEL", as: Item.book)
///   }
///
///   var payload: any Encodable {
///     switch self {
///     case .movie(let movie): movie
///     case .book(let book): book
///     case .unknown(let payload): payload
///     }
///   }
/// }
/// let feed = try JSONDecoder().decode([Item].self, from: data)
/// ```
///
/// Only encoding asks for ``PolymorphicEncodable/payload``, which may be left out: then reflection finds
/// the payload, and encoding takes five times as long.
///
/// A `switch` over it is exhaustive, and it needs no wrapper and no `userInfo`. It can't have a raw
/// type and can't be `RawRepresentable`, because the compiler would code it by its raw value. Only a
/// `RawValue` that isn't `Codable` is allowed, such as `Any`.
///
/// An enum that is only decoded conforms to ``PolymorphicDecodable``, and one that is only encoded
/// to ``PolymorphicEncodable``. Its payloads need to go only that way.
public protocol PolymorphicEnum: PolymorphicDecodable, PolymorphicEncodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// ``PolymorphicEncodable/payload`` states it, or reflection finds it. If an enum has no `payload` and
  /// reflection metadata is stripped, implement it:
  ///
  /// ```swift
  /// var unknownPayload: UnknownPayload? {
  ///   if case .unknown(let payload) = self { payload } else { nil }
  /// }
  /// ```
  var unknownPayload: UnknownPayload? { get }
}

extension PolymorphicEnum {
  /// The payload in the case for unknown elements, as ``PolymorphicEncodable/payload`` states it or
  /// reflection finds it.
  public var unknownPayload: UnknownPayload? { payload.asUnknownPayload ?? reflectedUnknownPayload }
}

extension PolymorphicEnum where Self: RawRepresentable, RawValue: Codable {
  /// Unavailable: the compiler would code the enum by its raw value, and not with its registry.
  @available(
    *,
    unavailable,
    message: """
      the compiler codes an enum with a raw value by that, and not with its registry: leave the raw \
      type or RawRepresentable out
      """
  )
  public var unknownPayload: UnknownPayload? { nil }
}

extension PolymorphicDecodable {
  /// The shared contents of the registry.
  package static var sharedRegistry: SharedRegistry<Self> {
    EnumRegistries.registry { registry }.shared
  }
}

/// The registries of generic enums, which are asked for them once.
///
/// To ask for one takes 850 instructions, a quarter of an element on the engine's encoder: the enum
/// looks up its type, and makes functions that aren't called any more.
private enum EnumRegistries {
  private static let kept = TypeCache()

  /// Returns the registry of an enum.
  @inline(__always) static func registry<Base>(
    _ ask: () -> PolymorphicRegistry<Base>
  ) -> PolymorphicRegistry<Base> {
    if let known = kept.find(ObjectIdentifier(Base.self), as: RegistryCore.self) {
      return PolymorphicRegistry(SharedRegistry(core: known.read { $0 }))
    }
    let registry = ask()
    if registry.isKept { kept.insert(registry.shared.core, for: ObjectIdentifier(Base.self)) }
    return registry
  }
}

// MARK: - Reflecting

extension Mirror {
  /// Returns the mirror of a value of an enum; nil for other values.
  @inline(never) package static func ofCase(_ value: Any) -> Mirror? {
    let mirror = Mirror(reflecting: value)
    return if case .enum = mirror.displayStyle { mirror } else { nil }
  }

  /// The first child; a function of its own, because what it does is large.
  @inline(never) package var firstChild: Child? { children.first }

  /// Returns the only value of an enum's case, with or without a label; nil if it is of another type.
  package func caseValue<Value>(as type: Value.Type = Value.self) -> Value? {
    guard let value = firstChild?.value else { return nil }
    if let value = value as? Value { return value }
    guard mayBeTuple.passes(Swift.type(of: value)), let inner = Self.value(inside: value)
    else { return nil }
    return inner as? Value
  }

  /// Returns the value inside the value of a case.
  ///
  /// Reflection shows the value of `movie(item: Movie)` as a tuple, and the payload of
  /// `movie(Movie?)` may be registered as `Movie` or as `Movie?`.
  @inline(never) static func value(inside value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .tuple where mirror.children.count == 1, .optional: return mirror.firstChild?.value
    default: return nil
    }
  }
}

/// Cached, because a reflection of each payload takes 7,000 instructions.
private let mayBeTuple = TypeTest { "\($0)".hasPrefix("(") }
