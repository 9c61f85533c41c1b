import Medley
import MedleyTesting
import TestSupport
import Testing

/// Tags are written, or not, as a registry or a registration states.
@Suite struct TagWritingTests {
  enum Item: Hashable {
    case movie(Movie)
    case book(Book)
    case advert
  }

  private func registry(_ discriminator: Discriminator) throws -> PolymorphicRegistry<Item> {
    var registry = PolymorphicRegistry<Item>(discriminator)
    try registry.register(for: "movie", as: Item.movie)
    try registry.register(for: "book", as: Item.book)
    try registry.register(.advert, for: "advert")
    return registry
  }

  private static let items: [Polymorphic<Item>] = [
    .known(.movie(Movie(title: "Heat"))), .known(.book(Book(title: "Momo"))), .known(.advert),
  ]

  static let forms: [(Discriminator, assumed: String, never: String)] = [
    (
      "type",
      #"[{"title":"Heat"},{"type":"book","title":"Momo"},{"type":"advert"}]"#,
      #"[{"title":"Heat"},{"title":"Momo"},{}]"#
    ),
    (
      .path("meta", "kind"),
      #"[{"title":"Heat"},{"meta":{"kind":"book"},"title":"Momo"},{"meta":{"kind":"advert"}}]"#,
      #"[{"title":"Heat"},{"title":"Momo"},{}]"#
    ),
    (
      .adjacent(tag: "type", content: "data"),
      #"[{"data":{"title":"Heat"}},{"type":"book","data":{"title":"Momo"}},{"type":"advert"}]"#,
      #"[{"data":{"title":"Heat"}},{"data":{"title":"Momo"}},{}]"#
    ),
    (
      .adjacent(tag: "type"),
      #"[{"movie":{"title":"Heat"}},{"type":"book","book":{"title":"Momo"}},{"type":"advert"}]"#,
      #"[{"movie":{"title":"Heat"}},{"book":{"title":"Momo"}},{}]"#
    ),
    (
      .key("type").or(.key("kind")),
      #"[{"title":"Heat"},{"type":"book","title":"Momo"},{"type":"advert"}]"#,
      #"[{"title":"Heat"},{"title":"Momo"},{}]"#
    ),
    (
      .external,
      // Without its tag, it would be read as a wrapper with the tag "title".
      #"[{"movie":{"title":"Heat"}},{"book":{"title":"Momo"}},"advert"]"#,
      #"[{"title":"Heat"},{"title":"Momo"},{}]"#
    ),
  ]

  @Test(arguments: Backend.allCases, forms.indices)
  func `leaves out a tag that is assumed`(_ backend: Backend, _ index: Int) throws {
    let form = Self.forms[index]
    var registry = try registry(form.0)
    registry.policies.missing = .assume("movie")
    registry.tagWriting = .unlessAssumed
    #expect(try backend.encode(Self.items, with: registry) == JSONTree(parsing: form.assumed))
    #expect(registry.problems.isEmpty)
    #expect(try backend.feed(form.assumed, registry) == Self.items)
  }

  @Test(arguments: Backend.allCases, forms.indices)
  func `writes the content alone`(_ backend: Backend, _ index: Int) throws {
    let form = Self.forms[index]
    var registry = try registry(form.0)
    registry.tagWriting = .never
    #expect(try backend.encode(Self.items, with: registry) == JSONTree(parsing: form.never))
  }

  @Test func `writes a tag that the policy for missing tags doesn't assume`() throws {
    var registry = try registry("type")
    registry.tagWriting = .unlessAssumed
    let json = #"[{"type":"movie","title":"Heat"}]"#
    let items = Array(Self.items.prefix(1))
    #expect(try Backend.json.encode(items, with: registry) == JSONTree(parsing: json))
    registry.policies.null = .assume("movie")
    #expect(try Backend.json.encode(items, with: registry) == JSONTree(parsing: json))
  }

  @Test func `a registration comes before its registry`() throws {
    var registry = PolymorphicRegistry<Item>("type")
    try registry.register(for: "movie", options: .tagWriting(.never), as: Item.movie)
    try registry.register(for: "book", as: Item.book)
    try registry.register(.advert, for: "advert", options: .tagWriting(.always))
    let some = #"[{"title":"Heat"},{"type":"book","title":"Momo"},{"type":"advert"}]"#
    #expect(try Backend.json.encode(Self.items, with: registry) == JSONTree(parsing: some))
    registry.tagWriting = .never
    let one = #"[{"title":"Heat"},{"title":"Momo"},{"type":"advert"}]"#
    #expect(try Backend.json.encode(Self.items, with: registry) == JSONTree(parsing: one))
  }

  @Test(arguments: Backend.allCases)
  func `writes a scalar where it needn't share an object`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Int>("type")
    try registry.register(Int.self, for: "number", options: .tagWriting(.never))
    #expect(
      try backend.encode([Polymorphic.known(3)], with: registry) == JSONTree(parsing: "[3]")
    )
  }

  @Test(arguments: Backend.allCases)
  func `refuses a stored tag of another type all the same`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<Labelled>("type")
    try registry.register(Labelled.self, for: "a", options: .tagWriting(.never))
    let stored = [Polymorphic.known(Labelled(type: "a", title: "x"))]
    let json = #"[{"type":"a","title":"x"}]"#
    #expect(try backend.encode(stored, with: registry) == JSONTree(parsing: json))
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic.known(Labelled(type: "b", title: "x"))], with: registry)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.place == "[0].type")
  }

  // MARK: - Validating

  @Test func `finds what can't be decoded again`() throws {
    var registry = try registry("type")
    registry.tagWriting = .never
    registry.policies.missing = .assume("movie")
    #expect(registry.problems.map(\.code) == [.unreadableEncoding, .unreadableEncoding])
    #expect(registry.problems.map(\.tag) == ["book", "advert"])
    let error = try #require(throws: RegistrationError.self) { try registry.validate() }
    #expect(error.description.contains("Book (MedleyTests/TagWritingTests.swift:"))
  }

  @Test func `takes a type that stores its tag itself`() throws {
    var registry = PolymorphicRegistry<Labelled>("type")
    try registry.register(Labelled.self, for: "a", options: .tagWriting(.never))
    #expect(registry.problems.isEmpty)
  }

  @Test func `takes a type that stores its tag where its alternative has it`() throws {
    let form = Discriminator.adjacent(tag: "kind", content: "value").or(.key("type"))
    var registry = PolymorphicRegistry<Labelled>(form)
    let options: RegistrationOptions = [.in(.key("type")), .storingTag, .tagWriting(.never)]
    try registry.register(Labelled.self, for: "a", options: options)
    #expect(registry.problems.isEmpty)
  }

  @Test func `finds a wrapper that is none without its tag`() throws {
    // An object with one member is read as a wrapper, too, if such an alternative is left.
    for form in [Discriminator.external, .wrapperArray, .key("type").or(.external)] {
      var registry = PolymorphicRegistry<Item>(form)
      try registry.register(for: "movie", as: Item.movie)
      registry.policies.missing = .assume("movie")
      registry.tagWriting = .unlessAssumed
      #expect(registry.problems.isEmpty)
      registry.tagWriting = .never
      #expect(registry.problems.map(\.code) == [.unreadableEncoding])
    }
  }

  @Test func `takes forms that have no tag to write`() throws {
    var registry = PolymorphicRegistry<Item>(.deduced)
    try registry.register(for: "movie", as: Item.movie)
    registry.tagWriting = .never
    #expect(registry.problems.isEmpty)
  }
}
