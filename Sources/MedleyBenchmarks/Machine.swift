import Foundation

/// The machine that made the measurements.
struct Machine: Encodable {
  let system = ProcessInfo.processInfo.operatingSystemVersionString
  let cores = ProcessInfo.processInfo.activeProcessorCount
  let processor: String
  let compiler: String
  let isOptimised: Bool
  /// The load average of the last minute; nil if the system doesn't have one.
  let load: String?
  /// Features that the figures don't cover.
  let notMeasured = [
    "reading files",
    "several threads at once",
    "other libraries",
  ]

  init() {
    #if arch(arm64)
    let architecture = "arm64"
    #elseif arch(x86_64)
    let architecture = "x86_64"
    #else
    let architecture = "another architecture"
    #endif
    let model = Self.lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    processor = [model, architecture].compactMap(\.self).joined(separator: ", ")
    load = Self.lines(of: "/proc/loadavg").first?.split(separator: " ").first.map(String.init)
    #if compiler(>=6.4)
    compiler = "Swift 6.4 or later"
    #elseif compiler(>=6.3.1)
    compiler = "Swift 6.3.1 or a later 6.3"
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

  /// The lines of a file that only Linux has; empty elsewhere.
  private static func lines(of path: String) -> [Substring] {
    (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
  }
}

extension Machine: CustomStringConvertible {
  var description: String {
    """
    \(system); \(processor); \(cores) cores\(load.map { ", load \($0)" } ?? "")
    \(compiler), \(isOptimised ? "optimised" : "NOT OPTIMISED: use -c release")
    Times are of the processor, and include freeing the values. JSONDecoder is the system's.
    Not measured: \(notMeasured.joined(separator: "; ")).
    Other work on the machine shows: compare the ratios of one run, not times of several.
    """
  }
}
