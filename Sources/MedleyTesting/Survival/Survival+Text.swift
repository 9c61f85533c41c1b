// MARK: - Text

extension Survival: CustomStringConvertible {
  /// The table as text in columns: the same for the same types and samples, so that a diff shows
  /// what changed.
  ///
  /// ```swift
  /// print(table)
  /// ```
  ///
  /// Lines have at most 100 characters, if no path has more.
  public var description: String {
    let columns = columns
    let lines = rows.flatMap { $0.lines(columns) }
    let head = ["member"] + columns.map(\.rawValue)
    var widths = head.indices.map { column in
      ([head] + lines.map(\.cells)).map { $0[column].count }.max() ?? 0
    }
    let outcomes = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    widths[0] = min(widths[0], max(head[0].count, Self.width - outcomes))
    // That of a note, after which nothing is aligned.
    widths.append(0)
    func line(_ cells: [String]) -> String {
      let line = zip(cells, widths)
        .map { $0 + String(repeating: " ", count: max(0, $1 - $0.count + 2)) }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    var text = "\(title)\n\n\(line(head))\n"
    for (var cells, note) in lines {
      // A path that is too long for its column has a line of its own, and so has a note.
      if cells[0].count > widths[0] {
        text += cells[0] + "\n"
        cells[0] = ""
      }
      let isShort = note.isEmpty || widths[0] + 2 + outcomes + note.count <= Self.width
      text += isShort ? line(cells + [note]) : "\(line(cells))\n  \(note)"
      text += "\n"
    }
    if !unread.isEmpty {
      text += "\n" + "Not read: \(unread.joined(separator: ", "))".wrapped + "\n"
    }
    return text
  }

  /// The table in Markdown, for the text of a pull request.
  ///
  /// ```swift
  /// print(table.markdown)
  /// ```
  public var markdown: String {
    let columns = columns
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    var text = "### \(title)\n\n"
    text += line(["member"] + columns.map(\.rawValue))
    text += line(["---"] + columns.map { _ in "---" })
    for row in rows {
      let cells = columns.map { row.cell($0).map(\.rawValue).joined(separator: ", ") }
      // An error elsewhere is a note of the row's name.
      let note = row.errorNote.isEmpty ? "" : " (\(row.errorNote))"
      text += line(["`\(row.path)`\(note)".split(separator: "|").joined(separator: "\\|")] + cells)
    }
    if !unread.isEmpty {
      text += "\nNot read: \(unread.map { "`\($0)`" }.joined(separator: ", "))\n"
    }
    return text
  }

  /// The length of a line.
  private static let width = 100

  /// The columns with an outcome.
  private var columns: [SurvivalChange] {
    SurvivalChange.allCases.filter { change in rows.contains { $0.outcomes[change] != nil } }
  }

  /// The name of the type, and how many members cost the document or lose a value in silence.
  private var title: String {
    let failing = rows.count { $0.worst == .fails }
    let members = rows.count { $0.path != NodePath.document || $0.worst == .fails }
    let losing = rows.count { $0.outcomes.values.contains { $0.contains(.lost) } }
    let costs = failing == 1 ? "costs" : "cost"
    var title = "\(name): \(failing) of \(members) members \(costs) the whole document"
    if losing > 0 { title += ", \(losing) \(losing == 1 ? "loses" : "lose") a value in silence" }
    return title
  }
}

extension SurvivalRow {
  /// The lines of the row: the worst outcome of each change in the first, and others below.
  fileprivate func lines(_ columns: [SurvivalChange]) -> [(cells: [String], note: String)] {
    let height = outcomes.values.map(\.count).max() ?? 1
    return (0..<height).map { line in
      let words = columns.map { cell($0).dropFirst(line).first?.rawValue ?? "" }
      return ([line == 0 ? path : ""] + words, line == 0 ? errorNote : "")
    }
  }

  /// Where errors are that aren't at the member.
  fileprivate var errorNote: String {
    errorPaths.isEmpty ? "" : "at \(errorPaths.sorted().joined(separator: ", "))"
  }
}

extension String {
  /// The text in lines of at most 100 characters, where it has spaces.
  fileprivate var wrapped: String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= 100 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(lines.isEmpty ? "\(word)" : "  \(word)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
