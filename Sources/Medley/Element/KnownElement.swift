/// An element of a registry, for generic code that doesn't name its type.
///
/// Only `Polymorphic` conforms, whose metadata would be looked up for each element that such code
/// makes by its name: 325 instructions.
package protocol KnownElement<Base>: Decodable {
  associatedtype Base

  /// Returns the element for a value of the base.
  static func known(_ base: consuming Base) -> Self

  /// Returns the element for a polymorphic one of the same base.
  static func element(_ element: Polymorphic<Base>) -> Self
}

extension Polymorphic: KnownElement {
  package static func element(_ element: Self) -> Self { element }
}

/// The way of elements of a registry.
package struct ElementWay<Value: KnownElement>: OwnWay {
  package init(_: Value.Type) {}
}
