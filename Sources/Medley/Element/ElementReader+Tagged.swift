import MedleyBase

// MARK: - Reading with a tag beside the element

extension ElementReader {
  /// Reads a payload whose tag stands beside it.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - registry: The registry.
  /// - Returns: The element.
  /// - Throws: The errors of the payload and the policies.
  func read<Base>(
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if !lacksTag(at: registry.core.contents.discriminator.form.tagPlace),
      let error = disagreement(with: tag, in: registry.core)
    {
      guard overridesBody else { return try recover(from: error, tagged: tag, with: registry) }
      DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
    }
    let located = LocatedTag(finding: .tag(tag), source: .whole(decoder))
    return try read(located, with: registry)
  }

  /// Whether a body has no tag under the only key that tags have.
  private func lacksTag(at place: TagPlace) -> Bool {
    // A decoder may show the key in another spelling.
    guard let member = place.key, !member.isConverted,
      let object = SharedObjectDecoder.cast(decoder)
    else { return false }
    return !object.members.contains(member.key)
  }

  /// Returns the error of a body that has another tag; nil if it has the same or none.
  @inline(never) private func disagreement(
    with tag: TypeTag,
    in registry: RegistryCore
  ) -> DecodingError? {
    for form in registry.contents.discriminator.form.alternatives {
      let place = form.tagPlace
      // What the body has there needn't be a tag, and an alias selects the same type.
      guard place.isTagInPayload,
        let located = try? place.locate(in: decoder, among: registry.contents.table),
        case .tag(let found) = located.finding, !located.isTentative,
        registry.contents.differ(found, tag)
      else { continue }
      let cause = DiscriminatorError(
        stored: found,
        of: registry.contents.base,
        expected: [tag],
        place: place.description
      )
      return .dataCorrupted(cause.context(at: path(of: located)))
    }
    return nil
  }
}

// MARK: - Returning the tag

extension ElementReader {
  /// Reads the element, with its tag.
  package func readTagged<Base>(
    with registry: SharedRegistry<Base>
  ) throws -> (tag: TypeTag?, element: Polymorphic<Base>) {
    let located = try locate(in: registry.core)
    let element = try read(located, with: registry)
    guard case .tag(let tag) = located.finding else { return (nil, element) }
    return (tag, element)
  }
}

extension RegistryContents {
  /// Returns whether tags differ and aren't aliases.
  fileprivate func differ(_ tag: TypeTag, _ other: TypeTag) -> Bool {
    guard let position = table.position(of: tag, in: nil) else {
      return ignoresCase ? tag.folded != other.folded : tag != other
    }
    return position != table.position(of: other, in: nil)
  }
}
