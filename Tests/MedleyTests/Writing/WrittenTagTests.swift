import Medley
import TestSupport
import Testing

/// The tag that is encoded, and values that can't be encoded.
@Suite struct WrittenTagTests {
  typealias Element = Polymorphic<any Media>
  typealias Registry = PolymorphicRegistry<any Media>

  struct Marker: Media, Hashable {
    var title: String { "" }
  }
  struct Stored: Media, Hashable {
    var type: String?
    var title: String
  }
  struct Numbered: Media, Hashable {
    var v: UInt8
    var title: String
  }
  enum Kind: String, Codable {
    case label = "LABEL"
    case other = "OTHER"
  }
  struct Typed: Media, Hashable {
    var type: Kind
    var title: String
  }

  static let stored = Registry(
    "type",
    ["A": Stored.self, "B": Stored.self, "MOVIE": Movie.self, "LABEL": Typed.self]
  )
  static let single = Registry("type", ["A": Stored.self, "MOVIE": Movie.self])

  static func written(
    _ backend: Backend,
    _ value: any Media,
    _ registry: Registry
  ) throws -> JSONTree {
    try backend.encode([Element.known(value)], with: registry)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a payload without fields as its tag alone`(_ backend: Backend) throws {
    let registry = Registry("type", ["MARK": Marker.self])
    let json = #"[{"type":"MARK"}]"#
    #expect(try Self.written(backend, Marker(), registry) == JSONTree(parsing: json))
    #expect(try backend.feed(json, registry) == [.known(Marker())])
  }

  @Test(arguments: Backend.allCases, [("A", "A"), ("B", "B"), (nil, "A")])
  func `encodes a matching stored tag or alias unchanged`(
    _ backend: Backend,
    _ sample: (stored: String?, written: String)
  ) throws {
    #expect(
      try Self.written(backend, Stored(type: sample.stored, title: "t"), Self.stored)
        == JSONTree(parsing: #"[{"type":"\#(sample.written)","title":"t"}]"#)
    )
  }

  @Test(arguments: Backend.allCases, [("A", "A"), (nil, "A")])
  func `compares the stored tag of a type without aliases`(
    _ backend: Backend,
    _ sample: (stored: String?, written: String)
  ) throws {
    #expect(
      try Self.written(backend, Stored(type: sample.stored, title: "t"), Self.single)
        == JSONTree(parsing: #"[{"type":"\#(sample.written)","title":"t"}]"#)
    )
  }

  @Test(arguments: Backend.allCases, [stored, single])
  func `throws for a stored tag of another type or of none`(
    _ backend: Backend,
    _ registry: Registry
  ) throws {
    for tag in ["MOVIE", "X", ""] {
      let error = try #require(throws: EncodingError.self) {
        try Self.written(backend, Stored(type: tag, title: "t"), registry)
      }
      #expect(error.cause?.code == .tagDisagrees)
      #expect(error.place == "[0].type")
      #expect(error.cause?.knownTags.first == "A")
      let message = try #require(error.details?.debugDescription)
      #expect(message.contains("Stored"))
      #expect(message.contains("\"\(tag)\""))
      #expect(message.contains("\"A\""))
      #expect(message.contains("under \"type\""))
    }
  }

  @Test(arguments: Backend.allCases)
  func `accepts a stored tag that is an enum or a small integer`(_ backend: Backend) throws {
    #expect(
      try Self.written(backend, Typed(type: .label, title: "t"), Self.stored)
        == JSONTree(parsing: #"[{"type":"LABEL","title":"t"}]"#)
    )
    #expect(throws: EncodingError.self) {
      try Self.written(backend, Typed(type: .other, title: "t"), Self.stored)
    }
    let numbers = Registry("v", [7: Numbered.self])
    #expect(
      try Self.written(backend, Numbered(v: 7, title: "t"), numbers)
        == JSONTree(parsing: #"[{"v":7,"title":"t"}]"#)
    )
    let error = try #require(throws: EncodingError.self) {
      try Self.written(backend, Numbered(v: 8, title: "t"), numbers)
    }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.cause?.knownTags == [7])
  }

  @Test(arguments: Backend.allCases)
  func `throws for a stored tag of another kind`(_ backend: Backend) throws {
    let registry = Registry("v", ["7": Numbered.self])
    let error = try #require(throws: EncodingError.self) {
      try Self.written(backend, Numbered(v: 7, title: "t"), registry)
    }
    #expect(error.cause?.code == .tagDisagrees)
  }

  @Test(arguments: Backend.allCases)
  func `throws an error that names an unregistered type`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(
        [Element.known(Movie(title: "a")), .known(Song(title: "b"))],
        with: .media
      )
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.knownTags == ["MOVIE", "BOOK", "NOVEL"])
    #expect(error.cause?.description.contains("Song") == true)
    #expect(error.cause?.description.contains("registry.register(Song.self, for: ...)") == true)
  }

  struct Secret: Media, Hashable {
    var movie: Movie
    var title: String { movie.title }
  }
  enum Wrapping: Media, Hashable {
    case movie(Movie)
    var title: String { "" }
  }

  @Test(arguments: Backend.allCases)
  func `throws for an unregistered enum instead of encoding its payload`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try Self.written(backend, Wrapping.movie(Movie(title: "a")), .media)
    }
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.description.contains("Wrapping") == true)
    #expect(throws: EncodingError.self) {
      try Self.written(backend, Secret(movie: Movie(title: "a")), .media)
    }
  }

  protocol Event: Sendable {}
  struct Receipt: Event, Decodable, Equatable { var total: Double }

  @Test(arguments: Backend.allCases)
  func `throws when encoding a type that is only Decodable`(
    _ backend: Backend
  ) throws {
    let events = PolymorphicRegistry<any Event>("type", ["receipt": Receipt.self])
    let feed = try backend.feed(#"[{"type":"receipt","total":9.5}]"#, events)
    #expect(feed == [.known(Receipt(total: 9.5))])
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: events)
    }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .notEncodable)
    #expect(error.cause?.tag == "receipt")
    #expect(error.cause?.description.contains("Receipt") == true)
  }

  @Test(arguments: Backend.allCases)
  func `encodes elements in payloads with their tags`(_ backend: Backend) throws {
    struct Shelf: Media {
      var title: String
      var items: [Element]
      var byName: [String: Element]
    }
    let registry = try Registry.media.registering(Shelf.self, for: "SHELF")
    let json = """
      [{"type":"SHELF","title":"s","items":[{"type":"MOVIE","title":"a"},{"type":"X"}],
       "byName":{"k":{"type":"SHELF","title":"t","items":[],"byName":{}}}}]
      """
    #expect(
      try backend.encode(backend.feed(json, registry), with: registry) == JSONTree(parsing: json)
    )
  }
}
