import Foundation
import Ports

/// Compares the clients by hand with those that use Medley.
///
/// It fails only if two versions give different results: times depend on the machine.
@main enum PortsBenchmark {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    if let runs = options.profile {
      for (byHand, withMedley) in zip(DocumentType.all(.byHand), DocumentType.all(.withMedley))
      where options.filter.isEmpty || byHand.name.contains(options.filter) {
        try Comparison(byHand: byHand, withMedley: withMedley)
          .run(options.side, times: runs)
      }
      return
    }
    print(
      """
      speed of Medley; that by hand on JSONDecoder and JSONEncoder is 1; median of \
      \(options.rounds) rounds
      """
    )
    print(row("", Comparison.headings))
    for (byHand, withMedley) in zip(DocumentType.all(.byHand), DocumentType.all(.withMedley))
    where options.filter.isEmpty || byHand.name.contains(options.filter) {
      let comparison = try Comparison(byHand: byHand, withMedley: withMedley)
      print(row(byHand.name, try comparison.ratios(rounds: options.rounds)))
    }
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let cells = cells.map { String(repeating: " ", count: max(0, 16 - $0.count)) + $0 }
    return name.padding(toLength: 28, withPad: " ", startingAt: 0) + cells.joined()
  }
}

/// The options of the command line.
struct Options {
  private(set) var rounds = 5
  private(set) var filter = ""
  private(set) var side = ""
  /// The number of runs of each side for a profiler; nil to measure.
  private(set) var profile: Int?

  init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    while let name = arguments.popFirst() {
      guard let value = arguments.popFirst() else { throw Failure.usage }
      switch name {
      case "--filter": filter = value
      case "--side": side = value
      case "--profile":
        guard let count = Int(value), count > 0 else { throw Failure.usage }
        profile = count
      case "--rounds":
        guard let count = Int(value), count > 0 else { throw Failure.usage }
        rounds = count
      default: throw Failure.usage
      }
    }
  }
}

/// A failure that ends the program.
struct Failure: Error, CustomStringConvertible {
  let description: String

  static let usage = Failure(
    description: "usage: PortsBenchmark [--rounds <number>] [--filter <text>]"
  )
}
