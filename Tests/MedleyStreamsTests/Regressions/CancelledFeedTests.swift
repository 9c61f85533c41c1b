import Foundation
import Medley
import MedleyBase
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// A cancelled `AsyncStream` ends: the feed seemed complete, and a text that was cut an element.
@Suite struct CancelledFeedTests {
  /// Feeds whose last element isn't complete, or where more elements may follow.
  private static let feeds: [(format: FeedFormat, text: String)] = [
    (.lines, "1\n2\n345"), (.lines, "1\n2\n"), (.array, "[1,2,345"), (.array, "[1,2]"),
    (.array(at: "a"), #"{"a":[1,2],"b":3"#), (.textSequence, "\u{1e}1\n\u{1e}2\n\u{1e}345\n"),
    (.textSequence, "\u{1e}1\n\u{1e}2\n\u{1e}345"), (.serverSentEvents, "data: 1\n\ndata: 2\n\n"),
    (.serverSentEvents(until: "end"), "data: 1\n\ndata: 2\n\ndata: 345\n"),
  ]

  /// Returns a function that returns the values, then nil to the task, which it has cancelled.
  private func cancelling<Value: Sendable>(after values: [Value]) -> @Sendable () -> Value? {
    let rest = Lock(values[...])
    return {
      if let value = rest.withLock({ $0.popFirst() }) { return value }
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return nil
    }
  }

  private func stream<Value: Sendable>(of values: [Value]) -> AsyncStream<Value> {
    let next = cancelling(after: values)
    return AsyncStream { next() }
  }

  private func throwingStream<Value: Sendable>(
    of values: [Value]
  ) -> AsyncThrowingStream<Value, any Error> {
    let next = cancelling(after: values)
    return AsyncThrowingStream { next() }
  }

  /// Reads a feed in a task of its own, and checks that it ends with `CancellationError`.
  private func check<Elements: AsyncSequence>(
    _ text: String,
    location: SourceLocation = #_sourceLocation,
    _ makeElements: @escaping @Sendable () -> Elements
  ) async
  where
    Elements.Element: Numbered, Elements: SendableMetatype,
    Elements.AsyncIterator: SendableMetatype
  {
    let task = Task {
      var numbers: [Int] = []
      do {
        for try await element in makeElements() { numbers.append(try element.number()) }
        return (numbers, isCancelled: false)
      } catch is CancellationError {
        return (numbers, isCancelled: true)
      }
    }
    let result = await task.result
    #expect(throws: Never.self, sourceLocation: location) { try result.get() }
    guard let (numbers, isCancelled) = try? result.get() else { return }
    #expect(isCancelled, "\(text)", sourceLocation: location)
    let expected = text == "\u{1e}1\n\u{1e}2\n\u{1e}345\n" ? [1, 2, 345] : [1, 2]
    #expect(numbers == expected, sourceLocation: location)
  }

  @Test(arguments: feeds.indices)
  func `a feed whose task is cancelled while it reads throws`(_ index: Int) async {
    let (format, text) = Self.feeds[index]
    let bytes = Array(text.utf8)
    let decoder = PolymorphicJSONDecoder()
    await check(text) {
      decoder.elements(of: Int.self, in: stream(of: [bytes]), as: format)
    }
    await check(text) {
      decoder.elements(of: Int.self, in: throwingStream(of: [Data(bytes)]), as: format)
    }
    await check(text) {
      decoder.elements(of: Int.self, in: stream(of: bytes), as: format)
    }
    await check(text) {
      decoder.elements(of: Int.self, in: throwingStream(of: bytes), as: format, lossily: true)
    }
    await check(text) {
      decoder.elements(of: Int.self, in: stream(of: [bytes]), as: format).results
    }
    await check(text) {
      decoder.elements(of: Int.self, in: throwingStream(of: bytes), as: format).results
    }
    for concurrency in [1, 2] {
      await check(text) {
        decoder.elements(
          of: Int.self,
          in: stream(of: [bytes]),
          as: format,
          concurrency: concurrency
        )
      }
      await check(text) {
        decoder.elements(
          of: Int.self,
          in: throwingStream(of: [bytes]),
          as: format,
          concurrency: concurrency
        ).results
      }
    }
  }

  @Test func `a feed that has thrown has no further elements`() async throws {
    let task = Task {
      var elements = PolymorphicJSONDecoder()
        .elements(of: Int.self, in: stream(of: [Array("1\n345".utf8)]), as: .lines)
        .makeAsyncIterator()
      #expect(try await elements.next() == 1)
      await #expect(throws: CancellationError.self) { try await elements.next() }
      return try await elements.next()
    }
    #expect(try await task.value == nil)
  }
}

private protocol Numbered {
  func number() throws -> Int
}

extension Int: Numbered {
  fileprivate func number() -> Int { self }
}

extension FeedResult: Numbered where Element == Int {
  fileprivate func number() throws -> Int { try get() }
}
