/// Content that an element doesn't have, though it has a tag.
struct AbsentContent {
  let decoder: any Decoder
  /// Where the content would be.
  let key: WireKey

  /// The error for a payload that needs content.
  var error: DecodingError {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath,
      debugDescription: """
        Expected the tag and its content but found the tag alone. Register a value for the tag, or \
        an optional payload.
        """
    )
    // An array with too few elements isn't missing a key.
    return key.intValue == nil ? .keyNotFound(key, context) : .dataCorrupted(context)
  }
}

/// The payload of a registered value, whose tag is all there is to it.
///
/// Wire forms without a form of their own for such a tag write it beside this, an empty object.
struct NoContent: Encodable {
  func encode(to encoder: any Encoder) {
    _ = encoder.container(keyedBy: WireKey.self)
  }
}
