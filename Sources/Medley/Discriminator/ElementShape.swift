/// What an element is made of, as far as a wire form depends on it.
package enum ElementShape {
  case object
  case array
}
