// MARK: - Printing as text

extension Measurement: CustomStringConvertible {
  /// A block of the table: the first side, and a line for each of the others.
  var description: String {
    let kind =
      switch unit {
      case .speed: ": speed"
      case .time: isPerByte ? ": time per byte" : ": time"
      case .bytes: ": bytes for each"
      case .memory: ": memory"
      }
    let first = unit == .bytes ? ": bytes for each \(show(baseline.best))" : "\(kind) 1"
    let head = "\(name) (\(document))\n  \(baseline)\(first)"
    return candidates.reduce(head) { text, candidate in
      let line = "\(text)\n  \(candidate.timing)\(kind) \(show(candidate.ratio))"
      guard let beside = candidate.beside else { return line }
      return line + "; \(show(beside, of: beside.side))"
    }
  }

  private func show(_ ratio: Ratio, of side: String? = nil) -> String {
    let range = "[\(ratio.least.rounded(to: 2)) .. \(ratio.most.rounded(to: 2))]"
    let other = side.map { " of \($0)" } ?? ""
    return show(ratio.median) + other + " \(range)" + show(ratio.goal, isReached: ratio.isReached)
  }

  /// A ratio in its unit, such as `10.3x`.
  func show(_ ratio: Double) -> String {
    let shown = ratio.rounded(to: 2)
    let digits = abs(shown) < 1e6 && shown == shown.rounded() ? "\(Int(shown))" : "\(shown)"
    return digits + (unit == .speed ? "x" : "")
  }

  private func show(_ goal: Goal?, isReached: Bool) -> String {
    goal.map { "  goal \(show($0))\(isReached ? "" : " MISSED")" } ?? ""
  }

  private func show(_ goal: Goal) -> String {
    let then = goal.then.map { ", then \(show($0))" } ?? ""
    return "\(unit == .speed ? "" : "at most ")\(show(goal.first))\(then)"
  }
}

extension Measurement.Timing: CustomStringConvertible {
  var description: String {
    if unit == .bytes { return name }
    if unit == .memory { return "\(name), \(best.rounded(to: 1)) MB of memory" }
    if isFresh { return "\(name), \(best.rounded(to: 2)) ms" }
    return "\(name), \((Double(bytes) / best / 1000).rounded(to: 1)) MB/s"
  }
}

// MARK: - Printing as a table

extension Measurement {
  static let tableHead = """
    | what | ratio | least, most | goal |
    |---|---|---|---|
    """

  private var tableUnit: String {
    switch unit {
    case .bytes: "bytes for each, \(Int(baseline.best.rounded())) with"
    case .memory: "memory beside \(baseline.best.rounded(to: 1)) MB of"
    case .speed, .time: "\(unit.rawValue) beside"
    }
  }

  /// Rows of a table in Markdown.
  var tableRows: String {
    let head = "| **\(name)**, \(document); \(tableUnit) *\(baseline.name)* | | | |"
    return candidates.reduce(head) { text, candidate in
      let rows = candidate.ratios.map { ratio in
        let range = "\(show(ratio.least)), \(show(ratio.most))"
        let goal = ratio.goal.map { show($0) + (ratio.isReached ? "" : ": missed") } ?? ""
        let side = ratio.side == baseline.name ? "" : ", beside *\(ratio.side)*"
        return "| \(candidate.timing.name)\(side) | \(show(ratio.median)) | \(range) | \(goal) |"
      }
      return "\(text)\n\(rows.joined(separator: "\n"))"
    }
  }
}

extension Double {
  /// The number with `digits` fraction digits.
  func rounded(to digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
