import Foundation
import Medley
import MedleyJSON
import MedleyResilience

extension Comparisons {
  /// Feeds without issues, decoded with an observer or a collector.
  ///
  /// Observers are permanent, so these comparisons run last.
  static func listening(_ size: Int) -> [Comparison.Plan] {
    let feed = MixedFeed(count: size)
    let movies = MixedFeed(count: size, kinds: 1)
    return [
      plan("array of existentials", size, [Polymorphic<any Media>].self, feed.json) { $0 },
      plan("arrays in structs", size, [Shelf<Polymorphic<any Media>>].self, shelves(size)) { $0 },
      plan("elements in structs", size, [Card<Polymorphic<any Media>>].self, cards(size)) { $0 },
      plan("array of enums", size, [Item].self, feed.json) { $0 },
      plan("declared fields to enum", size, [FastItem].self, feed.json) { $0.compactMap(\.plain) },
      plan("declared fields", size, [FastMovie].self, movies.json) { $0.map(\.plain) },
      plan("lossy members", size, [Course].self, courses(size)) { $0 },
      .init("listening, one object a call", .time, on: "\(min(size, 10_000)) calls") {
        calls(min(size, 10_000))
      },
      .init("listening on JSONDecoder", .time, on: "\(size) elements") {
        let decoder = JSONDecoder.knowing(.embedding)
        let reporting = JSONDecoder.knowing(.embedding)
        reporting.userInfo.report(to: DecodingReport.Collector())
        return sides(feed.json, [Polymorphic<any Media>].self) {
          try decoder.decode([Polymorphic<any Media>].self, from: $0)
        } reporting: {
          try reporting.decode([Polymorphic<any Media>].self, from: $0)
        } as: {
          $0
        }
      },
    ]
  }

  private struct Shelf<Element: Decodable & Hashable>: Decodable, Hashable {
    var items: [Element]
  }

  private struct Card<Element: Decodable & Hashable>: Decodable, Hashable {
    var item: Element
  }

  private struct Course: Decodable, Hashable {
    var level: Level
    @Lossy var stars: Int?
    @Lossy var years: [Int]
  }

  private enum Level: ForwardCompatibleCases {
    case easy
    case hard
    case unknown(String)

    static let wireValues: KeyValuePairs<String, Level> = ["EASY": .easy, "HARD": .hard]
  }

  private static func courses(_ size: Int) -> Data {
    let courses = (0..<size).map { index in
      #"{"level":"\#(index % 2 == 0 ? "EASY" : "HARD")","stars":\#(index % 5),"years":[1999,2024]}"#
    }
    return Data("[\(courses.joined(separator: ","))]".utf8)
  }

  private static func shelves(_ size: Int) -> Data {
    let items = parts(of: size, by: 4).map { #"{"items":\#($0)}"# }
    return Data("[\(items.joined(separator: ","))]".utf8)
  }

  private static func cards(_ size: Int) -> Data {
    let items = parts(of: size, by: 1).map { #"{"item":\#($0.dropFirst().dropLast())}"# }
    return Data("[\(items.joined(separator: ","))]".utf8)
  }

  /// Feeds of a few elements each.
  private static func parts(of size: Int, by count: Int) -> [String] {
    (0..<size / count).map { part in
      let feed = MixedFeed(count: count, seed: UInt64(part) + 1)
      return String(decoding: feed.json, as: UTF8.self)
    }
  }

  private static func plan<Value: Decodable, Form: Hashable>(
    _ name: String,
    _ size: Int,
    _ type: Value.Type,
    _ json: @autoclosure @escaping () -> Data,
    as form: @escaping (Value) -> Form
  ) -> Comparison.Plan {
    .init("listening, \(name)", .time, on: "\(size) elements") {
      let decoder = PolymorphicJSONDecoder(.embedding)
      let reporting = PolymorphicJSONDecoder(.embedding)
      reporting.userInfo.report(to: DecodingReport.Collector())
      return sides(json(), type) {
        try decoder.decode(type, from: $0)
      } reporting: {
        try reporting.decode(type, from: $0)
      } as: {
        form($0)
      }
    }
  }

  /// Calls on one object each, since most of what listening costs is paid for each call.
  private static func calls(_ count: Int) -> [Side] {
    let decoder = PolymorphicJSONDecoder(.embedding)
    let reporting = PolymorphicJSONDecoder(.embedding)
    reporting.userInfo.report(to: DecodingReport.Collector())
    func repeated(_ decode: () throws -> Item) throws -> Item? {
      var item: Item?
      for _ in 0..<count { item = try decode() }
      return item
    }
    return sides(SmallDocuments.object, Item?.self, times: count) { json in
      try repeated { try decoder.decode(Item.self, from: json) }
    } collecting: { json in
      try repeated {
        try DecodingReport.collecting { try decoder.decode(Item.self, from: json) }.value
      }
    } reporting: { json in
      try repeated { try reporting.decode(Item.self, from: json) }
    } as: {
      $0
    }
  }

  private static func sides<Value, Form: Hashable>(
    _ json: Data,
    _ type: Value.Type,
    times count: Int = 1,
    decode: @escaping (Data) throws -> Value,
    collecting: ((Data) throws -> Value)? = nil,
    reporting: @escaping (Data) throws -> Value,
    as form: @escaping (Value) -> Form
  ) -> [Side] {
    let collecting =
      collecting ?? { json in try DecodingReport.collecting { try decode(json) }.value }
    let works: [(String, () throws -> Value)] = [
      ("unheard", { try Observer.muted { try decode(json) } }),
      ("in a collecting call", { try collecting(json) }),
      ("with a collector", { try reporting(json) }),
      ("observed", { try Observer.installed { try decode(json) } }),
    ]
    return works.enumerated().map { index, work in
      Side(
        work.0,
        bytes: count * json.count,
        goal: index == 0 ? nil : Goal(1.05),
        work: work.1,
        as: { AnyHashable(form($0)) }
      )
    }
  }
}

/// An observer that can decode inside its callback.
private enum Observer {
  /// The work to do for the next issue.
  nonisolated(unsafe) private static var work: (() -> Void)?

  private static let observation = DecodingReport.observe { _ in
    // Sound: benchmarks run on one thread.
    unsafe work?()
  }

  static func installed<Value>(_ body: () throws -> Value) rethrows -> Value {
    _ = observation
    return try body()
  }

  /// Runs work inside the observer, where decoding reports nothing.
  static func muted<Value>(_ body: @escaping () throws -> Value) throws -> Value {
    _ = observation
    var result: Result<Value, any Error>?
    unsafe work = { result = Result { try body() } }
    defer { unsafe work = nil }
    _ = try issue.decode(Lossy<[Int]>.self, from: #"["no integer"]"#)
    guard let result else { throw Disagreement(description: "the observer wasn't called") }
    return try result.get()
  }

  private static let issue = PolymorphicJSONDecoder()
}
