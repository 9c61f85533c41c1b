// MARK: - Making tags

extension RegistryContents {
  /// The tags of the entries, by position.
  ///
  /// A type that was registered several times may store any of its tags.
  func payloadTags() -> [PayloadTag] {
    var tags = entries.map { payloadTag($0.tags, of: $0) }
    for own in positions.values where own.count > 1 {
      for position in own where entries[position].mayStoreTags {
        let alternative = alternative(of: entries[position])
        let same = own.filter { self.alternative(of: entries[$0]) == alternative }
        tags[position] = payloadTag(same.flatMap { entries[$0].tags }, of: entries[position])
      }
    }
    return tags
  }

  /// The type that stands in for unknown payloads, if there is one.
  var fallback: RegistryEntry<Base>? {
    if case .decode(let entry) = policies.unknown.rule { entry } else { nil }
  }

  /// The tag of a value of that type, which is the one that it stores.
  var fallbackTag: PayloadTag {
    PayloadTag(
      tags: [],
      comparison: tagComparison,
      taken: table,
      patterns: [],
      isStored: true,
      isWritten: true,
      form: discriminator.form
    )
  }

  private func payloadTag(_ tags: [TypeTag], of entry: RegistryEntry<Base>) -> PayloadTag {
    let families = table.families.filter { entries[$0.position].type == entry.type }
    return PayloadTag(
      tags: tags,
      comparison: tagComparison,
      taken: fallback?.type == entry.type ? table : nil,
      patterns: families.map(\.pattern),
      isStored: entry.options.storesTag || !families.isEmpty,
      isWritten: writesTag(of: entry),
      form: form(of: entry)
    )
  }

  /// Whether the tag of an element is written.
  func writesTag(of entry: RegistryEntry<Base>) -> Bool {
    let rule = entry.options.tagWriting ?? tagWriting
    if rule == .always { return true }
    guard rule == .unlessAssumed else { return false }
    return !isAssumed(entry)
  }

  /// Whether the policy for missing tags decodes an element without a tag with this entry.
  func isAssumed(_ entry: RegistryEntry<Base>) -> Bool {
    guard case .assume(let tag) = policies.missing.rule, let position = table[tag] else {
      return false
    }
    return entries[position].tags.first == entry.tags.first
  }
}

extension RegistryEntry {
  /// Whether the payload may store any tag of its type.
  fileprivate var mayStoreTags: Bool { !isConverted || options.storesTag }
}
