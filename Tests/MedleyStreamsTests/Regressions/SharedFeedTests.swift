import Foundation
import Medley
import MedleyBase
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// A second loop over a feed lost what the first had read ahead, and one over a file began inside an
/// element.
@Suite struct SharedFeedTests {
  private static let count = 24_000

  /// Several parts of each task.
  private static func text(as format: String) -> [UInt8] {
    Array(FeedSample.text((0..<count).map { "\($0)" }, as: format).utf8)
  }

  private let decoder = PolymorphicJSONDecoder()

  /// Reads some elements, then some results, and so on; each loop has an iterator of its own.
  private func all<Elements: AsyncSequence, Results: AsyncSequence>(
    _ elements: Elements,
    _ results: Results
  ) async throws -> [Int] where Elements.Element == Int, Results.Element == FeedResult<Int> {
    var all: [Int] = []
    var misplaced = 0
    for limit in [1, 2, 9000, 9001, 18_000, .max] {
      for try await element in elements {
        all.append(element)
        if all.count >= limit { break }
      }
      for try await result in results {
        all.append(try result.get())
        if result.index != all.count - 1 { misplaced += 1 }
        if all.count > limit { break }
      }
    }
    #expect(misplaced == 0)
    return all
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"])
  func `loops over an asynchronous feed share its place`(_ name: String) async throws {
    let format = FeedSample.format(name)
    let bytes = Self.text(as: name)
    let (stream, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
    for start in stride(from: 0, to: bytes.count, by: 50_000) {
      continuation.yield(bytes[start..<min(start + 50_000, bytes.count)])
    }
    continuation.finish()
    let chunks = decoder.elements(of: Int.self, in: stream, as: format)
    #expect(try await all(chunks, chunks.results) == Array(0..<Self.count))
    // A sequence that can be read again is read once, too.
    let given = decoder.elements(of: Int.self, in: Given(values: bytes), as: format)
    #expect(try await all(given, given.results) == Array(0..<Self.count))
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"], [1, 2, 5])
  func `loops over a feed of several tasks share its place`(
    _ name: String,
    _ concurrency: Int
  ) async throws {
    let format = FeedSample.format(name)
    let bytes = Self.text(as: name)
    let chunks = [bytes[..<40_000], bytes[40_000..<110_000], bytes[110_000...]]
    let feeds = [
      decoder.elements(of: Int.self, in: bytes, as: format, concurrency: concurrency),
      decoder.elements(of: Int.self, in: chunks, as: format, concurrency: concurrency),
      decoder.elements(
        of: Int.self,
        in: Given(values: chunks),
        as: format,
        concurrency: concurrency
      ),
    ]
    for feed in feeds {
      #expect(try await all(feed, feed.results) == Array(0..<Self.count))
    }
  }

  @Test func `loops over a file share its place`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Self.text(as: "lines")).write(to: url)
    let feed = try decoder.elements(of: Int.self, inFileAt: url, as: .lines, concurrency: 2)
    #expect(try await all(feed, feed.results) == Array(0..<Self.count))
    let elements = try decoder.elements(of: Int.self, inFileAt: url, as: .lines)
    var copy = elements
    for number in 0..<16_000 { #expect(try copy.next() == number) }
    #expect(Array(elements.results.map { try? $0.get() }) == Array(16_000..<Self.count))
  }

  @Test(arguments: [1, 2])
  func `results after elements have the failures that come`(_ concurrency: Int) async throws {
    let bad: Set = [3, 700, 701, 12_000, 23_999]
    let lines = (0..<Self.count).map { bad.contains($0) ? "\"\($0)\"" : "\($0)" }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for count in [3, 699, 11_990] {
      let (feed, report) = try await DecodingReport.collecting {
        let feed = decoder.elements(
          of: Int.self,
          in: bytes,
          as: .lines,
          lossily: true,
          concurrency: concurrency
        )
        var rest = count
        for try await _ in feed {
          rest -= 1
          if rest == 0 { break }
        }
        var failed: [Int] = []
        for try await result in feed.results {
          let number = try? result.get()
          if number == nil { failed.append(result.index) }
          if let number, number != result.index { failed.append(number) }
        }
        return failed
      }
      let dropped = bad.sorted().filter { $0 < count }
      #expect(report.issues.map(\.recoveredPath.place) == dropped.map { "[\($0)]" })
      #expect(feed == bad.sorted().filter { $0 >= count })
    }
  }

  /// Chunks that come when they are given.
  private struct Awaited: AsyncSequence, AsyncIteratorProtocol {
    struct State {
      var isWaiting = false
      var isGiven = false
    }

    /// It is a class, because the test looks at it while the iterator waits.
    final class Shared: Sendable {
      let state = Lock(State())
    }

    let shared = Shared()

    func makeAsyncIterator() -> Awaited { self }

    mutating func next() async -> [UInt8]? {
      if shared.state.withLock({ $0.isWaiting }) { return nil }
      shared.state.withLock { $0.isWaiting = true }
      while !shared.state.withLock({ $0.isGiven }) { await Task.yield() }
      return Array("1\n2\n".utf8)
    }
  }

  @MainActor private func check<Elements: AsyncSequence>(
    _ feed: Elements,
    _ shared: Awaited.Shared
  ) async throws
  where
    Elements.Element == Int, Elements: SendableMetatype, Elements.AsyncIterator: SendableMetatype
  {
    let first = Task {
      var numbers: [Int] = []
      for try await number in feed { numbers.append(number) }
      return numbers
    }
    while !shared.state.withLock({ $0.isWaiting }) { await Task.yield() }
    var second = feed.makeAsyncIterator()
    do {
      _ = try await second.next(isolation: #isolation)
      Issue.record("Two iterators wait.")
    } catch let error as DecodingError {
      #expect(error.details.debugDescription.contains("one iterator at a time"))
    }
    shared.state.withLock { $0.isGiven = true }
    #expect(try await first.value == [1, 2])
  }

  @Test @MainActor func `an iterator throws while another one waits, and loses nothing`()
    async throws
  {
    let decoder = PolymorphicJSONDecoder()
    let chunks = Awaited()
    try await check(decoder.elements(of: Int.self, in: chunks, as: .lines), chunks.shared)
    let others = Awaited()
    try await check(
      decoder.elements(of: Int.self, in: others, as: .lines, concurrency: 2),
      others.shared
    )
  }
}
