import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Decoders share what they have learned of types, as far as their options agree.
@Suite struct SharedMemoryTests {
  private struct Picture: Decodable, Equatable { var imageUrl: String? }

  private struct Circle: Decodable { var radius: Int }
  private struct Square: Decodable { var side: Int }

  private static let snake = #"{"image_url": "a"}"#
  private static let camel = #"{"imageUrl": "b"}"#

  @Test func `decoders with other key strategies don't disturb each other`() throws {
    let plain = PolymorphicJSONDecoder()
    let converting = PolymorphicJSONDecoder()
    converting.keyDecodingStrategy = .convertFromSnakeCase
    let shouting = PolymorphicJSONDecoder()
    shouting.keyDecodingStrategy = .custom {
      PlainKey(stringValue: $0.last?.stringValue.lowercased() ?? "")
    }
    let joined = PolymorphicJSONDecoder()
    joined.keyDecodingStrategy = .custom { _ in PlainKey(stringValue: "imageUrl") }
    for _ in 0..<20 {
      #expect(try plain.decode(Picture.self, from: Self.camel).imageUrl == "b")
      #expect(try plain.decode(Picture.self, from: Self.snake).imageUrl == nil)
      #expect(try converting.decode(Picture.self, from: Self.snake).imageUrl == "a")
      #expect(try shouting.decode(Picture.self, from: Self.camel).imageUrl == nil)
      #expect(try joined.decode(Picture.self, from: Self.snake).imageUrl == "a")
    }
  }

