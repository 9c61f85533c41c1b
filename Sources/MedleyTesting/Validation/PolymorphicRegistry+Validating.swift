public import Medley

// MARK: - Validating

extension PolymorphicRegistry {
  /// Checks this registry for problems that can be found before decoding.
  ///
  /// Registering throws for conflicts. This finds the problems that would appear later. Call it in a
  /// test for each registry.
  ///
  /// ```swift
  /// @Test func `the media registry is valid`() throws {
  ///   try media.validate()
  /// }
  /// ```
  ///
  /// - Throws: `RegistrationError` if there are ``problems``: the only one, or one that lists them.
  /// - Complexity: O(*n*²) for deduced types, otherwise O(*n*), where *n* is the number of registered
  ///   types. A sample of each type is decoded and encoded.
  public func validate() throws {
    try RegistrationError.throwing(problems)
  }

  /// Checks this registry, and encodes and decodes values with it.
  ///
  /// Call it in a test with a value of each type or case to find those that aren't registered.
  ///
  /// ```swift
  /// @Test func `every case of Item is registered`() throws {
  ///   try Item.registry.validate(
  ///     samples: [.movie(movie), .book(book), .advert])
  /// }
  /// ```
  ///
  /// - Throws: `RegistrationError` if there are ``problems(samples:)``: the only one, or one that
  ///   lists them.
  public func validate(samples: [Base]) throws {
    try RegistrationError.throwing(problems(samples: samples))
  }

  /// A registry without the registrations that are only for encoding, or nil if there are none.
  var withoutOnlyEncoded: Self? {
    guard entries.contains(where: \.isOnlyEncoded) else { return nil }
    var registry = Self(discriminator, ignoringCase: ignoresCase, policies: policies)
    for entry in entries where !entry.isOnlyEncoded { registry.contents.append(entry, nil) }
    return registry
  }

  /// The problems of this registry that can be found before decoding.
  ///
  /// ```swift
  /// #expect(media.problems.isEmpty)
  /// ```
  ///
  /// They include an enum with a raw type, a type that isn't a `Base`, a payload that can't be
  /// encoded in an enum that can, functions without `encoding:` there, a type that was registered twice with two tags to write, a key
  /// with two uses, a tag that can't be at the place of the discriminator or isn't of the stated
  /// kind, patterns that overlap, an assumed tag that isn't registered, a type that is encoded
  /// without a tag that decoding needs, a payload that reads its own element again, deduced types
  /// that match the same element equally well, alternatives of a discriminator that are never
  /// reached, a case that can't be encoded, and a payload that can't be written with its tag. If the
  /// base is an enum that is `CaseIterable`, they include cases that aren't registered.
  public var problems: [RegistrationError] { contents.problems + sampleProblems }
}

extension RegistrationError {
  /// Throws the only problem, or an error that lists several.
  fileprivate static func throwing(_ problems: [RegistrationError]) throws {
    guard let first = problems.first else { return }
    guard problems.count > 1 else { throw first }
    let list = problems.map { "\n- \($0.description)" }.joined()
    throw RegistrationError(
      .severalProblems,
      problems: problems,
      "The registry has \(problems.count) problems:\(list)"
    )
  }
}

extension RegistryContents {
  /// The problems that don't show in samples.
  fileprivate var problems: [RegistrationError] {
    discriminatorProblems + tagProblems + patternProblems + typeProblems + policyProblems
      + writingProblems + deductionProblems + endlessPayloads
  }

  private var discriminatorProblems: [RegistrationError] {
    // The tags of an alternative with registered types are found only there.
    let used = entries.compactMap(alternative(of:))
    let forms = discriminator.form.alternatives
    let unreachable = forms.enumerated().compactMap { index, form -> RegistrationError? in
      guard !used.contains(index), let earlier = forms[..<index].first(where: form.isShadowed)
      else { return nil }
      return RegistrationError(
        .unreachableAlternative,
        """
        The discriminator of the registry for \(base) never gets to look \(form.tagPlace), \
        since it looks \(earlier.tagPlace) before. Put the more specific alternative first.
        """
      )
    }
    return [discriminatorProblem].compactMap(\.self) + unreachable
  }

  /// The problems of types that an element with the required fields of both matches.
  private var deductionProblems: [RegistrationError] {
    guard discriminator.form.tagPlace.deducesTypes else { return [] }
    return table.candidates.filter(\.fields.isComplete).problems { first, second in
      let fields = first.fields.required.union(second.fields.required)
      // An element can match both only if each type knows the fields that the other requires.
      let mayFit = [first.fields, second.fields].allSatisfy { own in
        fields.allSatisfy(own.claims) && !fields.contains(where: own.excluded.contains)
      }
      guard mayFit else { return nil }
      let list = fields.isEmpty ? "no fields" : Array(fields).inOrder.joined(separator: ", ")
      return RegistrationError(
        undeducible: entries[first.position].registrant,
        and: entries[second.position].registrant,
        because: "both fit an element with \(list) equally well"
      )
    }
  }

