import Foundation

/// The speeds of one direction of a client, each as the median of all rounds.
struct Speeds {
  /// With Medley on Foundation's coder, beside by hand on it.
  var onFoundation: Double
  /// With Medley on the engine, beside by hand on Foundation's coder.
  var onEngine: Double
  /// By hand on the engine, beside by hand on Foundation's coder.
  var byHandOnEngine: Double
  /// With Medley on the engine, beside by hand on it.
  var besideByHandOnEngine: Double

  /// The speeds as text, such as `0.75x`, and `2.1x` from 1 on.
  var cells: [String] {
    [onFoundation, onEngine, byHandOnEngine, besideByHandOnEngine].map { speed in
      String(format: speed < 0.995 ? "%.2fx" : "%.1fx", speed)
    }
  }
}

/// The speeds of all clients in one direction.
struct SpeedTable {
  /// What the table shows: `decoding` or `encoding`.
  var title: String
  /// The coder of Foundation, and that of the engine.
  var coders: (foundation: String, engine: String)
  var rows: [(name: String, speeds: Speeds)] = []

  /// The table for a terminal.
  var text: String {
    let headings = ["Foundation", "engine", "by hand, engine", "both on engine"]
    let rows = [Self.line(title, headings)] + rows.map { Self.line($0.name, $0.speeds.cells) }
    return rows.joined(separator: "\n")
  }

  /// The table as README has it.
  var markdown: String {
    let headings = [
      title, "Medley, `\(coders.foundation)`", "Medley, `\(coders.engine)`",
      "by hand, `\(coders.engine)`", "Medley beside by hand, `\(coders.engine)`",
    ]
    let separators = headings.map { _ in "---" }
    let lines = rows.map { [$0.name] + $0.speeds.cells }
    return
      (["| \(headings.joined(separator: " | ")) |", "|\(separators.joined(separator: "|"))|"]
      + lines.map { "| \($0.joined(separator: " | ")) |" }).joined(separator: "\n")
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    let cells = cells.map { String(repeating: " ", count: max(1, 17 - $0.count)) + $0 }
    return name.padding(toLength: 26, withPad: " ", startingAt: 0) + cells.joined()
  }
}
