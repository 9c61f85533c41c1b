/// A key of a wire form, as it is written and as `convertFromSnakeCase` shows it.
///
/// An app may declare `"media_type"` as the server writes it, or `"mediaType"` as its decoder shows
/// it; both name the same member.
struct MemberKey: Hashable, Sendable {
  let name: String
  let key: WireKey
  private let converted: WireKey?

  init(_ name: String) {
    self.name = name
    key = WireKey(name)
    converted = key.convertedFromSnakeCase
  }

  /// The key under which `object` shows the member.
  func shown(in object: ObjectReader) -> WireKey {
    guard let converted, !object.container.contains(key), object.container.contains(converted),
      object.keysAsWritten().contains(name)
    else { return key }
    return converted
  }
}

/// An object to find tags in.
struct ObjectReader {
  let container: KeyedDecodingContainer<WireKey>
  private let origin: Origin

  private enum Origin {
    case decoder(any Decoder)
    case member(KeyedDecodingContainer<WireKey>, WireKey)
  }

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: WireKey.self)
    origin = .decoder(decoder)
  }

  private init(_ parent: KeyedDecodingContainer<WireKey>, _ key: WireKey) throws {
    container = try parent.nestedContainer(keyedBy: WireKey.self, forKey: key)
    origin = .member(parent, key)
  }

  /// The object under `key`, or nil if something else is there.
  func object(at key: WireKey) -> ObjectReader? {
    try? ObjectReader(container, key)
  }

  /// The keys before any key strategy: those of a dictionary aren't converted.
  func keysAsWritten() -> Set<String> {
    let members: [String: Ignored]? =
      switch origin {
      case .decoder(let decoder):
        try? decoder.singleValueContainer().decode([String: Ignored].self)
      case .member(let parent, let key):
        try? parent.decode([String: Ignored].self, forKey: key)
      }
    return Set((members ?? [:]).keys)
  }

  /// A value that nobody looks at.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }
}
