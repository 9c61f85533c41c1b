import Foundation

// MARK: - Matching

extension Survival {
  /// Compares this table with the one in a file beside the test.
  ///
  /// ```swift
  /// @Test func `the page survives what it survived`() throws {
  ///   let table = try Survival(of: Page.self, samples: [page])
  ///   try table.matches("Page.survival.txt")
  /// }
  /// ```
  ///
  /// A file that isn't there is written, and so is every file if the environment has
  /// `MEDLEY_RECORD=1`. Commit the files: a pull request that changes a type shows in its diff what
  /// the app no longer survives. In a folder of their own, SwiftPM needs one line for all:
  /// `exclude: ["Tables"]`.
  ///
  /// If the table differs, the error has one line for each member and difference, what is worse
  /// first:
  ///
  /// ```
  /// Page.survival.txt differs (FeedTests.swift:12):
  /// worse: items[].genre, value: fails instead of kept
  /// better: items[].year, absent, null: nil instead of fails
  /// ```
  ///
  /// Swift Testing records an error at the test, whose line is in the text. For an issue at the
  /// line of the call:
  ///
  /// ```swift
  /// #expect(throws: Never.self) {
  ///   try table.matches("Page.survival.txt")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the file, or a path from the folder of the test. A name that ends in
  ///     `.md` has the table in Markdown.
  ///   - filePath: The file of the test.
  ///   - line: The line of the test, for the error.
  /// - Throws: ``TestingFailure`` if the table differs, or the error of a file that can't be read
  ///   or written.
  public func matches(_ name: String, filePath: String = #filePath, line: Int = #line) throws {
    let test = URL(fileURLWithPath: filePath)
    let file = test.deletingLastPathComponent().appendingPathComponent(name)
    let text = name.hasSuffix(".md") ? markdown : description
    let record = ProcessInfo.processInfo.environment["MEDLEY_RECORD"] ?? "0"
    let exists = FileManager.default.fileExists(atPath: file.path)
    guard exists, ["", "0"].contains(record) else {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try Data(text.utf8).write(to: file)
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
      .replacingOccurrences(of: "\r\n", with: "\n")
    guard recorded != text else { return }
    let differences = Self.differences(from: recorded, to: text)
    throw TestingFailure(
      """
      \(name) differs (\(test.lastPathComponent):\(line)):
      \(differences.joined(separator: "\n"))
      Record it with MEDLEY_RECORD=1 if that is as it should be.
      """
    )
  }

  /// Returns a line for each difference of two tables, the worst first.
  static func differences(from recorded: String, to text: String) -> [String] {
    let (old, new) = ([SurvivalRow](parsing: recorded), [SurvivalRow](parsing: text))
    var lines: [(verdict: String, text: String)] = []
    for row in new where !old.contains(where: { $0.path == row.path }) {
      let words = Set(row.outcomes.values.joined()).sorted().words
      let verdict = row.worst <= .lost ? "worse" : "new"
      lines.append((verdict, "\(row.path), a new member: \(words)"))
    }
    for row in old {
      guard let other = new.first(where: { $0.path == row.path }) else {
        lines.append(("gone", row.path))
        continue
      }
      var changes = SurvivalChange.allCases.filter { row.cell($0) != other.cell($0) }
      while let first = changes.first {
        let (before, after) = (row.cell(first), other.cell(first))
        // One line for all columns with the same difference.
        let same = changes.filter { row.cell($0) == before && other.cell($0) == after }
        changes.removeAll(where: same.contains)
        let columns = same.map(\.rawValue).joined(separator: ", ")
        let isWorse = after.lexicographicallyPrecedes(before)
        // A cell that only one of the tables has is neither.
        let isEither = !before.isEmpty && !after.isEmpty
        let verdict = isEither ? isWorse ? "worse" : "better" : "changed"
        let words = "\(after.words) instead of \(before.words)"
        lines.append((verdict, "\(row.path), \(columns): \(words)"))
      }
    }
    guard !lines.isEmpty else { return linesThatDiffer(recorded, text) }
    let others = lines.filter { !["worse", "better"].contains($0.verdict) }
    let told = ["worse", "better"].flatMap { verdict in lines.filter { $0.verdict == verdict } }
    return (told + others).map { "\($0.verdict): \($0.text)" }
  }

  /// The lines that differ where no outcome does: those of the title, of errors, of members that
  /// aren't read.
  private static func linesThatDiffer(_ old: String, _ new: String) -> [String] {
    let olds = old.split(separator: "\n")
    let news = new.split(separator: "\n")
    let lines = news.filter { !olds.contains($0) }.map { "changed: \($0)" }
    return lines.isEmpty ? ["changed: the order of the lines"] : lines
  }
}

extension [SurvivalOutcome] {
  fileprivate var words: String { isEmpty ? "nothing" : map(\.rawValue).joined(separator: ", ") }
}
