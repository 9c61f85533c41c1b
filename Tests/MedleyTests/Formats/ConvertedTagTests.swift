import Medley
import TestSupport
import Testing

/// Tags under keys that a decoder converts from snake case, on both JSON decoders.
@Suite struct ConvertedTagTests {
  struct Song: Codable, Equatable {
    var songTitle: String
  }

  struct Clip: Codable, Equatable {
    var songTitle: String?
    var isShort: Bool
  }

  enum Item: Equatable {
    case song(Song)
    case clip(Clip)
  }

  static let discriminators: [Discriminator] = [
    "media_type", "mediaType", "kind", .path("meta_data", "media_type"), .path("metaData", "kind"),
    .adjacent(tag: "media_type", content: "the_data"),
    .adjacent(tag: "mediaType", content: "theData"),
    .adjacent(tag: "mediaType"), .adjacent(tag: "kind"), .compound("media_type", "kind"),
    .external, .wrapperArray, .jsonKind, .deduced, .firstMatch,
    .key("kind").or(.key("media_type")), .adjacent(tag: "mediaType", content: "data").or(.external),
  ]

  private static func outcome(
    _ json: String,
    _ registry: PolymorphicRegistry<Item>,
    _ backend: Backend,
    _ keys: KeyStrategy
  ) -> String {
    do {
      let item = try backend.decode(Polymorphic<Item>.self, from: json, keys: keys) {
        $0.register(registry)
      }
      switch item {
      case .known(let value): return "\(value)"
      case .unknown(let payload): return "unknown \(payload.tag.map { "\($0)" } ?? "none")"
      }
    } catch let error as DecodingError {
      return "\(error.kind) at \(error.place)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: discriminators)
  func `both decoders find the same`(_ discriminator: Discriminator) throws {
    var registry = PolymorphicRegistry<Item>(discriminator)
    let isCompound = "\(discriminator)".contains("\"media_type\" and")
    switch discriminator {
    case .jsonKind:
      try registry.register(for: "object", as: Item.song)
    case .deduced, .firstMatch:
      try registry.register(for: "clip", as: Item.clip)
      try registry.register(for: "song", as: Item.song)
    default:
      let tags: (TypeTag, TypeTag) =
        isCompound
        ? (.compound(["new_song", "a"]), .compound(["clip", "a"])) : ("new_song", "clip")
      try registry.register(for: tags.0, as: Item.song)
      try registry.register(for: tags.1, as: Item.clip)
    }
    registry.policies.unknown = .keep
    for key in ["media_type", "mediaType", "MEDIA_TYPE", "media__type", "_media_type", "kind"] {
      for tag in [#""new_song""#, #""newSong""#, #""clip""#, #""c\u006cip""#, "null", "1", "{}"] {
        let documents = [
          #"{"\#(key)":\#(tag),"song_title":"t","is_short":true}"#,
          #"{"song_title":"t","is_short":true,"\#(key)":\#(tag),"kind":"a"}"#,
          #"{"\#(key)":\#(tag),"mediaType":"clip","song_title":"t","is_short":true}"#,
          #"{"media_type":"clip","\#(key)":\#(tag),"song_title":"t","is_short":true}"#,
          #"{"meta_data":{"\#(key)":\#(tag)},"song_title":"t","is_short":true}"#,
          #"{"metaData":{"\#(key)":\#(tag)},"songTitle":"t","is_short":true}"#,
          #"{"\#(key)":\#(tag),"the_data":{"song_title":"t","is_short":false}}"#,
          #"{"theData":{"song_title":"t","isShort":false},"\#(key)":\#(tag)}"#,
          #"{"\#(key)":\#(tag),"data":{"song_title":"t"},"new_song":{"song_title":"u"}}"#,
          #"{"\#(key)":\#(tag),"newSong":{"songTitle":"u"}}"#,
          #"{"new_song":{"song_title":"u"}}"#, #"{"newSong":{"song_title":"u"}}"#,
          #"["new_song",{"song_title":"u"}]"#, #"{"song_title":"u"}"#, #"{"songTitle":"u"}"#,
        ]
        for json in documents {
          for keys in [KeyStrategy.snakeCase, .asWritten] {
            let expected = Self.outcome(json, registry, .json, keys)
            #expect(Self.outcome(json, registry, .engine, keys) == expected, "\(json)")
          }
        }
      }
    }
  }
}
