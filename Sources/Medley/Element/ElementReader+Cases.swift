// MARK: - Reading cases of enums

extension ElementReader {
  /// Reads the element as a case of an enum.
  ///
  /// - Throws: The errors of the payload and the policies.
  func readCase<Base: PolymorphicDecodable>(with registry: SharedRegistry<Base>) throws -> Base {
    let located = try registry.contents.discriminator.form.locate(
      in: decoder,
      among: registry.contents.table
    )
    guard !registry.contents.hasElements, case .tag(let tag) = located.finding,
      let position = position(of: tag, at: located, in: registry.contents.table),
      case .inside(let mark) = IssueCollector.beginning(decoder.userInfo)
    else { return try readOtherCase(located, with: registry) }
    do {
      // Sound: the decoders of a registry are for its base.
      let base = try unsafe unsafeDowncast(
        registry.contents.decoders[position],
        to: EntryDecoder<Base>.self
      ).decode(from: located.source)
      if mark.hasIssues { mark.tagIssues(tag) }
      return base
    } catch {
      mark.removeIssues()
      return try recoverCase(from: error, tagged: tag, with: registry)
    }
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  @inline(never) private func readOtherCase<Base: PolymorphicDecodable>(
    _ located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    try Base.enumCase(of: read(located, with: registry))
  }

  @inline(never) private func recoverCase<Base: PolymorphicDecodable>(
    from error: any Error,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    try Base.enumCase(of: recover(from: error, tagged: tag, with: registry))
  }
}
