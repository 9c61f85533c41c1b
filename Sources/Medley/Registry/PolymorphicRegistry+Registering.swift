// MARK: - Registering

// The functions come in pairs, with and without `as:`. With one optional function, the compiler finds
// no words for `{ $0 }` with a payload that isn't a `Base`.

extension PolymorphicRegistry {
  /// Registers a type, whose values are converted to the base, for a tag and its aliases.
  ///
  /// ```swift
  /// // The compiler checks the base:
  /// try media.register(Book.self, for: "BOOK", "NOVEL") { $0 }
  /// // The case of an enum:
  /// try items.register(for: "MOVIE", as: Item.movie)
  /// // A conversion:
  /// try people.register(PersonV1.self, for: 1) {
  ///   Person(upgrading: $0)
  /// }
  /// ```
  ///
  /// Registering a type again for the same tag has no effect. Registering it for another tag adds the
  /// tag, and encoding still writes the tag of the first registration; `validate()` reports it,
  /// because aliases are clearer. The type can be ``Polymorphic`` or a ``PolymorphicEnum`` itself. A
  /// type that is only `Decodable` can be registered, but not encoded.
  ///
  /// - Parameters:
  ///   - type: The payload to decode for the tag.
  ///   - tag: The tag that selects the type, and that encoding writes.
  ///   - aliases: More tags that select the type.
  ///   - fields: The fields of the payload, if ``Discriminator/deduced`` can't find them.
  ///   - options: The options of the registration.
  ///   - embed: Converts the payload to `Base`.
  ///   - extract: Returns the payload of a `Base`, or nil if it holds another one. It is required
  ///     if the `Base` isn't the payload itself, such as a case without a payload or a struct
  ///     around one. For a case with a payload, reflection finds the payload without it, more
  ///     slowly. An enum that states its ``PolymorphicEncodable/payload`` needs it only where two
  ///     cases hold the same type.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError`` if a tag already selects another type, if the discriminator
  ///   uses a key twice, if the type isn't a `Base` and that can be known before decoding, or, for
  ///   deduced types, if its fields are those of another type.
  /// - Complexity: O(*a*), where *a* is the number of tags; for deduced types O(*n*), where *n* is
  ///   the number of registered types.
  @preconcurrency
  public mutating func register<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type = Payload.self,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(type, terms, as: embed, from: extract))
  }

  /// Registers a type, whose values are of the base, for a tag and its aliases.
  ///
  /// ```swift
  /// try media.register(Movie.self, for: "MOVIE")
  /// ```
  ///
  /// The type must be a `Base`. If that is a protocol, only decoding finds out; with `{ $0 }` behind it,
  /// the compiler does. In all else this is
  /// ``register(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,PayloadFields?,_,_,_,_,_)``.
  public mutating func register<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(type, of: Base.self, terms))
  }

  /// Returns a copy of this registry in which a tag and its aliases select a type.
  ///
  /// ```swift
  /// let extended = try media
  ///   .registering(Podcast.self, for: "PODCAST") { $0 }
  /// ```
  ///
  /// It does what
  /// ``register(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,PayloadFields?,_,_,_,_,_)`` does.
  ///
  /// - Returns: A registry with every tag of this one and the new ones.
  /// - Complexity: O(*n*), where *n* is the number of registered tags.
  @preconcurrency
  public func registering<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type = Payload.self,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Self {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    return try adding(Registration(type, terms, as: embed, from: extract))
  }

  /// Returns a copy of this registry in which a tag and its aliases select a type of the base.
  ///
  /// ```swift
  /// let extended = try media.registering(Podcast.self, for: "PODCAST")
  /// ```
  ///
  /// - Returns: A registry with every tag of this one and the new ones.
  /// - Complexity: O(*n*), where *n* is the number of registered tags.
  public func registering<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Self {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    return try adding(Registration(type, of: Base.self, terms))
  }
}

// MARK: - Registering for cases of an enum

