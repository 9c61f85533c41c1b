import Formats
import Medley
import Testing

/// The ways to provide a registry.
///
/// Installed registries are permanent, so each test has its own base.
@Suite struct RegistryTests {
  /// A base with nothing installed.
  enum Given: Codable, Equatable {
    case movie(Movie)
  }

  /// A base with an installed registry.
  enum Installed: Codable, Equatable {
    case movie(Movie)
  }

  private static let given = PolymorphicRegistry<Given>("type") { registry in
    try registry.register(for: "MOVIE", as: Given.movie)
  }

  private static let installation = Result {
    try PolymorphicRegistry<Installed>("type") { registry in
      try registry.register(for: "MOVIE", as: Installed.movie)
    }.install()
  }

  private let movie: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": 170]
  private let heat = Movie(title: "Heat", minutes: 170)

  @Test(arguments: Format.allCases)
  func `a registry in userInfo reaches elements and members`(_ format: Format) throws {
    let items = try format.items([movie, movie], with: Self.given)
    #expect(items == [.known(.movie(heat)), .known(.movie(heat))])
    let optional = try format.decode(
      Maybe<Polymorphic<Given>>.self,
      ["item": movie],
      with: Self.given
    )
    #expect(optional.item == .known(.movie(heat)))
  }

  @Test(arguments: [Format.yaml, .xml])
  func `a registry in userInfo reaches optional elements`(_ format: Format) throws {
    let items = try format.decode(
      Items<Polymorphic<Given>?>.self,
      ["items": [movie, movie]],
      with: Self.given
    )
    #expect(items.items == [.known(.movie(heat)), .known(.movie(heat))])
  }

  @Test func `TOMLKit drops userInfo before it reaches optional elements`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Format.toml.decode(
        Items<Polymorphic<Given>?>.self,
        ["items": [movie, movie]],
        with: Self.given
      )
    }
    #expect(Fault(error) == Fault(.corrupted, "items[0]"))
    #expect("\(error)".contains("No registry for Given"))
    #expect("\(error)".contains("registry.install()"))
  }

  @Test(arguments: Format.allCases)
  func `an installed registry reaches all elements`(_ format: Format) throws {
    try Self.installation.get()
    let tree: PayloadValue = ["items": [movie, movie]]
    let items = try format.decode(
      Items<Polymorphic<Installed>?>.self,
      from: format.document(tree)
    )
    #expect(items.items == [.known(.movie(heat)), .known(.movie(heat))])
    #expect(try format.tree(format.encode(items)) == format.image(of: tree))
  }

  @Test(arguments: Format.allCases)
  func `a registry in userInfo overrides the installed one`(_ format: Format) throws {
    try Self.installation.get()
    let other = PolymorphicRegistry<Installed>("kind") { registry in
      try registry.register(for: "FILM", as: Installed.movie)
    }
    let items = try format.items(
      [["kind": "FILM", "title": "Heat", "minutes": 170]],
      with: other
    )
    #expect(items == [.known(.movie(heat))])
  }

  @Test(arguments: Format.allCases)
  func `decoding without a registry fails with an error that says how to provide one`(
    _ format: Format
  ) throws {
    let decoding = try #require(throws: DecodingError.self) {
      try format.decode(Items<Polymorphic<Given>>.self, from: format.document(["items": [movie]]))
    }
    #expect("\(decoding)".contains("decoder.userInfo.register(registry)"))
    let encoding = try #require(throws: EncodingError.self) {
      try format.encode(Items<Polymorphic<Given>>(items: [.known(.movie(heat))]))
    }
    #expect("\(encoding)".contains("encoder.userInfo.register(registry)"))
  }
}
