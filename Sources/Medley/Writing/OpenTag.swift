import MedleyBase

/// The tag of a payload that may have several, which is known when the payload has written it.
///
///     payload ─────── title ───────────────────▶ a container of the encoder
///                     type: video.created ─────▶ is this one of its tags? then it is the tag
///                     nothing more, no type ───▶ the canonical tag
///
/// So the payload is encoded once, if others of its type were written to one container. Where its
/// members don't tell the tag even so, it is found in a record.
struct OpenTag {
  /// What a payload has written of its tag.
  enum Finding {
    case text(String)
    /// Nothing, and the payload is finished.
    case nothing
    /// Something else, or the payload isn't written member by member.
    case elsewhere
  }

  /// The name of the member.
  let name: String
  let direct: DirectContainers
  /// Returns the tag, by what the payload has written.
  let find: (Finding) throws -> PlainTag

  /// Encodes the tag and a payload, which is no dictionary, as one object of Foundation's encoders.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - encoder: The encoder of the element.
  /// - Throws: As `ObjectWriter.encode`.
  func encode<Payload: Encodable>(_ payload: Payload, to encoder: any Encoder) throws {
    let writer = ObjectWriter(Payload.self, .awaiting(self), in: encoder)
    if try !writer.write(members: payload) {
      try writer.findTag(.nothing)
      try writer.found?.write(to: encoder)
    }
  }
}
