import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// Server frameworks send the description of a `DecodingError` to their clients, which told them
/// to register types, with the file and the line of the program's registration.
@Suite struct AdviceForClientsTests {
  typealias Element = Polymorphic<any Media>

  enum Reply: PolymorphicEnum {
    case movie(Movie)

    static let registry = PolymorphicRegistry<Reply>("type", policies: .init(missing: .keep)) {
      try $0.register(for: "MOVIE", as: Reply.movie)
    }
  }

  enum Endless: PolymorphicDecodable {
    case inner([Endless])

    static let registry = PolymorphicRegistry<Endless>("type") {
      try $0.register(for: "E", as: Endless.inner)
    }
  }

  protocol Unknown {}

  static var strict: PolymorphicRegistry<any Media> {
    var media = PolymorphicRegistry<any Media>.media
    media.policies.unknown = .throw
    return media
  }

  static var deduced: PolymorphicRegistry<any Media> {
    get throws {
      try PolymorphicRegistry<any Media>(.deduced)
        .registering(Movie.self, for: "m", options: []) { $0 }
    }
  }

  static func error<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    _ backend: Backend,
    _ registry: PolymorphicRegistry<any Media> = strict
  ) throws -> DecodingError {
    try #require(throws: DecodingError.self) {
      try backend.decode(type, from: json, with: registry)
    }
  }

  static func descriptions(_ backend: Backend) throws -> [String] {
    let errors = [
      try error([Element].self, #"[{"type":"MOVEI"}]"#, backend),
      try error([Element].self, "[{}]", backend),
      try error([Element].self, #"[{"type":[]}]"#, backend),
      try error([Reply].self, #"[{"type":"X"}]"#, backend),
      try error([Reply].self, "[{}]", backend),
      try error([Element].self, #"[{"titel":"a"}]"#, backend, deduced),
      try error(
        [Element].self,
        #"[["MOVIE"]]"#,
        backend,
        PolymorphicRegistry<any Media>(.wrapperArray, ["MOVIE": Movie.self])
      ),
      try error([Polymorphic<any Unknown>].self, "[{}]", backend),
    ]
    let others = try [#"[{"type":null}]"#, #"[{"type":99999999999999999999}]"#].map {
      try error([Element].self, $0, .json)
    }
    return (errors + others).flatMap { error in
      [error.details?.debugDescription ?? "", error.summary]
    }
  }

  @Test(arguments: Backend.allCases)
  func `the description has no advice and no place in the program`(_ backend: Backend) throws {
    for description in try Self.descriptions(backend) {
      for word in ["egister ", ".keep", "add case", ".swift", ".userInfo", "install(", "fields:"] {
        #expect(!description.contains(word), "\(description)")
      }
      #expect(!description.contains(".."), "\(description)")
    }
  }

  @Test func `the fact and the remedy are two properties`() throws {
    let error = try Self.error([Element].self, #"[{"type":"MOVEI"}]"#, .json)
    let cause = try #require(error.cause)
    #expect(
      cause.fact == """
        Expected one of "MOVIE", "BOOK", "NOVEL" under "type" but found "MOVEI". Did you mean "MOVIE"?
        """
    )
    #expect(
      cause.remedy
        == "Register a type for the tag, or keep unknown payloads with the policy .keep."
    )
    #expect(cause.description == "\(cause.fact) \(cause.remedy ?? "")")
    #expect(error.details?.debugDescription == cause.fact)
    #expect("\(error)".contains("with the policy .keep"))
  }

  @Test func `an issue has the fact`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Backend.json.decode(Lossy<[Element]>.self, from: #"[{"type":"X"}]"#, with: Self.strict)
    }
    #expect(
      report.issues.map(\.description) == [
        #"""
        [0].type: Expected one of "MOVIE", "BOOK", "NOVEL" under "type" but found "X" (in X); dropped
        """#
      ]
    )
  }

  @Test func `an error of the engine has its place and no excerpt in the description`() throws {
    let error = try Self.error([Element].self, #"[{"type":"X"}]"#, .engine)
    #expect(
      error.details?.debugDescription == #"""
        Expected one of "MOVIE", "BOOK", "NOVEL" under "type" but found "X". At line 1, column 10
        """#
    )
  }

  // MARK: - Printed errors

  @Test(arguments: Backend.allCases)
  func `a printed error has one full stop before its cause`(_ backend: Backend) throws {
    let errors = [
      try Self.error([Element].self, #"[{"type":"X"}]"#, backend),
      try Self.error([Element].self, "[{}]", backend),
      try Self.error([Element].self, #"[{"type":[]}]"#, backend),
      try Self.error([Reply].self, #"[{"type":"X"}]"#, backend),
      try Self.error([Polymorphic<any Unknown>].self, "[{}]", backend),
    ]
    for error in errors { #expect(!"\(error)".contains(".."), "\(error)") }
  }

  @Test(arguments: ["[1,]", "[", #"["\q"]"#, ""])
  func `an error of the engine has one full stop before its place`(_ json: String) throws {
    let error = try Self.error([Int].self, json, .engine)
    #expect(!"\(error)".contains(".."), "\(error)")
    let feed = try #require(throws: DecodingError.self) {
      var elements = PolymorphicJSONDecoder()
        .elements(of: Int.self, in: Data("{]".utf8), as: .array)
      while try elements.next() != nil {}
    }
    #expect(!"\(feed)".contains(".."), "\(feed)")
  }

  @Test(arguments: Backend.allCases)
  func `an error of encoding prints its advice once`(_ backend: Backend) throws {
    let unregistered = try #require(throws: EncodingError.self) {
      try backend.encode([Element.known(Song(title: "a"))], with: Self.strict)
    }
    let without = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic<any Unknown>.known(Nothing())])
    }
    for (error, advice) in [(unregistered, "Register it"), (without, "userInfo.register(")] {
      let text = "\(error)"
      #expect(text.components(separatedBy: advice).count == 2, "\(text)")
      #expect(!text.contains(".. "), "\(text)")
      #expect(error.details?.debugDescription.contains(advice) == false)
    }
  }

  struct Nothing: Unknown, Encodable {}

  // MARK: - Patterns

  @Test(arguments: Backend.allCases)
  func `expected tags include patterns`(_ backend: Backend) throws {
    var patterned = Self.strict
    try patterned.register(Song.self, matching: "*_song")
    let error = try Self.error([Element].self, #"[{"type":"X"}]"#, backend, patterned)
    #expect(
      error.cause?.fact == #"""
        Expected one of "MOVIE", "BOOK", "NOVEL", or a tag like "*_song", under "type" but found "X".
        """#
    )
    var alone = PolymorphicRegistry<any Media>("type", policies: .init(unknown: .throw))
    try alone.register(Song.self, matching: "*_song")
    let other = try Self.error([Element].self, #"[{"type":"X"}]"#, backend, alone)
    #expect(other.cause?.fact == #"Expected a tag like "*_song" under "type" but found "X"."#)
  }

  // MARK: - Types

  @Test(arguments: Backend.allCases)
  func `an error about a tag names the base and not the type of tags`(_ backend: Backend) throws {
    func type(_ json: String, _ form: Discriminator = "type") throws -> (any Any.Type)? {
      let registry = PolymorphicRegistry<any Media>(form, ["MOVIE": Movie.self])
      switch try Self.error([Element].self, json, backend, registry) {
      case .valueNotFound(let type, _), .typeMismatch(let type, _): return type
      default: return nil
      }
    }
    #expect(try type(#"[{"type":[]}]"#) == (any Media).self)
    if Backend.allJSON.contains(backend) {
      #expect(try type(#"[{"type":null}]"#) == (any Media).self)
      #expect(try type("[null]") == (any Media).self)
      #expect(try type("[null]", .external) == (any Media).self)
      #expect(try type("[null]", .adjacent(tag: "t", content: "c")) == (any Media).self)
      #expect(try type(#"[{"t":null}]"#, .adjacent(tag: "t", content: "c")) == (any Media).self)
      #expect(try type("[null]", .wrapperArray) == (any Media).self)
      #expect(try type("[[null,{}]]", .wrapperArray) == (any Media).self)
      #expect(try type("[null]", .compound("a", "b")) == (any Media).self)
    }
  }
}
