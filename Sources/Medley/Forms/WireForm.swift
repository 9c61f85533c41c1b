/// A form in which a tag and its payload are written: the place of the tag, and how it gets there.
///
/// Reading has two steps: `locate` finds the tag and the place of the payload, and the registry
/// then decodes the payload. A form whose tag stands where that of another form may stand reads
/// nothing itself.
///
/// Forms are classes, so that the code that passes one on copies a reference.
package protocol WireForm: AnyObject, Sendable {
  /// Where the tag stands, and where the payload.
  var tagPlace: TagPlace { get }

  // MARK: Reading what the place doesn't say

  /// Finds the tag of the element of a decoder.
  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag

  /// Finds the tag of an object.
  func locate(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag

  /// Finds a tag that is the whole element, in a form that has such beside its `shape`.
  func bareTag(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag?

  // MARK: Writing

  /// Where `encode` writes the tag among the members of the payload; nil for other forms.
  var tagMembers: TagMembers? { get }

  /// Encodes a payload so that `locate` finds its tag.
  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws

  /// Encodes a tag without content so that `locate` finds it.
  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws

  /// Encodes a payload as `encode` does, without its tag.
  func encodeContent(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws

  /// Returns whether `locate` finds no tag in an element that was recorded.
  ///
  /// False if that can't be known.
  func findsNothing(in element: ObjectRecorder) throws -> Bool

  // MARK: Comparing

  /// The forms of which this one consists: itself, unless it has alternatives.
  var alternatives: [any WireForm] { get }

  /// Returns whether two forms read and write the same.
  func isEqual(to other: any WireForm) -> Bool
}

extension WireForm {
  package var alternatives: [any WireForm] { [self] }

  package func isEqual(to other: any WireForm) -> Bool {
    self === other || type(of: other) == Self.self && tagPlace.isEqual(to: other.tagPlace)
  }

  /// Returns whether `earlier` finds a tag in every element in which this form does, because it
  /// looks under some of the same keys.
  package func isShadowed(by earlier: any WireForm) -> Bool {
    let (paths, own) = (earlier.tagPlace.tagPaths, tagPlace.tagPaths)
    return paths.isEmpty
      ? isEqual(to: earlier) : paths.allSatisfy { path in own.contains { $0 == path } }
  }

  package func bareTag(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag? { nil }

  // MARK: - Writing

  package var tagMembers: TagMembers? { nil }

  package func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    if let tagMembers {
      try ObjectWriter.encode(payload, tagged: tag, at: tagMembers, to: encoder)
    } else {
      try payload.encodeStrictly(to: encoder)
    }
  }

  package func encodeContent<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    if let tagMembers { try tag.check(payload, of: Payload.self, at: tagMembers, encoder) }
    try payload.encodeStrictly(to: encoder)
  }

  package func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    try encode(NoContent(), tagged: tag, to: encoder)
  }

  package func findsNothing(in element: ObjectRecorder) throws -> Bool {
    if case .pair = tagPlace { return try element.kind != .array }
    let paths = tagPlace.tagPaths
    return !paths.isEmpty && paths.allSatisfy { !element.hasMember(at: $0.map { WireKey($0) }) }
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
