import Foundation

/// Measurements as bars, in one SVG for light and dark surroundings.
///
/// All that was measured is drawn, on one logarithmic scale:
///
/// ```text
///                                      1/2   1    2    4    8
/// form, external                             |  beside JSONDecoder, by hand
///   JSONDecoder, Medley                   ###|              0.74x
///   engine, Medley                           |#####         1.9x
/// ```
///
/// Bars to the left of 1 are rows in which the first side is the better choice.
struct Chart {
  let title: String
  let notes: [String]
  let measurements: [Measurement]

  private static let labels = 310.0
  private static let plot = 380.0
  private static let values = 90.0
  private static let row = 18.0
  private static let width = labels + plot + values

  /// The whole file.
  var svg: String {
    var lines: [String] = []
    var y = 28.0
    lines.append(text(title, x: 12, y: y, "title"))
    for note in notes {
      y += Self.row
      lines.append(text(note, x: 12, y: y, "note"))
    }
    y += 2 * Self.row
    let top = y
    for measurement in measurements {
      y += Self.row * 1.5
      lines.append(text(measurement.name, x: 12, y: y, "head"))
      let beside = "beside \(measurement.baseline.name)"
      lines.append(text(beside, x: Self.width - 12, y: y, "note end"))
      for candidate in measurement.candidates {
        y += Self.row
        lines += bar(candidate, of: measurement, y: y)
      }
    }
    let height = y + Self.row
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(Self.width))" height="\(Int(height))" \
      viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img">
      <title>\(escaped(title))</title>
      \(Self.style)
      <rect class="page" width="100%" height="100%"/>
      \(grid(from: top, to: height - 10).joined(separator: "\n"))
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }

  // MARK: - Scaling

  /// The powers of two between which all ratios are, 1 among them.
  private var exponents: ClosedRange<Int> {
    let logs = measurements.flatMap { measurement in
      measurement.candidates.map { log2(measurement.gain(of: $0)) }
    }
    let least = logs.reduce(-1, min).rounded(.down)
    let most = logs.reduce(1, max).rounded(.up)
    return Int(least)...Int(most)
  }

  private func position(_ gain: Double) -> Double {
    let exponents = exponents
    let share =
      (log2(gain) - Double(exponents.lowerBound)) / Double(max(1, exponents.count - 1))
    return Self.labels + min(max(share, 0), 1) * Self.plot
  }

  // MARK: - Drawing

  private func grid(from top: Double, to bottom: Double) -> [String] {
    exponents.flatMap { exponent in
      let x = position(pow(2, Double(exponent)))
      let name = exponent < 0 ? "1/\(1 << -exponent)" : "\(1 << exponent)"
      let kind = exponent == 0 ? "one" : "grid"
      return [
        line(x, top + 4, x, bottom, kind),
        text(name, x: x, y: top - 2, "note middle"),
      ]
    }
  }

  private func bar(
    _ candidate: Measurement.Candidate,
    of measurement: Measurement,
    y: Double
  ) -> [String] {
    let gain = measurement.gain(of: candidate)
    let (one, end) = (position(1), position(gain))
    let kind = gain < 1 ? "worse" : "better"
    let values = candidate.ratio.values.map(measurement.gain(of:))
    let least = position(values.reduce(.infinity, min))
    let most = position(values.reduce(0, max))
    return [
      text(candidate.timing.name, x: 24, y: y, "label"),
      """
      <rect class="\(kind)" x="\(shown(min(one, end)))" y="\(shown(y - 11))" \
      width="\(shown(abs(end - one)))" height="12"/>
      """,
      line(least, y - 5, most, y - 5, "range"),
      text(measurement.show(candidate.ratio.median), x: Self.width - 12, y: y, "label end"),
    ]
  }

  private func text(_ text: String, x: Double, y: Double, _ kind: String) -> String {
    "<text class=\"\(kind)\" x=\"\(shown(x))\" y=\"\(shown(y))\">\(escaped(text))</text>"
  }

  private func line(_ x: Double, _ y: Double, _ x2: Double, _ y2: Double, _ kind: String) -> String
  {
    """
    <line class="\(kind)" x1="\(shown(x))" y1="\(shown(y))" x2="\(shown(x2))" y2="\(shown(y2))"/>
    """
  }

  private func shown(_ number: Double) -> String { "\(number.rounded(to: 1))" }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  private static let style = """
    <style>
    text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .head { font-weight: 600 }
    .note { fill: #59636e; font-size: 11px }
    .end { text-anchor: end }
    .middle { text-anchor: middle }
    .page { fill: #ffffff }
    .grid { stroke: #d1d9e0 }
    .one { stroke: #1f2328 }
    .range { stroke: #1f2328; stroke-opacity: 0.6 }
    .better { fill: #2f81f7 }
    .worse { fill: #e07b39 }
    @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
    .page { fill: #0d1117 }
    .grid { stroke: #3d444d }
    .one { stroke: #f0f6fc }
    .range { stroke: #f0f6fc }
    .better { fill: #1f6feb }
    .worse { fill: #bd561d }
    }
    </style>
    """
}

extension Measurement {
  /// How many times as good as the first side another is, whatever the unit.
  func gain(of candidate: Candidate) -> Double { gain(of: candidate.ratio.median) }

  func gain(of ratio: Double) -> Double {
    switch unit {
    case .speed: ratio
    case .time, .memory: 1 / ratio
    case .bytes: baseline.best / ratio
    }
  }
}

// MARK: - Making

extension Chart {
  /// A chart of a run.
  init(_ measurements: [Measurement], on machine: Machine) {
    let rows = measurements.flatMap { measurement in
      measurement.candidates.map(measurement.gain(of:))
    }
    let slower = rows.count { $0 < 1 }
    title = "Speed beside the first side of each comparison"
    notes = [
      "\(machine.processor); \(machine.compiler). Logarithmic; the thin lines are the ranges.",
      """
      Of \(rows.count) rows, \(slower) are slower than their first side (to the left of 1): there, \
      that is the better choice.
      """,
    ]
    self.measurements = measurements
  }
}
