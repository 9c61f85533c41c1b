import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The engine decodes registered values and functions from its index, without containers.
@Suite struct RegistrationFastPathTests {
  struct Result: Codable, Hashable {
    var type: String
  }

  enum Block: PolymorphicEnum, Hashable {
    case divider
    case image(identifier: String, width: Int?)
    case result(Result)

    static let registry = PolymorphicRegistry<Block>("type") { registry in
      try registry.register(.divider, for: "divider")
      try registry.register(for: "image") { fields in
        .image(
          identifier: try fields.decode("identifier"),
          width: try fields.decodeIfPresent("width")
        )
      } encoding: {
        guard case .image(let identifier, let width) = $0 else { return nil }
        return ["identifier": identifier, "width": width]
      }
      try registry.register(matching: "*_result", as: Block.result)
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ elements: [String],
    _ decoder: PolymorphicJSONDecoder
  ) throws -> Value {
    let (value, slow) = try counting(.slowElement) {
      try decoder.decode(type, from: "[\(elements.joined(separator: ","))]")
    }
    #expect(slow == 0)
    return value
  }

  @Test func `decodes values and functions without containers`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let elements = [
      #"{"type":"divider"}"#, #"{"identifier":"a","type":"image"}"#,
      #"{"type":"image","width":3,"identifier":"b"}"#, #"{"other":[1],"type":"divider"}"#,
    ]
    let blocks = try decode([Block].self, elements, decoder)
    #expect(
      blocks == [
        .divider, .image(identifier: "a", width: nil), .image(identifier: "b", width: 3), .divider,
      ]
    )
    #expect(decoder.recognises(Block.self))
    #expect(decoder.reuse.containers == 0)
  }

  @Test func `decodes values and functions of existentials without containers`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true, Block.registry)
    let elements = [#"{"type":"divider"}"#, #"{"identifier":"a","type":"image"}"#]
    let feed = try decode([Polymorphic<Block>].self, elements, decoder)
    #expect(feed.known == [.divider, .image(identifier: "a", width: nil)])
    #expect(decoder.recognises(Polymorphic<Block>.self))
    #expect(decoder.reuse.containers == 0)
  }

  @Test func `finds the tag of a family once`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let elements = [#"{"type":"web_result"}"#, #"{"type":"divider"}"#, #"{"type":"_result"}"#]
    let blocks = try decode([Block].self, elements, decoder)
    #expect(
      blocks == [.result(Result(type: "web_result")), .divider, .result(Result(type: "_result"))]
    )
    #expect(decoder.recognises(Block.self))
  }

  @Test func `locates the error of a field`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let error = try #require(throws: DecodingError.self) {
      try decode([Block].self, [#"{"type":"image","identifier":7}"#], decoder)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record(error)
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "identifier"])
  }
}
