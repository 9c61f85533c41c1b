import Foundation
import Medley
import TestSupport
import Testing

/// The code of the article *Columns of SwiftData, GRDB and Core Data*.
@Suite struct DatabaseColumnsTests {
  enum Block: PolymorphicEnum {
    case text(Text)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Block>(
      "type",
      policies: .init(missing: .keep, malformed: .keep)
    ) {
      try $0.register(for: "text", as: Block.text)
    }
  }

  struct Text: Codable { var text: String }

  protocol BlockColumn: AnyObject { var column: Data { get set } }

  /// In the place of a model class.
  final class Page: BlockColumn {
    var column: Data

    init(column: Data) {
      self.column = column
    }
  }

  static let column = #"""
    [{"type": "text", "text": "Harbour"},
     {"type": "poll", "options": ["yes", "no"]}]
    """#

  @Test func `runs the code of the article`() throws {
    let page = Page(column: Data(Self.column.utf8))
    var blocks = try page.blocks()
    blocks[0] = .text(Text(text: "The harbour"))
    try page.save(blocks)
    let changed = Self.column.replacingOccurrences(of: "Harbour", with: "The harbour")
    #expect(try JSONTree(parsing: Array(page.column)) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.recipes)
  func `keeps unknown and broken blocks`(_ backend: Backend) throws {
    let json = #"[{"type": "poll", "options": []}, {"type": "text", "text": 7}, {}]"#
    let blocks = try backend.keep([Block].self, json)
    let unknown = blocks.compactMap { if case .unknown(let it) = $0 { it } else { nil } }
    #expect(unknown.map(\.tag) == ["poll", "text", nil])
    guard case .malformed(let error) = unknown[1].reason else {
      Issue.record("\(unknown[1].reason)")
      return
    }
    #expect((error as? DecodingError)?.place == "[1].text")
  }

  @Test func `equal blocks have equal columns`() throws {
    let page = Page(column: Data(Self.column.utf8))
    try page.save(page.blocks())
    let column = page.column
    try page.save(page.blocks())
    #expect(page.column == column)
  }

  @Test func `a column that is no list of blocks is an error`() throws {
    let page = Page(column: Data("{}".utf8))
    #expect(throws: DecodingError.self) { try page.blocks() }
    #expect(page.column == Data("{}".utf8))
  }
}

extension DatabaseColumnsTests.BlockColumn {
  func blocks() throws -> [DatabaseColumnsTests.Block] {
    try JSONDecoder().decode([DatabaseColumnsTests.Block].self, from: column)
  }

  func save(_ blocks: [DatabaseColumnsTests.Block]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    column = try encoder.encode(blocks)
  }
}
