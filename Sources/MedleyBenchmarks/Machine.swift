import Foundation

/// Where the measurements were made.
struct Machine: Encodable {
  let system = ProcessInfo.processInfo.operatingSystemVersionString
  let cores = ProcessInfo.processInfo.activeProcessorCount
  let architecture: String
  let compiler: String
  let isOptimised: Bool
  /// What nobody should read out of the figures.
  let notMeasured = """
    The time to start, memory, and anything beside the decode calls. Other work on the machine \
    shows: compare the ratios of one run, not times of several.
    """

  init() {
    #if arch(arm64)
    architecture = "arm64"
    #elseif arch(x86_64)
    architecture = "x86_64"
    #else
    architecture = "another"
    #endif
    #if compiler(>=6.4)
    compiler = "Swift 6.4 or later"
    #elseif compiler(>=6.3)
    compiler = "Swift 6.3"
    #else
    compiler = "Swift 6.2"
    #endif
    #if DEBUG
    isOptimised = false
    #else
    isOptimised = true
    #endif
  }
}

extension Machine: CustomStringConvertible {
  var description: String {
    """
    \(system), \(architecture), \(cores) cores, \(compiler), \
    \(isOptimised ? "optimised" : "NOT OPTIMISED: use -c release")
    Not measured: \(notMeasured)
    """
  }
}
