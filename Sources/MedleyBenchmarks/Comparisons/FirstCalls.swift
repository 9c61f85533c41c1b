import Foundation
import Medley
import MedleyJSON

extension Comparisons {
  /// The first call of a process, and the most memory that a large one takes.
  static func processes(_ size: Int) -> [Comparison.Plan] {
    [
      .init("first call in a process", .time, on: "a feed of five") {
        let json = MixedFeed(count: 5).json
        let file = try TemporaryFile(json)
        return FreshProcess.firstCalls.map { work in
          let goal = work.name.hasPrefix("engine") ? Goal(1.2) : nil
          // One process alone varies by a third.
          return Side(work, on: file, bytes: json.count, goal: goal, processes: 9) {
            $0.microseconds / 1000
          }
        }
      },
      .init("peak memory, encoding", .bytes, on: "a byte of output", mostRounds: 3) {
        let file = try TemporaryFile(Data("[100000]".utf8))
        return FreshProcess.encodings.map { work in
          let goal = work.name.hasPrefix("engine") ? Goal(2) : nil
          return Side(work, on: file, bytes: 1, goal: goal) { outcome in
            let count = Double(outcome.result) ?? .infinity
            return outcome.peakBytes.map { Double($0) / count }
          }
        }
      },
      .init("peak memory", .bytes, on: "\(size * 10) elements", mostRounds: 3) {
        let count = size * 10
        let json = MixedFeed(count: count).json
        let file = try TemporaryFile(json)
        return FreshProcess.largeCalls.map { work in
          let goal = work.name.hasPrefix("engine") ? Goal(180) : nil
          return Side(work, on: file, bytes: json.count, goal: goal) {
            $0.peakBytes.map { Double($0) / Double(count) }
          }
        }
      },
    ]
  }
}

extension FreshProcess {
  /// What `--fresh` finds by its name.
  static var all: [FreshProcess] { firstCalls + largeCalls + encodings + streams }

  fileprivate static var firstCalls: [FreshProcess] {
    calls("first") { feed in "\(feed.map { "\($0)" })" }
  }

  fileprivate static var largeCalls: [FreshProcess] {
    calls("large") { feed in "\(feed.count) \(feed.reduce(0) { $0 &+ $1.id })" }
  }

  /// Encoding a document of 100 MB, whose strings are one.
  fileprivate static var encodings: [FreshProcess] {
    func strings(_ json: Data) throws -> [String] {
      let count = try JSONDecoder().decode([Int].self, from: json)[0]
      return Array(repeating: String(repeating: "text", count: 250), count: count)
    }
    return [
      FreshProcess("encoded", "JSONEncoder") {
        try JSONEncoder().encode(strings($0))
      } as: {
        "\($0.count)"
      },
      FreshProcess("encoded", "engine") {
        try PolymorphicJSONEncoder().encode(strings($0))
      } as: {
        "\($0.count)"
      },
      FreshProcess("encoded", "engine, sorted") {
        let encoder = PolymorphicJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(strings($0))
      } as: {
        "\($0.count)"
      },
    ]
  }

  /// The ways to decode the mixed feed.
  private static func calls(
    _ family: String,
    as text: @escaping ([HandWritten]) -> String
  ) -> [FreshProcess] {
    [
      FreshProcess(family, "JSONDecoder, hand-written switch") {
        try JSONDecoder().decode([HandWritten].self, from: $0)
      } as: {
        text($0)
      },
      FreshProcess(family, "JSONDecoder, registry to enum") {
        try JSONDecoder().decode([Item].self, from: $0)
      } as: {
        text($0.compactMap(HandWritten.init))
      },
      FreshProcess(family, "engine, hand-written switch") {
        try PolymorphicJSONDecoder().decode([HandWritten].self, from: $0)
      } as: {
        text($0)
      },
      FreshProcess(family, "engine, registry to enum") {
        try PolymorphicJSONDecoder().decode([Item].self, from: $0)
      } as: {
        text($0.compactMap(HandWritten.init))
      },
      FreshProcess(family, "engine, registry to existential") {
        try PolymorphicJSONDecoder(.embedding).decode([Polymorphic<any Media>].self, from: $0)
      } as: {
        text($0.known.compactMap(HandWritten.init))
      },
      FreshProcess(family, "engine, declared fields to enum") {
        try PolymorphicJSONDecoder().decode([FastItem].self, from: $0)
      } as: {
        text($0.compactMap(\.plain))
      },
    ]
  }
}

extension HandWritten {
  fileprivate var id: Int {
    switch self {
    case .movie(let movie): movie.id
    case .book(let book): book.id
    case .song(let song): song.id
    }
  }
}
