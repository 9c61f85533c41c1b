/// The finding of an index at the place of a tag, if it isn't a plain string.
package enum TagMember {
  /// Another value, with its decoder.
  case value(any Decoder)
  /// The object doesn't have the member.
  case absent
  /// The element isn't an object.
  case elsewhere
}
