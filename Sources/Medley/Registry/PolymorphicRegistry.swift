import MedleyBase

/// A table of the types that tags select, for one base: a protocol, a class, an enum or a struct.
///
/// Create it once, at startup:
///
/// ```swift
/// protocol Media: Codable, Sendable { var title: String { get } }
///
/// // The short form, for constants:
/// let media = PolymorphicRegistry<any Media>(
///   "type", ["MOVIE": Movie.self, "BOOK": Book.self])
///
/// // The full form, in which a conflict throws:
/// var media = PolymorphicRegistry<any Media>("type")
/// try media.register(Movie.self, for: "MOVIE") { $0 }
/// try media.register(Book.self, for: "BOOK", "NOVEL") { $0 }
/// ```
///
/// Add it to the decoder and the encoder, or install it for the whole process:
///
/// ```swift
/// decoder.userInfo.register(media)
/// try media.install()
/// ```
///
/// A registry is a value, so changing a copy doesn't change the original. It is an allow-list: only
/// registered types are decoded, whatever the payload contains.
public struct PolymorphicRegistry<Base>: Sendable {
  /// The contents, unless they are being changed.
  private var sealed: RegistryCore
  /// The contents, while they are being changed.
  private var draft: RegistryDraft?

  /// Creates a registry without types.
  ///
  /// ```swift
  /// var media = PolymorphicRegistry<any Media>("type")
  /// var strict = PolymorphicRegistry<any Media>(
  ///   "type", policies: .init(unknown: .throw))
  /// ```
  ///
  /// - Parameters:
  ///   - discriminator: The place of the tag. A string literal is a key of the payload.
  ///   - ignoresCase: Whether tags are equal if their lowercase forms are: see ``ignoresCase``.
  ///   - policies: The policies for elements that can't be decoded to a registered type.
  public init(
    _ discriminator: Discriminator,
    ignoringCase ignoresCase: Bool = false,
    policies: Policies = Policies()
  ) {
    sealed = RegistryCore(
      RegistryContents(
        Base.self,
        discriminator,
        ignoringCase: ignoresCase,
        policies: PolymorphicRegistry<Any>.Policies(policies)
      )
    )
  }

  /// Creates a registry that reads and writes tags as another one does, without its types.
  ///
  /// A plug-in registers its own types in such a one, for
  /// ``merging(_:)`` or ``overriding(with:)``:
  ///
  /// ```swift
  /// var podcasts = PolymorphicRegistry(like: media)
  /// try podcasts.register(Podcast.self, for: "PODCAST")
  /// let all = try media.merging(podcasts)
  /// ```
  ///
  /// - Parameter other: The registry with the discriminator, the comparison and kind of tags, the
  ///   policies and the rule for writing tags.
  public init(like other: Self) {
    self.init(other.discriminator, ignoringCase: other.ignoresCase, policies: other.policies)
    tagWriting = other.tagWriting
    tagKind = other.tagKind
    seal()
  }

  @inline(__always) package init(_ shared: SharedRegistry<Base>) {
    sealed = shared.core
  }

  /// Creates a registry from a list of tags and types, for constants.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   "type", ["MOVIE": Movie.self, "BOOK": Book.self])
  /// ```
  ///
  /// A type that is listed again gets an alias. Encoding writes its first tag.
  ///
  /// - Precondition: No tag is listed for two types, and the discriminator is valid. A mistake stops
  ///   the program with a message that names both types. Register types one by one to get a
  ///   ``RegistrationError`` instead. A type that isn't a `Base` also stops the program if `Base` is a
  ///   class, an enum or a struct. If it is a protocol, the first decoding of the type throws;
  ///   `validate()` finds this in a test.
  public init(
    _ discriminator: Discriminator,
    _ types: KeyValuePairs<TypeTag, any (Decodable & SendableMetatype).Type>,
    ignoringCase ignoresCase: Bool = false,
    policies: Policies = Policies(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(discriminator, ignoringCase: ignoresCase, policies: policies) { registry in
      for (tag, type) in types {
        try registry.add(type, tag: tag, at: fileID, line)
      }
    }
  }

  /// Creates a registry with a function that registers the types, for constants.
  ///
  /// ```swift
  /// static let registry = PolymorphicRegistry<Item>("type") {
  ///   try $0.register(for: "MOVIE", as: Item.movie)
  ///   try $0.register(for: "BOOK", "NOVEL", as: Item.book)
  /// }
  /// ```
  ///
  /// - Precondition: `build` doesn't throw. A conflict stops the program with a message that names
  ///   both types.
  public init(
    _ discriminator: Discriminator,
    ignoringCase ignoresCase: Bool = false,
    policies: Policies = Policies(),
    _ build: (_ registry: inout Self) throws -> Void
  ) {
    self.init(discriminator, ignoringCase: ignoresCase, policies: policies)
    do {
      try build(&self)
      seal()
    } catch {
      // Unlike a precondition, this has a message in release builds, too.
      fatalError("\(error)")
    }
  }
}

// MARK: - Reading and changing the contents

extension PolymorphicRegistry {
  /// The place of the tag in an element.
  public var discriminator: Discriminator { contents.discriminator }

