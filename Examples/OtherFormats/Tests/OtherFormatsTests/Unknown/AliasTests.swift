import Formats
import Medley
import Testing

/// Aliases of YAML, which are copies, and the size limit of an element.
@Suite struct AliasTests {
  private func feed(_ document: String) throws -> Feed {
    try Format.yaml.decode(Feed.self, from: document) { $0.register(Feed.registry) }
  }

  @Test func `keeps the value of an alias`() throws {
    let feed = try feed("house: &house {city: Milano}\nitems: [{type: OPERA, first: *house}]\n")
    #expect(
      feed.items.first?.unknown?.content == ["type": "OPERA", "first": ["city": "Milano"]]
    )
    #expect(
      try Format.yaml.encode(feed) == "items:\n- type: OPERA\n  first:\n    city: Milano\n"
    )
  }

  /// Arrays of 40 aliases of arrays of 40 aliases, and so on: 4 billion values in about 1 KB.
  ///
  /// They are Booleans, which are tried first: failed attempts are slow.
  private var bomb: String {
    func array(_ name: Character, of value: String) -> String {
      "\(name): &\(name) [\(Array(repeating: value, count: 40).joined(separator: ", "))]\n"
    }
    let aliases = zip("bcdef", "abcde").map { array($0, of: "*\($1)") }
    return array("a", of: "true") + aliases.joined()
  }

  @Test func `refuses an unknown element of more than 200,000 values`() throws {
    let found = try fault { try feed(bomb + "items: [{type: OPERA, bomb: *f}]\n") }
    #expect(found.kind == .corrupted)
    #expect(found.path.hasPrefix("items[0].bomb[0]"))
  }

  @Test func `applies the same limit to TOML, which has no aliases`() throws {
    let values = String(repeating: "true,", count: 200_000)
    let found = try fault {
      try Format.toml.decode(Feed.self, from: "items = [{type = 'OPERA', list = [\(values)]}]") {
        $0.register(Feed.registry)
      }
    }
    #expect(found.kind == .corrupted)
    #expect(found.path.hasPrefix("items[0].list["))
  }

  @Test func `unused aliases cost nothing`() throws {
    let movie = "{type: MOVIE, title: Heat, minutes: 170, bomb: *f}"
    #expect(
      try feed(bomb + "items: [\(movie)]\n").items == [.known(Movie(title: "Heat", minutes: 170))]
    )
  }
}
