import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// Two or more parts in one object.
@Suite struct ComposedTests {
  typealias Stored = Parts.Stored

  private let ran = Stored(.init(title: "Ran", year: 1985), .init(director: "Kurosawa"))
  private static let json = #"[{"title":"Ran","year":1985,"director":"Kurosawa"}]"#

  @Test(arguments: Backend.allCases)
  func `decodes both parts from one object, and encodes them as one`(_ backend: Backend) throws {
    let decoded = try backend.decode([Stored].self, from: Self.json)
    #expect(decoded == [ran])
    #expect(try backend.encode([ran]) == JSONTree(parsing: Self.json))
    #expect(try backend.roundTrip([ran]) == [ran])
  }

  @Test func `reads and writes the members of both parts`() {
    var film = ran
    #expect(film.title == "Ran")
    #expect(film.director == "Kurosawa")
    film.title += "!"
    film.year = nil
    film.director = "Akira Kurosawa"
    #expect(film.base == .init(title: "Ran!"))
    #expect(film.extension == .init(director: "Akira Kurosawa"))
    let path: WritableKeyPath<Stored, String> = \.title
    film[keyPath: path] = "Ikiru"
    #expect(film.base.title == "Ikiru")
  }

  @Test func `constants and computed members can be read`() {
    struct Named {
      let name = "x"
      var length: Int { name.count }
    }
    let composed = Composed(Named(), Parts.Details(director: "y"))
    #expect(composed.name == "x")
    #expect(composed.length == 1)
    #expect(composed.director == "y")
  }

  @Test func `is Equatable, Hashable and Sendable if its parts are`() async {
    var other = ran
    #expect(other == ran)
    #expect(other.hashValue == ran.hashValue)
    other.director = "Ozu"
    #expect(other != ran)
    #expect(Set([ran, other, ran]).count == 2)
    func sent<Value: Sendable>(_ value: Value) async -> Value {
      await Task.detached { value }.value
    }
    #expect(await sent(ran) == ran)
  }

  @Test(arguments: Backend.allCases)
  func `nests for three or more parts on either side`(_ backend: Backend) throws {
    typealias Left = Composed<Composed<Stored, Parts.Rating>, Parts.Envelope>
    typealias Right = Composed<Parts.Envelope, Composed<Parts.Rating, Stored>>
    let json = """
      [{"id":1,"stars":5,"votes":7,"title":"Ran","director":"Kurosawa"}]
      """
    var left = try backend.decode([Left].self, from: json)
    let right = try backend.decode([Right].self, from: json)
    #expect(left.map(\.title) == ["Ran"])
    #expect(left.map(\.id) == [1])
    #expect(right.map(\.extension.base.stars) == [5])
    left[0].votes += 1
    left[0].director = "AK"
    #expect(
      try backend.encode(left)
        == JSONTree(
          parsing: #"[{"id":1,"stars":5,"votes":8,"title":"Ran","director":"AK"}]"#
        )
    )
    let written = try backend.encode(right)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"title":"Ran","director":"K"},{"title":"Ikiru"}]"#, "[1].director"),
      (#"[{"director":"K"}]"#, "[0].title"),
    ]
  )
  func `a missing member is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Stored].self, from: sample.json)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `a member of the wrong type is an error at its path`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Stored].self, from: #"[{"title":"Ran","director":7}]"#)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].director")
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a property, an optional property and a dictionary value`(
    _ backend: Backend
  ) throws {
    struct Page: Codable, Equatable {
      var film: Stored
      var second: Stored?
      var byName: [String: [Stored]]
    }
    let film = #"{"title":"Ran","director":"K"}"#
    let json = """
      [{"film":\(film),"byName":{"a":[\(film),\(film)],"b":[]}},
       {"film":\(film),"second":\(film),"byName":{}}]
      """
    let pages = try backend.decode([Page].self, from: json)
    #expect(pages.map { $0.second?.title } == [nil, "Ran"])
    #expect(pages[0].byName["a"]?.count == 2)
    #expect(try backend.encode(pages) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a lossy collection drops an incomplete composition`(_ backend: Backend) throws {
    let json = #"[{"title":"Ran"},{"title":"Ikiru","director":"K"}]"#
    let (films, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Stored]>.self, from: json)
    }
    #expect(films.wrappedValue.map(\.title) == ["Ikiru"])
    #expect(report.issues.map(\.codingPath.place) == ["[0].director"])
  }

  @Test(arguments: Backend.allCases)
  func `can be a payload of a registry`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any ComposedBase>("type", ["STORED": Stored.self])
    let json = #"[{"type":"STORED","title":"Ran","year":1985,"director":"Kurosawa"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.compactMap { $0 as? Stored } == [ran])
    let written = try backend.encode(feed, with: registry)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test func `both parts follow the coder's key strategy`() throws {
    struct First: Codable, Equatable { var longTitle: String }
    struct Second: Codable, Equatable { var homePage: Int }
    let json = #"[{"long_title":"Ran","home_page":1}]"#
    let list = try Backend.json.decode(
      [Composed<First, Second?>].self,
      from: json,
      keys: .snakeCase
    )
    #expect(list == [Composed(First(longTitle: "Ran"), Second(homePage: 1))])
    #expect(try Backend.json.encode(list, keys: .snakeCase) == JSONTree(parsing: json))
  }
}

/// The base of a registry with a composition among its payloads.
protocol ComposedBase: Codable {}

extension Composed: ComposedBase where Base: Codable, Extension: Codable {}
