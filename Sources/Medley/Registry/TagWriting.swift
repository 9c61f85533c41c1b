/// Whether encoding writes the tag of an element.
///
/// ```swift
/// media.policies.missing = .assume("MOVIE")
/// // A movie is written as it is read, without a tag.
/// media.tagWriting = .unlessAssumed
/// ```
public struct TagWriting: Hashable, Sendable {
  private enum Rule {
    case always, unlessAssumed, never
  }

  private let rule: Rule

  /// The tag is written.
  ///
  /// This is the default.
  public static let always = TagWriting(rule: .always)

  /// The tag is written unless it is the one that the policy for missing tags assumes.
  public static let unlessAssumed = TagWriting(rule: .unlessAssumed)

  /// The content is written alone, as some servers take it.
  ///
  /// What is written so can be decoded again only if the policy for missing tags assumes the tag, or
  /// if the payload stores it. ``PolymorphicRegistry/validate()`` finds registrations of which
  /// neither is known.
  public static let never = TagWriting(rule: .never)
}
