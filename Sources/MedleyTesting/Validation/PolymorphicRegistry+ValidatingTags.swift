import Medley

// MARK: - Validating tags

extension RegistryContents {
  /// Tags that can't be where the discriminator looks for them, or aren't of the stated kind.
  var tagProblems: [RegistrationError] {
    entries.flatMap { entry in
      let discriminator = Discriminator(form(of: entry))
      let unusable = entry.tags.filter { !discriminator.form.tagPlace.accepts($0) }.map { tag in
        RegistrationError(
          .unusableTag,
          tag: tag,
          """
          The tag \(tag.shortened) of \(entry.registrant) can't be found \(discriminator): it is \
          of another kind than the tags there.
          """
        )
      }
      return unusable
        + entry.tags.compactMap { tag in
          guard let tagKind, !tagKind.includes(tag) else { return nil }
          return RegistrationError(tag, of: entry.registrant, isNot: tagKind, base: base)
        }
    }
  }

  /// Patterns of which each takes a tag that the other takes, too; the last may take all that is left.
  var patternProblems: [RegistrationError] {
    table.families.problems { first, second in
      guard !second.pattern.isCatchAll,
        first.pattern.overlaps(second.pattern, trying: table.tags, ignoringCase: ignoresCase)
      else { return nil }
      return RegistrationError(
        .overlappingPatterns,
        """
        The patterns \(first.pattern) of \(entries[first.position].registrant) and \
        \(second.pattern) of \(entries[second.position].registrant) take the same tags, which \
        select the first. Make one of them more specific, or register the tags themselves.
        """
      )
    }
  }

  /// Types that are encoded so that they aren't decoded again.
  var writingProblems: [RegistrationError] {
    let entries = entries.filter { !$0.isOnlyEncoded }
    let untagged = entries.filter { !readsAgain($0) }.map { entry in
      RegistrationError(
        .unreadableEncoding,
        tag: entry.tags.first,
        """
        The registry for \(base) writes \(entry.registrant) without its tag, and can't decode that \
        again. Write the tag, or let the policy for missing tags assume it.
        """
      )
    }
    return untagged + entries.compactMap(misreading)
  }

  /// Returns the problem of a payload that an alternative before its own reads as another one.
  private func misreading(of entry: Registration) -> RegistrationError? {
    let writer = writer(of: entry)
    let place = writer.tagPlace
    // Under which a payload is written that is a part of its element.
    let keys =
      place.contentKey.map { [$0] }
      ?? (place.shape == .object ? entry.tags.compactMap(\.keyText) : [])
    let reader = discriminator.form.alternatives.prefix { $0 !== writer }.first { earlier in
      let paths = earlier.tagPlace.tagPaths
      return place.isPayloadWhole
        ? isTag(at: paths, of: entry, at: place.tagPaths)
        : paths.contains { keys.contains($0[0]) }
    }
    return reader.map { reader in
      RegistrationError(
        .unreadableEncoding,
        tag: entry.tags.first,
        """
        The registry for \(base) writes \(entry.registrant) with its tag \(place), but \
        another member is read as a tag \(reader.tagPlace), where the registry looks before. Put that \
        alternative behind the other one.
        """
      )
    }
  }

  /// Whether an object with the fields of an entry and its tag seems to have another tag.
  private func isTag(at paths: [[String]], of entry: Registration, at own: [[String]]) -> Bool {
    // One string under the same key: the alternatives have different tags.
    guard paths != own else { return false }
    let fields = entry.knownFields
    // The members of an object inside aren't known.
    let isPresent = paths.map { own.contains($0) || $0.count == 1 && fields.claims($0[0]) }
    return isPresent.contains(true)
      && paths.indices.allSatisfy {
        isPresent[$0] || paths.count > 1 && table.mayLack(part: $0)
      }
  }

