/// The options of the command line.
struct Options {
  /// Parts of names, one of which a comparison's name contains; empty for all.
  var filters: [String] = []
  /// The number of elements in a feed; nil for the default sizes.
  var size: Int?
  var rounds = 9
  /// The number of runs of each side for a profiler; nil to measure.
  var profile: Int?
  var side = ""
  /// Whether the names of comparisons and sides are printed, and no more.
  var wantsList = false
  /// What this process does once and measures; nil but in processes that the program starts itself.
  var fresh: (family: String, name: String, path: String)?
  /// The file that bars are drawn to.
  var svg: String?
  var format = Format.text
  var wantsHelp = false

  /// The output format of measurements.
  enum Format {
    case text
    /// JSON.
    case json
    /// Markdown tables.
    case markdown
    /// The table of the article *Moving a client*.
    case clients
  }

  /// The size of comparisons with a single size.
  var mainSize: Int { size ?? 100_000 }

  /// The sizes of the main feeds.
  var feedSizes: [Int] { size.map { [$0] } ?? [1000, 10_000, 100_000] }

  static let help = """
    swift run -c release MedleyBenchmarks [options]

      --filter TEXT   only the comparisons whose name contains TEXT: feed, form, calls, ...;
                      several of them are those of any
      --size N        how many elements a feed has, and other documents in proportion
                      (feeds of 1000, 10000 and 100000, all else of 100000)
      --rounds N      how often the sides of a comparison are timed, in turn (9)
      --json          prints JSON for machines
      --markdown      prints a table in Markdown
      --clients       measures clients alone, and prints the table of Moving a client
      --svg FILE      draws all that is measured as bars
      --profile N     runs each side N times, for a profiler: checks and measures nothing
      --side TEXT     with --profile, only the sides whose name contains TEXT
      --list          prints comparison, document, side and bytes, a line for each side
                      (a filter or side that is a whole name takes that one alone)
      --help          prints this
    """

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = Array(arguments)[...]
    func text(_ option: String) throws(Problem) -> String {
      guard let text = rest.popFirst() else { throw Problem(description: "\(option) needs a text") }
      return text
    }
    func number(_ option: String) throws(Problem) -> Int {
      guard let text = rest.popFirst(), let number = Int(text), 1...10_000_000 ~= number else {
        throw Problem(description: "\(option) needs a number from 1 to 10000000")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--filter": filters.append(try text(option))
      case "--size": size = try number(option)
      case "--rounds": rounds = try number(option)
      case "--profile": profile = try number(option)
      case "--side": side = try text(option)
      case "--fresh":
        fresh = (try text(option), try text(option), try text(option))
      case "--svg": svg = try text(option)
      case "--list": wantsList = true
      case "--json": format = .json
      case "--markdown": format = .markdown
      case "--clients":
        format = .clients
        filters = ["client, "]
      case "--help", "-h": wantsHelp = true
      default: throw Problem(description: "unknown option \(option); --help lists them")
      }
    }
  }

  /// An invalid command line.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
