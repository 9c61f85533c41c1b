/// The finding of a wire form in an element: the tag or its absence, its place, and the place of
/// the payload.
struct LocatedTag {
  enum Finding {
    /// A tag, registered or not.
    case tag(TypeTag)
    /// An integer with more than 64 bits, which can't be a tag.
    case oversizedInteger
    /// No tag, but types that the element may be.
    case candidates(CandidateList)
    /// No tag. The error, if there is one, is more specific and is thrown instead.
    case missing((any Error)?)
    /// Null at the place of the tag.
    case null
    /// A value that can't be a tag, with a description.
    case wrongKind(String)
    /// A wrapper of the form with too few or too many parts.
    case malformedWrapper(any Error)
  }

  var finding: Finding
  /// The path of the tag, from the element.
  var place: [WireKey] = []
  /// The place of the payload, if the tag selects one.
  var source: PayloadSource
  /// Whether the element is of another kind than the form needs.
  var isOfOtherShape = false
  /// The alternative that found the tag, if there are several.
  var alternative: Int?
  /// Whether the tag is only one if no other form finds one: a string that isn't registered.
  var isTentative = false
}

/// The place of a payload in an element.
enum PayloadSource {
  /// The element itself.
  case whole(any Decoder)
  /// The element itself, which may be a scalar that the decoder handles specially.
  case value(any Decoder)
  /// A member of the element.
  case member(KeyedDecodingContainer<WireKey>, WireKey)
  /// The next element of the array.
  case next(any UnkeyedDecodingContainer)
  /// Nowhere: the element is the tag alone.
  case absent(AbsentContent)

  /// Whether the payload is the element itself.
  var isWhole: Bool {
    switch self {
    case .whole, .value: true
    case .member, .next, .absent: false
    }
  }

  /// Whether there is any content; null is.
  var hasContent: Bool {
    switch self {
    case .whole, .value, .next: true
    case .member(let container, let key): container.contains(key)
    case .absent: false
    }
  }

  /// Decodes the payload.
  ///
  /// A member is decoded through its container, which handles dates and other types specially.
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
    case .absent(let content):
      throw content.error
    }
  }
}
