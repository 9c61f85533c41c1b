/// A decoder of elements of any type.
///
/// Generic code looks up the metadata of each generic type that it names, and a generic class
/// stores that of its arguments. So the document caches decoders as this class, which isn't
/// generic.
package class AnyElementDecoder {
  /// Whether the type reads its fields.
  package final let readsFields: Bool
  /// What decodes, for the module that made it.
  package final let maker: AnyObject

  fileprivate init(_ maker: AnyObject, readsFields: Bool) {
    self.maker = maker
    self.readsFields = readsFields
  }
}

/// A decoder of elements of one type, which reads the index without a `Decoder`.
///
/// The engine finds it by the type, the core by a registry or an enum. It has functions, because another module can't override methods of a class that isn't public.
package final class ElementDecoder<Value>: AnyElementDecoder {
  /// Decodes the value at a position of the index, and throws what its `init(from:)` would throw.
  package let value: (_ position: Int) throws -> Value
  /// Decodes the elements of an array.
  package let elements: Elements

  /// A function that decodes the elements of an array.
  ///
  /// It gets the position of the first one, the position after the last one, and the number of elements
  /// to make room for.
  package typealias Elements = (_ position: Int, _ end: Int, _ room: Int) throws -> [Value]

  package init(
    _ maker: AnyObject,
    readsFields: Bool,
    _ value: @escaping (_ position: Int) throws -> Value,
    elements: @escaping Elements
  ) {
    self.value = value
    self.elements = elements
    super.init(maker, readsFields: readsFields)
  }
}
