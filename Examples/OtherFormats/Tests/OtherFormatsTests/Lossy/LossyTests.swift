import Formats
import Medley
import MedleyResilience
import Testing

@Suite struct LossyTests {
  private typealias Element = Polymorphic<any Media>

  private let movie: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": 170]
  private let opera: PayloadValue = ["type": "OPERA", "title": "Tosca"]
  private let heat = Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170))

  /// The path and the action of an issue.
  static func line(_ issue: DecodingIssue) -> String {
    "\(issue.codingPath.simplified) \(issue.action)"
  }

  // MARK: - Arrays

  struct Shelf: Codable {
    @Lossy var items: [Polymorphic<any Media>]
  }

  @Test(arguments: Format.allCases)
  func `drops and reports invalid elements of an array`(_ format: Format) throws {
    let tree: PayloadValue = [
      "items": [
        movie,
        ["type": "MOVIE", "title": "no minutes"],
        3,
        ["title": "no tag"],
        opera,
        ["type": "BOOK", "title": "no number", "pages": "many"],
        "text",
        movie,
      ]
    ]
    let (shelf, issues) = try collect(Shelf.self, tree, format)
    #expect(shelf.items.map(\.known?.title) == ["Heat", nil, "Heat"])
    #expect(shelf.items.unknown.map(\.tag) == ["OPERA"])
    // XML treats text as an element without a tag.
    let member = format == .xml ? ".type" : ""
    #expect(
      issues == [
        "items[1].minutes dropped", "items[2]\(member) dropped", "items[3].type dropped",
        "items[5].pages dropped", "items[6]\(member) dropped",
      ]
    )
  }

  @Test(arguments: Format.allCases)
  func `a valid array has no issues`(_ format: Format) throws {
    let (shelf, issues) = try collect(Shelf.self, ["items": [movie, opera, movie]], format)
    #expect(shelf.items.known.count == 2)
    #expect(issues.isEmpty)
    let written = try format.encoded(shelf, with: Feed.registry)
    #expect(written == format.image(of: ["items": [movie, opera, movie]]))
  }

  @Test(arguments: Format.allCases)
  func `an array of invalid elements is empty`(_ format: Format) throws {
    let bad: PayloadValue = ["type": "MOVIE"]
    let (shelf, issues) = try collect(Shelf.self, ["items": [bad, bad, bad]], format)
    #expect(shelf.items.isEmpty)
    #expect(issues == Set((0...2).map { "items[\($0)].title dropped" }))
  }

  @Test(arguments: Format.allCases)
  func `an absent array is empty and reported`(_ format: Format) throws {
    let (shelf, issues) = try collect(Shelf.self, ["other": 1], format)
    #expect(shelf.items.isEmpty)
    #expect(issues == ["items defaulted"])
  }

  @Test(arguments: [Format.yaml, .toml])
  func `a value that isn't an array is empty and reported`(_ format: Format) throws {
    let (shelf, issues) = try collect(Shelf.self, ["items": 3], format)
    #expect(shelf.items.isEmpty)
    #expect(issues == ["items defaulted"])
  }

  @Test func `XML treats a value that isn't an array as an array of one`() throws {
    let (shelf, issues) = try collect(Shelf.self, ["items": 3], .xml)
    #expect(shelf.items.isEmpty)
    #expect(issues == ["items[0].type dropped"])
  }

  @Test func `an empty array of XML is reported as absent`() throws {
    let (shelf, issues) = try collect(Shelf.self, ["items": []], .xml)
    #expect(shelf.items.isEmpty)
    #expect(issues == ["items defaulted"])
  }

  @Test(arguments: ["1900-01-14", "20:00:00", "1900-01-14T20:00:00Z", "[1900-01-14]"])
  func `drops a date of TOML and decodes the rest`(_ date: String) throws {
    for document in ["items = \(date)", "items = [\(date), {type = 'OPERA'}, \(date)]"] {
      let (shelf, report) = try DecodingReport.collecting {
        try Format.toml.decode(Shelf.self, from: document) { $0.register(Feed.registry) }
      }
      #expect(shelf.items.known.isEmpty)
      #expect(!report.isClean)
    }
  }

  @Test func `drops null elements of YAML`() throws {
    let (shelf, issues) = try collect(Shelf.self, ["items": [.null, movie, .null]], .yaml)
    #expect(shelf.items == [heat])
    #expect(issues == ["items[0] dropped", "items[2] dropped"])
  }
}

