extension UnknownPayload {
  /// What is known of an unknown element besides its tag and its content.
  ///
  /// It is a class, because most elements of a feed share it: they have one word in place of four.
  package final class Origin: Sendable {
    let reason: Reason
    /// What read the element; nil if that was no registry.
    let source: (any OriginSource)?
    /// What is shown in place of the element; nil if nothing is.
    let standIn: (any AnyObject & Sendable)?

    init(
      _ reason: Reason,
      _ source: (any OriginSource)?,
      _ standIn: (any AnyObject & Sendable)? = nil
    ) {
      self.reason = reason
      self.source = source
      self.standIn = standIn
    }

    /// The origin of an element that no registry has read.
    static let untagged = Origin(.untagged, nil)
    /// The origin of an element with a tag that no registry has read.
    static let unregistered = Origin(.unregistered, nil)
  }
}

/// What has read an unknown element.
protocol OriginSource: AnyObject, Sendable {
  /// Returns the keys of the tag and of the content, which the element has beside its members.
  func ownKeys(of tag: TypeTag?) -> [String]
}
