package import MedleyEngine

extension PolymorphicJSONDecoder {
  /// The counts for all documents in the pool.
  package var fastPaths: FastPathCount { pool.fastPaths }

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
