/// Counts of what a pool has made and keeps for reuse.
///
/// Tests read them, because a reference that prevents reuse changes no result and only makes the
/// decoder slower.
package struct ReuseCount: Equatable, Sendable {
  /// The number of documents that were made: one without concurrent calls and changed options.
  package var documentsMade: Int
  /// The number of documents in the pool.
  package var documentsWaiting: Int
  /// The number of their keyed containers, which doesn't depend on the number of decoded objects.
  package var containersWaiting: Int
  /// The number of pooled containers that are referenced beyond their calls.
  package var containersEscaped: Int
}
