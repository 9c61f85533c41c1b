/// A key of a wire form, as it is written and as `convertFromSnakeCase` shows it.
///
/// An app may declare `"media_type"` as the server writes it, or `"mediaType"` as its decoder shows
/// it; both name the same member.
struct MemberKey: Hashable, Sendable {
  let name: String
  private let convertedName: String?

  init(_ name: String) {
    self.name = name
    convertedName = WireKey(name).convertedFromSnakeCase?.stringValue
  }

  var key: WireKey { WireKey(name) }

  /// The key under which `object` shows the member.
  func shown(in object: ObjectReader) -> WireKey {
    guard let converted = convertedName.map({ WireKey($0) }), !object.container.contains(key),
      object.container.contains(converted),
      // A key that isn't there as it was written is one that the decoder converted.
      !object.keysAsWritten().contains(converted.stringValue)
    else { return key }
    return converted
  }
}

/// An object to find tags in.
struct ObjectReader {
  let container: KeyedDecodingContainer<WireKey>
  private let decoder: any Decoder
  private let origin: Origin

  private enum Origin {
    case element
    case member(KeyedDecodingContainer<WireKey>, WireKey)
  }

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: WireKey.self)
    self.decoder = decoder
    origin = .element
  }

  private init(_ parent: ObjectReader, _ key: WireKey) throws {
    container = try parent.container.nestedContainer(keyedBy: WireKey.self, forKey: key)
    decoder = parent.decoder
    origin = .member(parent.container, key)
  }

  /// The object under `key`, or nil if something else is there.
  func object(at key: WireKey) -> ObjectReader? {
    try? ObjectReader(self, key)
  }

  /// The keys of the object's members.
  var members: [WireKey] {
    isText ? [] : container.allKeys
  }

  /// Whether this is no object but the text of an XML element, which is shown under the empty key.
  var isText: Bool {
    container.allKeys.allSatisfy(\.stringValue.isEmpty) && isMarkup
  }

  /// Whether the format is XML, in which an empty element and an empty string are one.
  var isMarkup: Bool {
    DecoderTraits(decoder) == .markup
  }

  /// The keys before any key strategy: those of a dictionary aren't converted.
  func keysAsWritten() -> Set<String> {
    let members: [String: DecoderProbe]? =
      switch origin {
      case .element:
        try? decoder.singleValueContainer().decode([String: DecoderProbe].self)
      case .member(let parent, let key):
        try? parent.decode([String: DecoderProbe].self, forKey: key)
      }
    return Set((members ?? [:]).keys)
  }
}
