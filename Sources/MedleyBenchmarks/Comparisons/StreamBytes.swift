import Foundation
import Medley
import MedleyJSON
import MedleyStreams

extension Comparisons {
  private typealias Element = Polymorphic<any Media>

  /// Bytes one at a time from asynchronous sequences, and the loops over them alone.
  static func asynchronousBytes(_ json: Data) -> [Side] {
    let bytes = AsyncBytes(bytes: Array(json))
    let ofCaller = CallerBytes(bytes: Array(json))
    return [
      elements("bytes, asynchronous", bytes, json, goal: Goal(3)),
      loop("the loop over them alone", bytes, json),
      elements("bytes, asynchronous, of the caller's actor", ofCaller, json),
      loop("the loop over those alone", ofCaller, json),
    ]
  }

  private static func elements<Bytes: AsyncSequence & Sendable>(
    _ name: String,
    _ bytes: Bytes,
    _ json: Data,
    goal: Goal? = nil
  ) -> Side where Bytes.Element == UInt8 {
    let engine = PolymorphicJSONDecoder(.embedding)
    return Side(name, bytes: json.count, goal: goal) {
      try waiting {
        var all: [Element] = []
        for try await element in engine.elements(of: Element.self, in: bytes, as: .array) {
          all.append(element)
        }
        return all
      }
    }
  }

  private static func loop<Bytes: AsyncSequence & Sendable>(
    _ name: String,
    _ bytes: Bytes,
    _ json: Data
  ) -> Side where Bytes.Element == UInt8 {
    var side = Side(name, bytes: json.count) {
      try waiting { try await sum(of: bytes) }
    }
    side.expected = { json.reduce(0) { $0 &+ Int($1) } }
    return side
  }

  @concurrent private static func sum<Bytes: AsyncSequence & Sendable>(
    of bytes: Bytes
  ) async throws -> Int where Bytes.Element == UInt8 {
    var sum = 0
    for try await byte in bytes { sum &+= Int(byte) }
    return sum
  }
}

/// Bytes of a buffer, whose iterator runs outside of actors, as that of `URLSession` and those of
/// modules without `NonisolatedNonsendingByDefault`.
private struct AsyncBytes: AsyncSequence {
  let bytes: [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    var bytes: IndexingIterator<[UInt8]>

    @concurrent mutating func next() async -> UInt8? { bytes.next() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeIterator()) }
}

/// Bytes whose iterator runs on the actor of its caller.
private struct CallerBytes: AsyncSequence {
  let bytes: [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    var bytes: IndexingIterator<[UInt8]>

    nonisolated(nonsending) mutating func next() async -> UInt8? { bytes.next() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeIterator()) }
}
