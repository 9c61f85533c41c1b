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
    if let error = disagreement(with: tag, in: registry.contents) {
      guard overridesBody else { return try recover(from: error, tagged: tag, with: registry) }
      DecodingIssue.report(error, at: decoder.codingPath, action: .defaulted, in: decoder)
    }
    let located = LocatedTag(finding: .tag(tag), source: .whole(decoder))
    return try read(located, with: registry)
  }

  /// Returns the error of a body that has another tag; nil if it has the same or none.
  @inline(never) private func disagreement(
    with tag: TypeTag,
    in contents: RegistryContents
  ) -> DecodingError? {
    for form in contents.discriminator.form.alternatives where form.tagPlace.isTagInPayload {
      // What the body has there needn't be a tag, and an alias selects the same type.
      guard let located = try? form.tagPlace.locate(in: decoder, among: contents.table),
        case .tag(let found) = located.finding, !located.isTentative, found != tag,
        contents.differ(found, tag)
      else { continue }
      let place = form.tagPlace.description
      let cause = DiscriminatorError(
        stored: found,
        of: contents.base,
        expected: [tag],
        place: place
      )
      return .dataCorrupted(cause.context(at: path(of: located)))
    }
    return nil
  }
}

extension RegistryContents {
  /// Returns whether tags that aren't equal select different types.
  fileprivate func differ(_ tag: TypeTag, _ other: TypeTag) -> Bool {
    guard let position = table.position(of: tag, in: nil) else {
      return !ignoresCase || tag.folded != other.folded
    }
    return position != table.position(of: other, in: nil)
  }
}

extension SharedRegistry {
  /// Decodes a payload with this registry, whatever registry the decoder has.
  @inline(never) func decode<Maker: ElementMaker>(
    _ maker: Maker.Type,
    tagged tag: TypeTag,
    overridingBody overridesBody: Bool,
    from decoder: any Decoder
  ) throws -> Maker.Element where Maker.Base == Base {
    // A sample has no tag, and none of its payloads is wanted.
    if let sample = SampleDecoder.behind(decoder) {
      sample.note(elementOf: Base.self)
      return try Maker.element(.unknown(.sample), of: self)
    }
    let reader = ElementReader(
      decoder,
      of: self,
      accepting: Maker.accepts(of: self),
      taggedBeside: true
    )
    let element = try reader.read(tagged: tag, overridingBody: overridesBody, with: self)
    return try Maker.element(element, of: self)
  }
}
