import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// `decode(_:tagged:from:)`: a document whose tag stands beside it.
@Suite struct DecodingBesideTests {
  static let heat = #"{"title":"Heat","minutes":170}"#

  // MARK: Selecting the type

  @Test(arguments: Backend.allCases)
  func `a tag beside the document selects the type`(_ backend: Backend) throws {
    let element = try backend.decode(tagged: "MOVIE", from: Self.heat, with: .media)
    #expect(element.known as? Movie == Movie(title: "Heat", minutes: 170))
    let book = try backend.decode(tagged: "NOVEL", from: #"{"title":"Emma"}"#, with: .media)
    #expect(book.known as? Book == Book(title: "Emma"))
  }

  @Test(arguments: Backend.allCases)
  func `a tag beside the document selects the case of an enum`(_ backend: Backend) throws {
    let item = try backend.decode(Item.self, tagged: "MOVIE", from: Self.heat)
    #expect(item == .movie(Movie(title: "Heat", minutes: 170)))
    #expect(try backend.decode(Item.self, tagged: "DIVIDER", from: "{}") == .divider)
    guard case .unknown(let payload) = try backend.decode(Item.self, tagged: "OPERA", from: "{}")
    else {
      Issue.record("Expected an unknown item.")
      return
    }
    #expect(payload.tag == "OPERA")
  }

  @Test(arguments: Backend.allCases)
  func `a base that declares its registry needs no userInfo`(_ backend: Backend) throws {
    let view = try backend.decode(
      Polymorphic<View>.self,
      tagged: "label",
      from: #"{"id":"a","text":"Hi"}"#
    )
    #expect((view.known as? Label)?.text == "Hi")
  }

  @Test(arguments: Backend.allCases)
  func `elements inside the body have their tags as usual`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self, "SHELF": Shelf.self]
    )
    let json = #"{"title":"New","items":[{"type":"MOVIE","title":"Heat"},{"type":"X"}]}"#
    let element = try backend.decode(tagged: "SHELF", from: json, with: registry)
    let shelf = try #require(element.known as? Shelf)
    #expect(shelf.items.known.map(\.title) == ["Heat"])
    #expect(shelf.items.unknown.map(\.tag) == ["X"])
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == "SHELF")
    #expect(encoded.body == (try JSONTree(parsing: json)))
  }

  @Test(arguments: Backend.allCases)
  func `integers, Booleans and compound tags stand beside a document`(_ backend: Backend) throws {
    for tag in [4, true, ["v1", "Movie"]] as [TypeTag] {
      let registry = PolymorphicRegistry<any Media>(
        tag == ["v1", "Movie"] ? .compound("v", "kind") : "type",
        [tag: Movie.self]
      )
      let element = try backend.decode(tagged: tag, from: Self.heat, with: registry)
      #expect(element.known?.title == "Heat")
      let encoded = try backend.encodeTagged(element, with: registry)
      #expect(encoded.tag == tag)
      #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
    }
  }

  @Test func `every input of the engine takes a tag`() throws {
    let decoder = PolymorphicJSONDecoder(.media)
    let type = Polymorphic<any Media>.self
    let bytes = Array(Self.heat.utf8)
    let elements = [
      try decoder.decode(type, tagged: "MOVIE", from: Self.heat),
      try decoder.decode(type, tagged: "MOVIE", from: bytes),
      try decoder.decode(type, tagged: "MOVIE", from: Data(bytes)),
      try unsafe bytes.withUnsafeBytes {
        try unsafe decoder.decode(type, tagged: "MOVIE", from: $0)
      },
    ]
    #expect(elements.known.map(\.title) == ["Heat", "Heat", "Heat", "Heat"])
  }

  @Test(arguments: Backend.allJSON)
  func `key strategies apply to the body`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Sendable>("event_type", ["VISIT": Visit.self])
    let json = #"{"started_at":5}"#
    let element = try backend.decode(
      Polymorphic<any Sendable>.self,
      tagged: "VISIT",
      from: json,
      keys: .snakeCase
    ) { $0.register(registry) }
    #expect(element.known as? Visit == Visit(startedAt: 5))
    let encoded = try backend.encodeTagged(element, keys: .snakeCase) { $0.register(registry) }
    #expect(encoded.tag == "VISIT")
    #expect(encoded.body == (try JSONTree(parsing: json)))
    let other = try #require(throws: DecodingError.self) {
      try backend.decode(
        Polymorphic<any Sendable>.self,
        tagged: "VISIT",
        from: #"{"event_type":"LEAVE","started_at":5}"#,
        keys: .snakeCase
      ) { $0.register(registry) }
    }
    #expect(other.cause?.tag == "LEAVE")
  }

  @Test func `a document that isn't JSON is an error of the document`() throws {
    for backend in Backend.allJSON {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(tagged: "MOVIE", from: "{", with: .media)
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "")
    }
  }

  @Test(arguments: Backend.allCases)
  func `without a registry the error says how to give one`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Polymorphic<any Sendable>.self, tagged: "MOVIE", from: "{}")
    }
    #expect("\(error)".contains("registry"))
  }

  // MARK: Following the policies

  @Test(arguments: Backend.allCases)
  func `an unknown tag is kept with its body and counted`(_ backend: Backend) throws {
    let (element, report) = try DecodingReport.collecting {
      try backend.decode(tagged: "OPERA", from: Self.heat, with: .media)
    }
    let payload = try #require(element.unknown)
    #expect(payload.tag == "OPERA")
    #expect(payload.reason == .unregistered)
    #expect(payload.content["title"] == "Heat")
    #expect(report.unknownTags == ["OPERA": 1])
    #expect(report.issues.isEmpty)
    let encoded = try backend.encodeTagged(element, with: .media)
    #expect(encoded.tag == "OPERA")
    #expect(encoded.body == (try JSONTree(parsing: Self.heat)))
  }

  @Test func `the engine encodes an unknown body byte for byte`() throws {
    let json = #"{ "b": 1.50, "a": "\u00e4" }"#
    let decoder = PolymorphicJSONDecoder(.media)
    let element = try decoder.decode(Polymorphic<any Media>.self, tagged: "OPERA", from: json)
    let (tag, body) = try PolymorphicJSONEncoder(.media).encodeTagged(element)
    #expect(tag == "OPERA")
    #expect(String(decoding: body, as: UTF8.self) == json)
  }

  @Test(arguments: Backend.allCases)
  func `the policy can refuse an unknown tag`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>.media
    registry.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(tagged: "MOVEI", from: Self.heat, with: registry)
    }
    #expect(error.place == "")
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == "MOVEI")
    #expect(error.cause?.nearest == "MOVIE")
    #expect(error.cause?.fact.contains("beside the body but found \"MOVEI\"") == true)
  }

  @Test(arguments: Backend.allCases)
  func `a type decodes bodies with unknown tags`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>.media
    registry.policies.unknown = .decode(as: Podcast.self)
    let element = try backend.decode(tagged: "OPERA", from: Self.heat, with: registry)
    #expect(element.known as? Podcast == Podcast(title: "Heat"))
  }

  @Test(arguments: Backend.allCases)
  func `an invalid payload fails at its path and with its tag`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(tagged: "MOVIE", from: #"{"title":4}"#, with: .media)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "title")
    #expect(error.redactedDescription.hasSuffix("(in MOVIE)"))
  }

  @Test(arguments: Backend.allCases)
  func `an invalid payload can be kept or decoded as another type`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>.media
    registry.policies.malformed = .keep
    let json = #"{"title":"Heat","minutes":"long"}"#
    let (kept, report) = try DecodingReport.collecting {
      try backend.decode(tagged: "MOVIE", from: json, with: registry)
    }
    #expect(kept.unknown?.tag == "MOVIE")
    #expect(report.issues.map { "\($0.codingPath.place) \($0.action)" } == ["minutes kept"])
    let encoded = try backend.encodeTagged(kept, with: registry)
    #expect(encoded.tag == "MOVIE")
    #expect(encoded.body == (try JSONTree(parsing: json)))
    registry.policies.malformed = .decode(as: Song.self)
    let song = try backend.decode(tagged: "MOVIE", from: json, with: registry)
    #expect(song.known is Song)
  }

  @Test(arguments: Backend.allCases)
  func `issues inside the body have its tag`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["LIST": Playlist.self])
    let (element, report) = try DecodingReport.collecting {
      try backend.decode(
        tagged: "LIST",
        from: #"{"title":"Mix","seconds":[1,"two",3]}"#,
        with: registry
      )
    }
    #expect((element.known as? Playlist)?.seconds == [1, 3])
    let issue = try #require(report.issues.first)
    #expect(issue.codingPath.place == "seconds[1]")
    #expect(issue.tag == "LIST")
  }

  @Test(arguments: Backend.allCases)
  func `a body that isn't an object is kept and encoded again`(_ backend: Backend) throws {
    let element = try backend.decode(tagged: "NUMBERS", from: "[1,2]", with: .media)
    let encoded = try backend.encodeTagged(element, with: .media)
    #expect(encoded.tag == "NUMBERS")
    #expect(encoded.body == (try JSONTree(parsing: "[1,2]")))
  }

  // MARK: Comparing with a tag in the body

  @Test(arguments: Backend.allCases)
  func `the body may have the same tag or an alias`(_ backend: Backend) throws {
    for tag in ["BOOK", "NOVEL"] {
      let json = #"{"type":"\#(tag)","title":"Emma"}"#
      let (element, report) = try DecodingReport.collecting {
        try backend.decode(tagged: "BOOK", from: json, with: .aliases)
      }
      #expect(element.known as? Book == Book(title: "Emma"))
      #expect(report.issues.isEmpty)
    }
  }

  @Test(arguments: Backend.allCases)
  func `another tag in the body is an error at its place`(_ backend: Backend) throws {
    for json in [#"{"type":"MOVIE","title":"Emma"}"#, #"{"type":"OPERA","title":"Emma"}"#] {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(tagged: "BOOK", from: json, with: .media)
      }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == "type")
      #expect(error.cause?.code == .tagDisagrees)
      #expect(error.cause?.knownTags == ["BOOK"])
      #expect(!error.redactedDescription.contains("OPERA"))
      #expect(error.cause?.fact.contains(#"but its tag is "BOOK""#) == true)
    }
  }

  @Test(arguments: Backend.allCases)
  func `an unknown tag must agree as well`(_ backend: Backend) throws {
    #expect(throws: DecodingError.self) {
      try backend.decode(tagged: "OPERA", from: #"{"type":"MUSICAL"}"#, with: .media)
    }
    let element = try backend.decode(tagged: "OPERA", from: #"{"type":"OPERA"}"#, with: .media)
    #expect(element.unknown?.tag == "OPERA")
  }

  @Test(arguments: Backend.allCases)
  func `another tag in the body is an issue if the tag beside it overrides it`(
    _ backend: Backend
  ) throws {
    let (element, report) = try DecodingReport.collecting {
      try backend.decode(
        tagged: "BOOK",
        overridingBody: true,
        from: #"{"type":"MOVIE","title":"Emma"}"#,
        with: .media
      )
    }
    #expect(element.known is Book)
    let issue = try #require(report.issues.first)
    #expect(report.issues.count == 1)
    #expect(issue.codingPath.place == "type")
    #expect(issue.action == .defaulted)
  }

  @Test(arguments: Backend.allCases)
  func `a body with another tag can be kept`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>.media
    registry.policies.malformed = .keep
    let json = #"{"type":"MOVIE","title":"Emma"}"#
    let (element, report) = try DecodingReport.collecting {
      try backend.decode(tagged: "BOOK", from: json, with: registry)
    }
    #expect(element.unknown?.tag == "BOOK")
    #expect(report.issues.map { "\($0.codingPath.place) \($0.action)" } == ["type kept"])
    let encoded = try backend.encodeTagged(element, with: registry)
    #expect(encoded.tag == "BOOK")
    #expect(encoded.body == (try JSONTree(parsing: json)))
  }

  @Test(arguments: Backend.allCases)
  func `what is no tag in the body is no other tag`(_ backend: Backend) throws {
    for json in [#"{"type":null,"title":"Emma"}"#, #"{"type":{"a":1},"title":"Emma"}"#] {
      let element = try backend.decode(tagged: "BOOK", from: json, with: .media)
      #expect(element.known is Book)
    }
  }

  @Test(arguments: Backend.allCases)
  func `parts of a compound tag in the body must agree`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.compound("v", "kind"))
    try registry.register(Movie.self, for: ["v1", "Movie"])
    try registry.register(Book.self, for: [nil, "Book"])
    let same = try backend.decode(
      tagged: ["v1", "Movie"],
      from: #"{"kind":"Movie","title":"Heat"}"#,
      with: registry
    )
    #expect(same.known is Movie)
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(
        tagged: ["v1", "Movie"],
        from: #"{"kind":"Book","title":"Heat"}"#,
        with: registry
      )
    }
    #expect(error.cause?.code == .tagDisagrees)
  }

  @Test(arguments: Backend.allCases)
  func `tags that ignore case agree in any case`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>("type", ignoringCase: true)
    try registry.register(Movie.self, for: "MOVIE")
    let element = try backend.decode(
      tagged: "movie",
      from: #"{"type":"Movie","title":"Heat"}"#,
      with: registry
    )
    #expect(element.known is Movie)
    let unknown = try backend.decode(tagged: "opera", from: #"{"type":"Opera"}"#, with: registry)
    #expect(unknown.unknown?.tag == "opera")
  }
}