extension PolymorphicRegistry {
  /// Registers a type, whose values are converted to the base, for a case of an enum with string raw
  /// values.
  ///
  /// ```swift
  /// enum Kind: String {
  ///   case movie = "MOVIE", book = "BOOK", novel = "NOVEL"
  /// }
  /// try media.register(Book.self, for: Kind.book, Kind.novel) { $0 }
  /// ```
  ///
  /// All functions that register for tags take such cases. In the short form, write
  /// `TypeTag(Kind.movie)`. In all else this is
  /// ``register(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,PayloadFields?,_,_,_,_,_)``.
  @preconcurrency
  public mutating func register<Payload: Decodable & SendableMetatype, Tag>(
    _ type: Payload.Type = Payload.self,
    for tag: Tag,
    _ aliases: Tag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(type, terms, as: embed, from: extract))
  }

  /// Registers a type, whose values are of the base, for a case of an enum with string raw values.
  ///
  /// ```swift
  /// try media.register(Movie.self, for: Kind.movie)
  /// ```
  public mutating func register<Payload: Decodable & SendableMetatype, Tag>(
    _ type: Payload.Type,
    for tag: Tag,
    _ aliases: Tag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    try add(Registration(type, of: Base.self, terms))
  }
}

extension PolymorphicRegistry {
  /// Returns a copy of this registry in which a case of an enum with string raw values selects a type,
  /// whose values are converted to the base.
  ///
  /// ```swift
  /// let extended = try media
  ///   .registering(Podcast.self, for: Kind.podcast) { $0 }
  /// ```
  @preconcurrency
  public func registering<Payload: Decodable & SendableMetatype, Tag>(
    _ type: Payload.Type = Payload.self,
    for tag: Tag,
    _ aliases: Tag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    as embed: @escaping @Sendable (consuming Payload) throws -> Base,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Self where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    return try adding(Registration(type, terms, as: embed, from: extract))
  }

  /// Returns a copy of this registry in which a case of an enum with string raw values selects a type of
  /// the base.
  ///
  /// ```swift
  /// let extended = try media.registering(Podcast.self, for: Kind.podcast)
  /// ```
  public func registering<Payload: Decodable & SendableMetatype, Tag>(
    _ type: Payload.Type,
    for tag: Tag,
    _ aliases: Tag...,
    fields: PayloadFields? = nil,
    options: RegistrationOptions = [],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Self where Tag: RawRepresentable<String> {
    let terms = Registration.Terms(tag, aliases, fields, options, at: fileID, line)
    return try adding(Registration(type, of: Base.self, terms))
  }
}

// MARK: - Adding entries

extension PolymorphicRegistry {
  mutating func add<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    tag: TypeTag,
    at fileID: StaticString,
    _ line: UInt
  ) throws {
    if contents.addAlias(tag, of: type) { return }
    let terms = Registration.Terms(tag, [], nil, [], at: fileID, line)
    try add(Registration(type, of: Base.self, terms))
  }

  private func adding(_ entry: Registration) throws -> Self {
    var copy = self
    try copy.add(entry)
    copy.seal()
    return copy
  }

  mutating func add(_ entry: Registration) throws {
    let isOfBase = entry.isConverted || Self.isExistential || entry.type is Base.Type
    try contents.add(entry, isOfBase: isOfBase)
  }

  /// Whether `Base` is an existential, so that values of other types can be a `Base`.
  ///
  /// For a type parameter, Swift tells this only by the name of the metatype: that of `any Media` is
  /// `Media.Protocol`, that of `any Box<Int>` `(any Box<Int>).Type`.
  private static var isExistential: Bool {
    let name = String(reflecting: type(of: Base.self as any Any.Type))
    return name.hasSuffix(".Protocol") || name.hasPrefix("(any ")
  }
}

// MARK: - Adding registrations

extension RegistryContents {
  /// Adds a registration.
  ///
  /// - Parameters:
  ///   - entry: The registration.
  ///   - isOfBase: Whether its values, or what they are converted to, can be values of the base.
  /// - Throws: ``RegistrationError`` if it can't work, or if other registrations exclude it.
  mutating func add(_ entry: Registration, isOfBase: Bool) throws {
    if let problem = discriminatorProblem ?? self.problem(of: entry, isOfBase: isOfBase) {
      throw problem
    }
    let alternative = alternative(of: entry)
    if entry.options.isOnlyEncoded {
      append(entry, nil)
      return
    }
    var known = sameFamily(as: entry)
    var new: [TypeTag] = []
    for tag in entry.tags {
      if let position = table.position(of: tag, in: alternative) {
        guard entries[position].isSame(as: entry) else {
          throw RegistrationError(
            .duplicateTag,
            tag: tag,
            """
            The tag \(tag.shortened) selects two types: \(entries[position].registrant) and \
            \(entry.registrant). Register one of them for another tag, or replace the first with \
            overriding(with:).
            """
          )
        }
        known = known ?? position
      } else {
        new.append(tag)
      }
    }
    if let known = known ?? sameFields(as: entry) {
      insert(new, at: known)
    } else {
      append(entry, try candidate(entry))
    }
  }

