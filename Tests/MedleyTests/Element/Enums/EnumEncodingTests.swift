import Medley
import MedleyTesting
import TestSupport
import Testing

/// How encoding finds the payload of an enum case.
@Suite struct EnumEncodingTests {
  struct Clip: Codable, Hashable { var title: String }

  enum Reflected: PolymorphicEnum, Hashable {
    case clip(Clip)
    case labelled(of: Movie)
    indirect case boxed(Book)
    case forgotten(Song2)
    static let registry = PolymorphicRegistry<Reflected>("type") { registry in
      try registry.register(for: "CLIP", as: Reflected.clip)
      try registry.register(for: "MOVIE", as: Reflected.labelled)
      try registry.register(for: "BOOK", as: Reflected.boxed)
    }
  }
  struct Song2: Codable, Hashable { var title: String }

  @Test(arguments: Backend.allCases)
  func `finds the payload of every kind of case by reflection`(_ backend: Backend) throws {
    let items: [Reflected] = [
      .clip(Clip(title: "a")), .labelled(of: Movie(title: "b")), .boxed(Book(title: "c")),
    ]
    #expect(
      try backend.encode(items)
        == JSONTree(
          parsing: """
            [{"type":"CLIP","title":"a"},{"type":"MOVIE","title":"b"},{"type":"BOOK","title":"c"}]
            """
        )
    )
    #expect(try backend.roundTrip(items) == items)
  }

  @Test(arguments: Backend.allCases)
  func `throws for an unregistered case`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Reflected.forgotten(Song2(title: "a"))])
    }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.knownTags == ["CLIP", "MOVIE", "BOOK"])
  }

  enum Twice: PolymorphicEnum, Hashable {
    case movie(Clip)
    case trailer(Clip)
    static let registry = PolymorphicRegistry<Twice>("type") { registry in
      try registry.register(
        for: "MOVIE",
        as: Twice.movie,
        from: { if case .movie(let clip) = $0 { clip } else { nil } }
      )
      try registry.register(
        for: "TRAILER",
        as: Twice.trailer,
        from: { if case .trailer(let clip) = $0 { clip } else { nil } }
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `from: distinguishes two cases with one payload type`(_ backend: Backend) throws {
    let items: [Twice] = [.trailer(Clip(title: "a")), .movie(Clip(title: "b"))]
    #expect(
      try backend.encode(items)
        == JSONTree(
          parsing: #"[{"type":"TRAILER","title":"a"},{"type":"MOVIE","title":"b"}]"#
        )
    )
    #expect(try backend.roundTrip(items) == items)
    try Twice.registry.validate()
  }

  enum Undecided: PolymorphicEnum, Hashable {
    case movie(Clip)
    case trailer(Clip)
    static let registry = PolymorphicRegistry<Undecided>("type") { registry in
      try registry.register(for: "MOVIE", as: Undecided.movie)
      try registry.register(for: "TRAILER", as: Undecided.trailer)
    }
  }

  @Test(arguments: Backend.allCases)
  func `the case name distinguishes two cases with one payload type`(
    _ backend: Backend
  ) throws {
    #expect(
      try backend.decode([Undecided].self, from: #"[{"type":"TRAILER","title":"a"}]"#)
        == [.trailer(Clip(title: "a"))]
    )
    let items: [Undecided] = [.trailer(Clip(title: "a")), .movie(Clip(title: "b"))]
    #expect(try backend.roundTrip(items) == items)
    #expect(Undecided.registry.problems.isEmpty)
  }

  enum Half: PolymorphicEnum, Hashable {
    case movie(Clip)
    case trailer(Clip)
    static let registry = PolymorphicRegistry<Half>("type") { registry in
      try registry.register(for: "MOVIE", as: Half.movie)
    }
  }

  @Test(arguments: Backend.allCases)
  func `never encodes an unregistered case as another with its payload type`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Half.trailer(Clip(title: "a"))])
    }
    #expect(error.cause?.code == .unregisteredType)
  }

  enum Lenient: PolymorphicEnum, Hashable {
    case labelled(Labelled)
    case kept(UnknownPayload)
    static let registry = PolymorphicRegistry<Lenient>("type") { registry in
      try registry.register(for: "LABEL", "TAG", as: Lenient.labelled)
    }
    static func unknown(_ payload: UnknownPayload) -> Lenient { .kept(payload) }
  }

  @Test(arguments: Backend.allCases)
  func `supports a custom unknown case and keeps stored tags`(_ backend: Backend) throws {
    let json = #"[{"type":"TAG","title":"a"},{"type":"X","n":[1]},{"type":"LABEL","title":"b"}]"#
    let items = try backend.decode([Lenient].self, from: json)
    #expect(items.first == .labelled(Labelled(type: "TAG", title: "a")))
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encodes a plain enum as base by reflection`(_ backend: Backend) throws {
    enum Plain: Hashable {
      case clip(Clip)
      case book(Book)
    }
    var registry = PolymorphicRegistry<Plain>(.external)
    try registry.register(for: "CLIP", as: Plain.clip)
    try registry.register(for: "BOOK", as: Plain.book)
    let feed: [Polymorphic<Plain>] = [
      .known(.book(Book(title: "a"))), .known(.clip(Clip(title: "b"))),
    ]
    #expect(
      try backend.encode(feed, with: registry)
        == JSONTree(parsing: #"[{"BOOK":{"title":"a"}},{"CLIP":{"title":"b"}}]"#)
    )
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }
}
