import Medley
import MedleyJSON
import TestSupport
import Testing

/// Types that conform to a protocol only on a global actor (SE-0470).
///
/// Whether a cast succeeds depends on the actor, so each value must be cast.
@Suite(.onEachEngine) struct IsolatedConformanceTests {
  protocol Media { var title: String { get } }

  struct Movie: Codable { var title: String }
  struct Song: Codable { var title: String }
  struct Book: Codable, Media { var title: String }
  struct Box<Content: Codable>: Codable { var content: Content }

  /// The type is isolated here, and not its conformance.
  struct Frame<Content: Codable & Media>: Codable, Media {
    var content: Content
    var title: String { content.title }
  }

  @globalActor actor Player {
    static let shared = Player()
  }

  private typealias Registry = PolymorphicRegistry<any Media>

  private static func registry() -> Registry {
    PolymorphicRegistry(
      "type",
      [
        "MOVIE": Movie.self, "SONG": Song.self, "BOOK": Book.self, "BOX": Box<Movie>.self,
        "BOOKS": Box<Book>.self, "FRAME": Frame<Movie>.self,
      ]
    )
  }

  private static func text(_ tag: String) -> String {
    let element =
      switch tag {
      case "BOX", "BOOKS", "FRAME": #"{"type":"\#(tag)","content":{"title":"t"}}"#
      default: #"{"type":"\#(tag)","title":"t"}"#
      }
    return "[\(Array(repeating: element, count: 4).joined(separator: ","))]"
  }

  /// The result of decoding: the titles, or the code of the error.
  private enum Result: Equatable {
    case titles([String])
    case error(RegistrationError.Code)

    static let right = Result.titles(["t", "t", "t", "t"])
    static let wrong = Result.error(.notABase)
  }

  private static func decode(_ tag: String, _ registry: Registry) throws -> Result {
    do {
      let feed = try Engine.current.decoder(registry)
        .decode([Polymorphic<any Media>].self, from: text(tag))
      return .titles(feed.known.map(\.title))
    } catch let error as RegistrationError {
      return .error(error.code)
    }
  }

  @MainActor private static func decodeOnMain(_ tag: String, _ registry: Registry) throws -> Result
  {
    try decode(tag, registry)
  }

  @Player private static func decodeOnPlayer(_ tag: String, _ registry: Registry) throws -> Result {
    try decode(tag, registry)
  }

  private static func decodeAnywhere(_ tag: String, _ registry: Registry) async throws -> Result {
    try await Task.detached { try decode(tag, registry) }.value
  }

  @Test(arguments: ["MOVIE", "BOX"])
  func `an isolated conformance decodes on the main actor and is refused elsewhere afterwards`(
    _ tag: String
  ) async throws {
    let registry = Self.registry()
    for _ in 0..<3 {
      #expect(try await Self.decodeOnMain(tag, registry) == .right)
      #expect(try await Self.decodeAnywhere(tag, registry) == .wrong)
      #expect(try await Self.decodeOnPlayer(tag, registry) == .wrong)
    }
  }

  @Test(arguments: ["MOVIE", "BOX"])
  func `an isolated conformance is refused elsewhere and decodes on the main actor afterwards`(
    _ tag: String
  ) async throws {
    let registry = Self.registry()
    for _ in 0..<3 {
      #expect(try await Self.decodeAnywhere(tag, registry) == .wrong)
      #expect(try await Self.decodeOnMain(tag, registry) == .right)
    }
  }

  @Test func `isolation to another global actor is respected`() async throws {
    let registry = Self.registry()
    for _ in 0..<3 {
      #expect(try await Self.decodeOnPlayer("SONG", registry) == .right)
      #expect(try await Self.decodeOnMain("SONG", registry) == .wrong)
      #expect(try await Self.decodeAnywhere("SONG", registry) == .wrong)
    }
  }

  @Test(arguments: ["BOOK", "BOOKS"])
  func `a nonisolated conformance decodes everywhere`(_ tag: String) async throws {
    let registry = Self.registry()
    for _ in 0..<3 {
      #expect(try await Self.decodeOnMain(tag, registry) == .right)
      #expect(try await Self.decodeOnPlayer(tag, registry) == .right)
      #expect(try await Self.decodeAnywhere(tag, registry) == .right)
    }
  }

  /// Code that can name the type has the conformance that it needs.
  @Test func `a generic type with isolated contents decodes as a cast allows`() async throws {
    func isMedia(_ registry: Registry) -> Bool {
      guard let type = registry.payloadType(for: "FRAME") else { return false }
      return type is any Media.Type
    }
    let registry = Self.registry()
    let onMain = await MainActor.run { isMedia(registry) }
    let elsewhere = await Task.detached { isMedia(registry) }.value
    for _ in 0..<3 {
      let found = try await Self.decodeOnMain("FRAME", registry)
      #expect(found == (onMain ? .right : .wrong))
      let foundElsewhere = try await Self.decodeAnywhere("FRAME", registry)
      #expect(foundElsewhere == (elsewhere ? .right : .wrong))
    }
  }

  /// The behaviour of casts that the tests above assume.
  @Test func `a cast gives the same answer`() async {
    func isMedia(_ value: Any) -> Bool { value is any Media }
    let onMain = await MainActor.run {
      [
        isMedia(Movie(title: "")), isMedia(Box(content: Movie(title: ""))),
        isMedia(Book(title: "")),
      ]
    }
    #expect(onMain == [true, true, true])
    let elsewhere = await Task.detached {
      [
        isMedia(Movie(title: "")), isMedia(Box(content: Movie(title: ""))),
        isMedia(Book(title: "")),
      ]
    }.value
    #expect(elsewhere == [false, false, true])
  }
}

extension IsolatedConformanceTests.Movie: @MainActor IsolatedConformanceTests.Media {}
extension IsolatedConformanceTests.Song:
  @IsolatedConformanceTests.Player IsolatedConformanceTests.Media
{}

extension IsolatedConformanceTests.Box: IsolatedConformanceTests.Media
where Content: IsolatedConformanceTests.Media {
  var title: String { content.title }
}
