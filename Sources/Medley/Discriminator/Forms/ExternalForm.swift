/// A wire form with the tag as the only key of an object: `{"MOVIE": {"title": "Heat"}}`.
struct ExternalForm: WireForm, Equatable {
  var shape: ElementShape? { .object }

  var place: String { "as the only key" }

  var isPayloadWhole: Bool { false }

  func accepts(_ tag: TypeTag) -> Bool {
    tag.keyText != nil
  }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let object: ObjectReader
    do {
      object = try ObjectReader(decoder)
    } catch {
      return try absent(error, in: decoder, among: tags)
    }
    let keys = object.members
    guard let key = keys.first else {
      return LocatedTag(finding: .missing(nil), source: .whole(decoder))
    }
    guard keys.count == 1 else {
      let error = DecodingError.invalid(
        at: decoder.codingPath,
        "Expected an object with the tag as its only key but found \(keys.count) keys."
      )
      return LocatedTag(finding: .malformedWrapper(error), source: .whole(decoder))
    }
    // A key strategy may convert a tag to another one.
    let shown = tags.converted.contains(key.stringValue) ? nil : registered(key.stringValue, tags)
    let tag = shown ?? unconverted(key, object, tags)
    return LocatedTag(finding: .tag(tag), source: .member(object.container, key))
  }

  private func registered(_ key: String, _ tags: TagTable) -> TypeTag? {
    TypeTag.spelled(key).first(where: tags.contains)
  }

  /// Returns the tag before a key strategy converted it, which doesn't convert keys of
  /// dictionaries.
  private func unconverted(_ key: WireKey, _ object: ObjectReader, _ tags: TagTable) -> TypeTag {
    let raw = object.keysAsWritten().first ?? key.stringValue
    return registered(raw, tags) ?? .string(raw)
  }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    guard let key = try tag.canonical(for: payload, encoder).keyText else {
      throw tag.unwritable(payload, encoder)
    }
    if let writer = encoder as? ObjectWriter {
      throw writer.refusal("an object with one key", of: payload)
    }
    if DecoderTraits(encoder) == .strict {
      // A dictionary, because no key strategy converts its keys.
      var container = encoder.singleValueContainer()
      try container.encode([key: payload])
    } else {
      var container = encoder.container(keyedBy: WireKey.self)
      try container.encode(payload, forKey: WireKey(key))
    }
  }
}
