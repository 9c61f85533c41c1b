import Foundation

/// The outcomes in the text of a table, as it was recorded.
struct SurvivalCells {
  private(set) var paths: [String] = []
  private var cells: [String: [SurvivalChange: [SurvivalOutcome]]] = [:]

  subscript(path: String) -> [SurvivalChange: [SurvivalOutcome]]? { cells[path] }

  func outcomes(of path: String) -> [SurvivalOutcome] {
    Set(cells[path, default: [:]].values.joined()).sorted()
  }

  /// Reads a table as far as it is one: lines that have no outcome are none of its rows.
  init(parsing text: String) {
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
        add(zip(columns, row), at: path)
      }
    }
  }

  private static func fields(of line: Substring, at starts: [Int]) -> [String] {
    let characters = Array(line)
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

  private mutating func add(
    _ row: some Sequence<(SurvivalChange?, String)>,
    at path: String
  ) {
    for case (let change?, let field) in row {
      for outcome in field.components(separatedBy: ", ").compactMap(SurvivalOutcome.init) {
        if cells[path] == nil { paths.append(path) }
        cells[path, default: [:]][change, default: []].append(outcome)
      }
    }
  }
}
