import MedleyEngine

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
    Document.pool.release()
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
    MedleyEngine.Output.pool.release()
  }
}