  /// Adds registrations, each with those of its tags that aren't registered yet.
  mutating func addUntaken(_ entries: [Registration]) {
    for entry in entries {
      var entry = entry
      if !entry.options.isOnlyEncoded {
        let alternative = alternative(of: entry)
        let tags = entry.tags.filter { table.position(of: $0, in: alternative) == nil }
        guard !tags.isEmpty || entry.pattern != nil else { continue }
        entry = Registration(entry, tags: tags)
      }
      do {
        append(entry, try candidate(entry))
      } catch {
        // A type with the fields of another one is left out.
      }
    }
  }

  /// Adds a tag to a type that is registered.
  ///
  /// - Returns: False, with nothing added, if it isn't, or if the tag is registered.
  mutating func addAlias(_ tag: TypeTag, of type: any Any.Type) -> Bool {
    guard let first = positions[ObjectIdentifier(type)]?.first, table.position(of: tag) == nil
    else { return false }
    insert([tag], at: first)
    return true
  }

  /// Adds tags to a type without a tag that is registered again.
  private func sameFields(as entry: Registration) -> Int? {
    guard form(of: entry).tagPlace.usesCandidates, !entry.isConverted else { return nil }
    return positions[ObjectIdentifier(entry.type)]?.first { !entries[$0].isConverted }
  }

  /// A family of the same type that is registered again.
  private func sameFamily(as entry: Registration) -> Int? {
    guard let pattern = entry.pattern else { return nil }
    return table.families.first {
      $0.pattern.description == pattern.description && entries[$0.position].isSame(as: entry)
    }?.position
  }

  // MARK: - Checking

  /// The problem of the discriminator; nil if there is none.
  package var discriminatorProblem: RegistrationError? {
    let place = discriminator.form.tagPlace
    if !place.isComplete {
      return RegistrationError(
        .incompleteDiscriminator,
        "The discriminator of the registry for \(base) has no key to look under. Name one."
      )
    }
    return place.clashingKey.map { RegistrationError(clash: $0, base: base) }
  }

  /// Returns why a registration can't work, whatever others there are; nil if it can.
  private func problem(of entry: Registration, isOfBase: Bool) -> RegistrationError? {
    if !isOfBase {
      return RegistrationError(notABase: entry.type, base: base, site: entry.site)
    }
    if !entry.isDecodable, !entry.options.isOnlyEncoded, base is any PolymorphicDecodable.Type {
      return RegistrationError(notDecodable: entry.type, base: base, site: entry.site)
    }
    if let alternative = entry.options.alternative, alternative != discriminator,
      self.alternative(of: entry) == nil
    {
      return RegistrationError(
        .unknownAlternative,
        tag: entry.tags.first,
        """
        The type \(entry.registrant) is registered \(alternative), but the discriminator of the \
        registry for \(base) looks \(discriminator). Add the alternative with .or.
        """
      )
    }
    if entry.isElement, form(of: entry).tagPlace.isPayloadWhole {
      return RegistrationError(endless: entry.registrant, base: base)
    }
    for tag in entry.tags {
      if let key = discriminator.form.tagPlace.clashingKey(with: tag) {
        return RegistrationError(clash: key, base: base)
      }
      if let tagKind, !tagKind.includes(tag) {
        return RegistrationError(tag, of: entry.registrant, isNot: tagKind, base: base)
      }
    }
    return nil
  }

  /// The next entry as a candidate, if the discriminator selects types without a tag.
  ///
  /// - Throws: ``RegistrationError`` if types are deduced from fields, and another type has the same.
  private func candidate(_ entry: Registration) throws -> TypeCandidate? {
    // A type that isn't `Decodable` is found only where its fields are stated.
    guard !entry.options.isOnlyEncoded, entry.pattern == nil,
      form(of: entry).tagPlace.usesCandidates, entry.isDecodable || entry.fields != nil
    else { return nil }
    let fields = entry.fields ?? entry.sampleFields()
    if discriminator.form.tagPlace.deducesTypes,
      let same = table.candidates.first(where: { $0.fields.isEquivalent(to: fields) })
    {
      throw RegistrationError(
        undeducible: entries[same.position].registrant,
        and: entry.registrant,
        because: "they have the same fields"
      )
    }
    return TypeCandidate(
      position: entries.count,
      tag: entry.tags.first ?? .compound([]),
      typeName: entry.name,
      fields: fields
    )
  }
}