  private var typeProblems: [RegistrationError] {
    var problems = entries.compactMap { $0.baseProblem(base) }
    if base is any PolymorphicDecodable.Type || base is any PolymorphicEncodable.Type,
      hasCodableRawValue
    {
      problems.append(
        RegistrationError(
          .rawType,
          """
          The enum \(base) has a raw type, so the compiler codes it in a way of its own, and not \
          with its registry. Leave the raw type or RawRepresentable out.
          """
        )
      )
    }
    if base is any PolymorphicEncodable.Type {
      let entries = entries.filter { !$0.options.isOnlyDecoded }
      problems += entries.filter { !($0.type is any Encodable.Type) }.map {
        RegistrationError(
          .notEncodable,
          """
          The enum \(base) is encoded, but its payload \($0.registrant) is only Decodable. Make the \
          payload Encodable, or conform \(base) to PolymorphicDecodable if it is never encoded.
          """
        )
      }
      problems += entries.filter(\.isOnlyDecoded).map {
        RegistrationError(
          .notEncodable,
          tag: $0.tags.first,
          """
          The enum \(base) is encoded, but \($0.registrant) for \($0.tags.listed) is registered for \
          decoding only. Add encoding: to it, or options: .onlyDecoded; or conform \(base) to \
          PolymorphicDecodable if it is never encoded.
          """
        )
      }
    }
    for entries in entriesByType(ofValues: false) {
      // What stores its tag is encoded with that one.
      let entries = entries.filter {
        !$0.options.storesTag && $0.pattern == nil && !$0.isOnlyDecoded
      }
      guard entries.count > 1, !entries.allSatisfy(\.isExtracted), !areDistinctCases(entries)
      else { continue }
      problems.append(entries[0].registeredTwice(as: entries[1]))
    }
    for entries in entriesByType(ofValues: true) {
      for (index, second) in entries.enumerated() {
        guard let first = entries[..<index].first(where: second.isSame) else { continue }
        problems.append(first.registeredTwice(as: second))
      }
    }
    return problems
  }

  /// Whether the base is an enum that the compiler codes by its raw values.
  private var hasCodableRawValue: Bool {
    func isCodable<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
      Value.RawValue.self is any Codable.Type
    }
    return (base as? any RawRepresentable.Type).map { isCodable($0) } ?? false
  }

  /// Returns whether the registrations of one type make different cases of an enum.
  private func areDistinctCases(_ entries: [Registration]) -> Bool {
    // A type that is only encoded has no sample.
    guard entries.allSatisfy(\.isDecodable) else { return entries.allSatisfy(\.isConverted) }
    return Set(entries.compactMap { $0.sampleBase() }).count == entries.count
  }

  private var policyProblems: [RegistrationError] {
    let rules = [("missing", policies.missing.rule), ("null", policies.null?.rule ?? .unstated)]
    let unregistered = rules.compactMap { name, rule -> RegistrationError? in
      guard case .assume(let tag) = rule, !table.contains(tag) else { return nil }
      return RegistrationError(
        .unregisteredFallback,
        tag: tag,
        """
        The policy \(name) of the registry for \(base) assumes the tag \(tag.shortened), \
        which isn't registered. Register a type for it.
        """
      )
    }
    return unregistered + standIns.compactMap { $0.baseProblem(base) }
  }
}

extension Array {
  /// Returns the problems of each element with each one before it, which comes first.
  func problems(ofPair problem: (Element, Element) -> RegistrationError?) -> [RegistrationError] {
    indices.flatMap { index in self[..<index].compactMap { problem($0, self[index]) } }
  }
}

extension Registration {
  /// Returns the error if a sample shows that the type isn't a base.
  fileprivate func baseProblem(_ base: any Any.Type) -> RegistrationError? {
    guard !isConverted, let sample = observe?(), sample.payload != nil, sample.base == nil else {
      return nil
    }
    return RegistrationError(notABase: type, base: base, site: site)
  }

  /// The problem of two registrations that encoding can't tell apart.
  fileprivate func registeredTwice(as second: Registration) -> RegistrationError {
    RegistrationError(
      .severalCanonicalTags,
      tag: second.tags.first,
      """
      One \(value == nil ? "type" : "value") is registered twice, so encoding can't know which tag \
      to write: \(registrant) for \(tags.listed), and \(second.registrant) for \
      \(second.tags.listed). Register it once, with aliases, or tell the registrations apart with \
      from:.
      """
    )
  }
}

extension WireForm {
  /// Returns whether `earlier` finds a tag in every element in which this form does: in every value
  /// except null, or because it looks under some of the same keys.
  fileprivate func isShadowed(by earlier: any WireForm) -> Bool {
    switch earlier.tagPlace {
    case .kind, .trial: true
    case let place where place.tagPaths.isEmpty: isEqual(to: earlier)
    case let place: place.tagPaths.allSatisfy(tagPlace.tagPaths.contains)
    }
  }
}
