import Foundation
import TestSupport
import Testing

/// The code of the articles is the code of the tests.
@Suite struct RecipeArticlesTests {
  static let articles = [
    "ActivityPub", "ATProtocol", "DatabaseColumns", "EventStore", "ExpandableIDs", "GeoJSON",
    "GraphQL", "JSONAPI", "MCPHandshake", "NavigationPaths", "RemoteFlags", "Telemetry",
  ]

  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let recipes =
    tests
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Medley/Documentation.docc/Articles/Recipes")

  /// Frameworks that don't exist on Linux, and packages.
  static let foreign = ["import CoreData", "import GRDB", "import SwiftData", "import SwiftUI"]

  static let hasSources = FileManager.default.fileExists(atPath: recipes.path)

  @Test(.enabled(if: hasSources), arguments: articles)
  func `the code of an article is in its test`(_ name: String) throws {
    let test = try text(of: Self.tests.appendingPathComponent("\(name).swift"))
    let code = bare(test.replacingOccurrences(of: "\(name)Tests.", with: ""))
    let blocks = try blocks(of: text(of: Self.recipes.appendingPathComponent("\(name).md")))
    var compared = 0
    for block in blocks where !Self.foreign.contains(where: block.contains) {
      for part in block.components(separatedBy: "\n\n") {
        for piece in pieces(of: part) {
          let isTested = code.contains(bare(piece))
          #expect(isTested, "\(piece)")
          compared += 1
        }
      }
    }
    #expect(compared > 3)
  }

  @Test(.enabled(if: hasSources))
  func `every article has at most 60 lines, and is in the table`() throws {
    let index = try text(of: Self.recipes.appendingPathComponent("Recipes.md"))
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.recipes.path)
    #expect(files.sorted() == (Self.articles + ["Recipes"]).map { "\($0).md" }.sorted())
    for name in Self.articles {
      let lines = try text(of: Self.recipes.appendingPathComponent("\(name).md"))
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= 60, "\(name)")
      #expect(index.contains("| <doc:\(name)> |"))
      #expect(index.contains("- <doc:\(name)>"))
    }
  }

  private func text(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The blocks of code and JSON of an article.
  private func blocks(of article: String) -> [String] {
    article.components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 }
      .map { $0.element.drop { $0 != "\n" }.dropFirst() }
      .map(String.init)
  }

  /// Imports line by line, since a test has more of them.
  private func pieces(of part: String) -> [String] {
    let lines = part.split(separator: "\n").map(String.init)
    return lines.allSatisfy { $0.hasPrefix("import ") } ? lines : [part]
  }

  /// Without comments, white space and `static`.
  private func bare(_ code: String) -> String {
    code.split(separator: "\n")
      .map { line in
        let words = line.split(separator: " ")
        let end = words.firstIndex { $0.hasPrefix("//") } ?? words.endIndex
        return words[..<end].filter { $0 != "static" }.joined()
      }
      .joined()
  }
}
