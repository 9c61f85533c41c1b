import Medley
import MedleyTesting
import TestSupport
import Testing

/// The discriminator `.jsonKind`.
@Suite struct JSONKindTests {
  struct Person: Codable, Hashable { var name: String }

  enum Author: Hashable {
    case name(String)
    case number(Int)
    case anonymous(Bool)
    case several([String])
    case person(Person)
  }

  static let all = PolymorphicRegistry<Author>(.jsonKind) { registry in
    try registry.register(String.self, for: "string", as: Author.name)
    try registry.register(Int.self, for: "number", as: Author.number)
    try registry.register(Bool.self, for: "boolean", as: Author.anonymous)
    try registry.register([String].self, for: "array", as: Author.several)
    try registry.register(Person.self, for: "object", as: Author.person)
  }

  static let some = PolymorphicRegistry<Author>(.jsonKind) { registry in
    try registry.register(String.self, for: "string", as: Author.name)
    try registry.register(Person.self, for: "object", as: Author.person)
  }

  @Test(arguments: Backend.allCases)
  func `each kind selects a type`(_ backend: Backend) throws {
    let json = #"["Ada",3,true,["Ada","Bob"],{"name":"Ada"}]"#
    let feed = try backend.feed(json, Self.all)
    #expect(
      feed == [
        .known(.name("Ada")), .known(.number(3)), .known(.anonymous(true)),
        .known(.several(["Ada", "Bob"])), .known(.person(Person(name: "Ada"))),
      ]
    )
    #expect(try backend.encode(feed, with: Self.all) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an unregistered kind is an unknown tag`(_ backend: Backend) throws {
    let json = #"[3,1.5,false,[],["x"],"Ada"]"#
    let feed = try backend.feed(json, Self.some)
    #expect(feed.unknown.map(\.tag) == ["number", "number", "boolean", "array", "array"])
    #expect(feed.known == [.name("Ada")])
    #expect(try backend.encode(feed, with: Self.some) == JSONTree(parsing: json))

    var strict = Self.some
    strict.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) { try backend.feed("[[]]", strict) }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == "array")
    #expect(error.cause?.knownTags == ["string", "object"])
  }

  @Test(arguments: Backend.allCases)
  func `null has no kind`(_ backend: Backend) throws {
    var registry = Self.all
    let error = try #require(throws: DecodingError.self) { try backend.feed("[null]", registry) }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .missingTag)
    registry.policies.missing = .keep
    #expect(try backend.feed("[null]", registry).unknown.map(\.content) == [.null])
  }

  @Test(arguments: Backend.allCases)
  func `decodes a member that is a string or an object`(_ backend: Backend) throws {
    struct Post: Codable, Hashable {
      var author: Polymorphic<Author>
      var editor: Polymorphic<Author>?
    }
    let json = #"[{"author":"Ada","editor":{"name":"Bob"}},{"author":{"name":"Ada"}}]"#
    let posts = try backend.decode([Post].self, from: json, with: Self.some)
    #expect(
      posts == [
        Post(author: .known(.name("Ada")), editor: .known(.person(Person(name: "Bob")))),
        Post(author: .known(.person(Person(name: "Ada"))), editor: nil),
      ]
    )
    #expect(try backend.encode(posts, with: Self.some) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an error in the payload has its own path`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"["Ada",{"nom":"Ada"}]"#, Self.some)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[1].name")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "object")
  }

  // MARK: - Null and integers

  struct Null: Codable, Hashable {
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard container.decodeNil() else {
        throw DecodingError.typeMismatch(
          Null.self,
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No null.")
        )
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  indirect enum Value: PolymorphicEnum, Hashable {
    case null(Null)
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    static let registry = PolymorphicRegistry<Value>(.jsonKind) {
      try $0.register(for: "null", as: Value.null)
      try $0.register(for: "boolean", as: Value.boolean)
      try $0.register(for: "integer", as: Value.integer)
      try $0.register(for: "number", as: Value.number)
      try $0.register(for: "string", as: Value.string)
      try $0.register(for: "array", as: Value.array)
      try $0.register(for: "object", as: Value.object)
    }
  }

  @Test(arguments: Backend.allCases)
  func `any value without null is a case of one enum`(_ backend: Backend) throws {
    let json = #"[true,3,1.5,"a",[1,[]],{"a":{"b":[0.5]},"c":false}]"#
    let values = try backend.decode([Value].self, from: json)
    #expect(
      values == [
        .boolean(true), .integer(3), .number(1.5), .string("a"), .array([.integer(1), .array([])]),
        .object(["a": .object(["b": .array([.number(0.5)])]), "c": .boolean(false)]),
      ]
    )
    #expect(try backend.encode(values) == JSONTree(parsing: json))
    try Value.registry.validate()
  }

  @Test(arguments: Backend.allJSON)
  func `null is a case if it is registered`(_ backend: Backend) throws {
    let json = #"[null,[null],{"a":null}]"#
    let values = try backend.decode([Value].self, from: json)
    #expect(
      values == [.null(Null()), .array([.null(Null())]), .object(["a": .null(Null())])]
    )
    #expect(try backend.encode(values) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allJSON)
  func `a whole number of 64 bits is an integer however it is written`(_ backend: Backend) throws {
    let values = try backend.decode(
      [Value].self,
      from: "[4.0,4e0,-9223372036854775808,1e300,0.25]"
    )
    #expect(
      values == [.integer(4), .integer(4), .integer(.min), .number(1e300), .number(0.25)]
    )
  }

  @Test(arguments: Backend.allCases)
  func `a fraction is an unknown number if only integers are registered`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<Author>(.jsonKind) {
      try $0.register(Int.self, for: "integer", as: Author.number)
    }
    let feed = try backend.feed("[3,1.5,true]", registry)
    #expect(feed.known == [.number(3)])
    #expect(feed.unknown.map(\.tag) == ["number", "boolean"])
  }
}
