import Foundation
import Medley
import MedleyComposition
import TestSupport
import Testing

/// The members that values keep because their types don't write them.
@Suite struct UnknownMemberTests {
  struct Author: Codable {
    var name: String
  }

  struct Page: Codable {
    var title: String
    var note: String?
    var author: Author?
    var tags: [String: Author]?
    var others: [Author]?
  }

  struct Shelf: Codable {
    var pages: [Preserving<Page>]
  }

  /// The members in a document, one a line.
  private func members<Value: Decodable>(
    _ backend: Backend,
    _ type: Value.Type,
    _ json: String,
    isAsked: Bool = true,
    keys: KeyStrategy = .asWritten
  ) throws -> [String] {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(type, from: json, keys: keys) { $0.reportUnknownMembers(isAsked) }
    }
    #expect(report.isClean)
    return report.unknownMembers.flatMap { type, counts in
      counts.map { "\($0.key) of \(type): \($0.value)" }
    }
    .sorted()
  }

  @Test(arguments: Backend.allCases)
  func `counts members by their paths`(_ backend: Backend) throws {
    let json = """
      {"title": "A", "rating": 4, "author": {"name": "Ada", "born": {"year": 1815}},
       "tags": {"x": {"name": "X", "color": 1}}}
      """
    #expect(
      try members(backend, Preserving<Page>.self, json) == [
        "author.born of UnknownMemberTests.Page: 1",
        "rating of UnknownMemberTests.Page: 1",
        "tags.x.color of UnknownMemberTests.Page: 1",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `counts members of all elements together`(_ backend: Backend) throws {
    let json = """
      {"pages": [
        {"title": "A"},
        {"title": "B", "rating": 4, "others": [{"name": "Y"}, {"name": "Z", "born": 1}]},
        {"title": "C", "rating": 5, "others": [{"name": "X", "born": 1}, {"name": "Y", "born": 2}]}
      ]}
      """
    #expect(
      try members(backend, Shelf.self, json) == [
        "others[].born of UnknownMemberTests.Page: 3",
        "rating of UnknownMemberTests.Page: 2",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `lists nothing where nothing is unknown`(_ backend: Backend) throws {
    let json = #"{"title": "A", "author": {"name": "Ada"}, "others": []}"#
    #expect(try members(backend, Preserving<Page>.self, json) == [])
  }

  @Test(arguments: Backend.allJSON)
  func `doesn't list the null of an optional member`(_ backend: Backend) throws {
    #expect(try members(backend, Preserving<Page>.self, #"{"title": "A", "note": null}"#) == [])
  }

  @Test(arguments: Backend.allCases)
  func `lists nothing unless it is asked for`(_ backend: Backend) throws {
    let json = #"{"title": "A", "rating": 4}"#
    #expect(try members(backend, Preserving<Page>.self, json, isAsked: false) == [])
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Preserving<Page>.self, from: json)
    }
    #expect(report.unknownMembers.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `lists the members of a value inside another one once`(_ backend: Backend) throws {
    struct Outer: Codable {
      var inner: Preserving<Author>
    }
    let json = #"{"inner": {"name": "Ada", "born": 1815}, "other": 1}"#
    #expect(
      try members(backend, Preserving<Outer>.self, json) == [
        "born of UnknownMemberTests.Author: 1", "other of UnknownMemberTests.Outer: 1",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `sends them to a collector, and encodes them`(_ backend: Backend) throws {
    let collector = DecodingReport.Collector()
    for _ in 0..<2 {
      let json = #"{"title": "A", "rating": 4}"#
      _ = try backend.decode(Preserving<Page>.self, from: json) {
        $0.report(to: collector)
        $0.reportUnknownMembers()
      }
    }
    let report = collector.takeReport()
    #expect(report.unknownMembers == ["UnknownMemberTests.Page": ["rating": 2]])
    let line = "unknown member rating of UnknownMemberTests.Page: met 2 times"
    #expect(report.description == line)
    #expect(report.isClean)
    let again = try JSONDecoder().decode(
      DecodingReport.self,
      from: try JSONEncoder().encode(report)
    )
    #expect(again.unknownMembers == report.unknownMembers)
    #expect(collector.takeReport().unknownMembers.isEmpty)
    let empty = Data(#"{"issues": [], "unknownTags": [], "unknownRawValues": []}"#.utf8)
    #expect(try JSONDecoder().decode(DecodingReport.self, from: empty).unknownMembers.isEmpty)
  }

  // MARK: - Registries

  enum Block: PolymorphicEnum {
    case author(Preserving<Author>)
    case page(Preserving<Page>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Block>("type") { registry in
      try registry.register(
        for: "AUTHOR",
        as: Block.author,
        from: { if case .author(let author) = $0 { author } else { nil } }
      )
      try registry.register(
        for: "PAGE",
        as: Block.page,
        from: { if case .page(let page) = $0 { page } else { nil } }
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `doesn't list the tag of an element`(_ backend: Backend) throws {
    let json = """
      [{"type": "AUTHOR", "name": "Ada", "born": 1815}, {"type": "NEW", "x": 1},
       {"type": "PAGE", "title": "A", "author": {"name": "Ada", "type": 2}}]
      """
    #expect(
      try members(backend, [Block].self, json) == [
        "author.type of UnknownMemberTests.Page: 1",
        "born of UnknownMemberTests.Author: 1",
      ]
    )
  }

  @Test(arguments: Backend.allJSON)
  func `finds the keys of a strategy`(_ backend: Backend) throws {
    struct Named: Codable {
      var firstName: String
    }
    let json = #"{"first_name": "Ada", "last_name": "Lovelace"}"#
    let found = try members(backend, Preserving<Named>.self, json, keys: .snakeCase)
    #expect(found == ["last_name of UnknownMemberTests.Named: 1"])
  }

  // MARK: - Depth

  /// A value that keeps the JSON of each level.
  private final class Link: Codable {
    let id: Int
    let next: Preserving<Link>?
  }

  @Test(arguments: Backend.allJSON)
  func `finds members at any depth`(_ backend: Backend) throws {
    let json = (1..<40).reduce(#"{"id": 0, "x": 0}"#) { #"{"next": \#($0), "id": \#($1), "x": 1}"# }
    let found = try members(backend, Preserving<Link>.self, json)
    #expect(found == ["x of UnknownMemberTests.Link: 40"])
  }
}
