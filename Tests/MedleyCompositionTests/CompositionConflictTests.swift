import Medley
import MedleyComposition
import TestSupport
import Testing

/// Parts that encode under the same key.
@Suite struct CompositionConflictTests {
  struct Named: Codable, Hashable {
    var name: String
    var size: Double?
    var marks: [Int]?
  }

  struct Labelled: Codable, Hashable {
    var name: String
    var size: Int?
    var marks: [Int]?
  }

  struct Nameless: Codable, Hashable {
    var name: Int?
  }

  /// A part that encodes nested containers under `nested`.
  struct Nesting: Codable, Hashable {
    var values: [String: Int]

    enum CodingKeys: CodingKey { case nested }
    enum InnerKeys: CodingKey { case count }

    init(count: Int) { values = ["count": count] }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      values = try container.decode([String: Int].self, forKey: .nested)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .nested)
      try inner.encode(values["count"] ?? 0, forKey: .count)
    }
  }

  struct Flat: Codable, Hashable {
    var nested: Int
  }

  @Test(arguments: Backend.allCases)
  func `encodes an equal value of both parts once`(_ backend: Backend) throws {
    let value = Composed(
      Named(name: "x", size: 2, marks: [1, 2]),
      Labelled(name: "x", marks: [1, 2])
    )
    let written = try backend.encode([value])
    #expect(try written == JSONTree(parsing: #"[{"name":"x","size":2,"marks":[1,2]}]"#))
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases)
  func `both parts decode a shared member`(_ backend: Backend) throws {
    let json = #"[{"name":"x","marks":[1]}]"#
    let list = try backend.decode([Composed<Named, Labelled>].self, from: json)
    #expect(list.first?.base.name == "x")
    #expect(list.first?.extension.name == "x")
    #expect(try backend.encode(list) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `different values under one key are an error that names both parts`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Named(name: "x"), Labelled(name: "y"))])
    }
    #expect(error.place == "[0].name")
    #expect(
      error.details?.debugDescription == """
        Two parts of one object write different values under "name": Named and Labelled. \
        Give one of them another key, or make them agree.
        """
    )
  }

  @Test(arguments: Backend.allCases)
  func `different arrays or types under one key are errors`(
    _ backend: Backend
  ) throws {
    let arrays = try #require(throws: EncodingError.self) {
      try backend.encode([
        Composed(Named(name: "x", marks: [1]), Labelled(name: "x", marks: [2]))
      ])
    }
    #expect(arrays.place == "[0].marks")
    let types = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Nameless(name: 1), Labelled(name: "1"))])
    }
    #expect(types.place == "[0].name")
    #expect(types.details?.debugDescription.contains("Nameless and Labelled") == true)
  }

  @Test(arguments: Backend.allCases)
  func `compares a third part with both others`(_ backend: Backend) throws {
    let third = Composed(
      Composed(Parts.Envelope(id: 1), Named(name: "x")),
      Labelled(name: "z")
    )
    let error = try #require(throws: EncodingError.self) { try backend.encode([third]) }
    #expect(error.place == "[0].name")
    #expect(error.details?.debugDescription.contains("Named and Labelled") == true)
  }

  @Test(arguments: Backend.allCases)
  func `nested objects under one key are an error that names both parts`(
    _ backend: Backend
  ) throws {
    for value in [
      AnyPair(Nesting(count: 1), Flat(nested: 2)), AnyPair(Flat(nested: 2), Nesting(count: 1)),
    ] {
      let error = try #require(throws: EncodingError.self) { try value.encode(backend) }
      #expect(error.place.hasPrefix("[0]"))
      let text = try #require(error.details?.debugDescription)
      #expect(text.contains("Nesting"))
      #expect(text.contains("Flat"))
      #expect(text.contains("\"nested\""))
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a nested object of one part`(_ backend: Backend) throws {
    let json = #"[{"id":1,"nested":{"count":3}}]"#
    let list = try backend.decode([Composed<Parts.Envelope, Nesting>].self, from: json)
    #expect(try backend.encode(list) == JSONTree(parsing: json))
  }

  struct Kinded: Codable, Hashable {
    var id: Int
    var kind: String
  }

  @Test(arguments: Backend.allCases)
  func `compares the tag that an envelope stores`(_ backend: Backend) throws {
    let registry = Parts.registry(.adjacent(tag: "kind", content: "payload"))
    let movie = Polymorphic<any Parts.Element>.known(Parts.Movie(minutes: 1))
    let written = try backend.encode(
      [Composed(Kinded(id: 1, kind: "MOVIE"), movie)],
      with: registry
    )
    let json = #"[{"id":1,"kind":"MOVIE","payload":{"minutes":1}}]"#
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Kinded(id: 1, kind: "BOOK"), movie)], with: registry)
    }
    #expect(error.place == "[0].kind")
    #expect(error.details?.debugDescription.contains("Kinded and Polymorphic<Element>") == true)
  }

  @Test(arguments: Backend.allCases, [Discriminator.external, .wrapperArray])
  func `a wire form without room for other members is an error`(
    _ backend: Backend,
    _ discriminator: Discriminator
  ) throws {
    let registry = Parts.registry(discriminator)
    let movie = Polymorphic<any Parts.Element>.known(Parts.Movie(minutes: 1))
    let json = #"[{"id":1,"MOVIE":{"minutes":1}}]"#
    let decoding = try #require(throws: DecodingError.self) {
      try backend.decode([Parts.Posting].self, from: json, with: registry)
    }
    #expect(decoding.place == "[0]")
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Parts.Envelope(id: 1), movie)], with: registry)
    }
    #expect(error.place == "[0]")
  }

  /// A composition with generic parts.
  struct AnyPair {
    let encode: (Backend) throws -> Void

    init(_ first: some Codable, _ second: some Codable) {
      encode = { _ = try $0.encode([Composed(first, second)]) }
    }
  }
}
