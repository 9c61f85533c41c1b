import Foundation
import Medley
import MedleyFoundation
import TestSupport
import Testing

/// `decode(as:using:)`: a kept payload, decoded later with the strategies of a decoder.
@Suite struct DecodingUnknownPayloadsTests {
  struct Visit: Codable, Hashable {
    var startedAt: Date
    var rawData: Data?
  }
  static let visit = Visit(startedAt: Date(timeIntervalSince1970: 60), rawData: nil)

  static let forms: [(Discriminator, String, place: String)] = [
    ("type", #"{"type":"X","started_at":60}"#, "startedAt"),
    (.adjacent(tag: "t", content: "c"), #"{"t":"X","c":{"started_at":60}}"#, "c.startedAt"),
    (.adjacent(tag: "t"), #"{"t":"X","X":{"started_at":60}}"#, "X.startedAt"),
    (.external, #"{"X":{"started_at":60}}"#, "X.startedAt"),
    (.wrapperArray, #"["X",{"started_at":60}]"#, "[1].startedAt"),
  ]

  static func kept(_ json: String, _ discriminator: Discriminator) throws -> UnknownPayload {
    let feed = try Backend.json.decode([Polymorphic<any Sendable>].self, from: "[\(json)]") {
      $0.register(PolymorphicRegistry<any Sendable>(discriminator))
    }
    return try #require(feed.unknown.first)
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }

  @Test(arguments: forms)
  func `a payload follows the decoder's strategies in every form`(
    _ discriminator: Discriminator,
    _ json: String,
    _ place: String
  ) throws {
    let payload = try Self.kept(json, discriminator)
    #expect(try payload.decode(as: Visit.self, using: Self.decoder) == Self.visit)
    let wrong = try Self.kept(json.replacing("60", with: #""x""#), discriminator)
    let error = try #require(throws: DecodingError.self) {
      try wrong.decode(as: Visit.self, using: Self.decoder)
    }
    #expect(error.place == place)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a payload of a property list keeps its dates and data`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let visit = Visit(startedAt: Date(timeIntervalSince1970: 60), rawData: Data([1, 2]))
    let registry = PolymorphicRegistry<any Sendable>("type", ["X": Visit.self])
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    encoder.userInfo.register(registry)
    let data = try encoder.encode([Polymorphic<any Sendable>.known(visit)])
    let decoder = PropertyListDecoder()
    decoder.userInfo.register(PolymorphicRegistry<any Sendable>("type"))
    let feed = try decoder.decode([Polymorphic<any Sendable>].self, from: data)
    let payload = try #require(feed.unknown.first)
    #expect(try payload.decode(as: Visit.self, using: PropertyListDecoder()) == visit)
    let error = try #require(throws: DecodingError.self) {
      try payload.decode(as: Int.self, using: PropertyListDecoder())
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "")
  }

  @Test func `decodes a payload that is a single value`() throws {
    let number = try Self.kept("60", .jsonKind)
    #expect(number.tag == "number")
    #expect(try number.decode(as: Int.self) == 60)
    #expect(try number.decode(as: Int.self, using: Self.decoder) == 60)
    #expect(try number.decode(as: Int.self, using: PropertyListDecoder()) == 60)
  }

  @Test func `decodes a payload that is a date or a URL`() throws {
    let number = try Self.kept("60", .jsonKind)
    #expect(try number.decode(as: Date.self) == Date(timeIntervalSinceReferenceDate: 60))
    #expect(
      try number.decode(as: Date.self, using: Self.decoder) == Date(timeIntervalSince1970: 60)
    )
    let string = try Self.kept(#""https://a.b/c""#, .jsonKind)
    #expect(try string.decode(as: URL.self).absoluteString == "https://a.b/c")
    #expect(
      try string.decode(as: URL.self, using: Self.decoder).absoluteString == "https://a.b/c"
    )
  }

  @Test func `nested elements use the decoder's registries`() throws {
    struct Shelf: Codable { var items: [Polymorphic<any Sendable>] }
    let payload = try Self.kept(#"{"type":"S","items":[{"type":"V","started_at":60}]}"#, "type")
    let decoder = Self.decoder
    decoder.userInfo.register(PolymorphicRegistry<any Sendable>("type", ["V": Visit.self]))
    #expect(
      try payload.decode(as: Shelf.self, using: decoder).items.known.first as? Visit == Self.visit
    )
  }

  /// A payload that decodes another unknown one while it is decoded itself.
  struct Folder: Decodable {
    private enum CodingKeys: String, CodingKey {
      case first
      case last
    }

    var first: Visit
    var last: Visit

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let element = try container.decode(Polymorphic<any Sendable>.self, forKey: .first)
      first = try #require(element.unknown).decode(
        as: Visit.self,
        using: DecodingUnknownPayloadsTests.decoder
      )
      last = try container.decode(Visit.self, forKey: .last)
    }
  }

  @Test func `decodes a payload that decodes another one`() throws {
    let json = """
      {"type":"F","first":{"kind":"V","content":{"started_at":60}},"last":{"started_at":60}}
      """
    let decoder = Self.decoder
    decoder.userInfo.register(
      PolymorphicRegistry<any Sendable>(.adjacent(tag: "kind", content: "content"))
    )
    let folder = try Self.kept(json, "type").decode(as: Folder.self, using: decoder)
    #expect(folder.first == Self.visit)
    #expect(folder.last == Self.visit)
  }
}
