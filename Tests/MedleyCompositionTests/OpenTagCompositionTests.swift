import Medley
import MedleyComposition
import TestSupport
import Testing

/// Payloads in parts, one of which stores which of several tags they have.
@Suite struct OpenTagCompositionTests {
  private protocol Work: Codable, Sendable {}

  private struct Header: Codable, Equatable, Sendable {
    var type: String?
    var title: String
  }

  private struct Credits: Codable, Equatable, Sendable {
    var director: String
    var sequels: [Polymorphic<any Work>]

    static func == (left: Credits, right: Credits) -> Bool {
      left.director == right.director && left.sequels.count == right.sequels.count
    }
  }

  private struct Film: ComposedCodable, Work {
    var header: Header
    var credits: Credits

    static let composition = Composition(
      { Film(header: $0, credits: $1) },
      \.header,
      \.credits
    )
  }

  private static let registry = PolymorphicRegistry<any Work>("type") {
    try $0.register(Film.self, for: "film", "short")
    try $0.register(Film.self, matching: "film.*")
  }

  private static func film(_ tag: String?, _ sequels: [Film] = []) -> Film {
    Film(
      header: Header(type: tag, title: "Ran"),
      credits: Credits(director: "K", sequels: sequels.map { .known($0) })
    )
  }

  private static func json(_ tag: String, _ sequels: [String] = []) -> String {
    #"{"type":"\#(tag)","title":"Ran","director":"K","sequels":[\#(sequels.joined(separator: ","))]}"#
  }

  @Test(arguments: Backend.allCases)
  func `have the tag of the part, or the canonical one`(_ backend: Backend) throws {
    let tags: [(stored: String?, written: String)] = [
      (nil, "film"), ("short", "short"), ("film.x", "film.x"), ("film", "film"), (nil, "film"),
    ]
    for (stored, written) in tags {
      for (inner, innerWritten) in tags {
        let film = Self.film(stored, [Self.film(inner), Self.film(inner)])
        let feed = [Polymorphic<any Work>](repeating: .known(film), count: 3)
        let one = Self.json(written, [Self.json(innerWritten), Self.json(innerWritten)])
        let encoded = try backend.encode(feed, with: Self.registry)
        #expect(try encoded == JSONTree(parsing: "[\(one),\(one),\(one)]"))
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `refuse the tag of another type in a part`(_ backend: Backend) throws {
    for sequels in [[], [Self.film("short")]] {
      let feed = [Polymorphic<any Work>.known(Self.film("song", sequels))]
      let error = try #require(throws: EncodingError.self) {
        try backend.encode(feed, with: Self.registry)
      }
      #expect(error.cause?.code == .tagDisagrees)
      #expect(error.place == "[0].type")
    }
  }
}
