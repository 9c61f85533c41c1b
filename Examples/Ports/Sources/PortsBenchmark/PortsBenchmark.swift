import Foundation
import Ports

/// Compares the clients by hand with those that use Medley.
///
/// It fails only if two versions give different results: times depend on the machine.
@main enum PortsBenchmark {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let comparisons = try zip(DocumentType.all(.byHand), DocumentType.all(.withMedley))
      .filter { options.filter.isEmpty || $0.0.name.contains(options.filter) }
      .map { try Comparison(byHand: $0, withMedley: $1) }
    if let runs = options.profile {
      for comparison in comparisons { try comparison.run(options.side, times: runs) }
      return
    }
    var decoding = SpeedTable(
      title: "decoding",
      coders: ("JSONDecoder", "PolymorphicJSONDecoder")
    )
    var encoding = SpeedTable(
      title: "encoding",
      coders: ("JSONEncoder", "PolymorphicJSONEncoder")
    )
    for comparison in comparisons {
      let rounds = options.rounds
      decoding.rows.append((comparison.name, try comparison.decodingSpeeds(rounds: rounds)))
      guard let speeds = try comparison.encodingSpeeds(rounds: rounds) else { continue }
      encoding.rows.append((comparison.name, speeds))
    }
    if options.isMarkdown {
      print(decoding.markdown, encoding.markdown, separator: "\n\n")
    } else {
      print(
        """
        speed of Medley; that by hand on JSONDecoder and JSONEncoder is 1, in the last column that by \
        hand on the engine; median of \(options.rounds) rounds
        """
      )
      print(decoding.text, encoding.text, separator: "\n\n")
    }
  }
}

/// The options of the command line.
struct Options {
  private(set) var rounds = 5
  private(set) var filter = ""
  private(set) var side = ""
  /// Whether the tables are printed as README has them.
  private(set) var isMarkdown = false
  /// The number of runs of each side for a profiler; nil to measure.
  private(set) var profile: Int?

  init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    while let name = arguments.popFirst() {
      if name == "--markdown" {
        isMarkdown = true
        continue
      }
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
    description: """
      usage: PortsBenchmark [--rounds <number>] [--filter <text>] [--markdown]
             PortsBenchmark --profile <number> [--filter <text>] [--side <text>]
      """
  )
}