  @Test func `decoders with other registries for a base don't disturb each other`() throws {
    let circles = PolymorphicRegistry<any Decodable>("type", ["SHAPE": Circle.self])
    let squares = PolymorphicRegistry<any Decodable>("type", ["SHAPE": Square.self])
    let text = #"[{"type": "SHAPE", "radius": 1, "side": 2}]"#
    for _ in 0..<20 {
      let first = try PolymorphicJSONDecoder(circles)
        .decode([Polymorphic<any Decodable>].self, from: text)
      #expect(first.known.first is Circle)
      let second = try PolymorphicJSONDecoder(squares)
        .decode([Polymorphic<any Decodable>].self, from: text)
      #expect(second.known.first is Square)
      #expect(throws: DecodingError.self) {
        try PolymorphicJSONDecoder().decode([Polymorphic<any Decodable>].self, from: text)
      }
    }
  }

  @Test func `a registry that is installed after a failed call is found`() throws {
    let text = #"[{"type": "LATE", "name": "a"}]"#
    #expect(throws: DecodingError.self) {
      try PolymorphicJSONDecoder().decode([Polymorphic<any Later>].self, from: text)
    }
    try PolymorphicRegistry<any Later>("type", ["LATE": LatePayload.self]).install()
    let later = try PolymorphicJSONDecoder().decode([Polymorphic<any Later>].self, from: text)
    #expect(later.known.count == 1)
  }

  @Test func `the values in userInfo are those of the decoder that decodes`() throws {
    for number in 0..<20 {
      let decoder = PolymorphicJSONDecoder()
      decoder.userInfo[try #require(Reader.key)] = number
      #expect(try decoder.decode(Reader.self, from: "{}").number == number)
      #expect(try PolymorphicJSONDecoder().decode(Reader.self, from: "{}").number == nil)
    }
  }

  @Test func `what userInfo holds goes with the decoder`() throws {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let decoder = PolymorphicJSONDecoder()
      let held = Token()
      token = held
      decoder.userInfo[try #require(Reader.key)] = held
      _ = try decoder.decode([Int].self, from: "[1]")
    }
    #expect(token == nil)
  }

  @Test func `a registry goes with the memory that is released`() throws {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let held = Token()
      token = held
      var registry = PolymorphicRegistry<any Decodable>("type")
      try registry.register(Circle.self, for: "CIRCLE") { circle in
        _ = held
        return circle
      }
      let text = #"{"type": "CIRCLE", "radius": 1}"#
      for _ in 0..<2 {
        let circle = try PolymorphicJSONDecoder(registry)
          .decode(Polymorphic<any Decodable>.self, from: text)
        #expect(circle.known is Circle)
      }
    }
    #expect(token != nil)
    PolymorphicJSONDecoder.releaseMemory()
    #expect(token == nil)
  }

  @Test func `settings of a decoder don't change those of the next with its registries`() throws {
    let circles = PolymorphicRegistry<any Decodable>("type", ["CIRCLE": Circle.self])
    let first = PolymorphicJSONDecoder(circles)
    first.depthLimit = 0
    first.keyDecodingStrategy = .convertFromSnakeCase
    let second = PolymorphicJSONDecoder(circles)
    #expect(second.depthLimit == 512)
    let text = #"[{"type": "CIRCLE", "radius": 1}]"#
    #expect(throws: DecodingError.self) {
      try first.decode([Polymorphic<any Decodable>].self, from: text)
    }
    #expect(try second.decode([Polymorphic<any Decodable>].self, from: text).known.count == 1)
  }

  @Test func `decoders on several threads, each for one call`() async throws {
    let text = #"[{"imageUrl": "a"}, {"imageUrl": null}, {}]"#
    let expected = [Picture(imageUrl: "a"), Picture(imageUrl: nil), Picture(imageUrl: nil)]
    let count = Thoroughness.rounds(10_000) / 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for call in 0..<count {
            let decoder = PolymorphicJSONDecoder()
            if (call + thread) % 3 == 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            let pictures = try decoder.decode([Picture].self, from: text)
            #expect(pictures == expected)
            if call % 100 == thread { PolymorphicJSONDecoder.releaseMemory() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: - Many types

  private struct Pair<First, Second>: Decodable { var id: Int }

  /// Decodes types that a program makes while it runs; there are `width` times `width` of them.
  private func decodePairs(_ width: Int, with decoder: PolymorphicJSONDecoder) throws {
    var types: [any Any.Type] = [Int.self]
    func optional<Wrapped>(_ type: Wrapped.Type) -> any Any.Type { Wrapped?.self }
    while types.count < width, let last = types.last { types.append(optional(last)) }
    func decode<First, Second>(_ first: First.Type, _ second: Second.Type) throws {
      let pair = try decoder.decode(Pair<First, Second>.self, from: #"{"id": 1}"#)
      #expect(pair.id == 1)
    }
    func decode<First>(first: First.Type) throws {
      for second in types { try decode(first, second) }
    }
    for first in types { try decode(first: first) }
  }

  @Test func `what is learned of types is bounded`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    // All, and more than a document keeps by default.
    let width = Thoroughness.isFull ? 317 : 70
    #expect(try decoder.decode(Int.self, from: "1") == 1)
    #expect(try decoder.pool.keepsDocument { try decodePairs(60, with: decoder) })
    #expect(try !decoder.pool.keepsDocument { try decodePairs(width, with: decoder) })
    #expect(decoder.reuse.documents <= 1)
  }

  @Test func `the memory that waits can be released`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    #expect(try decoder.decode([Int].self, from: "[1]") == [1])
    #expect(decoder.reuse.documents == 1)
    decoder.pool.release()
    #expect(decoder.reuse.documents == 0)
    #expect(try decoder.decode([Int].self, from: "[1]") == [1])
    #expect(decoder.reuse.documents == 1)
  }
}

/// The base of a registry that is installed late.
private protocol Later: Decodable {}
private struct LatePayload: Later { var name: String }

private struct Reader: Decodable {
  var number: Int?
  static let key = CodingUserInfoKey(rawValue: "number")

  init(from decoder: any Decoder) throws {
    number = Self.key.flatMap { decoder.userInfo[$0] as? Int }
  }
}

private struct PlainKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
