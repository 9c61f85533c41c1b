import Medley
import MedleyComposition
import TestSupport
import Testing

/// Compositions of any number of named parts, some of them optional.
@Suite struct ComposedCodableTests {
  typealias Film = Parts.Film

  @Test(arguments: Backend.allCases)
  func `decodes every part from one object, and encodes them as one`(_ backend: Backend) throws {
    let json = """
      [{"title":"Ran","director":"K","stars":5,"votes":7,"source":"x","budget":9},
       {"title":"Ikiru","year":1952,"director":"K"}]
      """
    let films = try backend.decode([Film].self, from: json)
    #expect(
      films == [
        Film(
          common: .init(title: "Ran"),
          details: .init(director: "K"),
          rating: .init(stars: 5, votes: 7, source: "x"),
          extras: .init(budget: 9)
        ),
        Film(common: .init(title: "Ikiru", year: 1952), details: .init(director: "K")),
      ]
    )
    #expect(try backend.encode(films) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(films) == films)
  }

  @Test(arguments: Backend.allCases)
  func `an optional part is nil if none of its members is present`(_ backend: Backend) throws {
    let films = try backend.decode([Film].self, from: #"[{"title":"Ran","director":"K","x":1}]"#)
    #expect(films.first?.rating == nil)
    #expect(films.first?.extras == nil)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"stars":5}"#, DecodingError.Kind.keyNotFound, "[0].votes"),
      (#"{"votes":7}"#, .keyNotFound, "[0].stars"),
      (#"{"source":"x"}"#, .keyNotFound, "[0].stars"),
      (#"{"stars":"5","votes":7}"#, .typeMismatch, "[0].stars"),
      (#"{"stars":null}"#, .valueNotFound, "[0].stars"),
      (#"{"stars":5,"votes":7,"source":1}"#, .typeMismatch, "[0].source"),
      (#"{"tagline":1}"#, .typeMismatch, "[0].tagline"),
    ]
  )
  func `an incomplete or invalid optional part is an error at its path`(
    _ backend: Backend,
    _ sample: (members: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let json = #"[{"title":"Ran","director":"K",\#(sample.members.dropFirst())]"#
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Film].self, from: json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `an error in a required part is thrown`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Film].self, from: #"[{"title":"Ran"}]"#)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].director")
  }

  @Test(arguments: Backend.allCases)
  func `compositions nest, also as optional parts`(
    _ backend: Backend
  ) throws {
    typealias Outer = Composed<Parts.Envelope, Film>
    typealias Maybe = Composed<Parts.Envelope, Composed<Parts.Rating, Parts.Details>?>
    let json = #"[{"id":1,"title":"Ran","director":"K","stars":5,"votes":7}]"#
    let outer = try backend.decode([Outer].self, from: json)
    #expect(outer.map(\.common.title) == ["Ran"])
    #expect(outer.map(\.rating?.stars) == [5])
    let written = try backend.encode(outer)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)

    let maybe = try backend.decode(
      [Maybe].self,
      from: #"[{"id":1},{"id":2,"stars":1,"votes":2,"director":"K"}]"#
    )
    #expect(maybe.map { $0.extension?.stars } == [nil, 1])
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Maybe].self, from: #"[{"id":2,"stars":1,"votes":2}]"#)
    }
    #expect(error.place == "[0].director")
  }

  /// A composition with a type of its own that is called as the parts are.
  struct Kit: ComposedCodable, Equatable {
    struct Parts: Codable, Equatable {
      var screws: Int
    }

    var common: MedleyCompositionTests.Parts.Common
    var parts: Parts

    static let composition = Composition(Kit.init, \.common, \.parts)
  }

  @Test(arguments: Backend.allCases)
  func `composes a type that has a type named Parts`(_ backend: Backend) throws {
    let json = #"[{"title":"Shelf","screws":12}]"#
    let kits = try backend.decode([Kit].self, from: json)
    #expect(kits == [Kit(common: .init(title: "Shelf"), parts: .init(screws: 12))])
    #expect(try backend.encode(kits) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `doesn't encode a part that is nil`(_ backend: Backend) throws {
    var film = Film(
      common: .init(title: "Ran"),
      details: .init(director: "K"),
      rating: .init(stars: 5, votes: 7)
    )
    film.rating = nil
    #expect(
      try backend.encode([film]) == JSONTree(parsing: #"[{"title":"Ran","director":"K"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `a part that encodes a scalar or an array is an error that names it`(
    _ backend: Backend
  ) throws {
    let scalar = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Parts.Envelope(id: 1), "word")])
    }
    #expect(scalar.place == "[0]")
    #expect(scalar.details?.debugDescription.contains("String") == true)
    let array = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Parts.Envelope(id: 1), [1, 2])])
    }
    #expect(array.place == "[0]")
    #expect(array.details?.debugDescription.contains("Array<Int>") == true)
  }

  @Test(arguments: Backend.allCases)
  func `a dictionary part decodes every member and each is encoded once`(
    _ backend: Backend
  ) throws {
    let json = #"[{"id":1,"other":2}]"#
    let list = try backend.decode([Composed<Parts.Envelope, [String: Int]>].self, from: json)
    #expect(list.map(\.extension) == [["id": 1, "other": 2]])
    let written = try backend.encode(list)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }
}
