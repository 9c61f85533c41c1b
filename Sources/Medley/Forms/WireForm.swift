import MedleyBase

/// A form in which a tag and its payload are written: the place of the tag, and how it gets there.
///
/// Reading has two steps: the place locates the tag and the payload, and the registry then decodes
/// the payload. So a form reads nothing itself.
///
/// Forms are classes, so that the code that passes one on copies a reference.
package protocol WireForm: AnyObject, Sendable {
  /// Where the tag stands, and where the payload.
  var tagPlace: TagPlace { get }

  // MARK: Writing

  /// Where `encode` writes the tag among the members of the payload; nil for other forms.
  var tagMembers: TagMembers? { get }

  /// Encodes a payload so that the place locates its tag, or a tag alone for `NoContent`.
  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws

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
}

/// The payload of a registered value, whose tag is all there is to it.
///
/// Wire forms without a form of their own for such a tag write it beside this, an empty object.
package struct NoContent: Encodable {
  /// The value as any payload, so that the functions for payloads aren't compiled for its type.
  static var payload: any Encodable { @inline(never) get { NoContent() } }

  /// Returns whether a payload is this, so that its tag may be written alone.
  @inline(__always) package static func isPayload<Payload: Encodable>(_: Payload) -> Bool {
    Payload.self == NoContent.self
  }

  package func encode(to encoder: any Encoder) {
    // The object is open for the tag already. A container in which nothing is written counts as one
    // whose keys aren't known, so the parts of an object would be written twice to check them.
    if MedleyEncoders.isTagged(encoder) { return }
    _ = encoder.container(keyedBy: WireKey.self)
  }
}
