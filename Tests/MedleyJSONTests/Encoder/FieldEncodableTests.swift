import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

@Suite struct FieldEncodableTests {
  private protocol Media: Sendable {}

  /// Each kind of field, written by hand.
  struct Film: FieldDecodable, FieldEncodable, Equatable {
    var id: Int
    var title: String
    var isOn: Bool
    var rating: Double
    var gain: Float
    var tiny: Int8
    var huge: UInt64
    var cast: [Person]
    var director: Person?
    var scores: [String: Double]
    var note: String?
    var count: Int?
    var ratio: Double?
    var day: Date?

    init(fields: inout FieldReader) throws {
      id = try fields.decode("id")
      title = try fields.decode("title")
      isOn = try fields.decode("isOn")
      rating = try fields.decode("rating")
      gain = try fields.decode("gain")
      tiny = try fields.decode("tiny")
      huge = try fields.decode("huge")
      cast = try fields.decode("cast")
      director = try fields.decodeIfPresent("director")
      scores = try fields.decode("scores")
      note = try fields.decodeIfPresent("note")
      count = try fields.decodeIfPresent("count")
      ratio = try fields.decodeIfPresent("ratio")
      day = try fields.decodeIfPresent("day")
    }

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("id", id)
      try fields.encode("title", title)
      try fields.encode("isOn", isOn)
      try fields.encode("rating", rating)
      try fields.encode("gain", gain)
      try fields.encode("tiny", tiny)
      try fields.encode("huge", huge)
      try fields.encode("cast", cast)
      try fields.encodeIfPresent("director", director)
      try fields.encode("scores", scores)
      try fields.encodeIfPresent("note", note)
      try fields.encodeIfPresent("count", count)
      try fields.encodeIfPresent("ratio", ratio)
      try fields.encodeIfPresent("day", day)
    }
  }

  struct Person: FieldDecodable, FieldEncodable, Media, Equatable {
    var name: String

    init(name: String) { self.name = name }
    init(fields: inout FieldReader) throws { name = try fields.decode("name") }
    func encode(fields: inout FieldWriter) throws { try fields.encode("name", name) }
  }

  /// The same members with synthesised coding.
  private struct Synthesised: Codable {
    var id: Int
    var title: String
    var isOn: Bool
    var rating: Double
    var gain: Float
    var tiny: Int8
    var huge: UInt64
    var cast: [[String: String]]
    var director: [String: String]?
    var scores: [String: Double]
    var note: String?
    var count: Int?
    var ratio: Double?
    var day: Date?
  }

  private func json(_ random: inout SeededRandom) -> String {
    let optional = [
      #","note":"a\/b\"""#, #","count":-3"#, #","ratio":0.25"#, #","day":700000000"#,
      #","director":{"name":"Tati"}"#,
    ].filter { _ in random.once(in: 2) }.joined()
    return """
      {"id":\(random.number(below: 999)),"title":"t\(random.number(below: 9))",\
      "isOn":\(random.once(in: 2)),"rating":\(random.number(below: 100)).5,"gain":0.1,"tiny":-8,\
      "huge":\(random.next()),"cast":[{"name":"x"},{"name":"é"}],"scores":{"a":1.5}\(optional)}
      """
  }

  @Test(arguments: Backend.allJSON)
  func `round-trips on every encoder, as synthesised coding does`(_ backend: Backend) throws {
    for seed in Thoroughness.seeds(0..<200) {
      var random = SeededRandom(seed: seed)
      let text = json(&random)
      let films = try backend.decode([Film].self, from: "[\(text)]")
      let tree = try backend.encode(films)
      let synthesised = try backend.decode([Synthesised].self, from: "[\(text)]")
      #expect(try tree == backend.encode(synthesised), "seed \(seed)")
      #expect(try backend.roundTrip(films) == films, "seed \(seed)")
    }
  }

  @Test func `writes fields in the order of the calls, the tag first`() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Person.self, for: "PERSON")
    let people: [Polymorphic<any Media>] = [
      .known(Person(name: "Tati")), .known(Person(name: "/")),
    ]
    let encoder = PolymorphicJSONEncoder(registry)
    #expect(
      String(decoding: try encoder.encode(people), as: UTF8.self)
        == #"[{"type":"PERSON","name":"Tati"},{"type":"PERSON","name":"\/"}]"#
    )
  }

  /// A payload that stores its tag.
  private struct Tagged: FieldDecodable, FieldEncodable, Media {
    var type: String
    var id: Int
    init(fields: inout FieldReader) throws {
      type = try fields.decode("type")
      id = try fields.decode("id")
    }
    func encode(fields: inout FieldWriter) throws {
      try fields.encode("id", id)
      try fields.encode("type", type)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `writes a stored tag once, and refuses another one`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Tagged.self, for: "TAGGED")
    let json = #"[{"type":"TAGGED","id":7}]"#
    var elements = try backend.decode([Polymorphic<any Media>].self, from: json) {
      $0.register(registry)
    }
    for _ in 0..<2 {
      let data = try backend.encoded(elements) { $0.register(registry) }
      #expect(try JSONTree(parsing: Array(data)) == JSONTree(parsing: Array(json.utf8)))
    }
    var tagged = try #require(elements[0].known as? Tagged)
    tagged.type = "OTHER"
    elements = [.known(tagged)]
    let error = #expect(throws: EncodingError.self) {
      try backend.encoded(elements) { $0.register(registry) }
    }
    #expect("\(String(describing: error))".contains("OTHER"))
  }

  @Test func `converts names with a strategy`() throws {
    struct Named: FieldEncodable {
      func encode(fields: inout FieldWriter) throws {
        try fields.encode("imageURL", 1)
        try fields.encode("path", fields.encoder.codingPath.map(\.stringValue))
      }
    }
    let encoder = PolymorphicJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = try encoder.encode(["aB": Named()])
    #expect(String(decoding: data, as: UTF8.self) == #"{"aB":{"image_url":1,"path":["aB"]}}"#)
  }

  @Test(arguments: Backend.allJSON)
  func `writes the last of repeated fields`(_ backend: Backend) throws {
    struct Twice: FieldEncodable {
      func encode(fields: inout FieldWriter) throws {
        try fields.encode("a", 1)
        try fields.encode("b", 2)
        try fields.encode("a", 3)
      }
    }
    for _ in 0..<2 {
      let data = try backend.encoded([Twice()])
      #expect(
        try JSONTree(parsing: Array(data)) == JSONTree(parsing: Array(#"[{"a":3,"b":2}]"#.utf8))
      )
    }
  }

  @Test func `writes the last of fields that a strategy gives one name`() throws {
    struct Alike: FieldEncodable {
      var isLast = true
      func encode(fields: inout FieldWriter) throws {
        try fields.encode("imageURL", 1)
        try fields.encode("other", 2)
        if isLast { try fields.encode("image_url", 3) }
      }
    }
    let encoder = PolymorphicJSONEncoder(alone: true)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    for isLast in [false, true, false, true] {
      let data = try encoder.encode(Alike(isLast: isLast))
      let expected = #"{"image_url":\#(isLast ? 3 : 1),"other":2}"#
      #expect(String(decoding: data, as: UTF8.self) == expected)
    }
  }

  @Test func `adds the names of the type to errors, whatever the strategy`() throws {
    struct Number: FieldEncodable {
      var isFirst = false
      func encode(fields: inout FieldWriter) throws {
        var container = fields.encoder.container(keyedBy: AnyEncoderKey.self)
        if isFirst { try container.encode(Double.nan, forKey: AnyEncoderKey("inContainer")) }
        try container.encode(1, forKey: AnyEncoderKey("inContainer"))
        try fields.encode("firstValue", 1)
        try fields.encode("secondValue", ["x": Double.nan])
      }
    }
    let strategies: [JSONEncoder.KeyEncodingStrategy] = [
      .useDefaultKeys, .convertToSnakeCase, .custom { $0.last ?? AnyEncoderKey("") },
    ]
    for strategy in strategies {
      for isFirst in [true, false] {
        let encoder = PolymorphicJSONEncoder(alone: true)
        encoder.keyEncodingStrategy = strategy
        for _ in 0..<2 {
          let error = #expect(throws: EncodingError.self) {
            try encoder.encode(["aB": Number(isFirst: isFirst)])
          }
          guard case .invalidValue(_, let context) = error else { continue }
          #expect(
            context.codingPath.map(\.stringValue)
              == (isFirst ? ["aB", "inContainer"] : ["aB", "secondValue", "x"])
          )
        }
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `lets wrappers decide whether they are written`(_ backend: Backend) throws {
    struct Wrapped: FieldEncodable {
      var absent = FieldValue<Int>.absent
      var null = FieldValue<Int>.null
      var value = FieldValue.value(1)
      var optional: Int?

      func encode(fields: inout FieldWriter) throws {
        try fields.encode("absent", absent)
        try fields.encode("null", null)
        try fields.encode("value", value)
        try fields.encode("optional", optional)
      }
    }
    let data = try backend.encoded([Wrapped()])
    let expected = #"[{"null":null,"value":1,"optional":null}]"#
    #expect(try JSONTree(parsing: Array(data)) == JSONTree(parsing: Array(expected.utf8)))
  }

  @Test func `adds the path to errors`() throws {
    struct Number: FieldEncodable {
      func encode(fields: inout FieldWriter) throws { try fields.encode("x", Double.nan) }
    }
    let error = #expect(throws: EncodingError.self) {
      try PolymorphicJSONEncoder().encode(["a": [Number()]])
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "x"])
  }
}