  /// Whether tags are equal if their lowercase forms are, regardless of the locale.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   "type", ["MOVIE": Movie.self], ignoringCase: true)
  /// media.payloadType(for: "movie")  // Movie.self
  /// ```
  ///
  /// Otherwise strings are compared by code unit. Two tags that differ only in case are one tag, so
  /// registering them for two types is a conflict. A payload that stores its tag is encoded with the
  /// stored tag.
  public var ignoresCase: Bool { contents.ignoresCase }

  /// The policies for elements that can't be decoded to a registered type.
  public var policies: Policies {
    get { Policies(contents.policies) }
    set { contents.policies = PolymorphicRegistry<Any>.Policies(newValue) }
  }

  /// Whether encoding writes the tags of elements: by default, `.always`.
  ///
  /// ```swift
  /// media.policies.missing = .assume("MOVIE")
  /// media.tagWriting = .unlessAssumed
  /// ```
  ///
  /// A registration with the option ``RegistrationOptions/tagWriting(_:)`` has its own.
  public var tagWriting: TagWriting {
    get { contents.tagWriting }
    set { contents.tagWriting = newValue }
  }

  /// The kind that all tags have, or nil, which is the default, if they can be of any.
  ///
  /// ```swift
  /// media.tagKind = .string
  /// ```
  ///
  /// A tag of another kind follows the policy for a wrong kind: it isn't an unknown one.
  public var tagKind: TagKind? {
    get { contents.tagKind }
    set { contents.tagKind = newValue }
  }

  package var entries: [Registration] { contents.entries }
  var table: TagTable { contents.table }

  package var contents: RegistryContents {
    get { draft?.contents ?? sealed.contents }
    // In place: copies would make registering many types take quadratic time.
    _modify {
      let isOwn = isKnownUniquelyReferenced(&draft)
      let own = (isOwn ? draft : nil) ?? RegistryDraft(contents)
      draft = own
      yield &own.contents
    }
  }

  /// The contents, for readers.
  var shared: SharedRegistry<Base> { SharedRegistry(draft?.core() ?? sealed) }

  /// Whether the process keeps it for a generic type.
  @inline(__always) var isKept: Bool { draft == nil && sealed.site != nil }

  /// Encodes a value that states its payload; see `SharedRegistry.encode`.
  ///
  /// Without ``shared``, which returns another reference for each element.
  @inline(__always) func write(
    _ base: Base,
    stating payload: any Encodable,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws {
    if let draft {
      try SharedRegistry(draft.core())
        .encode(base, stating: payload, to: encoder, sharesObject: sharesObject)
    } else {
      try SharedRegistry(sealed)
        .encode(base, stating: payload, to: encoder, sharesObject: sharesObject)
    }
  }

  /// Ends a change, so that ``shared`` needn't make anything.
  mutating func seal() {
    if let draft { sealed = draft.core() }
    draft = nil
  }
}

extension SharedRegistry {
  // The memberwise initialiser isn't inlined, and retains the contents for each element of an enum, 2 %
  // of encoding it.
  @inline(__always) fileprivate init(_ core: RegistryCore) { self.core = core }
}

// MARK: - Looking up

extension PolymorphicRegistry {
  /// Every registered tag, including aliases, in the order of registration.
  ///
  /// ```swift
  /// media.tags  // ["MOVIE", "BOOK", "NOVEL"]
  /// ```
  public var tags: [TypeTag] { table.tags }

  /// Returns the type that a tag selects, or nil if no type is registered for it or it is only
  /// encoded.
  ///
  /// ```swift
  /// media.payloadType(for: "NOVEL")  // Book.self
  /// ```
  public func payloadType(for tag: TypeTag) -> (any Decodable.Type)? {
    table[tag].flatMap { entries[$0].type as? any Decodable.Type }
  }

