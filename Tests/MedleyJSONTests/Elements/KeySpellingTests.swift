import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Tags and fields that are keys, in every spelling that `convertFromSnakeCase` knows, against
/// `JSONDecoder`.
@Suite(.onEachEngine) struct KeySpellingTests {
  private struct Payload: Codable, Equatable { var n: Int? }

  private struct Message: Codable, Equatable { var editedMessage: Int }
  private struct Image: Codable, Equatable {
    var image2X: Int
    var editedMessage: Int?
  }
  private struct Post: Codable, Equatable {
    var id: Int
    var url: String?

    enum CodingKeys: String, CodingKey {
      case id = "_id"
      case url = "urlPath"
    }
  }
  /// No key is converted to its key.
  private struct Unreachable: Codable, Equatable {
    var value: Int

    enum CodingKeys: String, CodingKey { case value = "edited_message" }
  }

  private typealias Base = any Codable & Equatable
  private typealias Feed = [Polymorphic<Base>]

  private static let names = [
    "movie", "Movie", "edited_message", "editedMessage", "edited__message", "EditedMessage",
    "_edited_message", "edited_message_", "EDITED_MESSAGE", "edited_Message", "image_2x", "image2X",
    "image2x", "image_2X", "image2_x", "a_b", "aB", "a.b", "a.b_c", "a'b_c", "a.bC", "URL",
    "url_path", "urlPath", "urlpath", "1", "_", "__", "é_a", "éA", "id", "_id", #"i\u0064"#, "",
  ]

  private static let forms: [Discriminator] = [
    .member, .external, .synthesized, .deduced, .firstMatch,
    Discriminator.member.or(.external), Discriminator.key("type").or(.member),
  ]

  /// A key may be a tag and a field.
  private static let formsWithFields: [Discriminator] = [
    Discriminator.member.or(.deduced), Discriminator.deduced.or(.member),
    Discriminator.external.or(.deduced),
  ]

  private func registry(
    _ form: Discriminator,
    _ random: inout SeededRandom
  ) throws -> PolymorphicRegistry<Base> {
    var registry = PolymorphicRegistry<Base>(form)
    registry.policies.malformed = .keep
    registry.policies.missing = .keep
    if form == .deduced || form == .firstMatch {
      try registry.register(Image.self, for: "image")
      if random.once(in: 2) { try registry.register(Unreachable.self, for: "unreachable") }
      try registry.register(Message.self, for: "message")
      try registry.register(Post.self, for: "post")
      return registry
    }
    var free = Self.names.filter { !$0.contains("\\") }
    if Self.formsWithFields.contains(form) {
      func tag() -> TypeTag { .string(free.remove(at: random.number(below: free.count))) }
      try registry.register(Image.self, for: tag())
      try registry.register(Message.self, for: tag())
      try registry.register(Post.self, for: tag())
      return registry
    }
    for _ in 0..<random.number(below: 8) + 1 {
      let name = free.remove(at: random.number(below: free.count))
      if name == "1", random.once(in: 2) {
        try registry.register(Payload.self, for: 1)
      } else {
        try registry.register(Payload.self, for: .string(name))
      }
    }
    return registry
  }

  private func element(_ random: inout SeededRandom) -> String {
    let count = random.pick([0, 1, 1, 1, 2, 2, 3, 5, 14])
    // Which of two keys with one converted name counts isn't defined.
    var spellings: [String: String] = [:]
    let members = (0..<count).compactMap { number -> String? in
      let name = random.pick(Self.names)
      let letters = name.replacing("_", with: "").replacing(#"\u0064"#, with: "d").lowercased()
      guard spellings[letters, default: name] == name else { return nil }
      spellings[letters] = name
      let value = random.pick([
        "\(number)", "null", #"{"n":\#(number)}"#, #"{"n":"x"}"#, #"{"_0":{"n":1}}"#, "[]",
      ])
      return #""\#(name)":\#(value)"#
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test(arguments: forms + formsWithFields)
  func `both decoders find the same tags`(_ form: Discriminator) throws {
    var random = SeededRandom(seed: 28, form.description)
    var found = 0
    for _ in 0..<Thoroughness.rounds(4000) {
      let registry = try registry(form, &random)
      let elements = (0..<random.number(below: 4) + 1).map { _ in element(&random) }
      let text = "[\(elements.joined(separator: ","))]"
      let keys: JSONDecoder.KeyDecodingStrategy =
        random.once(in: 4) ? .useDefaultKeys : .convertFromSnakeCase
      let (ours, theirs) = outcomes(of: text, registry, keys: keys) { "\($0)" }
      guard ours == theirs else {
        Issue.record("\(text) with \(registry): \(ours), not \(theirs)")
        return
      }
      if ours.contains("(") { found += 1 }
    }
    #expect(found > 5)
  }

  @Test(arguments: [Discriminator.member, .external, .synthesized])
  func `one decoder with keys as written follows one that converts them`(
    _ form: Discriminator
  ) throws {
    var registry = PolymorphicRegistry<Base>(form)
    try registry.register(Payload.self, for: "edited_message")
    try registry.register(Payload.self, for: "imageUrl")
    let text = #"[{"edited_message":{"_0":{}}},{"image_url":{"_0":{}}},{"imageUrl":{"_0":{}}}]"#
    let decoder = Engine.current.decoder(registry)
    for _ in 0..<2 {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      #expect(try decoder.decode(Feed.self, from: text).unknown.isEmpty)
      decoder.keyDecodingStrategy = .useDefaultKeys
      #expect(try decoder.decode(Feed.self, from: text).unknown.map(\.tag) == ["image_url"])
    }
  }
}