  /// Whether an element of an entry is decoded again, also if its tag isn't written.
  private func readsAgain(_ entry: Registration) -> Bool {
    guard case .never = writing(of: entry) else { return true }
    let forms = discriminator.form.alternatives
    let writer = writer(of: entry)
    let paths = writer.tagPlace.tagPaths
    // What has no tag is told by something else; what is a wrapper is none without its tag.
    guard !paths.isEmpty else { return writer.tagPlace.isPayloadWhole }
    // Without its tag, an object with one member looks like such a wrapper.
    if forms.count > 1, forms.contains(where: \.tagPlace.readsLoneMembers) { return false }
    if isAssumed(entry) { return true }
    guard writer.tagPlace.isPayloadWhole else { return false }
    if entry.options.storesTag { return true }
    let fields = entry.knownFields
    return paths.allSatisfy { path in fields.claims(path[0]) }
  }
}

extension Registration {
  /// The stated fields, or else those that a sample reads.
  fileprivate var knownFields: PayloadFields { fields ?? sampleFields() }
}

// MARK: - Finding payloads without an end

extension RegistryContents {
  /// Returns the problems of payloads that decode their own element again.
  ///
  /// With `.key("type")` the payload is the object that has the tag. If it is an element of the
  /// same registry, or of one that leads back to it, decoding recurses without end.
  var endlessPayloads: [RegistrationError] {
    let entries = (discriminator.form.tagPlace.isPayloadWhole ? entries : []) + standIns
    return entries.compactMap { entry in
      way(from: wholeReads(by: entry))
        .map { RegistrationError(endless: entry.registrant, base: base, through: $0) }
    }
  }

  /// Returns the enums on the way to an element of this registry; nil if there is none.
  private func way(from reads: [WholeRead]) -> [String]? {
    func contents<Element: PolymorphicDecodable>(_: Element.Type) -> RegistryContents {
      Element.registry.contents
    }
    var seen: Set<[AnyHashable]> = []
    var open = reads
    // The limit exceeds the enums of every app, and bounds the time for a net of them.
    while let read = open.popLast(), seen.count < 10_000 {
      if read.type == base { return read.way }
      guard seen.insert([ObjectIdentifier(read.type), read.tags]).inserted,
        let type = read.type as? any PolymorphicDecodable.Type
      else { continue }
      let next = contents(type)
      guard next.discriminator.form.tagPlace.isPayloadWhole else { continue }
      let way = read.way + ["\(type)"]
      open += next.entries.flatMap { next.wholeReads(by: $0, read.tags, way) }
    }
    return nil
  }

  /// Returns the elements that a payload decodes from the object that it is, with certain tags.
  private func wholeReads(
    by entry: Registration,
    _ tags: ObjectTags = [:],
    _ way: [String] = []
  ) -> [WholeRead] {
    let types = entry.wholeReads
    guard !types.isEmpty else { return [] }
    let paths = discriminator.form.tagPlace.tagPaths
    // A type for unknown elements has no tags.
    let alternatives =
      entry.tags.isEmpty
      ? [tags]
      : entry.tags.compactMap { tag in
        let parts = tag.parts
        guard parts.count == paths.count else { return tags }
        var merged = tags
        for (path, part) in zip(paths, parts) {
          if let other = merged.updateValue(part, forKey: path), other != part { return nil }
        }
        return merged
      }
    return alternatives.flatMap { tags in types.map { ($0, tags, way) } }
  }
}

/// The tags that an object must have, or nil where it must have none, by their paths.
private typealias ObjectTags = [[String]: TypeTag?]

/// An element that is decoded from an object that is already the payload of another one, the tags
/// that the object must have for this, and the enums on the way to it.
private typealias WholeRead = (type: any Any.Type, tags: ObjectTags, way: [String])

extension Registration {
  /// The bases of the elements that a sample decodes from its own decoder, and not from a member.
  fileprivate var wholeReads: [any Any.Type] {
    // A sample of an optional is nil.
    if let optional = type as? any OptionalPayload.Type {
      return optional.wrapped.map { SampleDecoder.observe($0.init(from:)).reads.elements } ?? []
    }
    return observe?().reads.elements ?? []
  }
}

/// An optional, whose payload is another type.
private protocol OptionalPayload {
  static var wrapped: (any Decodable.Type)? { get }
}

extension Optional: OptionalPayload {
  fileprivate static var wrapped: (any Decodable.Type)? { Wrapped.self as? any Decodable.Type }
}
