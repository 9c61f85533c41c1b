public import Medley

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
