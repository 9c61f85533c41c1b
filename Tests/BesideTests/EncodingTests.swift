import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// `encodeTagged(_:)`: a body without its tag.
@Suite struct EncodingBesideTests {
  static let heat = #"{"title":"Heat"}"#

  /// Discriminators, a tag that each can read, and elements with that tag and the body ``heat``.
  static let forms: [(Discriminator, TypeTag, json: String)] = [
    ("type", "X", #"{"type":"X","title":"Heat"}"#),
    (.path("meta", "kind"), "X", #"{"meta":{"kind":"X"},"title":"Heat"}"#),
    (.compound("v", "kind"), ["v1", "X"], #"{"v":"v1","kind":"X","title":"Heat"}"#),
    (.key("type").or(.key("kind")), "X", #"{"kind":"X","title":"Heat"}"#),
    (.adjacent(tag: "t", content: "c"), "X", #"{"t":"X","c":{"title":"Heat"}}"#),
    (.adjacent(tag: "t"), "X", #"{"t":"X","X":{"title":"Heat"}}"#),
    (.external, "X", #"{"X":{"title":"Heat"}}"#),
    (.member, "X", #"{"X":{"title":"Heat"}}"#),
    (.synthesized, "X", #"{"X":{"_0":{"title":"Heat"}}}"#),
    (.wrapperArray, "X", #"["X",{"title":"Heat"}]"#),
    (.deduced, "X", heat),
    (.firstMatch, "X", heat),
    (.custom { _ in nil }, "X", heat),
    (.jsonKind, "object", heat),
  ]

  @Test(arguments: forms)
  func `in every form the body is the payload alone`(
    _ discriminator: Discriminator,
    _ tag: TypeTag,
    _: String
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator, [tag: Movie.self])
    for backend in Backend.allCases {
      let encoded = try backend.encodeTagged(
        Polymorphic<any Media>.known(Movie(title: "Heat")),
        with: registry
      )
      #expect(encoded.tag == tag)
      #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
      let decoded = try backend.decode(tagged: tag, from: Self.heat, with: registry)
      #expect(decoded.known as? Movie == Movie(title: "Heat"))
    }
  }

  @Test(arguments: forms.prefix(10))
  func `an unknown element leaves its tag and its wrapper`(
    _ discriminator: Discriminator,
    _ tag: TypeTag,
    _ json: String
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator)
    for backend in Backend.allCases {
      let feed = try backend.decode([Polymorphic<any Media>].self, from: "[\(json)]") {
        $0.register(registry)
      }
      let encoded = try backend.encodeTagged(feed[0], with: registry)
      #expect(encoded.tag == tag)
      #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
    }
  }

  @Test(arguments: forms)
  func `a payload that came beside its tag decodes later`(
    _ discriminator: Discriminator,
    _ tag: TypeTag,
    _: String
  ) throws {
    let registry = PolymorphicRegistry<any Media>(discriminator)
    for backend in Backend.allCases {
      let element = try backend.decode(tagged: tag, from: Self.heat, with: registry)
      let payload = try #require(element.unknown)
      #expect(try payload.decode(as: Movie.self) == Movie(title: "Heat"))
      #expect(try payload.decode(as: Movie.self, using: JSONDecoder()) == Movie(title: "Heat"))
      let later = try registry.registering(Movie.self, for: tag)
      #expect(try payload.resolve(with: later).known is Movie)
    }
  }

  @Test(arguments: Backend.allCases)
  func `cases of an enum leave their tags`(_ backend: Backend) throws {
    let movie = try backend.encodeTagged(Item.movie(Movie(title: "Heat")))
    #expect(movie.tag == "MOVIE")
    #expect(movie.body == (try JSONTree(parsing: Self.heat)))
    let divider = try backend.encodeTagged(Item.divider)
    #expect(divider.tag == "DIVIDER")
    #expect(divider.body == (try JSONTree(parsing: "{}")))
    let unknown = try backend.encodeTagged(
      Item.unknown(UnknownPayload(tag: "OPERA", content: ["title": "Heat"]))
    )
    #expect(unknown.tag == "OPERA")
    #expect(unknown.body == (try JSONTree(parsing: Self.heat)))
  }

  @Test(arguments: Backend.allCases)
  func `an enum that states its payloads needs no reflection`(_ backend: Backend) throws {
    let encoded = try backend.encodeTagged(Stated.movie(Movie(title: "Heat")))
    #expect(encoded.tag == "MOVIE")
    #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
    let item = try backend.decode(Stated.self, tagged: "OPERA", from: Self.heat)
    let unknown = try backend.encodeTagged(item)
    #expect(unknown.tag == "OPERA")
    #expect(unknown.body == (try JSONTree(parsing: Self.heat)))
  }

  @Test(arguments: Backend.allCases)
  func `a subclass leaves its tag`(_ backend: Backend) throws {
    let label = Polymorphic<View>.known(Label(id: "a", text: "Hi"))
    let encoded = try backend.encodeTagged(label)
    #expect(encoded.tag == "label")
    #expect(encoded.body == (try JSONTree(parsing: #"{"id":"a","text":"Hi"}"#)))
  }

  @Test(arguments: Backend.allCases)
  func `a type of a library hides its registry`(_ backend: Backend) throws {
    let block = try backend.decode(Block.self, tagged: "film", from: Self.heat)
    #expect(block.movie == Movie(title: "Heat"))
    let encoded = try backend.encodeTagged(block)
    #expect(encoded.tag == "film")
    #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
  }

  @Test(arguments: Backend.allCases)
  func `parts of a composition are the body`(_ backend: Backend) throws {
    typealias Film = Composed<Movie, Podcast.Details>
    let registry = PolymorphicRegistry<Film>("type", ["FILM": Film.self])
    let json = #"{"title":"Heat","host":"Ada"}"#
    let element = try backend.decode(tagged: "FILM", from: json, with: registry)
    #expect(element.known?.extension.host == "Ada")
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == "FILM")
    #expect(encoded.body == (try JSONTree(parsing: json)))
  }

  @Test(arguments: Backend.allCases)
  func `what a type doesn't know stays in the body`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Preserving<Movie>>("type", ["MOVIE": Preserving<Movie>.self])
    let json = #"{"title":"Heat","rating":5}"#
    let element = try backend.decode(tagged: "MOVIE", from: json, with: registry)
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == "MOVIE")
    #expect(encoded.body == (try JSONTree(parsing: json)))
  }

  @Test(arguments: Backend.allCases)
  func `a payload that stores its tag keeps it in the body`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Labelled.self, for: "A", "B", options: .storingTag)
    let json = #"{"type":"B","title":"Heat"}"#
    let element = try backend.decode(tagged: "B", from: json, with: registry)
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == "B")
    #expect(encoded.body == (try JSONTree(parsing: json)))
    let other = Polymorphic<any Media>.known(Labelled(type: "C", title: "Heat"))
    let error = try #require(throws: EncodingError.self) {
      try backend.encodeTagged(other, with: registry)
    }
    #expect(error.cause?.code == .tagDisagrees)
  }

  @Test(arguments: Backend.allCases)
  func `a certain tag must be the one that a payload stores`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["A": Labelled.self])
    let other = Polymorphic<any Media>.known(Labelled(type: "C", title: "Heat"))
    let error = try #require(throws: EncodingError.self) {
      try backend.encodeTagged(other, with: registry)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.cause?.knownTags == ["A"])
    #expect("\(error)".contains("\"C\""))
  }

  @Test(arguments: Backend.allCases)
  func `a certain tag that a payload stores stays in the body`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      "type",
      ["A": Labelled.self, "B": Boxed.self, "C": Untyped.self]
    )
    // Repeated, because the keys of a type are known after the first time.
    for _ in 0..<3 {
      let labelled = Labelled(type: "A", title: "Heat")
      let encoded = try backend.encodeTagged(Polymorphic<any Media>.known(labelled), with: registry)
      #expect(encoded.tag == "A")
      #expect(encoded.body == (try JSONTree(parsing: #"{"type":"A","title":"Heat"}"#)))
      // A payload may encode another value in its place.
      let boxed = Boxed(labelled: Labelled(type: "B", title: "Heat"))
      let body = try backend.encodeTagged(Polymorphic<any Media>.known(boxed), with: registry)
      #expect(body.tag == "B")
      #expect(body.body == (try JSONTree(parsing: #"{"type":"B","title":"Heat"}"#)))
      let error = try #require(throws: EncodingError.self) {
        try backend.encodeTagged(
          Polymorphic<any Media>.known(Boxed(labelled: labelled)),
          with: registry
        )
      }
      #expect(error.cause?.code == .tagDisagrees)
      let untyped = try backend.encodeTagged(
        Polymorphic<any Media>.known(Untyped(title: "Heat")),
        with: registry
      )
      #expect(untyped.tag == "C")
      #expect(untyped.body["title"] == "Heat")
    }
  }

  @Test(arguments: Backend.allCases)
  func `a body may be an array`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Sendable>("type", ["X": [Int].self, "Y": Pair.self])
    for _ in 0..<3 {
      let numbers = try backend.encodeTagged(
        Polymorphic<any Sendable>.known([1, 2]),
        with: registry
      )
      #expect(numbers.tag == "X")
      #expect(numbers.body == (try JSONTree(parsing: "[1,2]")))
      let pair = try backend.encodeTagged(
        Polymorphic<any Sendable>.known(Pair(first: 1, second: 2)),
        with: registry
      )
      #expect(pair.tag == "Y")
      #expect(pair.body == (try JSONTree(parsing: "[1,2]")))
    }
  }

  @Test(arguments: Backend.allCases)
  func `what a payload encodes before it throws leaves no tag`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["X": Failing.self])
    #expect(throws: Failing.Failure.self) {
      do {
        _ = try backend.encodeTagged(
          Polymorphic<any Media>.known(Failing(title: "Heat")),
          with: registry
        )
      } catch EncodingError.invalidValue(_, let context) {
        // The encoder of property lists wraps it.
        throw context.underlyingError ?? Failing.Failure()
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a value without a tag can't be encoded`(_ backend: Backend) throws {
    let song = try #require(throws: EncodingError.self) {
      try backend.encodeTagged(Polymorphic<any Media>.known(Song(title: "Go")), with: .media)
    }
    #expect(song.cause?.code == .unregisteredType)
    let untagged = UnknownPayload(tag: nil, content: ["title": "Heat"])
    let unknown = try #require(throws: EncodingError.self) {
      try backend.encodeTagged(Polymorphic<any Media>.unknown(untagged), with: .media)
    }
    #expect(unknown.cause?.code == .unregisteredType)
  }

  @Test(arguments: Backend.allCases)
  func `a tag of a wrong kind is kept beside its body`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
    registry.tagKind = .string
    registry.policies.wrongKind = .keep
    let element = try backend.decode(tagged: 4, from: Self.heat, with: registry)
    #expect(element.unknown?.reason == .wrongKind)
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == 4)
    #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
  }

  @Test(arguments: Backend.allCases)
  func `an unknown body without its tag is encoded as it came`(_ backend: Backend) throws {
    let element = try backend.decode(tagged: "OPERA", from: Self.heat, with: .media)
    #expect(
      try backend.encode(element) { $0.register(.media) } == JSONTree(parsing: Self.heat)
    )
  }
}

