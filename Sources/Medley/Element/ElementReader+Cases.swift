// MARK: - Reading cases of enums

extension ElementReader {
  /// Reads the element as a case of an enum.
  ///
  /// - Throws: The errors of the payload and the policies.
  fileprivate func readCase<Base: PolymorphicDecodable>(
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    let text = text(at: registry.plainTags)
    guard case .text(let tag)? = text, let position = registry.plainTags?.position(of: tag),
      !UnknownMembers.areSought,
      case .inside(let mark) = IssueCollector.beginning(decoder.userInfo)
    else { return try readLocatedCase(locate(after: text, with: registry), with: registry) }
    do {
      let base = try registry.decoder(at: position).decode(from: decoder)
      if mark.hasIssues { mark.tagIssues(.string(tag)) }
      return base
    } catch {
      mark.removeIssues()
      return try recoverCase(from: error, tagged: .string(tag), with: registry)
    }
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  /// Reads an element whose tag a wire form finds.
  @inline(never) private func readLocatedCase<Base: PolymorphicDecodable>(
    _ located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    guard !registry.contents.hasElements, !UnknownMembers.areSought,
      case .tag(let tag) = located.finding,
      let position = position(of: tag, at: located, in: registry.contents.table),
      case .inside(let mark) = IssueCollector.beginning(decoder.userInfo)
    else { return try readOtherCase(located, with: registry) }
    do {
      let base = try registry.decoder(at: position).decode(from: located.source)
      if mark.hasIssues { mark.tagIssues(tag) }
      return base
    } catch {
      mark.removeIssues()
      return try recoverCase(from: error, tagged: tag, with: registry)
    }
  }

  @inline(never) private func readOtherCase<Base: PolymorphicDecodable>(
    _ located: LocatedTag,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    try Base.enumCase(of: read(located, with: registry))
  }

  @inline(never) fileprivate func recoverCase<Base: PolymorphicDecodable>(
    from error: any Error,
    tagged tag: TypeTag?,
    with registry: SharedRegistry<Base>
  ) throws -> Base {
    try Base.enumCase(of: recover(from: error, tagged: tag, with: registry))
  }
}

extension PolymorphicDecodable {
  init(readFrom decoder: any Decoder) throws {
    let registry = Self.sharedRegistry
    guard let form = registry.directForm, DecoderTraits.isFoundation(decoder),
      !UnknownMembers.areSought
    else {
      let reader = ElementReader(decoder, of: registry, accepting: Self.payloadTest)
      self = try reader.readCase(with: registry)
      return
    }
    switch IssueCollector.beginning(decoder.userInfo) {
    case .inside(let mark):
      self = try Self(readFrom: decoder, form, with: registry, mark)
    case .outermost(let listener):
      self = try listener.calling { try Self(readFrom: decoder, form, with: registry, $0) }
    }
  }

  private init(
    readFrom decoder: any Decoder,
    _ form: DirectForm,
    with registry: SharedRegistry<Self>,
    _ mark: IssueMark
  ) throws {
    var elements: (any UnkeyedDecodingContainer)?
    let finding = form.find(in: decoder, &elements)
    guard case .tag(let index, let position, let source) = finding else {
      if case .unregistered(let object, let tag) = finding,
        let payload = try ElementReader(object, accepting: Self.payloadTest)
          .keep(unregistered: .string(tag), with: registry)
      {
        self = try Self.unknown(payload)
      } else {
        self = try Self(finding, of: decoder, with: registry)
      }
      return
    }
    let entry = registry.decoder(at: position)
    guard source.isWhole || entry.decodesParts else {
      self = try Self(.nothing, of: decoder, with: registry)
      return
    }
    do {
      self = try entry.decode(from: source, of: decoder, &elements)
      if mark.hasIssues { mark.tagIssues(form.tag(at: index)) }
    } catch {
      mark.removeIssues()
      // The element may be kept, and its members are open.
      var element = decoder
      if case .whole(let object) = source { element = object }
      let reader = ElementReader(element, accepting: Self.payloadTest)
      self = try reader.recoverCase(from: error, tagged: form.tag(at: index), with: registry)
    }
  }

  /// Decodes an element in which no registered string was found.
  @inline(never) private init(
    _ finding: DirectFinding,
    of decoder: any Decoder,
    with registry: SharedRegistry<Self>
  ) throws {
    let test = Self.payloadTest
    switch finding {
    case .unregistered(let object, let tag):
      let reader = ElementReader(object, accepting: test)
      self = try Self.enumCase(of: reader.read(unregistered: .string(tag), with: registry))
    case .object(let object):
      self = try ElementReader(object, accepting: test).readCase(with: registry)
    case .custom(let reading):
      let reader = ElementReader(decoder, accepting: test)
      self = try Self.enumCase(of: reader.read(.custom(reading), with: registry))
    case .nothing, .tag:
      self = try ElementReader(decoder, accepting: test).readCase(with: registry)
    }
  }
}

/// The finding of an index at the place of a tag, if it isn't a plain string.
package enum TagMember {
  /// Another value, with its decoder.
  case value(any Decoder)
  /// The object doesn't have the member.
  case absent
  /// What a function of the app returned or threw.
  case custom(Result<TypeTag?, any Error>)
  /// The element isn't an object.
  case elsewhere
}

// The tag was searched under `SharedRegistry.tagKey`, and isn't searched again.
extension ElementReader {
  /// Reads an element whose tag isn't a string, or has escapes.
  package func read<Base>(
    _ member: TagMember,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    switch member {
    case .value(let value):
      let finding = try TagCandidates(from: value).finding(among: registry.contents.table)
      return try read(located(in: registry, finding), with: registry)
    case .absent:
      return try read(located(in: registry), with: registry)
    case .custom(let reading):
      let (form, table) = (registry.contents.discriminator.form, registry.contents.table)
      return try read(form.located(reading, in: decoder, among: table), with: registry)
    case .elsewhere:
      return try read(with: registry)
    }
  }

  /// Reads an element whose tag is a string that isn't registered.
  package func read<Base>(
    unregistered tag: TypeTag,
    with registry: SharedRegistry<Base>
  ) throws -> Polymorphic<Base> {
    if let payload = try keep(unregistered: tag, with: registry) { return .unknown(payload) }
    if let position = registry.contents.table.family(of: tag) {
      return try decode(position, tagged: tag, at: located(in: registry), with: registry)
    }
    return try readUnknown(tag, at: located(in: registry), with: registry)
  }

  /// Keeps an element whose tag isn't registered, or returns nil if a policy may do something else.
  @inline(__always) func keep<Base>(
    unregistered tag: TypeTag,
    with registry: SharedRegistry<Base>
  ) throws -> UnknownPayload? {
    guard accepts == nil, !isGrowing, registry.contents.table.family(of: tag) == nil,
      registry.contents.tagKind == nil, case .keep = registry.contents.policies.unknown.rule
    else { return nil }
    // No policy throws here, so the place of the tag isn't needed.
    count(tag)
    return try capture(tag, .unregistered, with: registry)
  }

  private func located<Base>(
    in registry: SharedRegistry<Base>,
    _ finding: LocatedTag.Finding = .missing(nil)
  ) -> LocatedTag {
    LocatedTag(
      finding: finding,
      place: [WireKey(registry.tagKey ?? "")],
      source: .whole(decoder)
    )
  }
}
