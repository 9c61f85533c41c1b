import Medley
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
}
