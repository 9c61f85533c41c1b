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
    let rule = StandIn.rule(at: key, ofParent: ofParent) { try standIn(from: $0, for: $1) }
    return FallbackPolicy(rule: .replace(rule))
  }

  private static func standIn(
    from fallback: any Decoder,
    for core: RegistryCore
  ) throws -> StandIn? {
    guard let registry = core.registry(of: Base.self) else { return nil }
    if let text = try? fallback.singleValueContainer().decode(String.self),
      text == "drop" || core.contents.discriminator.form.tagPlace.shape == .object
    {
      return StandIn(nil, tagged: nil)
    }
    let (tag, element) = try ElementReader(fallback, of: core).readTagged(with: registry)
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

/// What is shown in place of an element.
final class StandIn: Sendable {
  /// The value, of the base of the element's registry; nil if the element says to show nothing.
  let value: (any Sendable)?
  /// Its tag; nil if it has none, or one that isn't registered.
  let tag: TypeTag?

  init(_ value: (any Sendable)?, tagged tag: TypeTag?) {
    self.value = value
    self.tag = tag
  }
}

extension StandIn {
  /// Returns the rule that keeps elements with what is shown in their place, and reports them.
  ///
  /// - Parameters:
  ///   - key: The key of the fallback in the element.
  ///   - ofParent: Whether an element with nothing to show throws for the fallback of one around it.
  ///   - find: Finds what is shown, with the decoder of the fallback.
  /// - Returns: The rule, whose function throws an error that no policy recovers from, and that of an
  ///   element with nothing to show.
  static func rule(
    at key: String,
    ofParent: Bool,
    _ find: @escaping @Sendable (any Decoder, RegistryCore) throws -> StandIn?
  ) -> ReplacementRule {
    let member = MemberKey(key)
    let enclosing: ReplacementRule.Enclosing = { element, body in
      var place = Place.current
      place.isInParent = place.isInParent || member.decoder(in: element) != nil
      try Place.$current.withValue(place, operation: body)
    }
    return ReplacementRule(
      name: ".fallback(at: \"\(key)\"\(ofParent ? ", ofParent: true" : ""))",
      enclosing: ofParent ? enclosing : nil
    ) { element, registry, tag, error, isIssue, capture in
      let path = element.codingPath
      var place = Place.current
      place.depth += 1
      var standIn: StandIn?
      // The error of the fallback as well, if that fails.
      var both: DecodingError?
      do {
        guard place.depth <= Place.limit else {
          let fact =
            "It would stand in for one that stands in for another, and so on, \(Place.limit) times."
          throw DecodingError.invalid(at: path, fact)
        }
        standIn = try Place.$current.withValue(place) {
          try IssueCollector.attempting(in: tag, element.userInfo) {
            try member.decoder(in: element).flatMap { try find($0, registry) }
          }
        }
      } catch let second where second.isFinal {
        throw second
      } catch let second {
        both = error.adding(second.asDecodingError(at: path), "As its fallback")
      }
      if ofParent, standIn == nil, Place.current.isInParent { throw both ?? error }
      let isShown = standIn?.value != nil
      let kept = try capture()
      // The caller says whether an element is an issue also if nothing is shown.
      if isShown || isIssue || both != nil {
        DecodingIssue.report(
          both ?? error,
          at: path,
          action: isShown ? .replaced(by: standIn?.tag) : .kept,
          in: element,
          content: kept
        )
      }
      return standIn.map { kept.replaced(by: $0) } ?? kept
    }
  }

  /// Where an element is.
  private struct Place {
    /// How often an element may stand in for another that stands in for another, and so on.
    ///
    /// Each one keeps the others inside it, in a time in proportion to their size.
    static let limit = 32

    @TaskLocal static var current = Place()

    /// Whether an element around this one shows its own fallback if this one has nothing to show.
    var isInParent = false
    var depth = 0
  }
}

extension UnknownPayload {
  /// What is shown in place of the element, as the policy ``Medley/FallbackPolicy/fallback(at:ofParent:)``
  /// found it; nil if nothing is.
  ///
  /// ```swift
  /// case .unknown(let payload):
  ///   if let card = payload.shown(as: Card.self) { show(card) }
  /// ```
  ///
  /// - Parameter type: The base of the registry that read the element.
  /// - Returns: The value; nil as well if the base is another.
  public func shown<Base>(as type: Base.Type = Base.self) -> Base? {
    (standIn as? StandIn)?.value as? Base
  }
}

extension PolymorphicElement {
  /// The value to show: the known one, or what is shown in place of an unknown one; nil for nothing.
  ///
  /// ```swift
  /// if let card = element.shown { show(card) }
  /// ```
  public var shown: Base? {
    switch polymorphic {
    case .known(let base): base
    case .unknown(let payload): payload.shown()
    }
  }
}

extension Sequence where Element: PolymorphicElement {
  /// The values to show, in order: known ones, and what is shown in place of unknown ones.
  ///
  /// ```swift
  /// let cards = feed.shown  // [any Card]
  /// ```
  public var shown: [Element.Base] { compactMap(\.shown) }
}

extension PolymorphicDecodable {
  /// The case to show: this one, or what is shown in place of an unknown one; nil for nothing.
  ///
  /// ```swift
  /// switch item.shown {
  /// case .movie(let movie): show(movie)
  /// default: break
  /// }
  /// ```
  public var shown: Self? {
    guard let payload = unknownPayload else { return self }
    return payload.shown()
  }
}

extension Sequence where Element: PolymorphicDecodable {
  /// The cases to show, in order: known ones, and what is shown in place of unknown ones.
  ///
  /// ```swift
  /// let cards = screen.cards.shown  // [Card]
  /// ```
  public var shown: [Element] { compactMap(\.shown) }
}
