import Foundation
import Medley
import MedleyBase
import MedleyJSON
import MedleyStreams

extension Comparisons {
  /// Feeds in chunks, bytes and events, and documents that arrive in pieces.
  static func streams(_ size: Int) -> [Comparison.Plan] {
    [
      chunks(size), lines(size), events(size), bytes(size), pieces(size),
      snapshots(of: 2, every: 4, in: "a short document"), snapshots(of: 9, every: 4),
      snapshots(of: 600, every: 400),
      cores(size, "array", .array), cores(size, "lines", .lines),
    ]
  }

  private typealias Element = Polymorphic<any Media>

  private static func slices(_ data: Data, _ size: Int) -> [Data] {
    stride(from: 0, to: data.count, by: size).map {
      Data(data[$0..<min($0 + size, data.count)])
    }
  }

  /// Reads all elements of a feed.
  private static func all<Item: Decodable>(_ elements: FeedElements<Item>) throws -> [Item] {
    var elements = elements
    var all: [Item] = []
    while let element = try elements.next() { all.append(element) }
    return all
  }

  /// Returns the elements of an array as lines.
  private static func asLines(_ json: Data) throws -> Data {
    let encoder = PolymorphicJSONEncoder()
    var text: [UInt8] = []
    for line in try PolymorphicJSONDecoder().decode([PayloadValue].self, from: json) {
      try encoder.encode(line, into: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return Data(text)
  }

  private static func chunks(_ size: Int) -> Comparison.Plan {
    .init("streams, array in chunks", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let engine = PolymorphicJSONDecoder(.embedding)
      let chunks = slices(json, 1 << 16)
      return [
        Side("whole input", bytes: json.count) { try engine.decode([Element].self, from: json) },
        Side("chunks of 64 KiB", bytes: json.count, goal: Goal(0.8, then: 0.95)) {
          try all(engine.elements(of: Element.self, in: chunks, as: .array))
        },
      ]
    }
  }

  private static func lines(_ size: Int) -> Comparison.Plan {
    .init("streams, lines in chunks", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let engine = PolymorphicJSONDecoder(.embedding)
      let text = try asLines(json)
      let chunks = slices(text, 1 << 16)
      return [
        Side("whole input", bytes: json.count) { try engine.decode([Element].self, from: json) },
        Side("chunks of 64 KiB", bytes: text.count, goal: Goal(0.8, then: 0.95)) {
          try all(engine.elements(of: Element.self, in: chunks, as: .lines))
        },
      ]
    }
  }

  /// The tag of an event, for the usual way: one decode for the tag and one for the payload.
  private struct Tag: Decodable { var type: String }

  private static func events(_ size: Int) -> Comparison.Plan {
    let count = min(size, 10_000)
    return .init("streams, small events", .speed, on: "\(count) events") {
      let encoder = PolymorphicJSONEncoder()
      var events: [Data] = []
      for event in try PolymorphicJSONDecoder(.embedding)
        .decode([PayloadValue].self, from: MixedFeed(count: count).json)
      {
        guard case .object(var members) = event else { continue }
        let padding = String(repeating: "x", count: 170)
        members.append((key: "padding", value: .string(padding)))
        events.append(try encoder.encode(PayloadValue.object(members)))
      }
      let stream = Data(events.flatMap { Data("data: ".utf8) + $0 + Data("\n\n".utf8) })
      let chunks = events.map { Data("data: ".utf8) + $0 + Data("\n\n".utf8) }
      let foundation = JSONDecoder()
      let engine = PolymorphicJSONDecoder(.embedding)
      let knowing = JSONDecoder.knowing(.embedding)
      let twice = Side("JSONDecoder, tag then payload", bytes: stream.count) {
        try events.map { event -> Element in
          switch try foundation.decode(Tag.self, from: event).type {
          case "MOVIE": .known(try foundation.decode(Movie.self, from: event))
          case "BOOK": .known(try foundation.decode(Book.self, from: event))
          default: .known(try foundation.decode(Song.self, from: event))
          }
        }
      }
      return [
        twice,
        Side("JSONDecoder, registry", bytes: stream.count) {
          try events.map { try knowing.decode(Element.self, from: $0) }
        },
        Side("engine, one event in a chunk", bytes: stream.count, goal: Goal(10)) {
          try all(engine.elements(of: Element.self, in: chunks, as: .serverSentEvents))
        },
        Side("engine, chunks of 64 KiB", bytes: stream.count, goal: Goal(10)) {
          try all(
            engine.elements(of: Element.self, in: slices(stream, 1 << 16), as: .serverSentEvents)
          )
        },
      ]
    }
  }

  private static func bytes(_ size: Int) -> Comparison.Plan {
    let count = min(size, 10_000)
    return .init("streams, bytes one at a time", .time, on: "\(count) elements") {
      let json = MixedFeed(count: count).json
      let engine = PolymorphicJSONDecoder(.embedding)
      let chunks = slices(json, 1 << 16)
      return [
        Side("chunks of 64 KiB", bytes: json.count) {
          try all(engine.elements(of: Element.self, in: chunks, as: .array))
        },
        Side("bytes", bytes: json.count, goal: Goal(3)) {
          try all(engine.elements(of: Element.self, in: json, as: .array))
        },
      ] + asynchronousBytes(json)
    }
  }

  private static func pieces(_ size: Int) -> Comparison.Plan {
    .init("incomplete documents, pieces of 4 bytes", .time, on: "1 to 256 KB", isPerByte: true) {
      let engine = PolymorphicJSONDecoder(.embedding)
      let largest = MixedFeed(count: 2400).json
      var sides = [
        Side("whole decode, \(largest.count / 1000) KB", bytes: largest.count) {
          try engine.decode([Element].self, from: largest)
        }
      ]
      for count in [9, 75, 600, 2400] {
        let json = MixedFeed(count: count).json
        let pieces = slices(json, 4)
        var side = Side("pieces, \(json.count / 1000) KB", bytes: json.count, goal: Goal(3)) {
          var partial = PartialDecoder([Element].self, using: engine)
          for piece in pieces { partial.append(piece) }
          return try partial.finish()
        }
        side.expected = { AnyHashable(try engine.decode([Element].self, from: json)) }
        sides.append(side)
      }
      return sides
    }
  }

  /// Snapshots of prefixes of all lengths, beside decodes of their complete elements.
  private static func snapshots(
    of count: Int,
    every size: Int,
    in kind: String = "documents"
  ) -> Comparison.Plan {
    let json = MixedFeed(count: count).json
    let document = "\(json.count) bytes, one each \(size) bytes"
    return .init("incomplete \(kind), snapshots", .time, on: document) {
      let engine = PolymorphicJSONDecoder(.embedding)
      let pieces = slices(json.dropLast(), size)
      let prefixes = pieces.indices.map { closed(Data(pieces[...$0].joined())) }
      return [
        Side("cut and decoded", bytes: json.count) {
          var elements: [Element] = []
          for prefix in prefixes { elements = try engine.decode([Element].self, from: prefix) }
          return elements
        },
        Side("snapshots", bytes: json.count, goal: Goal(1.1)) {
          var partial = PartialDecoder([Element].self, using: engine)
          var elements: [Element] = []
          for piece in pieces {
            partial.append(piece)
            elements = try partial.snapshot() ?? []
          }
          return elements
        },
      ]
    }
  }

  /// Returns a prefix of an array of objects, cut after the last complete one and closed.
  private static func closed(_ prefix: Data) -> Data {
    var (depth, end) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    for (position, byte) in prefix.enumerated() {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 1, byte == UInt8(ascii: "}") || end == 0 { end = position + 1 }
    }
    return end == 0 ? Data("[]".utf8) : prefix.prefix(end) + Data("]".utf8)
  }

  /// Several cores, by the clock on the wall: so nothing else may run.
  private static func cores(_ size: Int, _ name: String, _ format: FeedFormat) -> Comparison.Plan {
    .init("streams, \(name) on two cores", .speed, on: "\(size) elements, ten times") {
      let engine = PolymorphicJSONDecoder(.embedding)
      var json = MixedFeed(count: size).json
      if name == "lines" { json = try asLines(json) }
      // So large that the processes around take turns.
      let rest = name == "lines" ? json : Data(",".utf8) + json.dropFirst().dropLast()
      let whole =
        name == "lines"
        ? Data((0..<10).flatMap { _ in json })
        : json.dropLast() + Data((1..<10).flatMap { _ in rest }) + Data("]".utf8)
      let one = Side("one core", bytes: whole.count) {
        var elements = engine.elements(of: Element.self, in: whole, as: format)
        var count = 0
        while try elements.next() != nil { count += 1 }
        return count
      }
      let two = Side("two tasks", bytes: whole.count, goal: Goal(1.6)) {
        try waiting {
          let elements = engine.elements(of: Element.self, in: whole, as: format, concurrency: 2)
          var count = 0
          for try await _ in elements { count += 1 }
          return count
        }
      }
      return [one.onTheWall, two.onTheWall]
    }
  }

  /// Runs an asynchronous function and waits for it.
  static func waiting<Value>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value where Value: Sendable {
    let outcome = Outcome<Value>()
    let semaphore = DispatchSemaphore(value: 0)
    Task {
      do {
        let value = try await body()
        outcome.result.withLock { $0 = .success(value) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
      semaphore.signal()
    }
    semaphore.wait()
    guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// The result of a task.
private final class Outcome<Value: Sendable>: Sendable {
  let result = Lock<Result<Value, any Error>?>(nil)
}

extension Side {
  /// This side, measured in milliseconds of the clock on the wall.
  fileprivate var onTheWall: Side {
    var side = self
    side.measure = {
      let start = Date().timeIntervalSinceReferenceDate
      try work()
      return (Date().timeIntervalSinceReferenceDate - start) * 1000
    }
    return side
  }
}
