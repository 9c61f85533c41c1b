import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Names of fields, which the engine finds in the bytes of a document.
@Suite(.onEachEngine) struct FieldKeyTests {
  /// Names of every length up to sixteen bytes, some with the same beginning.
  struct Names: FieldDecodable {
    var values: [Int?]

    init(fields: inout FieldReader) throws {
      values = [
        try fields.decodeIfPresent(""), try fields.decodeIfPresent("a"),
        try fields.decodeIfPresent("ab"), try fields.decodeIfPresent("abc"),
        try fields.decodeIfPresent("abcd"), try fields.decodeIfPresent("abcdefg"),
        try fields.decodeIfPresent("abcdefgh"), try fields.decodeIfPresent("abcdefghi"),
        try fields.decodeIfPresent("abcdefghX"), try fields.decodeIfPresent("abcdefghijklmnop"),
        try fields.decodeIfPresent("abcdefghijklmnopq"), try fields.decodeIfPresent("größe"),
        try fields.decodeIfPresent("a\"b"),
      ]
    }

    static let all = [
      "", "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghX",
      "abcdefghijklmnop", "abcdefghijklmnopq", "größe", #"a\"b"#,
    ]
  }

  private func decode(_ members: [String]) throws -> [Int?] {
    try Engine.current.decoder().decode(
      Names.self,
      from: "{" + members.joined(separator: ",") + "}"
    ).values
  }

  @Test func `each name finds only its own value`() throws {
    for (index, name) in Names.all.enumerated() {
      var values = [Int?](repeating: nil, count: Names.all.count)
      values[index] = index
      #expect(try decode([#""\#(name)":\#(index)"#]) == values, "\(name)")
    }
  }

  @Test func `finds names among others in any order`() throws {
    let members = Names.all.enumerated().map { #""\#($1)":\#($0)"# }
    let values = Array(Names.all.indices) as [Int?]
    #expect(try decode(members) == values)
    #expect(try decode(members.reversed()) == values)
    #expect(try decode(members + members.map { $0 + ".5" }) == values)
    let others = (0..<100).map { #""other\#($0)":[{"a":-1}]"# }
    #expect(try decode(others + members) == values)
    #expect(try decode(members.shuffled() + others) == values)
  }

  @Test func `finds names with escapes`() throws {
    #expect(try decode([#""\u0061b":7"#])[2] == 7)
    #expect(try decode([#""gr\u00f6\u00dfe":7"#])[11] == 7)
  }

  struct Person: FieldDecodable {
    var name: String
    var type: String
    var age: Int

    init(fields: inout FieldReader) throws {
      name = try fields.decode("name")
      type = try fields.decode("type")
      age = try fields.decode("age")
    }
  }

  /// The tag, which is skipped, can be any member and also a field.
  @Test(arguments: [
    #"{"type":"P","name":"a","age":1}"#, #"{"name":"a","type":"P","age":1}"#,
    #"{"age":1,"name":"a","type":"P"}"#, #"{"age":1,"name":"a","x":{},"type":"P"}"#,
    #"{"name":"a","type":"P","age":1,"type":"Q"}"#,
  ])
  func `a tag is a field`(_ json: String) throws {
    let registry = PolymorphicRegistry<Person>("type", ["P": Person.self])
    let decoder = Engine.current.decoder(registry)
    let person = try decoder.decode([Polymorphic<Person>].self, from: "[\(json)]")[0].known
    #expect(person?.name == "a" && person?.type == "P" && person?.age == 1)
  }

  @Test func `finds a registry that is added later`() throws {
    let decoder = Engine.current.decoder()
    let json = #"[{"type":"P","name":"a","age":1}]"#
    #expect(throws: DecodingError.self) {
      try decoder.decode([Polymorphic<Person>].self, from: json)
    }
    decoder.userInfo.register(PolymorphicRegistry<Person>("type", ["P": Person.self]))
    #expect(try decoder.decode([Polymorphic<Person>].self, from: json)[0].known?.name == "a")
    decoder.userInfo.register(PolymorphicRegistry<Person>("type", ["Q": Person.self]))
    #expect(try decoder.decode([Polymorphic<Person>].self, from: json)[0].known == nil)
  }

  /// A value that fails after others were made.
  @Test func `an error releases the fields before it`() throws {
    final class Token: FieldDecodable {
      static let alive = Lock(0)
      let number: Int
      init(fields: inout FieldReader) throws {
        number = try fields.decode("n")
        Self.alive.withLock { $0 += 1 }
      }
      deinit { Self.alive.withLock { $0 -= 1 } }
    }
    let error = try #require(throws: DecodingError.self) {
      try Engine.current.decoder().decode([Token].self, from: #"[{"n":1},{"n":2},{"n":null}]"#)
    }
    #expect(error.jsonError?.column == 23)
    #expect(Token.alive.withLock { $0 } == 0)
  }
}
