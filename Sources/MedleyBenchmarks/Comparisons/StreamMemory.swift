import Foundation
import Medley
import MedleyJSON
import MedleyStreams

extension Comparisons {
  /// The most memory that processes take to read a small and a large feed, above what they have
  /// before.
  ///
  /// Memory isn't time: a process that takes too much makes the run fail.
  static func streamMemory(_ size: Int) -> [Comparison.Plan] {
    let sizes = [10, size < 100_000 ? 100 : 1000]
    return FreshProcess.streams.map { work in
      .init("peak memory, \(work.name)", .memory, on: "two feeds from a seed", mostRounds: 1) {
        var peaks: [(reading: Double, process: Double)] = []
        return try sizes.enumerated().map { index, megabytes in
          let file = try TemporaryFile(Data("[\(megabytes)]".utf8))
          var side = Side("\(megabytes) MB", bytes: megabytes * 1_000_000, goal: Goal(1.1)) {
            let outcome = try work.run(on: file)
            guard let reading = outcome.peakBytes, let process = outcome.processBytes else {
              throw Disagreement(description: "this system doesn't say how much a process has")
            }
            let peak = (reading: Double(reading) / 1e6, process: Double(process) / 1e6)
            peaks.append(peak)
            guard peak.reading < mostMegabytes, peak.process <= 1.1 * peaks[0].process else {
              throw Disagreement(description: "\(peak) MB of memory for \(megabytes) MB")
            }
            return outcome.result
          }
          // The check has measured it.
          side.measure = { peaks[index].reading }
          return side
        }
      }
    }
  }

  private static var mostMegabytes: Double { 25 }
}

extension FreshProcess {
  /// The ways to read a feed, whose size in megabytes is in the document.
  static var streams: [FreshProcess] {
    [
      stream("array in chunks", .array) {
        try read(decoder.elements(of: Element.self, in: $0, as: .array))
      },
      stream("lines in chunks", .lines) {
        try read(decoder.elements(of: Element.self, in: $0, as: .lines))
      },
      stream("events in chunks", .events) {
        try read(decoder.elements(of: Element.self, in: $0, as: .serverSentEvents))
      },
      stream("lines of a file", .lines) {
        let pipe = try NamedPipe(writing: $0)
        return try read(decoder.elements(of: Element.self, inFileAt: pipe.url, as: .lines))
      },
      stream("array in chunks, two tasks", .array) {
        try readConcurrently(
          decoder.elements(of: Element.self, in: $0, as: .array, concurrency: 2)
        )
      },
      stream("lines in chunks, two tasks", .lines) {
        try readConcurrently(
          decoder.elements(of: Element.self, in: $0, as: .lines, concurrency: 2)
        )
      },
    ]
  }

  private static func read(_ elements: FeedElements<Element>) throws -> GeneratedFeed.Summary {
    var elements = elements
    var summary = GeneratedFeed.Summary()
    while let element = try elements.next() { summary.add(element) }
    return summary
  }

  private static func readConcurrently(
    _ elements: AsyncFeedElements<Element>
  ) throws -> GeneratedFeed.Summary {
    // Sound: this function waits for the task, and uses the elements in no other place.
    nonisolated(unsafe) let elements = elements
    return try Comparisons.waiting {
      var summary = GeneratedFeed.Summary()
      for try await element in unsafe elements { summary.add(element) }
      return summary
    }
  }

  private typealias Element = Polymorphic<any Media>

  private static let decoder = PolymorphicJSONDecoder(.embedding)

  private static func stream(
    _ name: String,
    _ form: GeneratedFeed.Form,
    _ read: @escaping (GeneratedFeed) throws -> GeneratedFeed.Summary
  ) -> FreshProcess {
    FreshProcess("stream", name) { json in
      let megabytes = try JSONDecoder().decode([Int].self, from: json)[0]
      let feed = GeneratedFeed(form, size: megabytes * 1_000_000)
      let summary = try read(feed)
      guard summary == feed.made else {
        throw Disagreement(description: "read \(summary), made \(feed.made)")
      }
      return summary
    } as: { _ in
      "as made"
    }
  }
}

extension GeneratedFeed.Summary {
  fileprivate mutating func add(_ element: Polymorphic<any Media>) {
    if case .known(let media) = element { add(media.id) }
  }
}

/// A named pipe, which is read as a file while a thread writes a feed to it.
///
/// It is a class, because it removes the pipe.
private final class NamedPipe {
  let url: URL

  init(writing feed: GeneratedFeed) throws {
    let name = "MedleyBenchmarks-\(UUID().uuidString)"
    url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    #if os(Windows) || os(WASI)
    throw Disagreement(description: "this system has no named pipes")
    #else
    guard unsafe mkfifo(url.path, 0o600) == 0 else {
      throw Disagreement(description: "no named pipe can be made at \(url.path)")
    }
    #endif
    // Sound: the summary of the feed is read after the end of the file, which comes after the last
    // chunk was made.
    nonisolated(unsafe) let feed = feed
    Thread.detachNewThread { [url] in
      guard let file = FileHandle(forWritingAtPath: url.path) else { return }
      for chunk in unsafe feed { file.write(Data(chunk)) }
      file.closeFile()
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: url.path)
  }
}
