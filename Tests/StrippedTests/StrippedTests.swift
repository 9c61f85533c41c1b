import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Features without reflection metadata, and the errors of those that need it.
///
/// Only this target is built with `-disable-reflection-metadata`.
@Suite struct StrippedTests {
  @Test func `the target has no reflection metadata`() {
    #expect(Mirror(reflecting: Item.film(Film(title: "Ran"))).children.isEmpty)
    #expect(Mirror(reflecting: Film(title: "Ran")).children.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes an enum with from: for every case`(_ backend: Backend) throws {
    let json = """
      [{"type":"FILM","title":"Ran"},{"type":"TRAILER","title":"Ran"},{"type":"AD"},
       {"type":"GAME","players":[2]}]
      """
    let items = try backend.decode([Item].self, from: json)
    let known: [Item] = [.film(Film(title: "Ran")), .trailer(Film(title: "Ran")), .advert]
    #expect(Array(items.prefix(3)) == known)
    #expect(items.last?.unknownPayload?.tag == "GAME")
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(items) == items)
    try Item.registry.validate(samples: items)
  }

  @Test(arguments: Backend.allCases)
  func `an enum without from: decodes, and encoding it throws with a remedy`(
    _ backend: Backend
  ) throws {
    let items = try backend.decode([Reflected].self, from: #"[{"type":"FILM","title":"Ran"}]"#)
    guard case .film(let film)? = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(film.title == "Ran")
    let error = try #require(throws: EncodingError.self) { try backend.encode(items) }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .unregisteredType)
    let text = try #require(error.cause?.description)
    #expect(text.contains("Reflected"))
    #expect(text.contains("from:"))
    #expect(text.contains("reflection metadata"))
    #expect(throws: RegistrationError.self) { try Reflected.registry.validate(samples: items) }
  }

  @Test(arguments: Backend.allCases)
  func `an unknown payload without a function is an error with a remedy`(
    _ backend: Backend
  ) throws {
    let items = try backend.decode([Reflected].self, from: #"[{"type":"GAME"}]"#)
    let error = try #require(throws: EncodingError.self) { try backend.encode(items) }
    #expect(error.place == "[0]")
    let text = try #require(error.cause?.description)
    #expect(text.contains("Reflected"))
    #expect(text.contains("unknownPayload"))
  }

  @Test func `validation reports two cases with one payload type and no from:`() throws {
    let error = try #require(throws: RegistrationError.self) {
      try Ambiguous.registry.validate()
    }
    #expect(error.code == .severalProblems)
    #expect(Ambiguous.registry.problems.map(\.code).contains(.severalCanonicalTags))
    #expect(error.description.contains("from:"))
    try Item.registry.validate()
  }

  @Test(arguments: Backend.allCases)
  func `a value that can't be compared isn't encoded as another one`(_ backend: Backend) throws {
    let remarks = try backend.decode([Remark].self, from: #"[{"type":"SPACE"},{"type":"LINE"}]"#)
    for remark in remarks {
      let error = try #require(throws: EncodingError.self) { try backend.encode([remark]) }
      #expect(error.cause?.code == .unregisteredType)
      #expect(error.cause?.description.contains("make the enum Equatable") == true)
    }
    let problems = Remark.registry.problems
    #expect(problems.compactMap(\.tag) == ["FILM", "LINE", "SPACE"])
  }

  @Test func `validation reports cases that need from: without reflection metadata`() throws {
    let problems = Reflected.registry.problems
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.description.contains("from:") })
  }

  @Test(arguments: Backend.allCases)
  func `cases that keep unknown values need the value by hand`(_ backend: Backend) throws {
    let json = #"["RED","GREEN"]"#
    let colors = try backend.decode([Color].self, from: json)
    #expect(colors == [.red, .unknown("GREEN")])
    #expect(try backend.encode(colors) == JSONTree(parsing: json))
    let reflected = try backend.decode([ReflectedColor].self, from: json)
    #expect(reflected == [.red, .unknown("GREEN")])
    let error = try #require(throws: EncodingError.self) { try backend.encode(reflected) }
    #expect(error.place == "[1]")
    #expect(error.details?.debugDescription.contains("implement unknownWireValue") == true)
  }

  @Test(arguments: Backend.allCases)
  func `open enums work without metadata`(_ backend: Backend) throws {
    let json = #"["DRAMA","NOIR"]"#
    let genres = try backend.decode([OpenEnum<Genre>].self, from: json)
    #expect(genres == [.known(.drama), .unknown("NOIR")])
    #expect(try backend.encode(genres) == JSONTree(parsing: json))
    #expect(try backend.decode([Kind].self, from: #"["film","x"]"#) == [.film, .other])
  }

  @Test(arguments: Backend.allCases)
  func `registries work without metadata`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["FILM": Film.self, "AD": Advert.self])
    let json = #"[{"type":"FILM","title":"Ran"},{"type":"AD"},{"type":"X","a":1}]"#
    let feed = try backend.decode([Polymorphic<any Media>].self, from: json) {
      $0.register(registry)
    }
    #expect(feed.known.count == 2)
    let written = try backend.encode(feed) { $0.register(registry) }
    #expect(try written == JSONTree(parsing: json))
    try registry.validate()
  }

  @Test(arguments: Backend.allCases)
  func `compositions work without metadata`(_ backend: Backend) throws {
    let json = """
      [{"title":"Ran","year":1985,"type":"AD"},{"title":"Go","type":"GAME","players":2}]
      """
    let list = try backend.decode([Listed].self, from: json)
    #expect(list.map(\.extras?.year) == [1985, nil])
    let written = try backend.encode(list)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }
}
