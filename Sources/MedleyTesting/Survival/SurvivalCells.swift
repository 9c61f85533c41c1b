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
    var columns: [(change: SurvivalChange, start: Int)] = []
    var path = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("|") {
        readMarkdown(line, &columns)
      } else if columns.isEmpty {
        columns = Self.columns(of: line)
      } else if !line.hasPrefix("Not read:") {
        read(line, columns, &path)
      }
    }
  }

  private static func columns(of line: Substring) -> [(change: SurvivalChange, start: Int)] {
    guard line.hasPrefix("member ") else { return [] }
    return line.split(separator: " ").dropFirst().compactMap { word in
      SurvivalChange(rawValue: String(word)).map {
        ($0, line.distance(from: line.startIndex, to: word.startIndex))
      }
    }
  }

  private mutating func read(
    _ line: Substring,
    _ columns: [(change: SurvivalChange, start: Int)],
    _ path: inout String
  ) {
    // A path that is too long for its column, or a note.
    guard line.contains("  ") else {
      path = String(line)
      return
    }
    guard !line.hasPrefix("  at ") else { return }
    let characters = Array(line)
    guard let first = columns.first?.start, characters.count > first else { return }
    let name = String(characters[..<first]).trimmingCharacters(in: .whitespaces)
    if !name.isEmpty { path = name }
    for (change, start) in columns where start < characters.count {
      let word = String(characters[start...].prefix { $0 != " " })
      if let outcome = SurvivalOutcome(rawValue: word) { add(outcome, of: change, at: path) }
    }
  }

  private mutating func readMarkdown(
    _ line: Substring,
    _ columns: inout [(change: SurvivalChange, start: Int)]
  ) {
    let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard columns.isEmpty else {
      // The name is code; what follows it is a note.
      let path = fields[0].split(separator: "`").first.map(String.init) ?? ""
      for (change, place) in columns where fields.indices.contains(place) {
        for word in fields[place].components(separatedBy: ", ") {
          if let outcome = SurvivalOutcome(rawValue: word) { add(outcome, of: change, at: path) }
        }
      }
      return
    }
    columns = fields.enumerated().compactMap { place, field in
      SurvivalChange(rawValue: field).map { ($0, place) }
    }
  }

  private mutating func add(
    _ outcome: SurvivalOutcome,
    of change: SurvivalChange,
    at path: String
  ) {
    if cells[path] == nil { paths.append(path) }
    cells[path, default: [:]][change, default: []].append(outcome)
  }
}
