import Foundation

/// The times of the sides of a comparison, as ratios, round by round.
struct Measurement: Encodable {
  let name: String
  let document: String
  let unit: Comparison.Unit
  let isPerByte: Bool
  /// What is compared with the first side.
  let baseline: Timing
  let candidates: [Candidate]

  /// How fast a side was in its best round.
  struct Timing: Encodable {
    let name: String
    let bytes: Int
    let milliseconds: Double
    let megabytesPerSecond: Double
  }

  /// How a side compares with the first.
  struct Candidate: Encodable {
    let timing: Timing
    /// One for each round, in order.
    let ratios: [Double]
    let median: Double
    let goal: Goal?
    let isReached: Bool
  }

  /// How long a side is timed in a round, at least: what is shorter is done several times.
  private static let shortest = Duration.milliseconds(20)

  /// Checks that all sides do the same, and times them in turn.
  init(_ comparison: Comparison, rounds: Int) throws {
    try comparison.check()
    let sides = comparison.sides
    let repetitions = try sides.map { side in
      let once = try Self.time(side, times: 1)
      return max(1, Int((Self.shortest / max(once, .microseconds(1))).rounded(.up)))
    }
    var times = [[Double]](repeating: [], count: sides.count)
    for round in 0..<rounds {
      // Whoever comes first in a round may find colder caches: they take turns.
      for turn in sides.indices {
        let side = (round + turn) % sides.count
        let time = try Self.time(sides[side], times: repetitions[side])
        times[side].append(time / .milliseconds(1))
      }
    }
    let timings = zip(sides, times).map { side, times in
      let best = times.reduce(.infinity, min)
      return Timing(
        name: side.name,
        bytes: side.bytes,
        milliseconds: best,
        megabytesPerSecond: Double(side.bytes) / best / 1000
      )
    }
    name = comparison.name
    document = comparison.document
    unit = comparison.unit
    isPerByte = comparison.isPerByte
    baseline = timings[0]
    candidates = sides.indices.dropFirst().map { index in
      let share = comparison.isPerByte ? Double(sides[0].bytes) / Double(sides[index].bytes) : 1
      let ratios = zip(times[index], times[0]).map { time, first in
        comparison.unit == .time ? time * share / first : first / (time * share)
      }
      return Candidate(
        timing: timings[index],
        ratios: ratios,
        goal: sides[index].goal,
        unit: comparison.unit
      )
    }
  }

  /// The time that the processor works on a side, on average.
  ///
  /// It leaves out what other processes take meanwhile, which on a busy machine is more than what
  /// is measured, and has in it what the system does for this one.
  private static func time(_ side: Side, times: Int) throws -> Duration {
    let start = clock()
    for _ in 0..<times { try side.work() }
    return .seconds(Double(clock() - start) / Double(CLOCKS_PER_SEC)) / times
  }
}

extension Measurement.Candidate {
  init(
    timing: Measurement.Timing,
    ratios: [Double],
    goal: Goal?,
    unit: Comparison.Unit
  ) {
    let median = ratios.sorted()[ratios.count / 2]
    self.timing = timing
    self.ratios = ratios
    self.median = median
    self.goal = goal
    // What is printed is compared: a ratio that reads 1.05 is one of 1.05.
    isReached =
      goal.map { goal in
        let shown = median.rounded(to: 2)
        return unit == .time ? shown <= goal.first : shown >= goal.first
      } ?? true
  }
}
