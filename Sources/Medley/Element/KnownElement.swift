/// A type whose values are the elements of a registry.
///
/// `Polymorphic` conforms, and nothing else. Code that knows it by this protocol makes its values
/// without naming the generic type, whose metadata would be looked up for each element: 325
/// instructions.
package protocol KnownElement<Base>: Decodable {
  associatedtype Base

  /// The element that a value of the base is.
  static func known(_ base: consuming Base) -> Self

  /// The element that a polymorphic one of the same base is: itself.
  static func element(_ element: Polymorphic<Base>) -> Self
}

extension Polymorphic: KnownElement {
  package static func element(_ element: Polymorphic<Base>) -> Polymorphic<Base> { element }
}
