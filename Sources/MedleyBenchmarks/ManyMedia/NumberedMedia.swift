/// The base of the numbered types, with the two common properties of the mixed feed.
package protocol NumberedMedia: Decodable, Sendable {
  var id: Int { get }
  var title: String { get }
}

/// Concrete types with keys of their own, as an app has them.
///
/// `.ci/types` generates them. Each takes 90 milliseconds to compile with optimisations, so they have a
/// target of their own, and there are six hundred.
package enum NumberedTypes {}
