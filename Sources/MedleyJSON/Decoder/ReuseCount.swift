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

extension PolymorphicJSONDecoder {
  /// The counts of what is kept for the next call.
  package var reuse: ReuseCount { pool.reuse }

  /// Releases the documents of a decoder with its own pool.
  package func releaseOwnMemory() { pool.release() }
}

// MARK: - Releasing

extension PolymorphicJSONDecoder {
  /// Releases the memory that decoders keep for the next calls.
  ///
  /// All decoders share caches of types, and the memory of at most eight documents, up to 12 MB
  /// each. Call this when memory is low:
  ///
  /// ```swift
  /// func applicationDidReceiveMemoryWarning(
  ///   _ application: UIApplication
  /// ) {
  ///   PolymorphicJSONDecoder.releaseMemory()
  /// }
  /// ```
  ///
  /// The next call with each type takes as long as the first one.
  public static func releaseMemory() {
    DocumentPool.process.release()
    CallOptions.releaseLast()
  }
}

extension PolymorphicJSONEncoder {
  /// Releases the memory that encoders keep for the next calls.
  ///
  /// All encoders share caches of types, and the memory of at most eight documents, up to 1 MB each.
  /// Call this when memory is low, as ``PolymorphicJSONDecoder/releaseMemory()``:
  ///
  /// ```swift
  /// PolymorphicJSONEncoder.releaseMemory()
  /// ```
  ///
  /// The next call with each type takes as long as the first one.
  public static func releaseMemory() {
    OutputPool.process.release()
  }

  /// Releases the documents of an encoder with its own pool.
  package func releaseOwnMemory() { pool.release() }

  /// The size of the memory for documents that is kept for the next calls.
  package var bytesWaiting: Int { pool.bytesWaiting }
}
