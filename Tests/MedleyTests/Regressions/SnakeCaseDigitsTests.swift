import Foundation
import Medley
import TestSupport
import Testing

/// Snake case had two implementations, and one converted `image_2x` to `image2x`, unlike
/// Foundation's decoder with `image2X`.
@Suite struct SnakeCaseDigitsTests {
  struct Scale: Codable, Hashable, Media {
    var image2X: String
    var title: String { image2X }
  }

  struct Other: Codable, Hashable, Media {
    var title: String
  }

  static let backends = Backend.allJSON

  @Test(arguments: backends)
  func `a kept element decodes keys with digits`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("kind_2x", ["OTHER": Other.self])
    let feed: [Polymorphic<any Media>] = try backend.decode(
      from: #"[{"kind_2x":"SCALE","image_2x":"a"}]"#,
      keys: .snakeCase
    ) { $0.register(registry) }
    let payload = try #require(feed.unknown.first)
    #expect(payload.tag == "SCALE")
    #expect(try payload.decode(as: Scale.self) == Scale(image2X: "a"))
    let later = try registry.registering(Scale.self, for: "SCALE")
    #expect(try payload.resolve(with: later) == .known(Scale(image2X: "a")))
  }

  static let forms: [(Discriminator, TypeTag, String)] = [
    ("kind_2x", "A", #"{"kind_2x":"A","image_2x":"a"}"#),
    ("kind2X", "A", #"{"kind_2x":"A","image_2x":"a"}"#),
    (.path("meta_3d", "kind_2x"), "A", #"{"meta_3d":{"kind_2x":"A"},"image_2x":"a"}"#),
    (.path("meta3D", "kind2X"), "A", #"{"meta_3d":{"kind_2x":"A"},"image_2x":"a"}"#),
    (
      .compound("api_2x", "kind_2x"), ["v1", "A"],
      #"{"api_2x":"v1","kind_2x":"A","image_2x":"a"}"#
    ),
    (.compound("api2X", "kind2X"), ["v1", "A"], #"{"api_2x":"v1","kind_2x":"A","image_2x":"a"}"#),
    (
      .adjacent(tag: "kind_2x", content: "data_2x"), "A",
      #"{"kind_2x":"A","data_2x":{"image_2x":"a"}}"#
    ),
    (
      .adjacent(tag: "kind2X", content: "data2X"), "A",
      #"{"kind_2x":"A","data_2x":{"image_2x":"a"}}"#
    ),
    (.adjacent(tag: "kind"), "a_2x", #"{"kind":"a_2x","a_2x":{"image_2x":"a"}}"#),
    (.external, "a_2x", #"{"a_2x":{"image_2x":"a"}}"#),
    (.deduced, "A", #"{"image_2x":"a"}"#),
    (.key("other_2x").or(.key("kind_2x")), "A", #"{"kind_2x":"A","image_2x":"a"}"#),
  ]

  @Test(arguments: backends, forms)
  func `every form finds keys and tags with digits`(
    _ backend: Backend,
    _ sample: (discriminator: Discriminator, tag: TypeTag, json: String)
  ) throws {
    var registry = PolymorphicRegistry<any Media>(sample.discriminator)
    try registry.register(Scale.self, for: sample.tag)
    let feed: [Polymorphic<any Media>] = try backend.decode(
      from: "[\(sample.json)]",
      keys: .snakeCase
    ) { $0.register(registry) }
    #expect(feed == [.known(Scale(image2X: "a"))])
  }

  @Test(arguments: backends)
  func `a kept element is deduced by fields with digits`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      .deduced,
      ["OTHER": Other.self],
      policies: .init(missing: .keep)
    )
    let feed: [Polymorphic<any Media>] = try backend.decode(
      from: #"[{"image_2x":"a"}]"#,
      keys: .snakeCase
    ) { $0.register(registry) }
    let payload = try #require(feed.unknown.first)
    let later = try registry.registering(Scale.self, for: "SCALE")
    #expect(try payload.resolve(with: later) == .known(Scale(image2X: "a")))
  }

  @Test func `compares a stored tag under a converted key with digits`() throws {
    struct Stored: Media {
      var kind2X: String
      var title: String { kind2X }
    }
    let registry = PolymorphicRegistry<any Media>("kind_2x", ["A": Stored.self])
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode(
        [Polymorphic<any Media>.known(Stored(kind2X: "B"))],
        keys: .snakeCase
      ) { $0.register(registry) }
    }
    #expect(error.place == "[0].kind2X")
  }

  // MARK: - Beside Foundation

  /// Keys from parts that Foundation's conversion treats differently.
  static func keys(seed: UInt64) -> [String] {
    let pieces: [Unicode.Scalar] = [
      "_", "_", "_", "_", "a", "b", "A", "Z", "2", "9", "x", "-", ".", "'", "\u{2019}", " ", "é",
      "É", "e", "\u{301}", "ß", "ǆ", "ǅ", "İ", "ı", "ﬁ", "Σ", "ς", "日", "ⓐ", "\u{1F600}",
      "\u{200D}",
      "\u{1F469}", "ª", "ʰ", "Ⅳ", "𝐀", "/", "\"", "\\",
    ]
    var generator = SeededRandom(seed: seed)
    return (0..<400).map { _ in
      var key = ""
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        key.unicodeScalars.append(pieces.randomElement(using: &generator) ?? "_")
      }
      return key
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `converts keys like Foundation's decoder`(_ seed: UInt64) throws {
    for key in Self.keys(seed: seed) {
      let json = JSONTree.object([.init(key: key, value: 1)]).text
      let converted = try Backend.json.decode(Keys.self, from: json, keys: .snakeCase).names
      #expect(
        try Backend.engine.decode(Keys.self, from: json, keys: .snakeCase).names == converted,
        "\(key.debugDescription)"
      )
      // A kept element finds the member by what Foundation would call it.
      for backend in Self.backends {
        let kept = try backend.decode(UnknownPayload.self, from: json)
        let name = try #require(converted.first)
        try Wanted.$name.withValue(name) {
          let isThere = try kept.decode(as: Wanted.self).isThere
          #expect(isThere, "\(key.debugDescription)")
        }
      }
    }
  }

  /// Whether an object has a certain member.
  struct Wanted: Decodable {
    @TaskLocal static var name = ""
    var isThere: Bool

    init(from decoder: any Decoder) throws {
      isThere = try decoder.container(keyedBy: AnyKey.self).contains(AnyKey(Self.name))
    }
  }

  struct Keys: Decodable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
  }

  struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
