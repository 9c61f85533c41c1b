import Foundation

/// Compares Medley with the code that it replaces.
///
/// Each comparison first checks that all its sides give the same result. A run fails if
/// they don't, and never because of a time.
@main
enum MedleyBenchmarks {
  /// The output of `--json`.
  private struct Output: Encodable {
    let machine: Machine
    let rounds: Int
    let measurements: [Measurement]
    let wrong: [String]
  }

  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp {
        print(Options.help)
      } else if let fresh = options.fresh {
        try FreshProcess.all.first { $0.family == fresh.family && $0.name == fresh.name }?
          .perform(on: fresh.path)
      } else if options.wantsList {
        try list(options)
      } else if let times = options.profile {
        try profile(options, times: times)
      } else if try !measure(options) {
        exit(1)
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func plans(_ options: Options) throws -> [Comparison.Plan] {
    let all = Comparisons.all(options)
    if options.filters.isEmpty { return all }
    let chosen = try options.filters.flatMap { filter in
      let plans = choose(from: all, named: filter, by: \.name)
      if plans.isEmpty {
        throw Options.Problem(description: "no comparison has \(filter) in its name")
      }
      return plans.map(\.name)
    }
    // In the order of all, since what comes last there leaves an observer behind.
    return all.filter { Set(chosen).contains($0.name) }
  }

  /// Runs and prints all measurements.
  ///
  /// - Returns: Whether all results were correct.
  private static func measure(_ options: Options) throws -> Bool {
    let machine = Machine()
    let plans = try plans(options)
    if options.format == .text || options.format == .markdown {
      print(machine)
      print("\(options.rounds) rounds; a ratio is the median [least .. most]")
      if Comparisons.folder == nil {
        print("Without the real documents: MEDLEY_DOCUMENTS doesn't name their folder.")
      }
      print()
    }
    if options.format == .markdown { print(Measurement.tableHead) }
    var measurements: [Measurement] = []
    var wrong: [String] = []
    for plan in plans {
      do {
        let measurement = try Measurement(plan.make(), rounds: options.rounds)
        measurements.append(measurement)
        switch options.format {
        case .text: print(measurement)
        case .markdown: print(measurement.tableRows)
        case .json, .clients: break
        }
      } catch {
        wrong.append("\(plan.name): \(error)")
        FileHandle.standardError.write(Data("WRONG \(plan.name): \(error)\n".utf8))
      }
    }
    if let svg = options.svg {
      let chart = Chart(measurements, on: machine)
      try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: svg))
    }
    switch options.format {
    case .clients:
      print(ClientTable(measurements: measurements).markdown)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let output = Output(
        machine: machine,
        rounds: options.rounds,
        measurements: measurements,
        wrong: wrong
      )
      print(String(decoding: try encoder.encode(output), as: UTF8.self))
    case .text, .markdown:
      let ratios = measurements.flatMap(\.candidates).flatMap(\.ratios)
      let missed = ratios.count { !$0.isReached }
      print("\n\(ratios.count) ratios, \(missed) goals missed, \(wrong.count) wrong results")
    }
    return wrong.isEmpty
  }

  /// Runs only the sides that the options name, for a profiler.
  private static func profile(_ options: Options, times: Int) throws {
    for plan in try plans(options) {
      for side in try choose(from: plan.make().sides, named: options.side, by: \.name) {
        print("\(plan.name), \(side.name): \(times) times, \(side.bytes) bytes")
        for _ in 0..<times { try side.work() }
      }
    }
  }

  /// Prints the names that `--filter` and `--side` take, for scripts.
  private static func list(_ options: Options) throws {
    for plan in try plans(options) {
      let comparison = try plan.make()
      for side in choose(from: comparison.sides, named: options.side, by: \.name) {
        print(plan.name, comparison.document, side.name, side.bytes, separator: "\t")
      }
    }
  }

  /// The elements of that very name, or else all whose names contain it.
  private static func choose<Element>(
    from elements: [Element],
    named text: String,
    by name: (Element) -> String
  ) -> [Element] {
    let exact = elements.filter { name($0) == text }
    if text.isEmpty { return elements }
    return !exact.isEmpty
      ? exact : elements.filter { name($0).range(of: text, options: .caseInsensitive) != nil }
  }
}
