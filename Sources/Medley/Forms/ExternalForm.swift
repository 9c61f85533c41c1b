import MedleyBase

/// A wire form with the tag as the only key of an object: `{"MOVIE": {"title": "Heat"}}`.
///
/// A tag without content is a string: `"DIVIDER"`.
final class ExternalForm: WireForm {
  var tagPlace: TagPlace { .onlyKey }

  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let key = try tag.key(for: payload, encoder)
    if NoContent.isPayload(payload) {
      var container = encoder.singleValueContainer()
      return try container.encode(key)
    }
    if let writer = ObjectWriter.cast(encoder) {
      throw writer.refusal("an object with one key", of: payload)
    }
    let isPlain = MedleyEncoders.isPlain(encoder)
    guard !isPlain, DecoderTraits(encoder) == .strict else {
      var container = encoder.container(keyedBy: WireKey.self)
      return try container.encode(payload, forKey: isPlain ? WireKey(data: key) : WireKey(key))
    }
    // A dictionary, because no key strategy converts its keys.
    var container = encoder.singleValueContainer()
    try container.encode([key: ErasedPayload(payload)])
  }
}

// MARK: - Reading

extension TagPlace {
  /// Finds a tag that is the only key of an object.
  static func locateOnlyKey(in object: ObjectReader, among tags: TagTable) throws -> LocatedTag {
    let decoder = object.element
    let keys = object.members
    guard let key = keys.first else {
      // XML shows the text of an element as an object.
      if object.isText, let located = try bareKey(in: decoder, among: tags) { return located }
      return LocatedTag(finding: .missing(nil), source: .whole(decoder))
    }
    guard keys.count == 1 else {
      let text = "Expected an object with the tag as its only key but found \(keys.count) keys."
      return LocatedTag(finding: .malformedWrapper(text), source: .whole(decoder))
    }
    // A key strategy may convert a tag to another one.
    if !tags.converted.contains(key.stringValue), let tag = tags.registered(key.stringValue) {
      return LocatedTag(finding: .tag(tag), source: .member(object, key))
    }
    // Keys of dictionaries aren't converted.
    let raw = object.keysAsWritten.first ?? key.stringValue
    let tag = tags.registered(raw) ?? .string(raw)
    return LocatedTag(finding: .tag(tag), source: .member(object, key))
  }

  /// Finds a tag that is the whole element; nil if that is no string.
  static func bareKey(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag? {
    let text: String
    do {
      text = try decoder.singleValueContainer().decode(String.self)
    } catch let error where !error.isDamage {
      return nil
    }
    let tag = tags.registered(text)
    return LocatedTag(
      finding: .tag(tag ?? .string(text)),
      source: .absent(decoder, WireKey(text)),
      isTentative: tag == nil
    )
  }
}

// MARK: - Writing

/// A payload, or a member of a dictionary with values of several types, without its type.
///
/// The metadata of a dictionary of the payload's type, its storage and its literal takes 5,000
/// instructions to look up, for each element.
package struct ErasedPayload: Encodable {
  private let payload: any Encodable

  package init(_ payload: any Encodable) { self.payload = payload }

  package func encode(to encoder: any Encoder) throws {
    if Self.ordinary.passes(type(of: payload)) { return try payload.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(payload)
  }

  /// The types whose values encoders encode by their `encode(to:)`.
  ///
  /// Encoders have a strategy for dates and data, and write other types of Foundation, and
  /// dictionaries, by themselves.
  private static let ordinary = TypeTest { type in
    !(type is any ExpressibleByDictionaryLiteral.Type)
      && !DecoderTraits.name(of: type).hasPrefix("Foundation")
  }
}