/// A payload that encodes another value in its place.
private struct Boxed: Media {
  var labelled: Labelled
  var title: String { labelled.title }

  init(labelled: Labelled) {
    self.labelled = labelled
  }

  init(from decoder: any Decoder) throws {
    labelled = try decoder.singleValueContainer().decode(Labelled.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(labelled)
  }
}

/// A payload that stores no tag in the property for it.
private struct Untyped: Media {
  var type: String?
  var title: String
}

/// A payload that is an array.
private struct Pair: Codable, Sendable {
  var first: Int
  var second: Int

  init(first: Int, second: Int) {
    (self.first, self.second) = (first, second)
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    (first, second) = (try container.decode(Int.self), try container.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
  }
}

private struct Failing: Media {
  var title: String

  struct Failure: Error {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(title)
    throw Failure()
  }
}

private enum Stated: PolymorphicEnum {
  case movie(Movie)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Stated>(.adjacent(tag: "t", content: "c")) {
    try $0.register(for: "MOVIE", as: Stated.movie)
  }

  var payload: any Encodable {
    switch self {
    case .movie(let movie): movie
    case .unknown(let payload): payload
    }
  }
}

/// An enum of a library whose interface doesn't mention the registry.
private struct Block: Codable {
  var movie: Movie

  static let registry = PolymorphicRegistry<Block>(.external) {
    try $0.register(Movie.self, for: "film", as: Block.init, from: \.movie)
  }

  init(movie: Movie) {
    self.movie = movie
  }

  init(from decoder: any Decoder) throws {
    self = try Self.registry.decode(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try Self.registry.encode(self, to: encoder)
  }
}

extension Block: TaggedDecodable, TaggedEncodable {
  init(tagged tag: TypeTag, overridingBody: Bool, from decoder: any Decoder) throws {
    self = try Self.registry.decode(tagged: tag, overridingBody: overridingBody, from: decoder)
  }
}

extension Podcast {
  struct Details: Codable, Hashable, Sendable {
    var host: String
  }
}
