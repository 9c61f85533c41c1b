/// The tags under which a payload may be encoded.
struct PayloadTag {
  /// The tags of the payload's type, the canonical one first.
  ///
  /// Empty for a type that decodes unknown elements, whose tag is the stored one.
  private(set) var tags: [TypeTag]
  let comparison: TagComparison
  /// For a type that decodes unknown elements: the tags that it can't store.
  let taken: TagTable?
  /// The form that writes the tag.
  private(set) var form: any WireForm

  /// Keeps only the tags that one of several forms can write.
  mutating func restrict(to form: any WireForm) {
    self.form = form
    let accepted = tags.filter(form.accepts)
    if !accepted.isEmpty { tags = accepted }
  }

  private var place: String { form.place }

  /// The canonical tag.
  ///
  /// - Throws: `EncodingError.invalidValue` if there is none.
  func canonical(for payload: some Encodable, _ encoder: any Encoder) throws -> TypeTag {
    guard let tag = tags.first, form.accepts(tag) else { throw unwritable(payload, encoder) }
    return tag
  }

  /// Returns the tag to write for a payload that may store one among its members.
  ///
  /// A stored alias of the same type is written as stored. Finding it takes a pass over the
  /// payload's fields, so this is done only if several tags are possible; otherwise the merging
  /// encoder compares the tag.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - paths: The places of the tag's parts among the payload's members.
  ///   - encoder: The encoder of the payload.
  ///   - combine: Returns the tag of its parts, one for each path.
  /// - Returns: The tag that the payload stores, or otherwise the canonical one.
  /// - Throws: `EncodingError.invalidValue` if the payload stores a tag of another type.
  func written<Payload: Encodable>(
    for payload: Payload,
    under paths: [[String]],
    to encoder: any Encoder,
    combine: ([TypeTag]) -> TypeTag?
  ) throws -> TypeTag {
    if tags.count == 1, !comparison.foldsCase, taken == nil {
      return try canonical(for: payload, encoder)
    }
    let stored = try paths.map { path in
      try TagProbe.tag(storedBy: payload, under: path, encoder: encoder)
    }
    for tag in tags {
      let parts = tag.parts
      guard parts.count == stored.count, zip(parts, stored).allSatisfy(agree) else { continue }
      return combine(zip(parts, stored).map { $1 ?? $0 }) ?? tag
    }
    let all = stored.compactMap { $0 }
    guard let tag = all.count == stored.count ? combine(all) : nil else {
      throw unwritable(payload, encoder)
    }
    if let taken, !taken.contains(tag) { return tag }
    let path = paths.count == 1 ? paths[0].map { WireKey($0) } : []
    throw DiscriminatorError(stored: tag, of: Payload.self, expected: tags, place: place)
      .encoding(payload, at: encoder.codingPath + path)
  }

  /// Returns whether a kept element stores one of the tags.
  func isStored(in kept: UnknownPayload, for encoder: any Encoder) throws -> Bool {
    guard !tags.isEmpty, !(encoder is MergingEncoder) else { return false }
    let forms = (form as? AlternativeForms)?.all ?? [form]
    return try forms.contains { try isStored(in: kept, as: $0, for: encoder) }
  }

  /// Returns whether a payload stores one of the tags, or any tag if none is given, at the place of
  /// the form.
  func isStored(
    in payload: some Encodable,
    as form: any WireForm,
    for encoder: any Encoder
  ) throws -> Bool {
    guard form is PathForm || form is CompoundForm else { return false }
    let stored = try form.tagPaths.map {
      try TagProbe.tag(storedBy: payload, under: $0, encoder: encoder)
    }
    guard stored.allSatisfy({ $0 != nil }) else { return false }
    guard !tags.isEmpty else { return true }
    return tags.contains { tag in
      tag.parts.count == stored.count && zip(tag.parts, stored).allSatisfy(agree)
    }
  }

  private func agree(_ part: TypeTag, _ stored: TypeTag?) -> Bool {
    guard let stored else { return true }
    return comparison.foldsCase ? part.folded == stored.folded : part == stored
  }

  /// Returns the error for a payload without a tag that can be written.
  func unwritable<Payload: Encodable>(_ payload: Payload, _ encoder: any Encoder) -> EncodingError {
    let error =
      tags.first.map { DiscriminatorError(unwritable: $0, of: Payload.self, place: place) }
      ?? DiscriminatorError(untagged: Payload.self, place: place)
    return error.encoding(payload, at: encoder.codingPath)
  }
}

extension TypeTag {
  /// The parts of a compound tag, or the tag itself.
  var parts: [TypeTag] {
    if case .compound(let parts) = self { parts } else { [self] }
  }
}
