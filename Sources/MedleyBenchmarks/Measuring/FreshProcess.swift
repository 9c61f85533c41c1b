import Foundation

/// Work that is done once in a process of its own, and measured there.
///
/// The program starts itself for it, with an option that isn't in the help.
struct FreshProcess {
  /// What the other process finds it by, with its name.
  let family: String
  let name: String
  private let work: (Data) throws -> Outcome

  /// What is known of the work when it is done.
  struct Outcome: Codable {
    /// The processor's time for the work alone.
    var microseconds: Double
    /// How much more memory the process had than before, at most; nil where the system doesn't say.
    var peakBytes: Int?
    /// The most memory that the process had.
    var processBytes: Int?
    /// What the work made.
    var result: String
  }

  /// - Parameters:
  ///   - family: What it is found by, with its name.
  ///   - name: What is done.
  ///   - work: The work on a document.
  ///   - result: The value in a form that is the same for all sides.
  init<Value>(
    _ family: String,
    _ name: String,
    work: @escaping (Data) throws -> Value,
    as result: @escaping (Value) -> String
  ) {
    self.family = family
    self.name = name
    self.work = { json in
      let memory = Self.status("VmRSS:")
      let start = clock()
      let value = try work(json)
      let time = clock() - start
      let peak = Self.status("VmHWM:")
      return Outcome(
        microseconds: Double(time) / Double(CLOCKS_PER_SEC) * 1e6,
        peakBytes: memory.flatMap { memory in peak.map { $0 - memory } },
        processBytes: peak,
        result: result(value)
      )
    }
  }

  /// Does the work in this process, and prints what is known of it.
  func perform(on path: String) throws {
    let outcome = try work(Data(contentsOf: URL(fileURLWithPath: path)))
    print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }

  /// Starts this program again to do the work, and waits for it.
  func run(on document: TemporaryFile) throws -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--fresh", family, name, document.path]
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Disagreement(description: "\(name) failed in a process of its own")
    }
    return try JSONDecoder().decode(Outcome.self, from: text)
  }

  /// A number of kilobytes that Linux says of this process.
  private static func status(_ key: String) -> Int? {
    (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix(key) }?
      .split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      .map { $0 * 1024 }
  }
}

/// A file that goes when nothing refers to it.
///
/// It is a class for that.
final class TemporaryFile {
  let path: String

  init(_ contents: Data) throws {
    let folder = FileManager.default.temporaryDirectory
    let url = folder.appendingPathComponent("MedleyBenchmarks-\(UUID().uuidString)")
    try contents.write(to: url)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

// MARK: - Comparing

extension Side {
  /// A side whose work is done in a process of its own.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - document: What it is done on.
  ///   - bytes: How large the document is.
  ///   - goal: What the project wants of it.
  ///   - count: How many processes do it in each round, of which the median counts.
  ///   - figure: What is measured of it.
  init(
    _ work: FreshProcess,
    on document: TemporaryFile,
    bytes: Int,
    goal: Goal? = nil,
    processes count: Int = 1,
    figure: @escaping (FreshProcess.Outcome) -> Double?
  ) {
    self.init(work.name, bytes: bytes, goal: goal) { try work.run(on: document).result }
    measure = {
      let figures = try (0..<count).map { _ in
        guard let figure = figure(try work.run(on: document)) else {
          throw Disagreement(description: "\(work.name): this system doesn't say what is measured")
        }
        return figure
      }
      return figures.sorted()[count / 2]
    }
  }
}
