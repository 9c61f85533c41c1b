import Foundation
import MedleyTesting
import Testing

@Suite struct SurvivalMatchingTests {
  /// A folder of a test, which is gone after it.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a test in the folder.
    var test: String { url.appendingPathComponent("FeedTests.swift").path }

    func text(of name: String) throws -> String {
      try String(decoding: Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
  }

  private enum First {
    struct Movie: Codable {
      var title: String
      var year: Int
      var genre: String?
      var rating: Double?
    }
  }

  /// The type of a pull request: the year may be absent, and the genre may not.
  private enum Second {
    struct Movie: Codable {
      enum Genre: String, Codable { case crime = "CRIME" }

      var title: String
      var year: Int?
      var genre: Genre
    }
  }

  private static let sample = #"{"title": "Heat", "year": 1995, "genre": "CRIME", "rating": 8.5}"#

  private func first() throws -> Survival {
    try Survival(of: First.Movie.self, samples: [Self.sample])
  }

  private func second() throws -> Survival {
    try Survival(of: Second.Movie.self, samples: [Self.sample])
  }

  @Test(arguments: ["Movie.survival.txt", "Movie.survival.md"])
  func `records a table that isn't there, and then compares with it`(_ name: String) throws {
    let folder = try Folder()
    let table = try first()
    try table.matches(name, filePath: folder.test)
    let text = name.hasSuffix("md") ? table.markdown : table.description
    #expect(try folder.text(of: name) == text)
    try table.matches(name, filePath: folder.test)
  }

  @Test(arguments: ["Movie.survival.txt", "Movie.survival.md"])
  func `has a line for each difference, what is worse first`(_ name: String) throws {
    let folder = try Folder()
    try first().matches(name, filePath: folder.test)
    let recorded = try folder.text(of: name)
    let failure = try #require(throws: TestingFailure.self) {
      try second().matches(name, filePath: folder.test, line: 12)
    }
    let expected = """
      \(name) differs (FeedTests.swift:12):
      worse: genre, absent, null: fails instead of nil
      worse: genre, value: fails instead of kept
      better: year, absent, null: nil instead of fails
      gone: rating
      Record it with MEDLEY_RECORD=1 if that is as it should be.
      """
    #expect(failure.description == expected)
    #expect(try folder.text(of: name) == recorded)
  }

  @Test func `is an issue at the line of the call`() throws {
    let folder = try Folder()
    let name = "Movie.survival.txt"
    try first().matches(name, filePath: folder.test)
    let line = #line + 2
    withKnownIssue {
      #expect(throws: Never.self) { try second().matches(name, filePath: folder.test) }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && "\(issue)".contains("worse: genre, absent, null: fails instead of nil")
    }
  }

  @Test func `shows a new member that costs the document as worse`() throws {
    let folder = try Folder()
    let name = "Movie.survival.txt"
    let old = try Survival(of: First.Movie.self, samples: [#"{"title": "Heat", "year": 1995}"#])
    try old.matches(name, filePath: folder.test)
    let failure = try #require(throws: TestingFailure.self) {
      try second().matches(name, filePath: folder.test)
    }
    #expect(failure.description.contains("worse: genre, a new member: fails"))
  }

  @Test func `takes other line ends as the same table`() throws {
    let folder = try Folder()
    let table = try first()
    let text = table.description.replacingOccurrences(of: "\n", with: "\r\n")
    try folder.write(text, to: "Movie.survival.txt")
    try table.matches("Movie.survival.txt", filePath: folder.test)
  }

  @Test func `shows lines in which no outcome differs`() throws {
    let folder = try Folder()
    let table = try first()
    let text = table.description.replacingOccurrences(of: "Movie:", with: "Film:")
    try folder.write(text, to: "Movie.survival.txt")
    let failure = try #require(throws: TestingFailure.self) {
      try table.matches("Movie.survival.txt", filePath: folder.test)
    }
    #expect(failure.description.contains("changed: Movie: 4 of 4 members cost the whole document"))
  }

  @Test func `makes the folder of a table`() throws {
    let folder = try Folder()
    try first().matches("Tables/Movie.survival.txt", filePath: folder.test)
    #expect(try folder.text(of: "Tables/Movie.survival.txt") == first().description)
  }

  @Test func `throws the error of a file that can't be written`() throws {
    let folder = try Folder()
    try folder.write("", to: "Tables")
    #expect(throws: CocoaError.self) {
      try first().matches("Tables/Movie.survival.txt", filePath: folder.test)
    }
  }

  // MARK: - Samples

  @Test func `says which sample isn't JSON or isn't decoded`() throws {
    let failures = try [#"{"title": "Heat""#, #"{"title": 7}"#].map { sample in
      try #require(throws: TestingFailure.self) {
        try Survival(of: First.Movie.self, samples: [Self.sample, sample])
      }
    }
    #expect(
      failures.map(\.description) == [
        "Sample 2 isn't JSON in UTF-8 with at most 512 levels.",
        "Sample 2 isn't decoded as Movie: title: expected a string, found a number",
      ]
    )
    let failure = try #require(throws: TestingFailure.self) {
      try Survival(of: First.Movie.self, samples: [])
    }
    #expect(failure.description == "There is no sample.")
  }

  @Test func `takes data, text and values`() throws {
    let movie = First.Movie(title: "Heat", year: 1995, genre: "CRIME", rating: 8.5)
    let tables = try [Self.sample, Data(Self.sample.utf8), movie].map { (sample: any Encodable) in
      try Survival(of: First.Movie.self, samples: [sample])
    }
    let rows = tables.map { Set($0.description.split(separator: "\n")) }
    #expect(rows[0] == rows[1])
    #expect(rows[0] == rows[2])
  }
}
