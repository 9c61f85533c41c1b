import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Payloads that decide which of several tags they have, which encoders know when they are written.
@Suite struct OpenTagTests {
  private protocol Part: Encodable, Sendable {}

  /// How a payload writes its tag.
  private enum TagWay: CaseIterable {
    case text, value, superEncoder, container, otherKeys, null, absent, twice
    case integer, boolean, object, array, wrong
  }

  private enum Kind: String, Encodable { case made = "video.made" }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
    init(stringValue: String) { self.stringValue = stringValue }
  }

  /// Keys of one byte, one of which is that of the tag.
  private enum Names: String, CodingKey { case sortOf, name, count }

  /// A payload that writes its members in odd ways, before and behind its tag.
  private struct Odd: Part, Decodable {
    var front: EncoderNode?
    var way: TagWay
    var back: EncoderNode?
    var isSmall: Bool

    init(front: EncoderNode?, _ way: TagWay, back: EncoderNode?, isSmall: Bool) {
      (self.front, self.way, self.back, self.isSmall) = (front, way, back, isSmall)
    }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

    func encode(to encoder: any Encoder) throws {
      if isSmall { return try encodeSmall(to: encoder) }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(stringValue: "first"))
      if let front { try container.encode(front, forKey: Key(stringValue: "front")) }
      var late = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "late"))
      try encodeTag(Key(stringValue: "sortOf"), in: &container, to: encoder)
      if let back { try container.encode(back, forKey: Key(stringValue: "back")) }
      try late.encode(2, forKey: Key(stringValue: "second"))
    }

    private func encodeSmall(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Names.self)
      if let front { try container.encode(front, forKey: .name) }
      try encodeTag(.sortOf, in: &container, to: encoder)
      if let back { try container.encode(back, forKey: .count) }
    }

    private func encodeTag<Own: CodingKey>(
      _ key: Own,
      in container: inout KeyedEncodingContainer<Own>,
      to encoder: any Encoder
    ) throws {
      switch way {
      case .text: try container.encode("video.seen", forKey: key)
      case .value: try container.encode(Kind.made, forKey: key)
      case .superEncoder:
        var single = container.superEncoder(forKey: key).singleValueContainer()
        try single.encode("video.super")
      case .container:
        var other = encoder.container(keyedBy: Own.self)
        try other.encode("video.other", forKey: key)
      case .otherKeys:
        var other = encoder.container(keyedBy: AnyEncoderKey.self)
        try other.encode("video.keys", forKey: AnyEncoderKey("sortOf"))
      case .null: try container.encodeNil(forKey: key)
      case .absent: break
      case .twice:
        try container.encode("video.twice", forKey: key)
        try container.encode("video.twice", forKey: key)
      case .integer: try container.encode(5, forKey: key)
      case .boolean: try container.encode(true, forKey: key)
      case .object: try container.encode(["a": 1], forKey: key)
      case .array: try container.encode([1], forKey: key)
      case .wrong: try container.encode("audio", forKey: key)
      }
    }

    /// The tag, for a registry; nil if there can be none.
    func tag(in registry: Kinds) -> JSONTree? {
      switch way {
      case .text: .string("video.seen")
      case .value: .string("video.made")
      case .container: .string("video.other")
      case .otherKeys: .string("video.keys")
      case .twice: .string("video.twice")
      case .null, .absent: registry == .patterns || registry == .any ? nil : .string("video")
      case .integer: registry == .any ? .number(JSONNumber(5)) : nil
      case .boolean: registry == .any ? .boolean(true) : nil
      case .wrong: registry == .any ? .string("audio") : nil
      case .superEncoder, .object, .array: nil
      }
    }
  }

  /// How the tags of the payload are registered.
  private enum Kinds: CaseIterable {
    case patterns, any, tagAndPattern, tags

    var registry: PolymorphicRegistry<any Part> {
      PolymorphicRegistry<any Part>("sortOf") {
        switch self {
        case .patterns: try $0.register(Odd.self, matching: "video.*") { $0 }
        case .any: try $0.register(Odd.self, matching: "*") { $0 }
        case .tagAndPattern:
          try $0.register(Odd.self, for: "video") { $0 }
          try $0.register(Odd.self, matching: "video.*") { $0 }
        case .tags:
          try $0.register(
            Odd.self,
            for: "video",
            "video.seen",
            "video.made",
            "video.other",
            "video.keys",
            "video.twice"
          ) { $0 }
        }
      }
    }
  }

  private static func odd(_ random: inout SeededRandom) -> Odd {
    Odd(
      front: random.once(in: 3) ? nil : EncoderNode(&random, depth: 2),
      random.pick(TagWay.allCases),
      back: random.once(in: 3) ? nil : EncoderNode(&random, depth: 2),
      isSmall: random.once(in: 2)
    )
  }

  private static func keys(_ isSnakeCase: Bool) -> JSONEncoder.KeyEncodingStrategy {
    isSnakeCase ? .convertToSnakeCase : .useDefaultKeys
  }

  /// Returns the payload as it is encoded alone by Foundation, with its tag; nil if it fails.
  private static func expected(
    _ odd: Odd,
    _ kinds: Kinds,
    _ isSnakeCase: Bool
  ) throws -> JSONTree? {
    let alone = JSONEncoder()
    alone.keyEncodingStrategy = keys(isSnakeCase)
    guard let data = try? alone.encode(odd), let tag = odd.tag(in: kinds),
      case .object(var members) = try JSONTree(parsing: Array(data))
    else { return nil }
    let key = isSnakeCase ? "sort_of" : "sortOf"
    members.removeAll { $0.key == key }
    return .object([JSONTree.Member(key: key, value: tag)] + members)
  }

  private static func isTagFirst(_ json: Data, _ isSnakeCase: Bool) -> Bool {
    json.starts(with: Data((isSnakeCase ? #"{"sort_of":"# : #"{"sortOf":"#).utf8))
  }

  @Test(arguments: Kinds.allCases, [false, true])
  private func `are encoded as alone, with their tag`(
    _ kinds: Kinds,
    _ isSnakeCase: Bool
  ) throws {
    let (foundation, engine) = (JSONEncoder(), PolymorphicJSONEncoder(kinds.registry))
    foundation.userInfo.register(kinds.registry)
    foundation.keyEncodingStrategy = Self.keys(isSnakeCase)
    engine.keyEncodingStrategy = Self.keys(isSnakeCase)
    var random = SeededRandom(seed: 7, "\(kinds) \(isSnakeCase)")
    for round in 0..<Thoroughness.rounds(5000) {
      let odd = Self.odd(&random)
      let element = Polymorphic<any Part>.known(odd)
      let feed = [element, element]
      guard let tree = try Self.expected(odd, kinds, isSnakeCase) else {
        #expect(throws: (any Error).self, "\(round): \(odd)") { try engine.encode(element) }
        #expect(throws: (any Error).self, "\(round): \(odd)") { try foundation.encode(element) }
        continue
      }
      let one = try engine.encode(element)
      try #require(try JSONTree(parsing: Array(one)) == tree, "\(round): \(odd)")
      let two = try JSONTree(parsing: Array(engine.encode(feed)))
      try #require(two == .array([tree, tree]), "\(round): \(odd)")
      let other = try JSONTree(parsing: Array(foundation.encode(feed)))
      try #require(other == .array([tree, tree]), "\(round): \(odd)")
      // Containers that are used late have texts of their own, and leave the tag where it was.
      if odd.isSmall, !"\(odd)".contains("late"), !"\(odd)".contains("capturing") {
        #expect(Self.isTagFirst(one, isSnakeCase), "\(round): \(odd)")
      }
    }
  }

  /// A payload that can't be encoded while it is being encoded, as one with a lock.
  private final class Locked: Part, Decodable, @unchecked Sendable {
    private let lock = NSLock()
    private let tag: String?

    init(_ tag: String?) { self.tag = tag }
    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

    func encode(to encoder: any Encoder) throws {
      guard lock.try() else { throw CocoaError(.fileLocking) }
      defer { lock.unlock() }
      var container = encoder.container(keyedBy: Names.self)
      try container.encode("a", forKey: .name)
      try container.encodeIfPresent(tag, forKey: .sortOf)
    }
  }

  @Test(arguments: Backend.allCases)
  func `are encoded one after the other, if they are encoded twice`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Part>("sortOf") {
      try $0.register(Locked.self, for: "video", "short") { $0 }
    }
    for tag in ["short", nil, "video", "short", nil] {
      let feed = [Polymorphic<any Part>](repeating: .known(Locked(tag)), count: 2)
      let one = #"{"sortOf":"\#(tag ?? "video")","name":"a"}"#
      let encoded = try backend.encode(feed, with: registry)
      #expect(try encoded == JSONTree(parsing: "[\(one),\(one)]"))
    }
  }

  // MARK: - Fields

  /// A payload whose fields are written by a function.
  private struct Fields: Part, FieldEncodable, Decodable {
    var tag: String?
    var kind: Kind?

    init(tag: String? = nil, kind: Kind? = nil) { (self.tag, self.kind) = (tag, kind) }
    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("id", 1)
      if let tag { try fields.encode("sortOf", tag) }
      if let kind { try fields.encode("sortOf", kind) }
      try fields.encode("title", "t")
    }
  }

  @Test(arguments: Backend.allJSON, [false, true])
  func `fields store their tag, or have the canonical one`(
    _ backend: Backend,
    _ isSnakeCase: Bool
  ) throws {
    let registry = PolymorphicRegistry<any Part>("sortOf") {
      try $0.register(Fields.self, for: "video", "short") { $0 }
      try $0.register(Fields.self, matching: "video.*") { $0 }
    }
    let tagged: [(Fields, String?)] = [
      (Fields(), "video"), (Fields(tag: "short"), "short"), (Fields(tag: "video.x"), "video.x"),
      (Fields(kind: .made), "video.made"), (Fields(tag: "audio"), nil),
    ]
    for (fields, tag) in tagged + tagged.reversed() {
      func encode() throws -> JSONTree {
        let feed = [Polymorphic<any Part>](repeating: .known(fields), count: 3)
        return try backend.encode(feed, keys: isSnakeCase ? .snakeCase : .asWritten) {
          $0.register(registry)
        }
      }
      guard let tag else {
        let error = try #require(throws: EncodingError.self) { try encode() }
        #expect(error.cause?.code == .tagDisagrees)
        continue
      }
      let one = #"{"\#(isSnakeCase ? "sort_of" : "sortOf")":"\#(tag)","id":1,"title":"t"}"#
      #expect(try encode() == JSONTree(parsing: "[\(one),\(one),\(one)]"))
    }
  }

  // MARK: - What encoders know of the members that move

  private struct Clip: Part, Codable {
    var title: String
    var parts: [Polymorphic<any Part>]
    var sortOf: String?

    init(_ title: String, _ parts: [Polymorphic<any Part>] = [], sortOf: String?) {
      (self.title, self.parts, self.sortOf) = (title, parts, sortOf)
    }

    private enum CodingKeys: CodingKey { case title, parts, sortOf }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      parts = try container.decode([Polymorphic<any Part>].self, forKey: .parts)
      sortOf = try container.decode(String.self, forKey: .sortOf)
    }
  }

  private static let clips = PolymorphicRegistry<any Part>("sortOf") {
    try $0.register(Clip.self, for: "clip", "short") { $0 }
  }

  @Test func `unknown elements inside leave as they came, behind the tag`() throws {
    let json = #"""
      [{"sortOf":"short","title":"a","parts":[{ "sortOf" : "newer", "x" : 1.50 },{"sortOf":"new",  "y":"A"},\#
      {"sortOf":"clip","title":"b","parts":[{"sortOf":"new","z":1e2}]}]}]
      """#
    let decoder = PolymorphicJSONDecoder(Self.clips)
    let feed = try decoder.decode([Polymorphic<any Part>].self, from: Data(json.utf8))
    let formats: [JSONEncoder.OutputFormatting] = [[], .sortedKeys, [.prettyPrinted, .sortedKeys]]
    for format in formats {
      let encoder = PolymorphicJSONEncoder(Self.clips)
      encoder.outputFormatting = format
      for _ in 0..<3 {
        let text = String(decoding: try encoder.encode(feed), as: UTF8.self)
        #expect(try JSONTree(parsing: text) == JSONTree(parsing: json))
        for part in ["1.50", #""A""#, "1e2"] { #expect(text.contains(part), "\(text)") }
        if format.isEmpty { #expect(text.hasPrefix(#"[{"sortOf":"short","title":"a""#)) }
      }
    }
  }

  @Test func `a deep document is encoded in time that grows with its length`() throws {
    var clip = Clip("end", sortOf: "short")
    for depth in 0..<200 {
      clip = Clip("\(depth)", [.known(clip)], sortOf: depth % 3 == 0 ? nil : "clip")
    }
    let encoder = PolymorphicJSONEncoder(Self.clips)
    let element = Polymorphic<any Part>.known(clip)
    let text = String(decoding: try encoder.encode(element), as: UTF8.self)
    let start = #"{"sortOf":"clip","title":"199","parts":[{"sortOf":"clip","title":"198""#
    #expect(text.hasPrefix(start))
    #expect(text.components(separatedBy: #"{"sortOf":"#).count == 202)
  }
}
