import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// JSON inside a string.
@Suite struct JSONTextTests {
  protocol Event: Codable, Sendable {}
  struct Join: Event, Hashable { var user: Int }
  struct Leave: Event, Hashable {
    var user: Int
    var why: String?
  }

  static let events = PolymorphicRegistry<any Event>(
    "type",
    ["join": Join.self, "leave": Leave.self]
  )

  struct Message: Codable, Equatable {
    var id: Int
    @JSONText var event: Polymorphic<any Event>
    @JSONText var tags: [String]?
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ json: String,
    on backend: Backend
  ) throws -> Value {
    try backend.decode(type, from: json) { $0.register(events) }
  }

  static let json = #"""
    [{"id":1,"event":"{ \"user\": 7, \"type\": \"join\" }","tags":"[\"a\", \"b\"]"},
     {"id":2,"event":"{\"type\":\"kick\",\"by\":[1.50]}"}]
    """#

  @Test(arguments: Backend.allCases)
  func `decodes the value in a string`(_ backend: Backend) throws {
    let messages = try Self.decode([Message].self, Self.json, on: backend)
    #expect(messages[0].event == .known(Join(user: 7)))
    #expect(messages[0].tags == ["a", "b"])
    #expect(messages[1].event.unknown?.tag == "kick")
    #expect(messages[1].tags == nil)
  }

  @Test(arguments: Backend.allCases)
  func `encodes the text that came until the value is assigned`(_ backend: Backend) throws {
    var messages = try Self.decode([Message].self, Self.json, on: backend)
    let same = try backend.encode(messages) { $0.register(Self.events) }
    #expect(try same == JSONTree(parsing: Self.json))

    messages[0].event = .known(Leave(user: 7, why: "a/b"))
    messages[0].tags?.append("c")
    messages[1].tags = []
    let changed = try backend.encode(messages) { $0.register(Self.events) }
    #expect(
      try changed
        == JSONTree(
          parsing: #"""
            [{"id":1,"event":"{\"type\":\"leave\",\"user\":7,\"why\":\"a/b\"}",
              "tags":"[\"a\",\"b\",\"c\"]"},
             {"id":2,"event":"{\"type\":\"kick\",\"by\":[1.50]}","tags":"[]"}]
            """#
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `nil is an absent or null member and is left out`(_ backend: Backend) throws {
    struct Note: Codable, Equatable { @JSONText var body: Join? }
    var notes = try Self.decode([Note].self, #"[{},{"body":"{\"user\":1}"}]"#, on: backend)
    #expect(notes.map(\.body) == [nil, Join(user: 1)])
    notes[1].body = nil
    #expect(try backend.encode(notes) == JSONTree(parsing: "[{},{}]"))
    guard Backend.allJSON.contains(backend) else { return }
    #expect(try Self.decode([Note].self, #"[{"body":null}]"#, on: backend)[0].body == nil)
  }

  @Test(arguments: Backend.allCases)
  func `texts in lists and in texts`(_ backend: Backend) throws {
    let lists = try Self.decode(
      [[JSONText<Int>]].self,
      #"[["1"," 2 "],[]]"#,
      on: backend
    )
    #expect(lists.map { $0.map(\.wrappedValue) } == [[1, 2], []])
    #expect(try backend.encode(lists) == JSONTree(parsing: #"[["1"," 2 "],[]]"#))
    let nested = try Self.decode([JSONText<JSONText<[Int]>>].self, #"["\"[3]\""]"#, on: backend)
    #expect(nested[0].wrappedValue.wrappedValue == [3])
    #expect(JSONText(wrappedValue: 1) == JSONText(wrappedValue: 1))
    #expect(Set([JSONText(wrappedValue: 1), JSONText(wrappedValue: 1)]).count == 1)
  }

  // MARK: - Errors

  @Test(arguments: Backend.allCases)
  func `paths of errors go on into the text`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.decode(
        [Message].self,
        #"[{"id":1,"event":"{\"type\":\"join\",\"user\":\"x\"}"}]"#,
        on: backend
      )
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].event.user")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "join")

    let missing = try #require(throws: DecodingError.self) {
      try Self.decode([Message].self, #"[{"id":1,"event":"{\"user\":1}"}]"#, on: backend)
    }
    #expect(missing.place == "[0].event.type")
    #expect(missing.cause?.code == .missingTag)
  }

  @Test(arguments: Backend.allCases)
  func `a string that isn't JSON is an error at its path`(_ backend: Backend) throws {
    // As in a document, `DropInJSONDecoder` accepts the comma.
    for text in ["", "{"] + (backend == .dropIn ? [] : ["[1,]"]) {
      let error = try #require(throws: DecodingError.self) {
        try Self.decode([Message].self, #"[{"id":1,"event":"\#(text)"}]"#, on: backend)
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "[0].event")
      #expect(error.details?.debugDescription.contains("The string is not valid JSON.") == true)
    }
  }

  @Test(arguments: Backend.allCases)
  func `another value than a string is an error`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.decode([Message].self, #"[{"id":1,"event":{"type":"join"}}]"#, on: backend)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].event")
    let absent = try #require(throws: DecodingError.self) {
      try Self.decode([Message].self, #"[{"id":1}]"#, on: backend)
    }
    #expect(absent.kind == .keyNotFound)
    #expect(absent.place == "[0].event")
  }

  @Test func `the engine places an error at the string`() throws {
    let json = #"""
      [{"id":1,
        "event":"{\"type\":\"join\",\"user\":\"x\"}"}]
      """#
    let error = try #require(throws: DecodingError.self) {
      try Self.decode([Message].self, json, on: .engine)
    }
    #expect(error.jsonError?.line == 2)
    #expect(error.jsonError?.column == 11)
  }

  @Test(arguments: Backend.allCases)
  func `paths of encoding errors go on into the text`(_ backend: Backend) throws {
    struct Stranger: Event { var name: String }
    let message = Message(id: 1, event: .known(Stranger(name: "a")))
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([message]) { $0.register(Self.events) }
    }
    #expect(error.place == "[0].event")
    #expect(error.cause?.code == .unregisteredType)
  }

  // MARK: - Reports

  struct Page: Codable { @JSONText var items: Lossy<[Polymorphic<any Event>]> }

  @Test(arguments: Backend.allCases)
  func `reports issues and unknown tags of the text`(_ backend: Backend) throws {
    let json = #"""
      [{"items":"[{\"type\":\"join\"},{\"type\":\"kick\"},{\"type\":\"join\",\"user\":1}]"}]
      """#
    let (pages, report) = try DecodingReport.collecting {
      try Self.decode([Page].self, json, on: backend)
    }
    #expect(pages[0].items.wrappedValue.count == 2)
    #expect(report.issues.map { $0.codingPath.place } == ["[0].items[0].user"])
    #expect(report.issues.map { $0.recoveredPath.place } == ["[0].items[0]"])
    #expect(report.unknownTags == ["kick": 1])
  }

  @Test func `the strategies of the engine apply to the text`() throws {
    struct Track: Codable, Equatable { var playCount: Int }
    let tracks = try Backend.engine.decode(
      [JSONText<Track>].self,
      from: #"["{\"play_count\":2}"]"#,
      keys: .snakeCase
    )
    #expect(tracks[0].wrappedValue == Track(playCount: 2))
  }

  @Test(arguments: Backend.allCases)
  func `the strategies of a decoder for texts apply to the text`(_ backend: Backend) throws {
    struct Track: Codable, Equatable {
      var playCount: Int
      @JSONText var event: Polymorphic<any Event>
    }
    let texts = PolymorphicJSONDecoder()
    texts.keyDecodingStrategy = .convertFromSnakeCase
    let json = #"["{\"play_count\":2,\"event\":\"{\\\"type\\\":\\\"join\\\",\\\"user\\\":7}\"}"]"#
    // Its own strategies come first on the engine.
    let keys: KeyStrategy = backend.seesBytes ? .snakeCase : .asWritten
    let tracks = try backend.decode([JSONText<Track>].self, from: json, keys: keys) {
      $0.register(Self.events)
      $0.decodeTexts(with: texts)
    }
    #expect(tracks[0].wrappedValue.playCount == 2)
    #expect(tracks[0].wrappedValue.event == .known(Join(user: 7)))
  }

  @Test func `a decoder for texts leaves those of the engine alone`() throws {
    struct Track: Codable, Equatable {
      var playCount: Int
      // Not found if the key is converted.
      private enum CodingKeys: String, CodingKey { case playCount = "play_count" }
    }
    let texts = PolymorphicJSONDecoder()
    texts.keyDecodingStrategy = .convertFromSnakeCase
    let tracks = try Backend.engine.decode(
      [JSONText<Track>].self,
      from: #"["{\"play_count\":2}"]"#
    ) {
      $0.decodeTexts(with: texts)
    }
    #expect(tracks[0].wrappedValue.playCount == 2)
  }

  @Test func `the limit of depth counts the levels around the text`() throws {
    let inner = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    struct Deep: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        if !container.isAtEnd { _ = try container.decode(Deep.self) }
      }
    }
    let decoder = PolymorphicJSONDecoder()
    _ = try decoder.decode([JSONText<Deep>].self, from: "[\"\(inner)\"]")
    decoder.depthLimit = 300
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([JSONText<Deep>].self, from: "[\"\(inner)\"]")
    }
    #expect(error.place == "[0]")
  }
}