// MARK: - Other collections

@Suite struct LossyCollectionTests {
  private let movie: PayloadValue = ["type": "MOVIE", "title": "Heat", "minutes": 170]
  private let bad: PayloadValue = ["type": "MOVIE", "title": "no minutes"]
  private let heat = Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170))

  struct Index: Codable {
    @Lossy var items: [String: Polymorphic<any Media>]
  }

  @Test(arguments: Format.allCases)
  func `drops invalid members of a dictionary`(_ format: Format) throws {
    let tree: PayloadValue = ["items": ["good": movie, "bad": bad]]
    let (index, issues) = try collect(Index.self, tree, format)
    #expect(index.items == ["good": heat])
    #expect(issues == ["items.bad.minutes dropped"])
  }

  struct Hero: Codable {
    @Lossy var item: Polymorphic<any Media>?
  }

  @Test(arguments: Format.allCases)
  func `an invalid optional is nil and reported`(_ format: Format) throws {
    let (hero, issues) = try collect(Hero.self, ["item": bad], format)
    #expect(hero.item == nil)
    #expect(issues == ["item.minutes defaulted"])
  }

  @Test(arguments: Format.allCases)
  func `a valid optional has its value and an absent one is nil`(_ format: Format) throws {
    let (hero, issues) = try collect(Hero.self, ["item": movie], format)
    #expect(hero.item == heat)
    #expect(issues.isEmpty)
    let (none, noIssues) = try collect(Hero.self, ["other": 1], format)
    #expect(none.item == nil)
    #expect(noIssues.isEmpty)
  }

  struct Shelves: Codable {
    @Lossy var items: [[Polymorphic<any Media>]]
  }

  @Test(arguments: [Format.yaml, .toml])
  func `drops invalid elements of the innermost array`(_ format: Format) throws {
    let tree: PayloadValue = ["items": [[movie, bad], 3, [], [bad, movie]]]
    let (shelves, issues) = try collect(Shelves.self, tree, format)
    #expect(shelves.items == [[heat], [], [heat]])
    #expect(
      issues == [
        "items[0][1].minutes dropped", "items[1] dropped", "items[3][0].minutes dropped",
      ]
    )
  }

  @Test func `XML drops and reports lossy arrays in an array`() throws {
    let tree: PayloadValue = ["items": [[movie, movie], [movie]]]
    let (shelves, issues) = try collect(Shelves.self, tree, .xml)
    #expect(shelves.items.joined().isEmpty)
    #expect(!issues.isEmpty)
  }

  struct Table: Codable {
    @Lossy var items: [String: [Polymorphic<any Media>]]
  }

  @Test(arguments: [Format.yaml, .toml])
  func `drops invalid elements of arrays in a dictionary`(_ format: Format) throws {
    let tree: PayloadValue = ["items": ["a": [movie, bad], "b": [bad], "c": 3]]
    let (table, issues) = try collect(Table.self, tree, format)
    #expect(table.items == ["a": [heat], "b": []])
    #expect(
      issues == ["items.a[1].minutes dropped", "items.b[0].minutes dropped", "items.c dropped"]
    )
  }

  struct Rows: Codable {
    @Lossy var items: [[String: Polymorphic<any Media>]]
  }

  @Test(arguments: [Format.yaml, .toml])
  func `drops invalid members of dictionaries in an array`(_ format: Format) throws {
    let tree: PayloadValue = ["items": [["a": movie, "b": bad], 3]]
    let (rows, issues) = try collect(Rows.self, tree, format)
    #expect(rows.items == [["a": heat]])
    #expect(issues == ["items[0].b.minutes dropped", "items[1] dropped"])
  }
}

// MARK: - Collecting

/// The decoded value of a tree, and a line for each issue.
private func collect<Value: Decodable>(
  _ type: Value.Type,
  _ tree: PayloadValue,
  _ format: Format
) throws -> (Value, Set<String>) {
  let (value, report) = try DecodingReport.collecting {
    try format.decode(type, tree, with: Feed.registry)
  }
  return (value, Set(report.issues.map(LossyTests.line)))
}
