import Foundation
import Medley
import MedleyBase
import MedleyComposition
import MedleyJSON
import MedleyStreams
import MedleyTesting
import TestSupport
import Testing

/// The form that the compiler synthesises for enums, `Discriminator.synthesized`, in what the suite of
/// all forms and `SynthesizedTwinTests` don't do.
@Suite struct SynthesizedTests {
  enum Item: PolymorphicEnum, Hashable {
    case track(Track)
    case note(String?)
    case rated(stars: Int)
    case moved(Int, to: String)
    case advert
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>(.synthesized) {
      try $0.register(for: "track", "song", as: Item.track)
      try $0.register(for: "note", as: Item.note)
      try $0.register(for: "rated") { fields in
        .rated(stars: try fields.decode("stars"))
      } encoding: {
        if case .rated(let stars) = $0 { ["stars": stars] } else { nil }
      }
      try $0.register(for: "moved") { fields in
        .moved(try fields.decode("_0"), to: try fields.decode("to"))
      } encoding: {
        if case .moved(let id, let place) = $0 { ["_0": id, "to": place] } else { nil }
      }
      try $0.register(.advert, for: "advert")
    }
  }

  private static let all = #"""
    [{"track":{"_0":{"title":"a"}}},{"note":{}},{"note":{"_0":"b"}},{"rated":{"stars":4}},
     {"moved":{"_0":7,"to":"top"}},{"advert":{}},{"opera":{"acts":[1,{"n":2.50}],"_0":null}},{"fin":{}}]
    """#

  private func item(_ backend: Backend, _ element: String) throws -> Item? {
    try backend.decode([Item].self, from: "[\(element)]").first
  }

  // MARK: - Keeping

  @Test(arguments: Backend.allCases)
  func `keeps unknown cases beside known ones`(_ backend: Backend) throws {
    // A property list has no null.
    let json = backend.supportsKeyStrategies ? Self.all : Self.all.replacing("null", with: "4")
    let (items, report) = try DecodingReport.collecting {
      try backend.decode([Item].self, from: json)
    }
    #expect(
      items.prefix(6) == [
        .track(Track(title: "a")), .note(nil), .note("b"), .rated(stars: 4), .moved(7, to: "top"),
        .advert,
      ]
    )
    #expect(items.compactMap(\.unknownPayload).map(\.tag) == ["opera", "fin"])
    #expect(report.unknownTags == ["opera": 1, "fin": 1])
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(items) == items)
  }

  @Test func `the engine keeps the bytes of an unknown case`() throws {
    let json = #"[ {"opera" : { "_0":[1.50, "\u00e9"] , "x" : 1 } } ]"#
    let items = try PolymorphicJSONDecoder().decode([Item].self, from: json)
    let text = String(decoding: try PolymorphicJSONEncoder().encode(items), as: UTF8.self)
    #expect(text == #"[{"opera" : { "_0":[1.50, "\u00e9"] , "x" : 1 } }]"#)
  }

  struct Acts: Codable, Hashable { var acts: Int }

  @Test(arguments: Backend.allCases)
  func `decodes an unknown case later, by its value or its labels`(_ backend: Backend) throws {
    let payload = { try #require(try item(backend, $0)?.unknownPayload) }
    #expect(try payload(#"{"opera":{"_0":{"acts":3}}}"#).decode(as: Acts.self) == Acts(acts: 3))
    #expect(try payload(#"{"opera":{"acts":3}}"#).decode(as: Acts.self) == Acts(acts: 3))
    #expect(
      try payload(#"{"opera":{"_0":1,"_1":2}}"#).decode(as: [String: Int].self)
        == ["_0": 1, "_1": 2]
    )
    let later = try Item.registry.registering(Track.self, for: "opera", as: { .track($0) })
    let resolved = try payload(#"{"opera":{"_0":{"title":"c"}}}"#).resolve(with: later)
    #expect(resolved == .known(.track(Track(title: "c"))))
  }

  // MARK: - Failing

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"track":{"_0":{"title":7}}}"#, "typeMismatch at [0].track._0.title"),
      (#"{"track":{}}"#, "keyNotFound at [0].track._0"),
      (#"{"track":{"title":"a"}}"#, "keyNotFound at [0].track._0"),
      (#"{"track":"a"}"#, "typeMismatch at [0].track"),
      (#"{"track":[]}"#, "typeMismatch at [0].track"),
      (#"{"note":{"_0":4}}"#, "typeMismatch at [0].note._0"),
      (#"{"note":4}"#, "typeMismatch at [0].note"),
      (#"{"rated":{}}"#, "keyNotFound at [0].rated.stars"),
      (#"{"rated":{"stars":"x"}}"#, "typeMismatch at [0].rated.stars"),
      (#"{"rated":[]}"#, "typeMismatch at [0].rated"),
      (#"{"moved":{"_0":1}}"#, "keyNotFound at [0].moved.to"),
      (#"{"advert":{},"note":{}}"#, "dataCorrupted at [0]"), ("{}", "dataCorrupted at [0]"),
      (#""advert""#, "typeMismatch at [0]"), (#"["advert",{}]"#, "typeMismatch at [0]"),
    ]
  )
  func `an error has the path of the synthesised code`(
    _ backend: Backend,
    _ sample: (element: String, fault: String)
  ) throws {
    #expect(try backend.fault([Item].self, "[\(sample.element)]") == sample.fault)
  }

  @Test(arguments: Backend.allCases)
  func `a malformed case is reported and kept`(_ backend: Backend) throws {
    var registry = Item.registry
    registry.policies.malformed = .keep
    let json = #"[{"track":{"_0":{"title":7}}},{"rated":{"stars":"x"}},{"advert":{},"note":{}}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(
      report.issues.map(\.codingPath.place) == ["[0].track._0.title", "[1].rated.stars", "[2]"]
    )
    #expect(report.issues.map(\.tag) == ["track", "rated", nil])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  // MARK: - Reading

  @Test(arguments: Backend.allCases)
  func `ignores other values of a case`(_ backend: Backend) throws {
    #expect(
      try item(backend, #"{"track":{"x":1,"_0":{"title":"a"}}}"#) == .track(Track(title: "a"))
    )
    #expect(try item(backend, #"{"rated":{"x":1,"stars":4}}"#) == .rated(stars: 4))
    #expect(try item(backend, #"{"advert":{"x":1}}"#) == .advert)
    #expect(try item(backend, #"{"song":{"_0":{"title":"a"}}}"#) == .track(Track(title: "a")))
  }

  @Test(arguments: Backend.allJSON)
  func `reads null as the synthesised code does`(_ backend: Backend) throws {
    #expect(try item(backend, #"{"note":{"_0":null}}"#) == .note(nil))
    #expect(
      try backend.fault([Item].self, #"[{"track":{"_0":null}}]"#) == "valueNotFound at [0].track._0"
    )
    #expect(try backend.fault([Item].self, #"[{"track":null}]"#) == "valueNotFound at [0].track")
    #expect(try item(backend, #"{"note":{"_0":"a","_0":"b"}}"#) == .note("a"))
    #expect(try item(backend, #"{"n\u006fte":{"\u005f0":"a"}}"#) == .note("a"))
  }

  @Test(arguments: Backend.allCases)
  func `an existential base has types alone`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.synthesized)
    try registry.register(Movie.self, for: "movie")
    try registry.register(Book.self, matching: "x_*")
    registry.policies.unknown = .decode(as: Podcast.self)
    let json =
      #"[{"movie":{"_0":{"title":"a"}}},{"x_1":{"_0":{"title":"b"}}},{"p":{"_0":{"title":"c"}}}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.title) == ["a", "b", "c"])
    #expect(feed.known.last is Podcast)
    #expect(
      try backend.encode([Polymorphic<any Media>.known(Movie(title: "a"))], with: registry)
        == JSONTree(parsing: #"[{"movie":{"_0":{"title":"a"}}}]"#)
    )
  }

  @Test(arguments: Backend.allJSON, ["bigImage", "big_image", "Big_Image", "image_2x"])
  func `finds a tag that a key strategy converts`(_ backend: Backend, _ tag: String) throws {
    var registry = PolymorphicRegistry<Track>(.synthesized)
    try registry.register(Track.self, for: .string(tag))
    let feed = [Polymorphic.known(Track(title: "a"))]
    let again: [Polymorphic<Track>] = try backend.roundTrip(feed, keys: .snakeCase) {
      $0.register(registry)
    }
    #expect(again == feed)
  }

  // MARK: - Combining

  @Test(
    arguments: Backend.allCases,
    [
      Discriminator.synthesized.or(.key("type")), .key("type").or(.synthesized),
      .synthesized.or(.wrapperArray).or(.key("type")),
    ]
  )
  func `is one of several forms`(_ backend: Backend, _ discriminator: Discriminator) throws {
    var registry = PolymorphicRegistry<any Media>(discriminator)
    try registry.register(Movie.self, for: "movie", options: .in(.synthesized))
    try registry.register(Book.self, for: "book", options: .in(.key("type")))
    try registry.validate()
    let json = #"""
      [{"movie":{"_0":{"title":"a"}}}, {"type":"book","title":"b","more":{}}, {"type":"book","title":"c"},
       {"opera":{"x":1}}]
      """#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.title) == ["a", "b", "c"])
    #expect(feed.unknown.map(\.tag) == ["opera"])
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `reads elements of an older form`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Item>(.synthesized.or(.external))
    try registry.register(.advert, for: "advert")
    try registry.register(for: "track", as: Item.track)
    #expect(try backend.feed(#"["advert",{"advert":{}}]"#, registry).known == [.advert, .advert])
    #expect(
      try backend.encode([Polymorphic<Item>.known(.advert)], with: registry)
        == JSONTree(parsing: #"[{"advert":{}}]"#)
    )
  }

  // MARK: - Writing

  @Test func `a case can't share its object`() throws {
    struct Page: Encodable {
      var item: Item
      enum CodingKeys: CodingKey { case id }
      func encode(to encoder: any Encoder) throws {
        try encoder.encodeEnvelope { encoder in
          var members = encoder.container(keyedBy: CodingKeys.self)
          try members.encode(1, forKey: .id)
          try item.encode(to: encoder)
        }
      }
    }
    for item in [Item.advert, .rated(stars: 1), .track(Track(title: "a"))] {
      #expect(throws: EncodingError.self) { try Backend.json.encode([Page(item: item)]) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `leaves out the tag where it may`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.synthesized)
    try registry.register(Movie.self, for: "movie")
    registry.policies.missing = .assume("movie")
    registry.policies.malformed = .keep
    registry.tagWriting = .never
    #expect(
      try backend.encode([Polymorphic<any Media>.known(Movie(title: "a"))], with: registry)
        == JSONTree(parsing: #"[{"title":"a"}]"#)
    )
  }

  @Test func `is validated`() throws {
    try Item.registry.validate(samples: [
      .track(Track(title: "a")), .note("a"), .rated(stars: 1), .moved(1, to: "a"), .advert,
    ])
    var wrong = PolymorphicRegistry<any Media>(.synthesized)
    try wrong.register(Movie.self, for: ["movie", "hd"])
    #expect(throws: RegistrationError.self) { try wrong.validate() }
  }

  // MARK: - Reading through the engine

  @Test func `the index finds registered cases`() throws {
    let json = #"""
      [{"track":{"_0":{"title":"a"}}},{"note":{"_0":"b"}},{"rated":{"stars":4}},
       {"moved":{"to":"top","_0":7}},{"advert":{}},{"track":{"x":[],"_0":{"title":"c"}}}]
      """#
    let (items, slow) = try counting(.slowElement) {
      try PolymorphicJSONDecoder().decode([Item].self, from: json)
    }
    #expect(slow == 0)
    #expect(try items == Backend.json.decode([Item].self, from: json))
    #expect(items.count == 6)
  }

  @Test(arguments: [1, 7, 1000])
  func `is streamed in chunks of any size`(_ size: Int) throws {
    let bytes = Array(Self.all.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let results = PolymorphicJSONDecoder().elements(of: Item.self, in: chunks, as: .array).results
    let items = try results.map { try $0.result.get() }
    #expect(try items == Backend.engine.decode([Item].self, from: Self.all))
  }

  @Test func `an incomplete case appears once its payload decodes`() throws {
    var partial = PartialDecoder([Item].self, using: PolymorphicJSONDecoder())
    for (text, expected) in [
      (#"[{"track":{"#, []), (#""_0":{"ti"#, []), (#"tle":"a"#, [Item.track(Track(title: "a"))]),
      (#"bc"}}},{"note":{"#, [.track(Track(title: "abc"))]),
    ] as [(String, [Item])] {
      partial.append(text.utf8)
      #expect(try partial.snapshot()?.prefix(1) ?? [] == expected[...], "\(text)")
    }
    partial.append(#""_0":"x"}},{"zzz":{}}]"#.utf8)
    let items = try partial.finish()
    #expect(items.prefix(2) == [.track(Track(title: "abc")), .note("x")])
    #expect(items.last?.unknownPayload?.tag == "zzz")
  }

  // MARK: - Reading what SwiftPM writes

  struct Package: Codable {
    struct Target: Codable {
      var name: String
      var settings: [Setting]
    }
    struct Setting: Codable {
      var tool: String
      var kind: Kind
    }
    enum Kind: PolymorphicEnum, Equatable {
      case enableUpcomingFeature(String)
      case unknown(UnknownPayload)

      static let registry = PolymorphicRegistry<Kind>(.synthesized) {
        try $0.register(for: "enableUpcomingFeature", as: Kind.enableUpcomingFeature)
      }
    }
    var targets: [Target]
  }

  @Test(arguments: Backend.allJSON)
  func `reads the settings of a package`(_ backend: Backend) throws {
    let package = try backend.decode(Package.self, from: PackageDescriptionText.json)
    let kinds = package.targets.flatMap { $0.settings.map(\.kind) }
    #expect(kinds.contains(.enableUpcomingFeature("ExistentialAny")))
    let unknown = kinds.compactMap(\.unknownPayload)
    #expect(Set(unknown.map(\.tag)) == ["strictMemorySafety", "defaultIsolation", "unsafeFlags"])
    #expect(
      try unknown.first { $0.tag == "unsafeFlags" }?.decode(as: [String].self)
        == ["-Xfrontend", "-disable-reflection-metadata"]
    )
    let again = try backend.roundTrip(package)
    #expect(again.targets.flatMap { $0.settings.map(\.kind) } == kinds)
  }

  @Test func `keeps the unknown settings of a package byte for byte`() throws {
    let json = PackageDescriptionText.json
    let package = try PolymorphicJSONDecoder().decode(Package.self, from: json)
    let kinds = package.targets.flatMap { $0.settings.map(\.kind) }
    let unknown = kinds.filter { $0.unknownPayload != nil }
    #expect(unknown.count == 5)
    for kind in unknown {
      let text = String(decoding: try PolymorphicJSONEncoder().encode(kind), as: UTF8.self)
      #expect(json.contains(#""kind" : \#(text),"#), "\(text)")
    }
    // Through a whole document, of which one setting changes.
    var kept = try PolymorphicJSONDecoder().decode(Preserving<Package>.self, from: json)
    kept.targets[0].settings[0].kind = .enableUpcomingFeature("Else")
    let bytes = try PolymorphicJSONEncoder().encode(kept)
    let first = try #require(json.range(of: #""ExistentialAny""#))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == json.replacingCharacters(in: first, with: #""Else""#)
    )
  }
}
