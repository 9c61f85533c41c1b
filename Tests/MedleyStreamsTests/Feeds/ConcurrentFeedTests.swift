import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// Feeds that several tasks decode give what one task gives, in the same order.
@Suite struct ConcurrentFeedTests {
  private typealias Item = FeedSample.Item

  private let decoder = FeedSample.decoder

  /// Elements for several parts of each task, the last of which isn't full.
  private static let elements = (0..<2500).flatMap { index in
    FeedSample.elements + [#"{"type":"BOOK","title":"\#(index)"}"#]
  }

  private static let good = #"{"type":"BOOK","title":"\#(String(repeating: "a", count: 90))"}"#
  private static let bad = #"{"type":"MOVIE","title":"b"}"#

  /// A feed with an element at some indexes, and good ones at others.
  private func feed(_ name: String, count: Int = 6000, _ others: [Int: String]) -> [UInt8] {
    let elements = (0..<count).map { others[$0] ?? Self.good }
    return Array(FeedSample.text(elements, as: name).utf8)
  }

  private func all<Elements: AsyncSequence>(_ elements: Elements) async throws -> [Elements.Element]
  {
    var all: [Elements.Element] = []
    for try await element in elements { all.append(element) }
    return all
  }

  // MARK: - Decoding

  @Test(arguments: FeedSample.formats)
  func `gives the elements in order`(_ name: String) async throws {
    let bytes = Array(FeedSample.text(Self.elements, as: name).utf8)
    let format = FeedSample.format(name)
    let expected = try FeedSample.all(decoder.elements(of: Item.self, in: [bytes], as: format))
    #expect(expected.count == Self.elements.count)
    for concurrency in [-1, 1, 2, 5] {
      let elements = decoder.elements(
        of: Item.self,
        in: bytes,
        as: format,
        concurrency: concurrency
      )
      #expect(try await all(elements) == expected)
    }
    // A chunk of many parts, small ones, and one of several tasks that ends in an element.
    let chunks = [bytes[..<600_000], bytes[600_000..<600_100], [], bytes[600_100...]]
    let sync = decoder.elements(of: Item.self, in: chunks, as: format, concurrency: 2)
    #expect(try await all(sync) == expected)
    let given = Given(values: chunks)
    let async = decoder.elements(of: Item.self, in: given, as: format, concurrency: 2)
    #expect(try await all(async) == expected)
  }

  @Test func `reads a file`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    let lines = (0..<20_000).map { #"{"type":"BOOK","title":"\#($0)"}"# }
    try Data(FeedSample.text(lines, as: "lines").utf8).write(to: url)
    let elements = try decoder.elements(
      of: Item.self,
      inFileAt: url,
      as: .lines,
      concurrency: 3
    )
    #expect(try await all(elements).known.map(\.title) == (0..<20_000).map(String.init))
    #expect(throws: CocoaError.self) {
      try decoder.elements(
        of: Item.self,
        inFileAt: url.appendingPathExtension("absent"),
        as: .lines,
        concurrency: 3
      )
    }
    let folder = FileManager.default.temporaryDirectory
    await #expect(throws: CocoaError.self) {
      try await all(decoder.elements(of: Item.self, inFileAt: folder, as: .lines, concurrency: 3))
    }
  }

  @Test func `leaves a feed while tasks decode`() async throws {
    let bytes = feed("lines", count: 20_000, [:])
    for count in [1, 700, 2000] {
      var iterator = decoder.elements(of: Item.self, in: bytes, as: .lines, concurrency: 4)
        .makeAsyncIterator()
      for _ in 0..<count { #expect(try await iterator.next() != nil) }
    }
  }

  @Test(arguments: FeedSample.formats)
  func `decodes elements that are larger than a part, and few`(_ name: String) async throws {
    let long = String(repeating: "x ", count: 300_000)
    let format = FeedSample.format(name)
    for titles in [[long, "a", long], ["a"], []] {
      let lines = titles.map { #"{"type":"BOOK","title":"\#($0)"}"# }
      let bytes = Array(FeedSample.text(lines, as: name).utf8)
      let elements = decoder.elements(of: Item.self, in: bytes, as: format, concurrency: 2)
      #expect(try await all(elements).known.map(\.title) == titles)
    }
  }

  @Test func `keeps the bytes of unknown elements`() async throws {
    let bytes = feed("lines", [10: #"{"type":"SONG","n":1}"#, 5990: #"{"type":"SONG","n":2}"#])
    let elements = decoder.elements(of: Item.self, in: bytes, as: .lines, concurrency: 2)
    var unknown: [[UInt8]?] = []
    for try await element in elements {
      if case .unknown(let payload) = element { unknown.append(payload.sourceBytes) }
    }
    #expect(
      unknown == [#"{"type":"SONG","n":1}"#, #"{"type":"SONG","n":2}"#].map { Array($0.utf8) }
    )
  }

  @Test @MainActor func `decodes outside of the actor that reads`() async throws {
    struct Placed: Decodable, Sendable {
      let isOnMain: Bool

      init(from decoder: any Decoder) throws { isOnMain = Thread.isMainThread }
    }
    let bytes = Array(String(repeating: "{}\n", count: 50_000).utf8)
    let elements = PolymorphicJSONDecoder()
      .elements(of: Placed.self, in: bytes, as: .lines, concurrency: 2)
    var count = 0
    for try await element in elements {
      MainActor.assertIsolated()
      #expect(!element.isOnMain)
      count += 1
    }
    #expect(count == 50_000)
  }

  // MARK: - Failing

  @Test(arguments: ["array", "lines", "text sequence", "events", "array at a path"])
  func `an error comes at its place and ends the feed`(_ name: String) async throws {
    let bytes = feed(name, [4321: Self.bad, 4400: Self.bad, 10: #"{"type":"SONG"}"#])
    let format = FeedSample.format(name)
    var expected = decoder.elements(of: Item.self, in: [bytes], as: format)
    var elements = decoder.elements(of: Item.self, in: bytes, as: format, concurrency: 2)
      .makeAsyncIterator()
    for _ in 0..<4321 { #expect(try await elements.next() == expected.next()) }
    let error = try #require(await decodingError { try await elements.next() })
    let same = try #require(await decodingError { try expected.next() })
    #expect(error.place == same.place)
    #expect(error.place.hasSuffix("[4321].duration"))
    #expect(error.feedPlace == same.feedPlace)
    #expect(error.jsonError?.description == same.jsonError?.description)
    #expect(try await elements.next() == nil)
  }

  private func decodingError<Value>(_ body: () async throws -> Value) async -> DecodingError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? DecodingError
    }
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"])
  func `drops and reports what one task drops and reports`(_ name: String) async throws {
    let bytes = feed(
      name,
      [3: Self.bad, 999: "7", 2500: #"{"type":"SONG"}"#, 5999: Self.bad, 0: Self.bad]
    )
    let format = FeedSample.format(name)
    let expected = try DecodingReport.collecting(keepingContent: true) {
      try FeedSample.all(
        decoder.elements(of: Item.self, in: [bytes], as: format, lossily: true)
      )
    }
    let found = try await DecodingReport.collecting(keepingContent: true) {
      try await all(
        decoder.elements(of: Item.self, in: bytes, as: format, lossily: true, concurrency: 3)
      )
    }
    #expect(found.value == expected.value)
    #expect(found.report.issues.map(\.description) == expected.report.issues.map(\.description))
    #expect(found.report.issues.map(\.content) == expected.report.issues.map(\.content))
    #expect(found.report.issues.map(\.recoveredPath.place) == ["[0]", "[3]", "[999]", "[5999]"])
    #expect(found.report.unknownTags == ["SONG": 1])
  }

  @Test func `reports nothing of elements after the error`() async throws {
    struct Shelf: Decodable { @Lossy var numbers: [Int] }
    var lines = [String](repeating: #"{"numbers":[1]}"#, count: 20_000)
    lines[100] = #"{"numbers":["x"]}"#
    lines[200] = "7"
    lines[201] = #"{"numbers":["x"]}"#
    lines[15_000] = #"{"numbers":["x"]}"#
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let elements = PolymorphicJSONDecoder()
      .elements(of: Shelf.self, in: bytes, as: .lines, concurrency: 2)
    let (result, report) = await DecodingReport.collectingResult { try await all(elements).count }
    #expect(throws: DecodingError.self) { try result.get() }
    #expect(report.issues.map(\.codingPath.place) == ["[100].numbers[0]"])
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"])
  func `gives the results of one task`(_ name: String) async throws {
    let long = #"{"type":"BOOK","title":"\#(String(repeating: "a", count: 300))"}"#
    let broken = #"{"type":"BOOK","title":tru}"#
    var others = [3: Self.bad, 5000: Self.bad, 5010: broken, 5999: Self.bad]
    if name != "array" { others[2000] = long }
    let bytes = feed(name, others)
    var format = FeedSample.format(name)
    format.elementLimit = 300
    let expected = Array(decoder.elements(of: Item.self, in: [bytes], as: format).results)
    let found = try await all(
      decoder.elements(of: Item.self, in: bytes, as: format, concurrency: 2).results
    )
    #expect(found.count == (name == "array" ? 5011 : 6000))
    #expect(found.map(\.place) == expected.map(\.place))
    #expect(found.map(\.sourceBytes) == expected.map(\.sourceBytes))
    for (found, expected) in zip(found, expected) {
      switch (found.result, expected.result) {
      case (.success(let found), .success(let expected)): #expect(found == expected)
      case (.failure(let found as DecodingError), .failure(let expected as DecodingError)):
        #expect(found.place == expected.place)
        #expect(found.jsonError?.description == expected.jsonError?.description)
      default: Issue.record("One of them failed.")
      }
    }
  }

  // MARK: - Reading

  @Test func `reads nothing while elements are left`() async throws {
    let chunks = (0..<10).map { Data(#"{"type":"BOOK","title":"\#($0)"}"#.utf8) + Data([10]) }
    let given = Given(values: chunks)
    var items = decoder.elements(of: Item.self, in: given, as: .lines, concurrency: 4)
      .makeAsyncIterator()
    for count in 1...10 {
      #expect(try await items.next() != nil)
      #expect(given.asked.count == count)
    }
    #expect(try await items.next() == nil)
    #expect(given.asked.count == 11)
  }

  @Test func `decodes so many parts ahead as there are tasks`() async throws {
    struct Counted: Decodable, Sendable {
      static let count = Lock(0)

      init(from decoder: any Decoder) throws { Self.count.withLock { $0 += 1 } }
    }
    let line = #"{"title":"\#(String(repeating: "a", count: 1000))"}"# + "\n"
    let bytes = Array(String(repeating: line, count: 5000).utf8)
    let elements = PolymorphicJSONDecoder()
      .elements(of: Counted.self, in: bytes, as: .lines, concurrency: 2)
    var iterator = elements.makeAsyncIterator()
    for taken in 1...5000 {
      #expect(try await iterator.next() != nil)
      // Parts of 64 KiB, which are at most 65 lines. One of two is smaller if a chunk ends in it.
      guard taken % 500 == 1 else { continue }
      while Counted.count.withLock({ $0 }) < min(taken + 66, 5000) { await Task.yield() }
      #expect(Counted.count.withLock { $0 } < taken + 3 * 65)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func `throws when its task is cancelled`() async throws {
    let chunk = Array(String(repeating: Self.good + "\n", count: 5000).utf8)
    let task = Task { [decoder] in
      var count = 0
      do {
        let chunks = Given(values: [chunk, chunk])
        let elements = decoder.elements(of: Item.self, in: chunks, as: .lines, concurrency: 2)
        for try await _ in elements {
          count += 1
          if count == 5000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        return -1
      } catch is CancellationError {
        return count
      }
    }
    #expect(try await task.value == 5000)
  }

  @Test func `throws what reading throws after the elements before it`() async throws {
    struct Broken: Error {}
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    continuation.yield(Array(String(repeating: "1\n", count: 40_000).utf8))
    continuation.finish(throwing: Broken())
    var numbers = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: stream, as: .lines, concurrency: 2).makeAsyncIterator()
    for _ in 0..<40_000 { _ = try #require(await numbers.next()) }
    await #expect(throws: Broken.self) { try await numbers.next() }
    #expect(try await numbers.next() == nil)
  }
}
