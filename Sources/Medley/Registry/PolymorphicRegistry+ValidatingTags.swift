// MARK: - Validating tags

extension PolymorphicRegistry {
  /// Tags that can't be where the discriminator looks for them, or aren't of the stated kind.
  var tagProblems: [RegistrationError] {
    entries.flatMap { entry in
      Discriminator(form(of: entry)).unusableTags(among: entry.tags, of: entry.registrant)
        + entry.tags.compactMap { tag in
          guard let tagKind, !tagKind.includes(tag) else { return nil }
          return RegistrationError(tag, of: entry.registrant, isNot: tagKind, base: Base.self)
        }
    }
  }

  /// Patterns of which each takes a tag that the other takes, too.
  var patternProblems: [RegistrationError] {
    var problems: [RegistrationError] = []
    let families = table.families
    for (index, second) in families.enumerated() {
      for first in families[..<index]
      where first.pattern.overlaps(second.pattern, trying: tags, tagComparison) {
        problems.append(
          RegistrationError(
            .overlappingPatterns,
            """
            The patterns \(first.pattern) of \(entries[first.position].registrant) and \
            \(second.pattern) of \(entries[second.position].registrant) take the same tags, which \
            select the first. Make one of them more specific, or register the tags themselves.
            """
          )
        )
      }
    }
    return problems
  }

  /// Types that are encoded without a tag that decoding them needs.
  var writingProblems: [RegistrationError] {
    entries.filter { !$0.isOnlyEncoded && !contents.writesTag(of: $0) && !readsAgain($0) }
      .map {
        RegistrationError(
          .unreadableEncoding,
          tag: $0.tags.first,
          """
          The registry for \(Base.self) writes \($0.registrant) without its tag, and can't decode that \
          again. Write the tag, or let the policy for missing tags assume it.
          """
        )
      }
  }

  /// Whether an element of an entry is decoded again if its tag isn't written.
  private func readsAgain(_ entry: Registration<Base>) -> Bool {
    let forms = (discriminator.form as? AlternativeForms)?.all ?? [discriminator.form]
    let writer = forms.first { form in entry.tags.contains(where: form.accepts) } ?? forms[0]
    let paths = writer.tagPaths
    // What has no tag is told by something else; what is a wrapper is none without its tag.
    guard !paths.isEmpty else { return writer.isPayloadWhole }
    // Without its tag, an object with one member looks like such a wrapper.
    if forms.count > 1, forms.contains(where: { $0 is ExternalForm }) { return false }
    if contents.isAssumed(entry) { return true }
    guard writer.isPayloadWhole else { return false }
    if entry.options.storesTag { return true }
    let fields = entry.fields ?? entry.sampleFields()
    return paths.allSatisfy { path in fields.claims(path[0]) }
  }
}

extension Discriminator {
  /// The problems of tags that the form can't find.
  func unusableTags(
    among tags: [TypeTag],
    of registrant: String
  ) -> [RegistrationError] {
    tags.filter { !form.accepts($0) }.map { tag in
      RegistrationError(
        .unusableTag,
        tag: tag,
        """
        The tag \(tag.shortened) of \(registrant) can't be found \(self): it is \
        of another kind than the tags there.
        """
      )
    }
  }
}
