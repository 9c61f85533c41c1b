import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

@Suite struct PreservingTests {
  struct Author: Codable, Hashable, Sendable {
    var name: String
    var site: String?
  }

  struct Section: Codable, Hashable, Sendable {
    var title: String
    var pages: [Int] = []
  }

  struct Page: Codable, Hashable, Sendable {
    var title: String
    var author: Author?
    var sections: [Section]
    var links: [String: Author]
  }

  private static let json = #"""
    {
      "title": "Old", "rating": 4.5, "extra": {"a": [1, {"b": 2}]},
      "author": {"name": "Ada", "born": 1815},
      "sections": [
        {"title": "One", "pages": [1, 2], "color": "red"},
        {"title": "Two", "pages": [], "color": "blue"},
        {"title": "Three", "pages": [3], "color": "green"}
      ],
      "links": {"home": {"name": "H", "rank": 1}, "next_page": {"name": "N", "rank": 2}}
    }
    """#

  private static func page(_ backend: Backend) throws -> Preserving<Page> {
    try backend.decode(from: json)
  }

  /// What came, with one part replaced.
  private static func json(_ part: String, _ replacement: String) throws -> JSONTree {
    #expect(json.contains(part))
    return try JSONTree(parsing: json.replacingOccurrences(of: part, with: replacement))
  }

  // MARK: - Keeping

  @Test(arguments: Backend.allCases)
  func `keeps everything that the types don't know`(_ backend: Backend) throws {
    let page = try Self.page(backend)
    #expect(page.value.title == "Old")
    #expect(try backend.encode(page) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `changes a member`(_ backend: Backend) throws {
    var page = try Self.page(backend)
    page.title = "New"
    #expect(try backend.encode(page) == Self.json(#""Old""#, #""New""#))
    page.author?.name = "Grace"
    page.title = "Old"
    #expect(try backend.encode(page) == Self.json("Ada", "Grace"))
  }

  @Test(arguments: Backend.allCases)
  func `sets and removes optionals`(_ backend: Backend) throws {
    var page = try Self.page(backend)
    page.author?.site = "ada.example"
    #expect(
      try backend.encode(page) == Self.json(#""born""#, #""site": "ada.example", "born""#)
    )
    page.author = nil
    #expect(
      try backend.encode(page)
        == Self.json(#""author": {"name": "Ada", "born": 1815},"#, "")
    )
    page.author = Author(name: "New")
    // An object where one came keeps its members.
    #expect(try backend.encode(page) == Self.json("Ada", "New"))
  }

  @Test(arguments: Backend.allCases)
  func `matches elements that are added, removed, moved and changed`(_ backend: Backend) throws {
    let (one, two, three) = (
      #"{"title": "One", "pages": [1, 2], "color": "red"}"#,
      #"{"title": "Two", "pages": [], "color": "blue"}"#,
      #"{"title": "Three", "pages": [3], "color": "green"}"#
    )
    func check(_ expected: String..., change: (inout [Section]) -> Void) throws {
      var page = try Self.page(backend)
      change(&page.sections)
      let sections = try backend.encode(page)["sections"]
      #expect(try sections == JSONTree(parsing: "[\(expected.joined(separator: ","))]"))
    }
    let new = #"{"title": "New", "pages": []}"#
    try check(one, new, two, three) { $0.insert(Section(title: "New"), at: 1) }
    try check(one, three) { $0.remove(at: 1) }
    try check(three, one, two) { $0.insert($0.removeLast(), at: 0) }
    try check(one, #"{"title": "New", "pages": [], "color": "blue"}"#, three) {
      $0[1].title = "New"
    }
    try check { $0 = [] }
  }

  @Test(arguments: Backend.allCases)
  func `keeps the members of a dictionary's values`(_ backend: Backend) throws {
    var page = try Self.page(backend)
    page.links["next_page"]?.name = "M"
    page.links["newPage"] = Author(name: "L")
    #expect(
      try backend.encode(page)
        == Self.json(
          #"{"name": "N", "rank": 2}"#,
          #"{"name": "M", "rank": 2}, "newPage": {"name": "L"}"#
        )
    )
  }

  // MARK: - Values

  @Test(arguments: Backend.allCases)
  func `encodes a value that wasn't decoded as its type does`(_ backend: Backend) throws {
    let section = Section(title: "One", pages: [1])
    #expect(try backend.encode(Preserving(section)) == backend.encode(section))
  }

  @Test(arguments: Backend.allCases)
  func `compares and hashes the values alone`(_ backend: Backend) throws {
    let decoded = try Self.page(backend)
    #expect(decoded == Preserving(decoded.value))
    #expect(Set([decoded, Preserving(decoded.value)]).count == 1)
    var changed = decoded
    changed.title = "New"
    #expect(decoded != changed)
  }

  @Test func `takes one word more than its value`() {
    #expect(MemoryLayout<Preserving<Int>>.size == MemoryLayout<(Int, AnyObject?)>.size)
  }

  @Test(arguments: Backend.allCases)
  func `decodes a type that can't be encoded`(_ backend: Backend) throws {
    struct Shown: Decodable { var title: String }
    let shown = try backend.decode(Preserving<Shown>.self, from: Self.json)
    #expect(shown.title == "Old")
  }

  final class Draft: Codable {
    var title: String
    var note: String?
  }

  @Test(arguments: Backend.allCases)
  func `writes changes of an object`(_ backend: Backend) throws {
    let draft: Preserving<Draft> = try backend.decode(from: #"{"title":"Old","x":1}"#)
    draft.title = "New"
    draft.value.note = "N"
    #expect(
      try backend.encode(draft) == JSONTree(parsing: #"{"title":"New","note":"N","x":1}"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `keeps values that aren't objects`(_ backend: Backend) throws {
    var numbers: Preserving<[Author]> = try backend.decode(
      from: #"[{"name":"a","x":1},{"name":"b","x":2}]"#
    )
    numbers.value[1].name = "c"
    #expect(
      try backend.encode(numbers) == JSONTree(parsing: #"[{"name":"a","x":1},{"name":"c","x":2}]"#)
    )
    var scalars: [Preserving<Int>] = try backend.decode(from: "[1,2]")
    scalars[0].value = 3
    #expect(try backend.encode(scalars) == JSONTree(parsing: "[3,2]"))
    let empty: Preserving<[String: Int]> = try backend.decode(from: "{}")
    #expect(try backend.encode(empty) == JSONTree(parsing: "{}"))
  }

  @Test(arguments: Backend.allJSON)
  func `keeps nulls and absent defaults until they change`(_ backend: Backend) throws {
    struct Settings: Codable {
      var name: String?
      @Defaulted<Defaults.Zero> var size: Int
    }
    var settings: Preserving<Settings> = try backend.decode(from: #"{"name":null,"x":null}"#)
    #expect(try backend.encode(settings) == JSONTree(parsing: #"{"name":null,"x":null}"#))
    settings.name = "A"
    #expect(try backend.encode(settings) == JSONTree(parsing: #"{"name":"A","x":null}"#))
    settings.size = 2
    #expect(try backend.encode(settings) == JSONTree(parsing: #"{"name":"A","size":2,"x":null}"#))
  }

  @Test(arguments: Backend.allJSON)
  func `converts only the keys of types`(_ backend: Backend) throws {
    struct Release: Codable {
      var releaseYear: Int
      var shelfMark: String?
      var counts: [String: Int]
    }
    let json = #"{"release_year":1,"added_in_2031":2,"counts":{"aB":1},"unknown_key":{"cD":3}}"#
    var release: Preserving<Release> = try backend.decode(from: json, keys: .snakeCase)
    #expect(try backend.encode(release, keys: .snakeCase) == JSONTree(parsing: json))
    release.releaseYear = 5
    release.shelfMark = "M"
    release.counts["eF"] = 2
    let changed = #"""
      {"release_year":5,"added_in_2031":2,"counts":{"aB":1,"eF":2},"unknown_key":{"cD":3},
       "shelf_mark":"M"}
      """#
    #expect(try backend.encode(release, keys: .snakeCase) == JSONTree(parsing: changed))
  }

  // MARK: - Errors

  @Test(arguments: Backend.allCases)
  func `throws the errors of the value`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([Preserving<Author>].self, from: #"[{"name":"a"},{"x":1}]"#)
    }
    #expect(error?.place == "[1].name")
    struct Refusing: Codable {
      init(from decoder: any Decoder) {}
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self,
          .init(codingPath: encoder.codingPath, debugDescription: "Refused.")
        )
      }
    }
    let refusing: [Preserving<Refusing>] = try backend.decode(from: #"[{"a":1}]"#)
    #expect(throws: EncodingError.self) { try backend.encode(refusing) }
  }

  @Test(arguments: Backend.allJSON)
  func `reports the issues of decoding once`(_ backend: Backend) throws {
    struct Lists: Codable {
      @Lossy var numbers: [Int]
      var title: String
    }
    let (lists, report) = try DecodingReport.collecting {
      try backend.decode(Preserving<Lists>.self, from: #"{"numbers":[1,"x",2],"title":"A"}"#)
    }
    #expect(report.issues.count == 1)
    var changed = lists
    changed.title = "B"
    let (tree, later) = try DecodingReport.collecting { try backend.encode(changed) }
    #expect(later.issues.isEmpty)
    // An array that isn't changed keeps what was dropped.
    #expect(try tree == JSONTree(parsing: #"{"numbers":[1,"x",2],"title":"B"}"#))
    changed.numbers.append(3)
    #expect(
      try backend.encode(changed) == JSONTree(parsing: #"{"numbers":[1,2,3],"title":"B"}"#)
    )
  }
}
