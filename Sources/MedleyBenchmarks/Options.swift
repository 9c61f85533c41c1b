/// What the command line asks for.
struct Options {
  var filter = ""
  var size = 10_000
  var rounds = 7
  var printsJSON = false
  var wantsHelp = false

  static let help = """
    swift run -c release MedleyBenchmarks [options]

      --filter TEXT   only the comparisons whose name contains TEXT
      --size N        how many elements a feed has (10000)
      --rounds N      how often each pair is timed, in turn (7)
      --json          prints JSON for machines
      --help          prints this
    """

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = Array(arguments)[...]
    func number(_ option: String) throws(Problem) -> Int {
      guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
        throw Problem(description: "\(option) needs a number above zero")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--filter":
        guard let text = rest.popFirst() else {
          throw Problem(description: "--filter needs a text")
        }
        filter = text
      case "--size": size = try number(option)
      case "--rounds": rounds = try number(option)
      case "--json": printsJSON = true
      case "--help", "-h": wantsHelp = true
      default: throw Problem(description: "unknown option \(option)")
      }
    }
  }

  /// Why the command line can't be understood.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
