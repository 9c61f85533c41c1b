import Foundation
import Medley
import MedleyJSON

extension Comparisons {
  /// Encoding with the engine and with `JSONEncoder`.
  static func encoding(_ size: Int) -> [Comparison.Plan] {
    [
      encodedFeed(size), encodedFields(size), encodedUnknown(size), indented(size),
      document("like twitter.json", Posts.self, Goal(4)) { PostsDocument(count: size / 200).json },
      document("like citm_catalog.json", Catalog.self, Goal(4)) {
        CatalogDocument(count: size / 200).json
      },
      document("like canada.json", Outline.self, Goal(4)) {
        CoordinatesDocument(count: size / 2).json
      },
      smallCalls(size, isKept: true), smallCalls(size, isKept: false),
    ] + EncodedContainers.allCases.map { containers($0, size / 4) } + growths(size)
  }

  private static func growths(_ size: Int) -> [Comparison.Plan] {
    [
      encodedGrowth("members", size) {
        Dictionary(uniqueKeysWithValues: (0..<$0).map { ("\($0)", $0) })
      },
      encodedGrowth("elements", size) { Array(0..<$0) },
      encodedGrowth("bytes of a string", size * 100) { [String(repeating: "text", count: $0 / 4)] },
      encodedGrowth("levels", 400) {
        (0..<$0).reduce(PayloadValue.array([])) { value, _ in .array([value]) }
      },
    ]
  }

  // MARK: - Feeds

  private static func encodedFeed(_ size: Int) -> Comparison.Plan {
    .init("encoding, feed of three types", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let byHand = try PolymorphicJSONDecoder().decode([HandWritten].self, from: json)
      let items = try PolymorphicJSONDecoder().decode([Item].self, from: json)
      let stated = try PolymorphicJSONDecoder().decode([StatedItem].self, from: json)
      let extracted = try PolymorphicJSONDecoder().decode([Feed<Key>].self, from: json)
      let media = try PolymorphicJSONDecoder(.embedding)
        .decode([Polymorphic<any Media>].self, from: json)
      let fields = try PolymorphicJSONDecoder(.fastEmbedding)
        .decode([Polymorphic<any Media>].self, from: json)
      let engine = PolymorphicJSONEncoder(.embedding)
      let fast = PolymorphicJSONEncoder(.fastEmbedding)
      let foundation = JSONEncoder()
      foundation.userInfo.register(PolymorphicRegistry<any Media>.embedding)
      func side<Value: Encodable>(
        _ name: String,
        _ value: Value,
        _ goal: Goal? = nil,
        _ encode: @escaping (Value) throws -> Data
      ) -> Side {
        Side(
          name,
          bytes: json.count,
          goal: goal,
          work: { try encode(value) },
          as: { AnyHashable(try JSONDecoder().decode([HandWritten].self, from: $0)) }
        )
      }
      return [
        side("JSONEncoder, hand-written switch", byHand) { try foundation.encode($0) },
        side("JSONEncoder, registry to existential", media) { try foundation.encode($0) },
        side("JSONEncoder, registry to enum with from:", extracted) { try foundation.encode($0) },
        side("JSONEncoder, registry to enum with payload", stated) { try foundation.encode($0) },
        side("engine, the same hand-written switch", byHand, Goal(6, then: 8)) {
          try engine.encode($0)
        },
        side("engine, registry to enum", items) { try engine.encode($0) },
        side("engine, registry to enum with payload", stated, Goal(5)) { try engine.encode($0) },
        side("engine, registry to enum with from:", extracted, Goal(6, then: 8)) {
          try engine.encode($0)
        },
        side("engine, registry to existential", media, Goal(6, then: 8)) { try engine.encode($0) },
        side("engine, declared fields to existential", fields, Goal(12)) { try fast.encode($0) },
      ]
    }
  }

