/// Where the tag of an element stands, and where its payload: a wire form, as data.
///
/// Foundation's decoders have one reader of places, `DirectForm`, and the engine has one, its
/// `TagFinder`. Neither knows a form. What they don't find, `WireForm.locate` reads.
package indirect enum TagPlace: Sendable {
  /// Under the keys of a path, the outermost first, beside the members of the payload.
  case path([String])
  /// Parts under several keys, beside the members of the payload.
  case members([String])
  /// Under a key, beside the content. Without a key for the content, the tag is the key.
  case adjacent(tag: String, content: String?)
  /// The only key of an object, whose value is the content.
  case onlyKey
  /// The first of the two elements of an array.
  case firstElement
  /// The kind of the value itself.
  case jsonKind
  /// Nowhere: the fields tell the type.
  case fields
  /// Where a function of the app finds it.
  case anywhere(@Sendable (any Decoder) throws -> TypeTag?)
  /// In the first of several places that has a tag; nil for one that can't be stated.
  case alternatives([TagPlace?])

  /// The only key of the tag; nil for other places.
  var key: String? {
    if case .path(let keys) = self, keys.count == 1 { keys[0] } else { nil }
  }

  /// Whether the tag is found in an object, which the payload may share.
  var isInObject: Bool {
    switch self {
    case .firstElement, .jsonKind, .anywhere: false
    case .path, .members, .adjacent, .onlyKey, .fields, .alternatives: true
    }
  }
}
