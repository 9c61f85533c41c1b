import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Keys that change their names, and decoders with very many registries.
@Suite(.onEachEngine) struct OddKeyTests {
  /// A key whose name changes with every access.
  private struct Fickle: CodingKey {
    final class Count: @unchecked Sendable {
      // Sound: one test on one thread uses it.
      var value = 0
    }

    let count: Count
    var stringValue: String {
      count.value += 1
      return "k\(count.value % 3)"
    }
    var intValue: Int? { nil }

    init(_ count: Count) { self.count = count }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private struct Asking: Decodable, Equatable {
    var found: [Int] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Fickle.self)
      let count = Fickle.Count()
      for _ in 0..<30 {
        _ = container.contains(Fickle(count))
        if let value = try container.decodeIfPresent(Int.self, forKey: Fickle(count)) {
          found.append(value)
        }
      }
      #expect(container.allKeys.isEmpty)
    }
  }

  @Test func `a key that changes its name between calls is safe`() throws {
    let text = #"[{"k0": 0, "k1": 1, "k2": 2}, {"k1": 1}, {}]"#
    let values = try Engine.current.decoder().decode([Asking].self, from: text)
    #expect(values.count == 3)
    #expect(values[0].found.allSatisfy { (0...2).contains($0) })
    #expect(values[1].found.allSatisfy { $0 == 1 })
    #expect(values[2].found.isEmpty)
  }

  /// A key type whose cases share one name.
  private enum Same: CodingKey {
    case first, second

    var stringValue: String { "name" }
    var intValue: Int? { nil }
    init?(stringValue: String) { self = .first }
    init?(intValue: Int) { nil }
  }

  @Test func `two keys with one name read one member`() throws {
    struct Pair: Codable, Equatable {
      var first: String
      var second: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Same.self)
        first = try container.decode(String.self, forKey: .first)
        second = try container.decode(String.self, forKey: .second)
      }
    }
    let text = #"[{"name": "a", "second": "b"}, {"second": "c", "name": "d"}]"#
    #expect(ScalarOutcome<[Pair]>.engine(text) == .foundation(text))
    let missing = #"[{"second": "b"}]"#
    #expect(ScalarOutcome<[Pair]>.engine(missing) == .foundation(missing))
  }

  @Test func `decodes a hundred registries and a hundred other values`() throws {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    func register<Base: Decodable & Sendable>(_ base: Base.Type, _ depth: Int) {
      userInfo.register(PolymorphicRegistry<Base>("type", ["A": Base.self]))
      if depth > 0 { register(Wrapped<Base>.self, depth - 1) }
    }
    register(Int.self, 100)
    for number in 0..<100 {
      if let key = CodingUserInfoKey(rawValue: "other\(number)") { userInfo[key] = number }
    }
    var registry = PolymorphicRegistry<any Equatable>("type")
    try registry.register(Point.self, for: "POINT")
    userInfo.register(registry)
    let decoder = Engine.current.decoder()
    decoder.userInfo = userInfo
    let text = #"[{"type": "POINT", "x": 1}, {"type": "LINE"}]"#
    for _ in 0..<20 {
      let feed = try decoder.decode([Polymorphic<any Equatable>].self, from: text)
      #expect(feed.count == 2)
      #expect(feed.first?.known as? Point == Point(x: 1))
    }
  }

  private struct Point: Codable, Equatable { var x: Int }
}

/// A type for each depth.
struct Wrapped<Inner>: Decodable, Sendable {
  init(from decoder: any Decoder) throws {}
}