  /// A type that writes its fields, without a registry.
  private static func encodedFields(_ size: Int) -> Comparison.Plan {
    .init("encoding, one type", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size, kinds: 1).json
      let plain = try PolymorphicJSONDecoder().decode([Movie].self, from: json)
      let fast = try PolymorphicJSONDecoder().decode([FastMovie].self, from: json)
      let (engine, foundation) = (PolymorphicJSONEncoder(), JSONEncoder())
      let form = { (data: Data) in AnyHashable(try JSONDecoder().decode([Movie].self, from: data)) }
      return [
        Side("JSONEncoder", bytes: json.count, work: { try foundation.encode(plain) }, as: form),
        Side(
          "engine, synthesised",
          bytes: json.count,
          goal: Goal(6, then: 8),
          work: { try engine.encode(plain) },
          as: form
        ),
        Side(
          "engine, declared fields",
          bytes: json.count,
          goal: Goal(12),
          work: { try engine.encode(fast) },
          as: form
        ),
      ]
    }
  }

  private static func encodedUnknown(_ size: Int) -> Comparison.Plan {
    .init("encoding, unknown payloads", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      let registry = PolymorphicRegistry<any Media>("type")
      let elements = try PolymorphicJSONDecoder(registry)
        .decode([Polymorphic<any Media>].self, from: json)
      let (engine, foundation) = (PolymorphicJSONEncoder(registry), JSONEncoder())
      return [
        Side("JSONEncoder", bytes: json.count, work: { try foundation.encode(elements) }, as: tree),
        Side("engine", bytes: json.count, work: { try engine.encode(elements) }, as: tree),
      ]
    }
  }

  private static func tree(_ data: Data) throws -> AnyHashable {
    AnyHashable(try JSONDecoder().decode(PayloadValue.self, from: data))
  }

  // MARK: - Documents

  private static func document<Value: Codable & Hashable>(
    _ name: String,
    _ type: Value.Type,
    _ goal: Goal,
    _ format: JSONEncoder.OutputFormatting = [],
    document: @escaping () -> Data
  ) -> Comparison.Plan {
    .init("encoding, \(name)", .speed, on: "its members") {
      let json = document()
      let value = try PolymorphicJSONDecoder().decode(type, from: json)
      let (engine, foundation) = (PolymorphicJSONEncoder(), JSONEncoder())
      engine.outputFormatting = format
      foundation.outputFormatting = format
      let form = { (data: Data) in AnyHashable(try JSONDecoder().decode(type, from: data)) }
      return [
        Side("JSONEncoder", bytes: json.count, work: { try foundation.encode(value) }, as: form),
        Side("engine", bytes: json.count, goal: goal, work: { try engine.encode(value) }, as: form),
      ]
    }
  }

  private static func indented(_ size: Int) -> Comparison.Plan {
    document("indented and sorted", Posts.self, Goal(3), [.prettyPrinted, .sortedKeys]) {
      PostsDocument(count: size / 200).json
    }
  }

  // MARK: - Calls

  private static func smallCalls(_ size: Int, isKept: Bool) -> Comparison.Plan {
    let count = min(size, 10_000)
    let name = isKept ? "encoder kept" : "a new encoder for each"
    return .init("encoding, calls with one object, \(name)", .speed, on: "\(count) calls") {
      let json = SmallDocuments.object
      let value = try PolymorphicJSONDecoder().decode(HandWritten.self, from: json)
      let (engine, foundation) = (PolymorphicJSONEncoder(), JSONEncoder())
      func side(_ name: String, _ goal: Goal?, _ encode: @escaping () throws -> Data) -> Side {
        Side(name, bytes: json.count * count, goal: goal) {
          var sum = 0
          for _ in 0..<count { sum += try encode().count }
          return sum
        }
      }
      return [
        side("JSONEncoder", nil) { try (isKept ? foundation : JSONEncoder()).encode(value) },
        side("engine", Goal(isKept ? 4 : 3)) {
          try (isKept ? engine : PolymorphicJSONEncoder()).encode(value)
        },
      ]
    }
  }

  // MARK: - Containers

  /// Containers that a type asks for by hand, in a way that may be quadratic.
  private static func containers(_ way: EncodedContainers, _ size: Int) -> Comparison.Plan {
    .init("encoding, \(way.rawValue)", .speed, on: "\(size) keys") {
      let value = EncodedContainers.Value(way: way, count: size)
      let (engine, foundation) = (PolymorphicJSONEncoder(), JSONEncoder())
      let count = try foundation.encode(value).count
      return [
        Side("JSONEncoder", bytes: count, work: { try foundation.encode(value) }, as: tree),
        Side("engine", bytes: count, goal: Goal(1), work: { try engine.encode(value) }, as: tree),
      ]
    }
  }

  // MARK: - Growth

  /// The time for a byte as documents double in size.
  private static func encodedGrowth<Value: Encodable>(
    _ things: String,
    _ largest: Int,
    _ make: @escaping (Int) -> Value
  ) -> Comparison.Plan {
    .init("encoding, growth, \(things)", .time, on: "the smallest of four", isPerByte: true) {
      let engine = PolymorphicJSONEncoder()
      return try [8, 4, 2, 1].map { part in
        let size = max(16, largest / part)
        let value = make(size)
        let count = try engine.encode(value).count
        var side = Side("\(size) \(things)", bytes: count, goal: part == 8 ? nil : Goal(1.3)) {
          try engine.encode(value).count
        }
        side.expected = { AnyHashable(count) }
        return side
      }
    }
  }
}
