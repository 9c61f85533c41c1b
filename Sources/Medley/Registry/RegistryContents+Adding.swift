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
        undeducible: same.registrant,
        and: entry.registrant,
        because: "they have the same fields"
      )
    }
    return TypeCandidate(
      position: entries.count,
      tag: entry.tags.first ?? .compound([]),
      typeName: entry.name,
      registrant: entry.registrant,
      fields: fields
    )
  }
}
