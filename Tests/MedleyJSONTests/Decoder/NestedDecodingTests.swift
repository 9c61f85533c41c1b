import Foundation
import MedleyEngine
import MedleyJSON
import Testing

/// Types that decode other documents while they are decoded.
@Suite struct NestedDecodingTests {
  /// JSON in a string, decoded with a decoder that may be in use.
  private struct Embedded: Decodable {
    var before: Int
    var inner: [Int]
    var innerUrl: String
    var after: Int

    enum Key: CodingKey { case before, json, after }
    struct Picture: Decodable { var imageUrl: String }
    @TaskLocal static var decoder: PolymorphicJSONDecoder?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      before = try container.decode(Int.self, forKey: .before)
      let text = try container.decode(String.self, forKey: .json)
      let other = try #require(Self.decoder)
      inner = try other.decode([Int].self, from: text)
      let pictures = PolymorphicJSONDecoder(alone: true)
      pictures.keyDecodingStrategy = .convertFromSnakeCase
      innerUrl = try pictures.decode(Picture.self, from: #"{"image_url": "\#(text)"}"#).imageUrl
      _ = try? other.decode(Embedded.self, from: #"{"before": true}"#)
      after = try container.decode(Int.self, forKey: .after)
    }
  }

  @Test func `a decoder can be used during its own decode call`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let element = #"{"after": 3, "json": "[1, 2]", "before": 1}"#
    let text = "[\(element), \(element)]"
    for _ in 0..<3 {
      let values = try Embedded.$decoder.withValue(decoder) {
        try decoder.decode([Embedded].self, from: text)
      }
      #expect(values.map(\.inner) == [[1, 2], [1, 2]])
      #expect(values.map(\.after) == [3, 3])
      #expect(values.first?.innerUrl == "[1, 2]")
    }
    #expect(decoder.reuse.documents == 2 || decoder.reuse.documents == 3)
  }

  /// Changes the options of the decoder that is in use.
  private struct Changer: Decodable {
    var first: Date
    var second: Date
    @TaskLocal static var decoder: PolymorphicJSONDecoder?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      first = try container.decode(Date.self)
      Self.decoder?.dateDecodingStrategy = .millisecondsSince1970
      second = try container.decode(Date.self)
    }
  }

  @Test func `changed options apply from the next call`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    decoder.dateDecodingStrategy = .secondsSince1970
    let value = try Changer.$decoder.withValue(decoder) {
      try decoder.decode(Changer.self, from: "[1000, 1000]")
    }
    #expect(value.first == Date(timeIntervalSince1970: 1000))
    #expect(value.second == Date(timeIntervalSince1970: 1000))
    let next = try decoder.decode([Date].self, from: "[1000]")
    #expect(next == [Date(timeIntervalSince1970: 1)])
  }
}