  /// Returns the tag that a type is encoded with, or nil if it isn't registered.
  ///
  /// ```swift
  /// media.tag(for: Book.self)  // "BOOK"
  /// ```
  public func tag(for type: any Any.Type) -> TypeTag? {
    let id = ObjectIdentifier(type)
    // A type that is the base may have many values with tags of their own.
    let values = type == Base.self ? nil : contents.valuePositions[id]
    return (contents.positions[id]?.first ?? values?.first).flatMap { entries[$0].tags.first }
  }
}

// MARK: - Combining

extension PolymorphicRegistry {
  /// Returns a registry with the types of both.
  ///
  /// ```swift
  /// let all = try media.merging(plugin.registry)
  /// ```
  ///
  /// The policies and the comparison of tags are those of this registry.
  ///
  /// - Parameter other: A registry with the same discriminator.
  /// - Returns: A registry with every tag of both.
  /// - Throws: ``RegistrationError``, which names both registrations, if a tag selects two types or
  ///   if the discriminators differ.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of registered tags.
  public func merging(_ other: Self) throws -> Self {
    guard discriminator == other.discriminator else {
      throw RegistrationError(merging: discriminator, with: other.discriminator, base: Base.self)
    }
    var merged = self
    for entry in other.entries { try merged.add(entry) }
    merged.seal()
    return merged
  }

  /// Returns a registry with the types of both, preferring those of the other for tags of both.
  ///
  /// ```swift
  /// let tested = media.overriding(with: stubs)
  /// ```
  ///
  /// The discriminator, the policies and the comparison of tags are those of this registry. Of
  /// deduced types with the same fields, the other's are used.
  ///
  /// - Parameter other: The registry whose types are preferred.
  /// - Returns: A registry with every tag of both.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of registered tags.
  public func overriding(with other: Self) -> Self {
    var result = Self(like: self)
    result.contents.addUntaken(other.entries + entries)
    result.seal()
    return result
  }
}

// MARK: - Registries of generic types

extension PolymorphicRegistry {
  /// Returns the registry of a generic type, which is made once for each of its specialisations.
  ///
  /// A generic type can't have a static stored property, and a registry that is made for each element
  /// takes a multiple of the time of its decoding:
  ///
  /// ```swift
  /// enum Either<First: Payload, Second: Payload>: PolymorphicEnum {
  ///   case first(First)
  ///   case second(Second)
  ///
  ///   static var registry: PolymorphicRegistry<Either> {
  ///     .kept(.firstMatch) {
  ///       try $0.register(for: "first", as: Either.first)
  ///       try $0.register(for: "second", as: Either.second)
  ///     }
  ///   }
  /// }
  /// typealias Payload = Codable & SendableMetatype
  /// ```
  ///
  /// What the first call makes is kept as long as the process runs, so `build` must not depend on
  /// anything but the type. Of two calls in different lines for one base, only the first one's registry
  /// is kept. An enum whose `registry` is a kept one isn't asked for it again.
  ///
  /// - Parameters:
  ///   - discriminator: The place of the tag.
  ///   - ignoresCase: Whether tags are equal if their lowercase forms are: see ``ignoresCase``.
  ///   - policies: The policies for elements that can't be decoded to a registered type.
  ///   - fileID: The file of the call, which tells apart the registries of one base.
  ///   - line: The line of the call.
  ///   - build: A function that registers the types. It is called once, or twice if two threads are first.
  /// - Returns: The registry.
  /// - Precondition: `build` doesn't throw. A conflict stops the program with a message that names
  ///   both types.
  /// - Complexity: O(1) after the first call. At most 16,384 specialisations are kept.
  public static func kept(
    _ discriminator: @autoclosure () -> Discriminator,
    ignoringCase ignoresCase: Bool = false,
    policies: @autoclosure () -> Policies = Policies(),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ build: (_ registry: inout Self) throws -> Void
  ) -> Self {
    // By the base: looking up the type of its registry takes 320 instructions.
    let base = ObjectIdentifier(Base.self)
    let known = keptRegistries.find(base, as: RegistryCore.self)
    if let core = known?.read({ $0.isKept(at: fileID, line) ? $0 : nil }) {
      return Self(SharedRegistry(core: core))
    }
    let made = Self(discriminator(), ignoringCase: ignoresCase, policies: policies(), build)
    let core = RegistryCore(made.contents, keptAt: (fileID, line))
    let kept = keptRegistries.insert(core, for: base)
    // Another thread may have been faster.
    return kept.isKept(at: fileID, line) ? Self(SharedRegistry(core: kept)) : made
  }
}

/// The registries of generic types, by their bases.
private let keptRegistries = TypeCache()

extension RegistryCore {
  /// Returns whether a call has made the registry for a generic type.
  fileprivate func isKept(at file: StaticString, _ line: UInt) -> Bool {
    guard let site, line == site.line, file.hasPointerRepresentation,
      site.file.hasPointerRepresentation, file.utf8CodeUnitCount == site.file.utf8CodeUnitCount
    else { return false }
    // Mostly one literal. Comparing the names takes a third of an element.
    return FieldKey(file).address == FieldKey(site.file).address || "\(file)" == "\(site.file)"
  }
}
