import Foundation
import Medley
import TestSupport
import Testing

/// The code of the article *Navigation paths and deep links*.
@Suite struct NavigationPathsTests {
  enum Destination: PolymorphicEnum, Hashable {
    case book(id: Int)
    case search(query: String)
    case settings
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Destination>(
      .synthesized,
      policies: .init(missing: .keep, malformed: .keep)
    ) {
      try $0.register(for: "book") { fields in
        .book(id: try fields.decode("id"))
      } encoding: {
        if case .book(let id) = $0 { ["id": id] } else { nil }
      }
      try $0.register(for: "search") { fields in
        .search(query: try fields.decode("query"))
      } encoding: {
        if case .search(let it) = $0 { ["query": it] } else { nil }
      }
      try $0.register(.settings, for: "settings")
    }

    var isKnown: Bool {
      if case .unknown = self { false } else { true }
    }
  }

  static func path(in link: URL) throws -> [Destination] {
    let link = URLComponents(url: link, resolvingAgainstBaseURL: false)
    let json = link?.queryItems?.first { $0.name == "path" }?.value
    return try JSONDecoder().decode(
      [Destination].self,
      from: Data((json ?? "[]").utf8)
    )
  }

  static let path = #"""
    [{"search": {"query": "momo"}}, {"book": {"id": 7}},
     {"reader": {"book": 7, "chapter": 2}}, {"settings": {}}]
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.path.utf8)
    let stored = try JSONDecoder().decode([Destination].self, from: data)
    let path = Array(stored.prefix(while: \.isKnown))
    #expect(path == [.search(query: "momo"), .book(id: 7)])
  }

  @Test(arguments: Backend.recipes)
  func `encodes a path unchanged, with an unknown destination`(_ backend: Backend) throws {
    let path = try backend.keep([Destination].self, Self.path)
    #expect(path.map(\.isKnown) == [true, true, false, true])
    #expect(path.last == .settings)
  }

  /// As the compiler writes it, in the app before.
  enum OldDestination: Codable {
    case book(id: Int)
    case search(query: String)
    case settings
  }

  @Test(arguments: Backend.recipes)
  func `reads and writes what synthesised coding does`(_ backend: Backend) throws {
    let old: [OldDestination] = [.search(query: "x"), .book(id: 1), .settings]
    let stored = try backend.encode(old)
    let path: [Destination] = [.search(query: "x"), .book(id: 1), .settings]
    #expect(try backend.encode(path) == stored)
    #expect(try backend.decode(fromEncoded: backend.encoded(old)) == path)
  }

  @Test(arguments: Backend.recipes, [#"{"book": {"id": "x"}}"#, "{}", "7"])
  func `keeps a broken destination`(_ backend: Backend, _ destination: String) throws {
    let path = try backend.keep([Destination].self, #"[{"settings": {}}, \#(destination)]"#)
    #expect(path.map(\.isKnown) == [true, false])
  }

  @Test func `decodes the path of a link`() throws {
    var components = try #require(URLComponents(string: "books://open"))
    components.queryItems = [URLQueryItem(name: "path", value: Self.path)]
    let link = try #require(components.url)
    #expect(try Self.path(in: link).prefix(while: \.isKnown).count == 2)
    let empty = try #require(URL(string: "books://open"))
    #expect(try Self.path(in: empty) == [])
  }
}
