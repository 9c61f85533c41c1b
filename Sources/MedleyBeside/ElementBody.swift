package import Medley

/// The body of an element whose tag stands beside it.
///
///     element ── registry ──▶ payload, tag ──▶ body
///
/// A registry hands the payload over before it writes the tag, so that the payload encodes itself,
/// with any encoder.
package enum ElementBody {
  /// Encodes an element without its tag.
  ///
  /// - Parameters:
  ///   - element: The element, for errors.
  ///   - encoder: The encoder of the body, to which nothing was encoded yet.
  ///   - encode: Encodes the element with its own registry or another.
  /// - Returns: The tag.
  /// - Throws: What the function throws; `EncodingError.invalidValue` if there is no tag.
  package static func encode(
    _ element: some Encodable,
    to encoder: any Encoder,
    by encode: (any Encoder) throws -> Void
  ) throws -> TypeTag {
    var tag: TypeTag?
    try encode(PayloadTaker(before: encoder) { tag = try write($0, to: encoder) ?? tag })
    if let tag { return tag }
    throw DiscriminatorError(untagged: type(of: element), place: "beside the body")
      .encoding(element, at: encoder.codingPath)
  }

  /// Writes a body.
  ///
  /// - Returns: The tag; nil, with nothing written, for an unknown element without one.
  private static func write(
    _ taken: PayloadTaker.Taken,
    to encoder: any Encoder
  ) throws -> TypeTag? {
    switch taken {
    case .payload(let payload, let tag, let isDirect):
      if isDirect, let plain = tag.plain, try plain.encode(bodyOf: payload, to: encoder) {
        return plain.tag
      }
      let beside = try tag.beside(payload, encoder)
      try payload.encodeStrictly(to: encoder)
      return beside
    case .unknown(let unknown):
      guard let tag = unknown.tag else { return nil }
      try unknown.body.encode(to: encoder)
      return tag
    }
  }
}

/// The bytes of unknown elements, of which a part may be the body.
package protocol BodySource: TextSource {
  /// Returns the payload of an element in its wrapper, as it came.
  ///
  /// - Throws: `DecodingError` if there is none.
  func payload(of element: UnknownPayload) throws -> UnknownPayload

  /// Returns an element from which members were removed, with the others as they came.
  func element(_ element: UnknownPayload, changedTo content: PayloadValue) throws -> UnknownPayload
}

extension PayloadTag {
  /// Returns the tag of a payload, which may store it.
  ///
  /// - Throws: `EncodingError.invalidValue` if the payload stores another tag.
  fileprivate func beside<Payload: Encodable>(
    _ payload: Payload,
    _ encoder: any Encoder
  ) throws -> TypeTag {
    guard let places = form.alternatives.writer(of: tags).tagMembers else {
      return try tags.first ?? canonical(for: payload, encoder)
    }
    let payload = EncodedPayload(payload, to: encoder)
    return try written(for: payload, storing: payload.storedTags(at: places), at: places)
  }
}

extension UnknownPayload {
  /// The payload alone: what came beside the tag, or the element without its tag and its wrapper.
  ///
  /// The bytes are those that came, if MedleyJSON decoded them.
  fileprivate var body: any Encodable {
    guard let form = discriminator?.form else { return self }
    let source = sharedSource as? any BodySource
    // A tag without content has an empty object.
    guard let payload = try? decode(as: PayloadValue.self) else { return PayloadValue.object([]) }
    let content = content
    guard payload == content else { return (try? source?.payload(of: self)) ?? payload }
    for form in form.alternatives where form.tagPlace.isTagInPayload {
      // Of several places, the first with a tag is that of the tag.
      let paths = form.tagPlace.tagPaths
      guard paths.contains(where: content.hasMember) else { continue }
      let rest = content.removing(paths)
      return (try? source?.element(self, changedTo: rest)) ?? rest
    }
    return self
  }
}

extension PayloadValue {
  /// Returns whether there is a member at a path, which isn't null.
  fileprivate func hasMember(at path: [String]) -> Bool {
    let value = path.reduce(self) { value, key in value[key] ?? .null }
    return !value.isNull
  }

  /// Returns an object without the members at paths, and without the objects that are empty then.
  fileprivate func removing(_ paths: [[String]]) -> PayloadValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        let inner = paths.filter { $0.first == member.key }.map { Array($0.dropFirst()) }
        if inner.contains([]) { return nil }
        if inner.isEmpty { return member }
        let value = member.value.removing(inner)
        return value == .object([]) ? nil : (member.key, value)
      }
    )
  }
}
