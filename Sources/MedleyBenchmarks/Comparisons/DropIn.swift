import Foundation
import Medley
import MedleyEngine
import MedleyJSON

extension Comparisons {
  /// The engine under the names of Foundation's classes, beside its own.
  static func dropIn(_ size: Int) -> [Comparison.Plan] {
    [
      dropInFeed(size), dropInEncodedFeed(size),
      dropInPosts(size), dropInEncodedPosts(size),
      dropInCalls(size), dropInEncodedCalls(size),
    ]
  }

  // MARK: - Large documents

  private static func dropInFeed(_ size: Int) -> Comparison.Plan {
    .init("drop-in, feed of three types", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let engine = PolymorphicJSONDecoder(.embedding)
      let dropIn: JSONDecoder = DropInJSONDecoder()
      dropIn.userInfo.register(PolymorphicRegistry<any Media>.embedding)
      let form = { (feed: [Polymorphic<any Media>]) in
        AnyHashable(feed.known.compactMap(HandWritten.init))
      }
      return pair(
        bytes: json.count,
        goal: 0.95,
        { try engine.decode([Polymorphic<any Media>].self, from: json) },
        { try dropIn.decode([Polymorphic<any Media>].self, from: json) },
        as: form
      )
    }
  }

  private static func dropInEncodedFeed(_ size: Int) -> Comparison.Plan {
    .init("drop-in, encoding a feed of three types", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let feed = try PolymorphicJSONDecoder(.embedding)
        .decode([Polymorphic<any Media>].self, from: json)
      let engine = PolymorphicJSONEncoder(.embedding)
      let dropIn: JSONEncoder = DropInJSONEncoder()
      dropIn.userInfo.register(PolymorphicRegistry<any Media>.embedding)
      return pair(
        bytes: json.count,
        goal: 0.95,
        { try engine.encode(feed) },
        { try dropIn.encode(feed) },
        as: { AnyHashable($0) }
      )
    }
  }

  private static func dropInPosts(_ size: Int) -> Comparison.Plan {
    .init("drop-in, like twitter.json", .speed, on: "its members") {
      let json = PostsDocument(count: size / 200).json
      let engine = PolymorphicJSONDecoder()
      let dropIn: JSONDecoder = DropInJSONDecoder()
      return pair(
        bytes: json.count,
        goal: 0.95,
        { try engine.decode(Posts.self, from: json) },
        { try dropIn.decode(Posts.self, from: json) },
        as: { AnyHashable($0) }
      )
    }
  }

  private static func dropInEncodedPosts(_ size: Int) -> Comparison.Plan {
    .init("drop-in, encoding like twitter.json", .speed, on: "its members") {
      let json = PostsDocument(count: size / 200).json
      let posts = try PolymorphicJSONDecoder().decode(Posts.self, from: json)
      let engine = PolymorphicJSONEncoder()
      let dropIn: JSONEncoder = DropInJSONEncoder()
      return pair(
        bytes: json.count,
        goal: 0.95,
        { try engine.encode(posts) },
        { try dropIn.encode(posts) },
        as: { AnyHashable($0) }
      )
    }
  }

  // MARK: - Calls

  private static func dropInCalls(_ size: Int) -> Comparison.Plan {
    let count = min(size, 10_000)
    return .init("drop-in, calls with one object", .speed, on: "\(count) calls") {
      let json = SmallDocuments.object
      let engine = PolymorphicJSONDecoder()
      let dropIn: JSONDecoder = DropInJSONDecoder()
      return pair(
        bytes: count * json.count,
        goal: 0.9,
        { try repeated(count) { try engine.decode(HandWritten.self, from: json) } },
        { try repeated(count) { try dropIn.decode(HandWritten.self, from: json) } },
        as: { AnyHashable($0) }
      )
    }
  }

  private static func dropInEncodedCalls(_ size: Int) -> Comparison.Plan {
    let count = min(size, 10_000)
    return .init("drop-in, encoding, calls with one object", .speed, on: "\(count) calls") {
      let json = SmallDocuments.object
      let value = try PolymorphicJSONDecoder().decode(HandWritten.self, from: json)
      let engine = PolymorphicJSONEncoder()
      let dropIn: JSONEncoder = DropInJSONEncoder()
      return pair(
        bytes: count * json.count,
        goal: 0.9,
        { try repeated(count) { try engine.encode(value) } },
        { try repeated(count) { try dropIn.encode(value) } },
        as: { AnyHashable($0) }
      )
    }
  }

  // MARK: - Sides

  /// The same work with the engine's own class and with the one under Foundation's name.
  private static func pair<Value>(
    bytes: Int,
    goal: Double,
    _ engine: @escaping () throws -> Value,
    _ dropIn: @escaping () throws -> Value,
    as form: @escaping (Value) throws -> AnyHashable
  ) -> [Side] {
    [
      Side("engine", bytes: bytes, work: engine, as: form),
      Side("engine, as Foundation's class", bytes: bytes, goal: Goal(goal), work: dropIn, as: form),
    ]
  }

  /// The result of the last of several calls.
  private static func repeated<Value>(_ count: Int, _ call: () throws -> Value) rethrows -> Value? {
    var value: Value?
    for _ in 0..<count { value = try call() }
    return value
  }
}
