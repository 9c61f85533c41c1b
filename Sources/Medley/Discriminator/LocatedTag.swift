/// What a wire form found in an element: the tag or its absence, its place, and the payload's.
struct LocatedTag {
  enum Finding {
    /// A tag, registered or not.
    case tag(TypeTag)
    /// An integer that no tag can be, since it has more than 64 bits.
    case oversizedInteger
    /// No tag. The error, if there is one, says more than "missing" and is thrown in its place.
    case missing((any Error)?)
    /// A null where the tag should be.
    case null
    /// Something that can't be a tag, described for people.
    case wrongKind(String)
    /// A wrapper of the form's kind, with too few or too many parts.
    case malformedWrapper(any Error)
  }

  var finding: Finding
  /// The path of the tag, from the element.
  var place: [WireKey] = []
  /// Where the payload is, if the tag selects one.
  var source: PayloadSource
  /// Whether the element hasn't the shape that the form needs.
  var isOfOtherShape = false
}

/// The place of a payload in an element.
enum PayloadSource {
  /// The element itself.
  case whole(any Decoder)
  /// The element itself, which may be a scalar that the decoder has a form of its own for.
  case value(any Decoder)
  /// A member of the element.
  case member(KeyedDecodingContainer<WireKey>, WireKey)
  /// The next element of the array that the element is.
  case next(any UnkeyedDecodingContainer)

  /// Whether the payload is the element itself.
  var isWhole: Bool {
    switch self {
    case .whole, .value: true
    case .member, .next: false
    }
  }

  /// Decodes the payload.
  ///
  /// A member goes through its container, which knows how the format writes dates and the like.
  func decode<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
    switch self {
    case .whole(let decoder):
      return try type.init(from: decoder)
    case .value(let decoder):
      return ForeignScalars.isSpecial(type)
        ? try decoder.singleValueContainer().decode(type) : try type.init(from: decoder)
    case .member(let container, let key):
      return try container.decodeDynamically(type, forKey: key)
    case .next(var container):
      return try container.decode(type)
    }
  }
}
