import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Unknown elements that are written as the bytes that came.
@Suite(.onEachEngine) struct BytesThroughTests {
  private protocol Media: Sendable {}

  private struct Movie: Media, Codable {
    var title: String
  }

  private struct Page: Codable {
    var hero: Polymorphic<any Media>
    var items: [Polymorphic<any Media>]
    var byName: [String: Polymorphic<any Media>]
    var optional: Polymorphic<any Media>?
  }

  private let registry: PolymorphicRegistry<any Media>

  init() throws {
    registry = try PolymorphicRegistry<any Media>("type").registering(Movie.self, for: "MOVIE")
  }

  private func roundTrip(
    _ json: String,
    _ format: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    let decoder = Engine.current.decoder(registry)
    let encoder = Engine.current.encoder(registry)
    encoder.outputFormatting = format
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let page = try decoder.decode(Page.self, from: json)
    return String(decoding: try encoder.encode(page), as: UTF8.self)
  }

  private let unknown =
    #"{ "z" : 1.50,"type":"OPERA", "a/b":"\u0041\/" , "bigNumber":1e400,"z":[ ] }"#

  @Test func `writes them at any depth, in any container`() throws {
    let json = """
      {"hero":\(unknown),"items":[\(unknown),{"type":"MOVIE","title":"Ran"}, \(unknown)],\
      "by_name":{"x":\(unknown)},"optional":\(unknown)}
      """
    #expect(try roundTrip(json) == json.replacing(", { \"z\"", with: ",{ \"z\""))
  }

  @Test func `keeps the order of their members with sorted keys`() throws {
    let json = #"{"by_name":{},"hero":\#(unknown),"items":[\#(unknown)]}"#
    #expect(try roundTrip(json, .sortedKeys) == json)
  }

  @Test func `indents them if asked to`() throws {
    let json = #"{"by_name":{},"hero":{"type":"X","b":[1.0, {}],"a":"\/"},"items":[]}"#
    #expect(
      try roundTrip(json, [.sortedKeys, .prettyPrinted]) == """
        {
          "by_name" : {

          },
          "hero" : {
            "type" : "X",
            "b" : [
              1.0,
              {

              }
            ],
            "a" : "\\/"
          },
          "items" : [

          ]
        }
        """
    )
  }

  @Test func `keeps them where repeated keys are removed`() throws {
    struct Twice: Encodable {
      let element: Polymorphic<any Media>

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyEncoderKey.self)
        try container.encode(1, forKey: AnyEncoderKey("x"))
        try container.encode(element, forKey: AnyEncoderKey("y"))
        try container.encode(2, forKey: AnyEncoderKey("x"))
      }
    }
    let element = try Engine.current.decoder(registry)
      .decode(Polymorphic<any Media>.self, from: unknown)
    let data = try Engine.current.encoder(registry).encode(Twice(element: element))
    #expect(String(decoding: data, as: UTF8.self) == #"{"x":2,"y":\#(unknown)}"#)
  }

  @Test func `moves them with containers that are used late`() throws {
    struct Late: Encodable {
      let element: Polymorphic<any Media>

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        var first = container.nestedUnkeyedContainer()
        try container.encode(element)
        try first.encode(element)
        try first.encode(1)
      }
    }
    let element = try Engine.current.decoder(registry)
      .decode(Polymorphic<any Media>.self, from: unknown)
    for format in [[], .sortedKeys] as [JSONEncoder.OutputFormatting] {
      let encoder = Engine.current.encoder(registry)
      encoder.outputFormatting = format
      let data = try encoder.encode(Late(element: element))
      #expect(String(decoding: data, as: UTF8.self) == "[[\(unknown),1],\(unknown)]")
    }
  }

  @Test func `writes them for an enum that encodes itself`() throws {
    enum Item: Encodable {
      case unknown(UnknownPayload)
      case shared(UnknownPayload)

      func encode(to encoder: any Encoder) throws {
        switch self {
        case .unknown(let payload): try payload.encode(to: encoder)
        case .shared(let payload):
          try payload.encode(to: encoder)
          var container = encoder.container(keyedBy: AnyEncoderKey.self)
          try container.encode(1, forKey: AnyEncoderKey("z"))
          try container.encode(2, forKey: AnyEncoderKey("y"))
        }
      }
    }
    let element = try Engine.current.decoder(registry)
      .decode(Polymorphic<any Media>.self, from: #"{"type":"X", "z":[1]}"#)
    let payload = try #require(element.unknown)
    let data = try Engine.current.encoder().encode([Item.unknown(payload), .shared(payload)])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"type":"X", "z":[1]},{"type":"X","z":1,"y":2}]"#
    )
  }

  // MARK: - Values

  @Test func `keeps the order of members and the text of numbers in a value`() throws {
    let json =
      #"{"b":1e400,"a":[18446744073709551616,1.5,-2e-09,18446744073709551615,0.1],"aB":null}"#
    let value = try Engine.current.decoder().decode(PayloadValue.self, from: json)
    let encoder = Engine.current.encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(text == json)
    #expect(
      String(decoding: try encoder.encode(["x": [value]]), as: UTF8.self) == #"{"x":[\#(json)]}"#
    )
  }
}
