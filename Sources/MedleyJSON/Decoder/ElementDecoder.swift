/// A decoder of elements of any type.
///
/// Generic code looks up the metadata of each generic type that it names, and a generic class
/// stores that of its arguments. So the document caches decoders as this class, which isn't
/// generic.
package class AnyElementDecoder {
  package final let index: DocumentIndex
  /// Whether the type reads its fields.
  package final let readsFields: Bool

  package init(_ index: DocumentIndex, readsFields: Bool) {
    self.index = index
    self.readsFields = readsFields
  }
}

/// A decoder of elements of one type, which reads the index without a `Decoder`.
package class ElementDecoder<Value>: AnyElementDecoder {
  /// Decodes a value.
  ///
  /// - Parameter position: The position of the value in the index.
  /// - Returns: The value.
  /// - Throws: What the type's own `init(from:)` would throw.
  package func decode(at position: Int) throws -> Value {
    // Swift has no abstract methods; planners make only subclasses.
    fatalError("A subclass decodes.")
  }

  /// Decodes the elements of an array.
  ///
  /// - Parameters:
  ///   - position: The position of the first one.
  ///   - end: The position after the last one.
  ///   - memory: Memory for all elements of the array.
  ///   - count: The number of elements in the memory, which each one increases.
  /// - Throws: What the type's own `init(from:)` would throw.
  package func decode(
    from position: Int,
    until end: Int,
    into memory: UnsafeMutablePointer<Value>,
    _ count: inout Int
  ) throws {
    fatalError("A subclass decodes.")
  }
}
