import Foundation

/// The times of the sides of a comparison, as ratios, round by round.
struct Measurement: Encodable {
  let name: String
  let document: String
  let unit: Comparison.Unit
  let isPerByte: Bool
  /// The sides that are compared with the first.
  let baseline: Timing
  let candidates: [Candidate]

  /// What was measured of a side in its best round.
  struct Timing: Encodable {
    let name: String
    let bytes: Int
    let best: Double
    let unit: Comparison.Unit
    /// Whether the work was done in processes of its own.
    let isFresh: Bool
  }

  /// How a side compares with the first, and with another one where that is wanted.
  struct Candidate: Encodable {
    let timing: Timing
    let ratio: Ratio
    let beside: Ratio?

    var ratios: [Ratio] { [ratio] + [beside].compactMap(\.self) }
  }

  /// How a side compares with another.
  struct Ratio: Encodable {
    /// The name of the other side.
    let side: String
    /// One for each round, in order.
    let values: [Double]
    let median: Double
    let goal: Goal?
    let isReached: Bool
  }

  /// The minimum time of a side in a round, in milliseconds; shorter work is repeated.
  private static let shortest = 20.0

  /// Checks that all sides give the same result, and times them in turn.
  init(_ comparison: Comparison, rounds: Int) throws {
    try comparison.check()
    let sides = comparison.sides
    let repetitions = try sides.map { side in
      if side.measure != nil { return 1 }
      let once = try Self.time(side, times: 1)
      return max(1, Int((Self.shortest / max(once, 0.001)).rounded(.up)))
    }
    var times = [[Double]](repeating: [], count: sides.count)
    for round in 0..<min(rounds, comparison.mostRounds) {
      // Whoever comes first in a round may find colder caches: they take turns.
      for turn in sides.indices {
        let side = (round + turn) % sides.count
        if let measure = sides[side].measure {
          times[side].append(try measure())
        } else {
          let time = try Self.time(sides[side], times: repetitions[side])
          times[side].append(time)
        }
      }
    }
    let timings = zip(sides, times).map { side, times in
      let best = times.reduce(.infinity, min)
      return Timing(
        name: side.name,
        bytes: side.bytes,
        best: best,
        unit: comparison.unit,
        isFresh: side.measure != nil
      )
    }
    name = comparison.name
    document = comparison.document
    unit = comparison.unit
    isPerByte = comparison.isPerByte
    baseline = timings[0]
    /// The times of a side beside those of another, round by round.
    func ratio(of index: Int, to other: Int, goal: Goal?) -> Ratio {
      let share = comparison.isPerByte ? Double(sides[other].bytes) / Double(sides[index].bytes) : 1
      return Ratio(
        side: sides[other].name,
        values: zip(times[index], times[other]).map { time, first in
          switch comparison.unit {
          case .speed: first / (time * share)
          case .time, .memory: time * share / first
          case .bytes: time
          }
        },
        goal: goal,
        unit: comparison.unit
      )
    }
    candidates = sides.indices.dropFirst().map { index in
      let beside = sides[index].beside.flatMap { beside in
        sides.firstIndex { $0.name == beside.side }.map {
          ratio(of: index, to: $0, goal: beside.goal)
        }
      }
      return Candidate(
        timing: timings[index],
        ratio: ratio(of: index, to: 0, goal: sides[index].goal),
        beside: beside
      )
    }
  }

  /// The average processor time of a side, in milliseconds.
  ///
  /// It excludes other processes, which on a busy machine take more time than the
  /// measured work, and includes system time.
  private static func time(_ side: Side, times: Int) throws -> Double {
    let start = clock()
    for _ in 0..<times { try side.work() }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000 / Double(times)
  }
}

extension Measurement.Ratio {
  init(side: String, values: [Double], goal: Goal?, unit: Comparison.Unit) {
    let median = values.sorted()[values.count / 2]
    self.side = side
    self.values = values
    self.median = median
    self.goal = goal
    // Compares the printed value, so that a ratio printed as 1.05 counts as 1.05.
    isReached =
      goal.map { goal in
        let shown = median.rounded(to: 2)
        return unit == .speed ? shown >= goal.first : shown <= goal.first
      } ?? true
  }

  var least: Double { values.reduce(.infinity, min) }
  var most: Double { values.reduce(0, max) }
}
