/// The kind of an element, as far as a wire form depends on it.
package enum ElementShape {
  case object
  case array
}
