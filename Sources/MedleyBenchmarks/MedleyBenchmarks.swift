import Foundation

/// Compares Medley with what it takes the place of.
///
/// Each comparison first makes sure that both sides come to the same result, and fails the run if
/// they don't; times never do.
@main
enum MedleyBenchmarks {
  /// What `--json` prints.
  private struct Output: Encodable {
    let machine: Machine
    let size: Int
    let measurements: [Measurement]
  }

  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    if options.wantsHelp {
      print(Options.help)
      return
    }
    let machine = Machine()
    if !options.printsJSON {
      print(machine)
      print("\(options.size) elements, \(options.rounds) rounds; the median [least .. most]\n")
    }
    var measurements: [Measurement] = []
    for comparison in Comparisons.all(size: options.size)
    where options.filter.isEmpty || comparison.name.contains(options.filter) {
      let measurement = try Measurement(comparison, rounds: options.rounds)
      measurements.append(measurement)
      if !options.printsJSON { print(measurement) }
    }
    if options.printsJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let output = Output(machine: machine, size: options.size, measurements: measurements)
      print(String(decoding: try encoder.encode(output), as: UTF8.self))
    }
  }
}
