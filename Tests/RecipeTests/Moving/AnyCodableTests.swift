import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of AnyCodable.
@Suite struct AnyCodableTests {
  struct Event: Codable, Hashable {
    var name: String
    var data: PayloadValue
    var metadata: [String: PayloadValue]
  }

  @Test(arguments: Backend.allCases)
  func `a value of any shape is encoded as it came`(_ backend: Backend) throws {
    let event = try backend.keep(
      Event.self,
      #"""
      {"name":"a","data":{"flag":true,"count":2,"ratio":2.5,"text":"b","list":[1,"c"]},
      "metadata":{"id":7,"tags":["d"]}}
      """#
    )
    #expect(event.data["flag"]?.bool == true)
    #expect(event.data["count"]?.int == 2)
    #expect(event.data["ratio"]?.double == 2.5)
    #expect(event.data["text"]?.string == "b")
    #expect(event.data["list"]?[1] == "c")
    #expect(event.data["list"]?.array?.count == 2)
    #expect(event.data.dictionary?.count == 5)
    #expect(event.metadata["id"] == 7)
    #expect(event.data["text"]?.int == nil)
    #expect(event.data["none"] == nil)
  }

  @Test(arguments: Backend.allJSON)
  func `null is a value`(_ backend: Backend) throws {
    let values = try backend.keep([PayloadValue].self, "[null,1]")
    #expect(values.map(\.isNull) == [true, false])
  }

  @Test(arguments: Backend.allJSON)
  func `literals are values`(_ backend: Backend) throws {
    let values: [String: PayloadValue] = [
      "flag": true, "count": 1, "ratio": 2.5, "text": "a", "list": [1, 2, nil],
      "nested": ["a": "alpha", "b": [:]],
    ]
    try backend.expect(
      values,
      encodesTo: #"""
        {"flag":true,"count":1,"ratio":2.5,"text":"a","list":[1,2,null],
        "nested":{"a":"alpha","b":{}}}
        """#
    )
    #expect(try backend.roundTrip(values) == values)
    #expect(Set([values["list"], [1, 2, nil]]).count == 1)
  }

  @Test(arguments: Backend.allJSON)
  func `a variable becomes a value by its case`(_ backend: Backend) throws {
    let (count, name) = (3, "Ada")
    let value: PayloadValue = ["count": .integer(Int64(count)), "name": .string(name)]
    try backend.expect(value, encodesTo: #"{"count":3,"name":"Ada"}"#)
  }

  @Test(arguments: Backend.allJSON)
  func `what JSONSerialization gives becomes a value`(_ backend: Backend) throws {
    let json = #"{"a":[1,true,null,"x"],"b":{"c":2.5}}"#
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let value = try PayloadValue(propertyList: object)
    #expect(value == ["a": [1, true, nil, "x"], "b": ["c": 2.5]])
    try backend.expect(value, encodesTo: json)
  }

  @Test func `dates and URLs of Any become values`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let url = try #require(URL(string: "https://example.org"))
    let dictionary: [String: Any] = ["date": date, "url": url]
    let value = try PayloadValue(propertyList: dictionary)
    let text = #"{"date":"1970-01-01T00:00:01Z","url":"https://example.org"}"#
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    #expect(try JSONTree(parsing: Array(encoder.encode(value))) == JSONTree(parsing: text))
    let engine = PolymorphicJSONEncoder()
    engine.dateEncodingStrategy = .iso8601
    #expect(try JSONTree(parsing: Array(engine.encode(value))) == JSONTree(parsing: text))
  }

  struct User: Codable, Hashable {
    var name: String
    var age: Int
  }

  @Test(arguments: Backend.allCases)
  func `a value decodes as a type later`(_ backend: Backend) throws {
    let value = try backend.decode(PayloadValue.self, from: #"{"name":"Ada","age":36}"#)
    #expect(try value.decode(User.self) == User(name: "Ada", age: 36))
    let error = try #require(throws: DecodingError.self) { try value.decode([User].self) }
    #expect(error.kind == .typeMismatch)
  }

  protocol Message: Codable, Sendable {}
  struct Greeting: Message, Hashable { var text: String }

  @Test(arguments: Backend.allCases)
  func `a type and its data are an element`(_ backend: Backend) throws {
    let messages = PolymorphicRegistry<any Message>(
      .adjacent(tag: "type", content: "data"),
      ["greeting": Greeting.self]
    )
    let json = #"[{"type":"greeting","data":{"text":"Hi"}},{"type":"new","data":{"a":[1]}}]"#
    let feed = try backend.feed(json, messages)
    #expect(feed.known.first as? Greeting == Greeting(text: "Hi"))
    #expect(feed.unknown.first?.content["data"]?["a"]?[0]?.int == 1)
    #expect(try backend.encode(feed, with: messages) == JSONTree(parsing: json))
  }
}
