// MARK: - Registering

extension PolymorphicRegistry {
  /// Registers a type for a tag and its aliases.
  ///
  /// ```swift
  /// try media.register(Movie.self, for: "MOVIE")
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
  /// tag, and encoding still writes the tag of the first registration; ``validate()`` reports it,
  /// because aliases are clearer. The type can be ``Polymorphic`` or a ``PolymorphicEnum`` itself. A
  /// type that is only `Decodable` can be registered, but not encoded.
  ///
  /// - Parameters:
  ///   - type: The payload to decode for the tag.
  ///   - tag: The tag that selects the type, and that encoding writes.
  ///   - aliases: More tags that select the type.
  ///   - fields: The fields of the payload, if ``Discriminator/deduced`` can't find them.
  ///   - embed: Converts the payload to `Base`. Without it, the payload must be a `Base`.
  ///   - extract: Returns the payload of a `Base`, or nil if it holds another one. It is required
  ///     if the `Base` isn't the payload itself, such as a case without a payload or a struct
  ///     around one. For a case with a payload, reflection finds the payload without it, more
  ///     slowly.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Throws: ``RegistrationError`` if a tag already selects another type, if the discriminator
  ///   uses a key twice, if the type isn't a `Base` and that can be known before decoding, or, for
  ///   deduced types, if its fields can't be found or are those of another type.
  /// - Complexity: O(*a*), where *a* is the number of tags; for deduced types O(*n*), where *n* is
  ///   the number of registered types.
  @preconcurrency
  public mutating func register<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type = Payload.self,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try add(
      RegistryEntry(
        type,
        tags: [tag] + aliases,
        fields: fields,
        embed: embed,
        extract: extract,
        site: "\(fileID):\(line)"
      )
    )
  }

  /// Returns a copy of this registry in which a tag and its aliases select a type.
  ///
  /// ```swift
  /// let extended = try media.registering(Podcast.self, for: "PODCAST")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The payload to decode for the tag.
  ///   - tag: The tag that selects the type, and that encoding writes.
  ///   - aliases: More tags that select the type.
  ///   - fields: The fields of the payload, if ``Discriminator/deduced`` can't find them.
  ///   - embed: Converts the payload to `Base`. Without it, the payload must be a `Base`.
  ///   - extract: Returns the payload of a `Base`, or nil if it holds another one.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  /// - Returns: A registry with every tag of this one and the new ones.
  /// - Throws: ``RegistrationError``, as ``register(_:for:_:fields:as:from:fileID:line:)`` does.
  /// - Complexity: O(*n*), where *n* is the number of registered tags.
  @preconcurrency
  public func registering<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type = Payload.self,
    for tag: TypeTag,
    _ aliases: TypeTag...,
    fields: PayloadFields? = nil,
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Self {
    var copy = self
    try copy.add(
      RegistryEntry(
        type,
        tags: [tag] + aliases,
        fields: fields,
        embed: embed,
        extract: extract,
        site: "\(fileID):\(line)"
      )
    )
    copy.seal()
    return copy
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
    var result = Self(discriminator, comparing: tagComparison, policies: policies)
    for entry in other.entries + entries {
      var entry = entry
      entry.tags.removeAll { result.table.contains($0) }
      guard !entry.tags.isEmpty else { continue }
      let candidate = result.deducesTypes ? try? result.candidate(entry) : nil
      if result.deducesTypes, candidate == nil { continue }
      result.append(entry, candidate)
    }
    result.seal()
    return result
  }
}

// MARK: - Adding entries

extension PolymorphicRegistry {
  mutating func add<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    tag: TypeTag,
    site: String
  ) throws {
    let first = positions[ObjectIdentifier(type)]?.first
    guard let first, table[tag] == nil else {
      try add(
        RegistryEntry(
          type,
          tags: [tag],
          fields: nil,
          embed: nil,
          extract: nil,
          site: site
        )
      )
      return
    }
    contents.insert([tag], at: first)
  }

  mutating func add(_ entry: RegistryEntry<Base>) throws {
    try checkDiscriminator()
    try checkBase(of: entry)
    if entry.isElement, discriminator.form.isPayloadWhole {
      throw RegistrationError(endless: entry.registrant, base: Base.self)
    }
    if let key = entry.tags.lazy.compactMap(discriminator.form.clashingKey).first {
      throw RegistrationError(clash: key, base: Base.self)
    }
    var known: Int?
    var new: [TypeTag] = []
    for tag in entry.tags {
      if let position = table[tag] {
        guard entries[position].isSame(as: entry) else {
          throw RegistrationError(
            tag,
            for: entries[position].registrant,
            and: entry.registrant
          )
        }
        known = known ?? position
      } else {
        new.append(tag)
      }
    }
    if let known = known ?? sameFields(as: entry) {
      contents.insert(new, at: known)
    } else {
      append(entry, deducesTypes ? try candidate(entry) : nil)
    }
  }

  /// Adds tags to a deduced type that is registered again.
  private func sameFields(as entry: RegistryEntry<Base>) -> Int? {
    guard deducesTypes, !entry.isConverted else { return nil }
    return positions[ObjectIdentifier(entry.type)]?.first { !entries[$0].isConverted }
  }

  private mutating func append(_ entry: RegistryEntry<Base>, _ candidate: DeductionCandidate?) {
    let position = entries.count
    var untagged = entry
    untagged.tags = []
    contents.append(untagged)
    contents.insert(entry.tags, at: position)
    if let candidate { contents.table.candidates.append(candidate) }
  }

  // MARK: - Checking

  var deducesTypes: Bool {
    let forms = (discriminator.form as? AlternativeForms)?.all ?? [discriminator.form]
    return forms.contains { $0 is DeducedForm }
  }

  func checkDiscriminator() throws {
    if !discriminator.form.isComplete {
      throw RegistrationError(incomplete: Base.self)
    }
    if let key = discriminator.form.clashingKey {
      throw RegistrationError(clash: key, base: Base.self)
    }
  }

  private func checkBase(of entry: RegistryEntry<Base>) throws {
    if entry.isConverted || Self.isExistential || entry.type is Base.Type { return }
    throw RegistrationError(notABase: entry.type, base: Base.self, site: entry.site)
  }

  /// Whether `Base` is an existential, so that values of other types can be a `Base`.
  ///
  /// For a type parameter, Swift tells this only by the name of the metatype: that of `any Media` is
  /// `Media.Protocol`, that of `any Box<Int>` `(any Box<Int>).Type`.
  private static var isExistential: Bool {
    let name = String(reflecting: type(of: Base.self as any Any.Type))
    return name.hasSuffix(".Protocol") || name.hasPrefix("(any ")
  }

  /// Returns the fields of an entry, which no other entry may have.
  fileprivate func candidate(_ entry: RegistryEntry<Base>) throws -> DeductionCandidate {
    guard let fields = entry.fields ?? entry.sampleFields() else {
      throw RegistrationError(noFieldsOf: entry.registrant)
    }
    if let same = table.candidates.first(where: { $0.fields.isEquivalent(to: fields) }) {
      throw RegistrationError(
        undeducible: same.typeName,
        and: entry.registrant,
        because: "they have the same fields"
      )
    }
    return DeductionCandidate(
      tag: entry.tags.first ?? .compound([]),
      typeName: entry.registrant,
      fields: fields
    )
  }
}

extension PayloadFields {
  /// Returns whether no element distinguishes the two.
  fileprivate func isEquivalent(to other: PayloadFields) -> Bool {
    required == other.required && excluded == other.excluded
      && required.union(optional) == other.required.union(other.optional)
  }
}
