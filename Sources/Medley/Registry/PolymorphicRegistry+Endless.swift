// MARK: - Finding payloads without an end

extension PolymorphicRegistry {
  /// Returns the problems of payloads that decode their own element again.
  ///
  /// With `.key("type")` the payload is the object that has the tag. If it is an element of the
  /// same registry, or of one that leads back to it, decoding recurses without end.
  var endlessPayloads: [RegistrationError] {
    var entries = discriminator.form.isPayloadWhole ? entries : []
    if case .decode(let entry) = policies.unknown.rule { entries.append(entry) }
    return entries.compactMap { entry in
      let way = WholeRead.way(from: steps(to: entry, []), to: Base.self)
      return way.map { RegistrationError(endless: entry.registrant, base: Base.self, through: $0) }
    }
  }

  /// Returns the elements that the payloads of this registry decode from an object with certain
  /// tags.
  fileprivate func steps(_ tags: [TagAt]) -> [WholeRead] {
    discriminator.form.isPayloadWhole ? entries.flatMap { steps(to: $0, tags) } : []
  }

  private func steps(to entry: Registration<Base>, _ tags: [TagAt]) -> [WholeRead] {
    let types = entry.wholeReads()
    guard !types.isEmpty else { return [] }
    let paths = discriminator.form.tagPaths
    // A type for unknown elements has no tags.
    let alternatives =
      entry.tags.isEmpty
      ? [tags]
      : entry.tags.compactMap { tag in
        let parts = tag.parts
        guard parts.count == paths.count else { return tags }
        var merged = tags
        for (path, part) in zip(paths, parts) {
          guard let other = merged.first(where: { $0.path == path }) else {
            merged.append(TagAt(path: path, tag: part))
            continue
          }
          if other.tag != part { return nil }
        }
        return merged
      }
    return alternatives.flatMap { tags in types.map { WholeRead(type: $0, tags: tags, way: []) } }
  }
}

/// A tag that an object must have, or nil if it must have none, with its path.
private struct TagAt {
  let path: [String]
  let tag: TypeTag?
}

/// An element that is decoded from an object that is already the payload of another one.
private struct WholeRead {
  let type: any Any.Type
  /// The tags that the object must have for this, each path once.
  let tags: [TagAt]
  /// The enums on the way to this element.
  var way: [String]

  /// The type and the tags as one value, for comparisons.
  private var state: TypeTag {
    .compound(
      [.integer(Int64(Int(bitPattern: ObjectIdentifier(type))))]
        + tags.flatMap { $0.path.map { .string($0) } + [.compound([$0.tag])] }
    )
  }

  /// Returns the enums on the way to an element of `base`; nil if there is none.
  static func way(from steps: [WholeRead], to base: any Any.Type) -> [String]? {
    var seen: [TypeTag: Int] = [:]
    var open = steps
    // The limit exceeds the enums of every app, and bounds the time for a net of them.
    while let step = open.popLast(), seen.count < 10_000 {
      if step.type == base { return step.way }
      guard seen.updateValue(0, forKey: step.state) == nil,
        let type = step.type as? any PolymorphicDecodable.Type
      else { continue }
      open += next(type, step)
    }
    return nil
  }

  private static func next<Element: PolymorphicDecodable>(
    _ type: Element.Type,
    _ step: WholeRead
  ) -> [WholeRead] {
    Element.registry.steps(step.tags).map { next in
      WholeRead(type: next.type, tags: next.tags, way: step.way + ["\(type)"])
    }
  }
}
