/// The comparison of the tags of a registry with those of a payload.
///
/// ```swift
/// let media = PolymorphicRegistry<any Media>(
///   "type", ["MOVIE": Movie.self], comparing: .caseInsensitive)
/// media.payloadType(for: "movie")  // Movie.self
/// ```
public struct TagComparison: Hashable, Sendable {
  let foldsCase: Bool

  /// Strings are equal if their code units are.
  ///
  /// This is the default.
  public static let exact = TagComparison(foldsCase: false)

  /// Strings are equal if their lowercase forms are, regardless of the locale.
  ///
  /// Two tags that differ only in case are one tag, so registering them for two types is a
  /// conflict. A payload that stores its tag is encoded with the stored tag.
  public static let caseInsensitive = TagComparison(foldsCase: true)
}
