import Formats
import Medley
import Testing

@Suite struct JSONKindTests {
  struct Person: Codable, Equatable {
    var name: String
  }

  enum Author: Equatable {
    case name(String)
    case person(Person)
  }

  private let registry = PolymorphicRegistry<Author>(.jsonKind) { registry in
    try registry.register(String.self, for: "string", as: Author.name)
    try registry.register(Person.self, for: "object", as: Author.person)
  }
  private let tree: PayloadValue = ["Ada", ["name": "Grace"]]

  @Test(arguments: Format.allCases)
  func `distinguishes a string from an object`(_ format: Format) throws {
    let items = try format.items(tree, with: registry)
    #expect(items == [.known(.name("Ada")), .known(.person(Person(name: "Grace")))])
    #expect(try format.encodedItems(items, with: registry) == tree)
  }

  @Test(arguments: Format.allCases)
  func `distinguishes a string from an object under a key`(_ format: Format) throws {
    let author = try format.decode(
      Single<Polymorphic<Author>>.self,
      ["item": "Ada"],
      with: registry
    )
    #expect(author.item == .known(.name("Ada")))
  }

  @Test func `YAML and XML read every scalar as a string, if strings are registered`() throws {
    #expect(try Format.yaml.items([3, true], with: registry).known == [.name("3"), .name("true")])
    let items = try Format.xml.items([3, true], with: registry)
    #expect(items.known == [.name("3"), .name("true")])
  }

  @Test func `TOML distinguishes strings from other scalars, which are unknown`() throws {
    let tree: PayloadValue = [3, 1.5, true]
    let items = try Format.toml.items(tree, with: registry)
    #expect(items.unknown.map(\.tag) == ["number", "number", "boolean"])
    #expect(try Format.toml.encodedItems(items, with: registry) == tree)
  }

  @Test(arguments: [Format.yaml, .toml])
  func `distinguishes numbers and Booleans if only they are registered`(_ format: Format) throws {
    enum Scalar: Equatable {
      case number(Int)
      case truth(Bool)
    }
    let registry = PolymorphicRegistry<Scalar>(.jsonKind) { registry in
      try registry.register(Int.self, for: "number", as: Scalar.number)
      try registry.register(Bool.self, for: "boolean", as: Scalar.truth)
    }
    let items = try format.items([3, true], with: registry)
    #expect(items.known == [.number(3), .truth(true)])
    #expect(try format.encodedItems(items, with: registry) == [3, true])
  }

  @Test func `null of YAML has no kind`() throws {
    let found = try fault { try Format.yaml.items([.null], with: registry) }
    #expect(found == Fault(.null, "items[0]", .missingTag))
  }
}
