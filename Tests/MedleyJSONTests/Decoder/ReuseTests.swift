import Foundation
import MedleyEngine
import MedleyJSON
import Testing

/// Documents and containers are reused.
///
/// A reference that prevents reuse would only make the decoder slower, so these tests count what is kept.
@Suite struct ReuseTests {
  private struct Item: Codable, Equatable {
    var id: Int
    var parts: [Part]
    struct Part: Codable, Equatable {
      var name: String
      var inner: [Part]?
    }
  }

  private static let items = (0..<200).map { number in
    Item(
      id: number,
      parts: [
        Item.Part(name: "a", inner: [Item.Part(name: "b", inner: [])]), Item.Part(name: "c"),
      ]
    )
  }

  @Test func `makes one document, and one container for each level of a key type`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let data = try JSONEncoder().encode(Self.items)
    #expect(try decoder.decode([Item].self, from: data) == Self.items)
    let isKept = try decoder.pool.keepsDocument { () throws in
      for _ in 0..<5 { #expect(try decoder.decode([Item].self, from: data) == Self.items) }
    }
    #expect(isKept)
    // One for items, and two for parts, which are two levels deep.
    #expect(decoder.reuse.containers == 3)
  }

  @Test func `reuses documents and containers after errors`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let data = try JSONEncoder().encode(Self.items)
    #expect(try decoder.decode([Item].self, from: data) == Self.items)
    let isKept = try decoder.pool.keepsDocument { () throws in
      for _ in 0..<5 {
        let text = #"[{"id": 1, "parts": [{"name": "a", "inner": [{"name": 1}]}]}]"#
        #expect(throws: DecodingError.self) { try decoder.decode([Item].self, from: text) }
        #expect(throws: DecodingError.self) { try decoder.decode([Item].self, from: "[{\"id\"") }
        #expect(try decoder.decode([Item].self, from: data) == Self.items)
      }
    }
    #expect(isKept)
    #expect(decoder.reuse.containers == 3)
  }

  @Test func `reuses containers of types that catch errors`() throws {
    struct Either: Decodable {
      var isNumber: Bool

      init(from decoder: any Decoder) throws {
        isNumber = (try? Left(from: decoder)) != nil
        if !isNumber { _ = try Right(from: decoder) }
      }
      struct Left: Decodable { var value: Int }
      struct Right: Decodable { var value: String }
    }
    let decoder = PolymorphicJSONDecoder(alone: true)
    let elements = (0..<300).map { $0 % 2 == 0 ? #"{"value": 1}"# : #"{"value": "x"}"# }
    let text = "[\(elements.joined(separator: ","))]"
    #expect(try decoder.decode([Either].self, from: text).filter(\.isNumber).count == 150)
    #expect(decoder.reuse.containers == 2)
  }

  @Test func `makes another document if one is still referenced`() throws {
    final class Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let decoder = PolymorphicJSONDecoder(alone: true)
    let keeper = try decoder.decode(Keeper.self, from: "1")
    #expect(decoder.reuse.documents == 0)
    #expect(try decoder.decode(Int.self, from: "2") == 2)
    #expect(decoder.reuse.documents == 1)
    #expect(try keeper.decoder.singleValueContainer().decode(Int.self) == 1)
  }

  @Test func `makes another document for other options`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    struct Picture: Decodable, Equatable { var imageUrl: String }
    for _ in 0..<3 {
      #expect(throws: DecodingError.self) {
        try decoder.decode(Picture.self, from: #"{"image_url": "a"}"#)
      }
    }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Picture.self, from: #"{"image_url": "a"}"#).imageUrl == "a")
    #expect(decoder.reuse.documents == 2)
  }
}
