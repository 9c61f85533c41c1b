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
        let head = isMarkdown ? Self.fields(ofMarkdown: line) : Self.fields(of: line, at: starts)
        columns = head.map { SurvivalChange(rawValue: $0) }
      } else if !isMarkdown, !line.contains("  ") {
        // A path that is too long for its column, or a note.
        path = String(line)
      } else if !line.hasPrefix("  at ") {
        let row = isMarkdown ? Self.fields(ofMarkdown: line) : Self.fields(of: line, at: starts)
        if isMarkdown || row.first != "" { path = row.first ?? "" }
        for case (let change?, let field) in zip(columns, row) {
          for outcome in field.components(separatedBy: ", ").compactMap(SurvivalOutcome.init) {
            self[path].outcomes[change, default: []].insert(outcome)
          }
        }
      }
    }
  }

  private static func fields(of line: Substring, at starts: [Int]) -> [String] {
    let characters = [Character](line)
    guard starts.count > 1, characters.count > starts[1] else { return [""] }
    let name = String(characters[..<starts[1]]).trimmingCharacters(in: .whitespaces)
    let words = starts.dropFirst().map { String(characters.dropFirst($0).prefix { $0 != " " }) }
    return [name] + words
  }

  /// The name is code; what follows it is a note.
  private static func fields(ofMarkdown line: Substring) -> [String] {
    let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    let name = fields.first?.split(separator: "`").first.map(String.init) ?? ""
    return [name] + fields.dropFirst()
  }
}
