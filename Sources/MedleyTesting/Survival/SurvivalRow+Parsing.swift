import Foundation

extension [SurvivalRow] {
  /// Reads the rows of a recorded table as far as it is one: lines that have no outcome are none.
  init(parsing text: String) {
    self = []
    var columns: [SurvivalChange?] = []
    /// Where the columns of a text begin.
    var starts: [Int] = []
    var path = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("Not read:") {
      let isMarkdown = line.hasPrefix("|")
      if columns.isEmpty {
        guard isMarkdown || line.hasPrefix("member ") else { continue }
        starts = line.split(separator: " ")
          .map { line.distance(from: line.startIndex, to: $0.startIndex) }
        columns = Self.fields(of: line, at: starts).map { SurvivalChange(rawValue: $0) }
      } else if !isMarkdown, !line.contains("  ") {
        // A path that is too long for its column, or a note.
        path = String(line)
      } else if !line.hasPrefix("  at ") {
        let row = Self.fields(of: line, at: starts)
        if isMarkdown || row.first != "" { path = row.first ?? "" }
        for case (let change?, let field) in zip(columns, row) {
          for outcome in field.components(separatedBy: ", ").compactMap(SurvivalOutcome.init) {
            self[path].outcomes[change, default: []].insert(outcome)
          }
        }
      }
    }
  }

  /// Returns the fields of a line, of Markdown or in columns that begin at certain places.
  private static func fields(of line: Substring, at starts: [Int]) -> [String] {
    if line.hasPrefix("|") {
      let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      // The name is code, and what follows it is a note.
      let name = fields.first?.split(separator: "`").first.map(String.init) ?? ""
      return [name] + fields.dropFirst()
    }
    let characters = [Character](line)
    guard starts.count > 1, characters.count > starts[1] else { return [""] }
    let name = String(characters[..<starts[1]]).trimmingCharacters(in: .whitespaces)
    let words = starts.dropFirst().map { String(characters.dropFirst($0).prefix { $0 != " " }) }
    return [name] + words
  }
}
