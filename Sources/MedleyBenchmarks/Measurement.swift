/// The times of both sides of a comparison, round by round.
struct Measurement: Encodable {
  let name: String
  let baseline: String
  let candidate: String
  /// The ratios of the candidate's time to the baseline's, one for each round, in order.
  let ratios: [Double]
  /// The baseline's megabytes per second, in its best round.
  let baselineSpeed: Double
  /// The candidate's megabytes per second, in its best round.
  let candidateSpeed: Double
  let limit: Double?

  var median: Double { ratios.sorted()[ratios.count / 2] }
  var isWithinLimit: Bool { limit.map { median <= $0 } ?? true }

  /// Checks that both sides do the same, and times them in turn.
  init(_ comparison: Comparison, rounds: Int) throws {
    try comparison.check()
    var best = (Duration.seconds(1_000_000), Duration.seconds(1_000_000))
    var ratios: [Double] = []
    for round in 0..<rounds {
      // Whoever comes first in a round may find colder caches: they take turns.
      let isSwapped = round % 2 == 1
      let first = try Self.time(isSwapped ? comparison.candidate : comparison.baseline)
      let second = try Self.time(isSwapped ? comparison.baseline : comparison.candidate)
      let (baseline, candidate) = isSwapped ? (second, first) : (first, second)
      best = (min(best.0, baseline), min(best.1, candidate))
      ratios.append(candidate / baseline)
    }
    name = comparison.name
    baseline = comparison.baseline.name
    candidate = comparison.candidate.name
    self.ratios = ratios
    baselineSpeed = Double(comparison.baseline.bytes) / (best.0 / .microseconds(1))
    candidateSpeed = Double(comparison.candidate.bytes) / (best.1 / .microseconds(1))
    limit = comparison.limit
  }

  private static func time(_ side: Comparison.Side) throws -> Duration {
    try ContinuousClock().measure { try side.work() }
  }
}

extension Measurement: CustomStringConvertible {
  /// A line of the table.
  var description: String {
    let sorted = ratios.sorted()
    let goal = limit.map { "  at most \($0.rounded(to: 2))\(isWithinLimit ? "" : " MISSED")" } ?? ""
    return """
      \(name)
        \(candidate): \(candidateSpeed.rounded(to: 1)) MB/s, \(baseline): \
      \(baselineSpeed.rounded(to: 1)) MB/s
        time \(median.rounded(to: 2)) [\(sorted[0].rounded(to: 2)) .. \
      \(sorted[sorted.count - 1].rounded(to: 2))], speed \((1 / median).rounded(to: 2))x\(goal)
      """
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func rounded(to digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
