public import Medley

extension FallbackPolicy where Base: Sendable {
  /// The element is kept, and the element under a key of it is shown in its place.
  ///
  /// ```swift
  /// // {"type": "HERO", "video": "intro.mp4",
  /// //  "fallback": {"type": "IMAGE", "url": "intro.png"}}
  /// screen.policies.unknown = .fallback(at: "fallback")
  /// screen.policies.malformed = .fallback(at: "fallback")
  /// for card in cards.shown { show(card) }
  /// ```
  ///
  /// The element itself stays unknown, and is encoded as it came. ``Medley/PolymorphicElement/shown`` is
  /// what the fallback decodes to.
  ///
  /// The fallback is an element of the same registry, with its own tag, policies and fallback, at most 32
  /// inside each other. With a string in its place, such as `"drop"`, nothing is shown. Where a string can
  /// be an element, only `"drop"` says so. Without the member, or with null, nothing is shown either.
  ///
  /// An element that is replaced is an issue in the report, with the action
  /// ``/Medley/DecodingIssue/Action/replaced``. If the fallback fails, the element is kept, and the
  /// issue says both errors.
  ///
  /// With `ofParent`, an element without a fallback, or with one that fails, makes the element around it
  /// malformed if that has a fallback:
  ///
  /// ```swift
  /// // {"type": "ROW", "left": {"type": "NEW"}, ...,
  /// //  "fallback": {"type": "TEXT", "text": "Update"}}
  /// screen.policies.unknown = .fallback(at: "fallback", ofParent: true)
  /// screen.policies.malformed = .fallback(
  ///   at: "fallback", ofParent: true)
  /// ```
  ///
  /// The policy for malformed payloads has to say it as well, because it is what the parent follows. If
  /// no element around has a fallback, the element is kept.
  ///
  /// - Parameters:
  ///   - key: The key of the fallback in the element, beside the tag.
  ///   - ofParent: Whether an element without a fallback passes to that of the element around it.
  /// - Returns: The policy.
  public static func fallback(at key: String, ofParent: Bool = false) -> FallbackPolicy {
    let member = MemberKey(key)
    let arguments = ofParent ? "at: \"\(key)\", ofParent: true" : "at: \"\(key)\""
    let enclosing: ReplacementRule.Enclosing = {
      try StandIn.decode(inParent: member.decoder(in: $0) != nil, $1)
    }
    let rule = ReplacementRule(
      name: ".fallback(\(arguments))",
      enclosing: ofParent ? enclosing : nil
    ) { decoder, registry, tag, error, isIssue, capture in
      try StandIn.keep(
        decoder,
        tagged: tag,
        because: error,
        isIssue: isIssue,
        ofParent: ofParent,
        capture
      ) {
        try standIn(from: member.decoder(in: decoder), for: registry)
      }
    }
    return FallbackPolicy(rule: .replace(rule))
  }

  private static func standIn(
    from fallback: (any Decoder)?,
    for core: RegistryCore
  ) throws -> StandIn? {
    guard let fallback, let registry = core.registry(of: Base.self) else { return nil }
    if let text = try? fallback.singleValueContainer().decode(String.self),
      text == "drop" || core.contents.discriminator.form.tagPlace.shape == .object
    {
      return StandIn(nil, tagged: nil)
    }
    let (tag, element) = try ElementReader(fallback).readTagged(with: registry)
    switch element {
    case .known(let base):
      return StandIn(base, tagged: core.isRegistered(tag) ? tag : nil)
    case .unknown(let payload):
      return payload.standIn as? StandIn
    }
  }
}

extension MemberKey {
  /// Returns the decoder of the member; nil if it is absent or null.
  fileprivate func decoder(in element: any Decoder) -> (any Decoder)? {
    guard let object = try? ObjectReader(element) else { return nil }
    let key = shown(in: object)
    guard object.container.contains(key), (try? object.container.decodeNil(forKey: key)) == false
    else { return nil }
    return try? object.container.superDecoder(forKey: key)
  }
}
