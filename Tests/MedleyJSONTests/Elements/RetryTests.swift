import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Types that decode a part, fail, and are decoded as another type.
@Suite struct RetryTests {
  private struct Strict: Decodable, Equatable {
    private enum CodingKeys: CodingKey { case a, b, c }

    var sum: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      sum = try container.decode(Int.self, forKey: .a)
      sum += try container.decode([Int].self, forKey: .b).reduce(0, +)
      sum += try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .c)
        .decode(Int.self, forKey: .a)
    }
  }

  private struct Loose: Decodable, Equatable {
    var a: Int?
    var b: [String]?
  }

  private enum Either: Decodable, Equatable {
    case strict(Strict)
    case list([Either])
    case loose(Loose)
    case other(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let strict = try? container.decode(Strict.self) {
        self = .strict(strict)
      } else if let list = try? container.decode([Either].self) {
        self = .list(list)
      } else if let loose = try? container.decode(Loose.self) {
        self = .loose(loose)
      } else if let text = try? container.decode(String.self) {
        self = .other(text)
      } else {
        self = .other("\(try container.decode(Double.self))")
      }
    }
  }

  @Test func `thousands of failures don't leak`() throws {
    let element = #"""
      {"a": 1, "b": [1, 2], "c": {"a": 4}}, {"a": 1, "b": [1, "x"], "c": {}}, {"a": "x"},
      {"a": 2, "b": ["x"]}, [{"a": 1, "b": [], "c": {"a": null}}, "y"], 1.5, {"b": [1]}, {"c": 3}
      """#
    let text =
      "[\(Array(repeating: element, count: 500).joined(separator: ",")), "
      + #"{"a": 1, "b": [1]}]"#
    // The last is neither; everything else was decoded before it.
    let decoder = PolymorphicJSONDecoder(alone: true)
    #expect(ScalarOutcome<[Either]>.engine(text) == .foundation(text))
    _ = try? decoder.decode([Either].self, from: text)
    let isKept = decoder.pool.keepsDocument {
      for _ in 0..<3 { _ = try? decoder.decode([Either].self, from: text) }
    }
    #expect(isKept)
    #expect(decoder.reuse.containers < 30)
  }

  /// Counts how often something is decoded.
  private final class Tries: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
  }

  private struct Leaf: Codable, Equatable {
    var n: Int

    init(from decoder: any Decoder) throws {
      (decoder.userInfo[.shared] as? Tries)?.add()
      n = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  private struct Branch: Codable { @PolymorphicArray var items: [any Sendable] }
  private struct LossyBranch: Codable { @Lossy var items: [Polymorphic<any Sendable>] }
  private struct Holder: Codable { var value: Leaf }

  @Test(arguments: ["BRANCH", "LOSSY"])
  func `an error sixty levels deep is thrown once`(_ tag: String) throws {
    var registry = PolymorphicRegistry<any Sendable>(
      "type",
      ["BRANCH": Branch.self, "LOSSY": LossyBranch.self, "LEAF": Holder.self]
    )
    for keeps in [false, true] {
      registry.policies.malformed = keeps ? .keep : .throw
      let depth = 60
      let text =
        String(repeating: #"{"type": "\#(tag)", "items": ["#, count: depth)
        + #"{"type": "LEAF", "value": "x"}"# + String(repeating: "]}", count: depth)
      let tries = Tries()
      let decoder = PolymorphicJSONDecoder(registry)
      decoder.userInfo[.shared] = tries
      let result = DecodingReport.collectingResult {
        try decoder.decode(Polymorphic<any Sendable>.self, from: text)
      }
      #expect(tries.value == 1)
      if tag == "LOSSY" || keeps {
        #expect(result.report.issues.map(\.tag) == ["LEAF"])
        #expect(result.report.issues.first?.codingPath.count == 2 * depth + 1)
      } else {
        #expect(throws: DecodingError.self) { try result.result.get() }
      }
    }
  }

  @Test func `decode calls on one decoder can be nested`() throws {
    struct Nested: Decodable, Equatable {
      var depth: Int
      var inner: [Nested]

      private enum CodingKeys: CodingKey { case text, id }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decodeIfPresent(String.self, forKey: .text)
        if let text, let shared = decoder.userInfo[.shared] as? PolymorphicJSONDecoder {
          shared.depthLimit -= 1
          inner = [try shared.decode(Nested.self, from: text)]
        } else {
          inner = []
        }
        // Decoded after the inner call, from the unchanged outer document.
        depth = try container.decode(Int.self, forKey: .id) + (inner.first?.depth ?? 0)
      }
    }
    let decoder = PolymorphicJSONDecoder(alone: true)
    decoder.userInfo[.shared] = decoder
    defer { decoder.userInfo = [:] }
    var text = #"{"id": 1}"#
    for _ in 0..<7 {
      let quoted = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
      text = #"{"id": 1, "text": \#(quoted)}"#
    }
    #expect(try decoder.decode(Nested.self, from: text).depth == 8)
    #expect(decoder.depthLimit == 512 - 7)
  }
}

extension CodingUserInfoKey {
  fileprivate static var shared: CodingUserInfoKey {
    CodingUserInfoKey(rawValue: "shared") ?? unreachable()
  }

  private static func unreachable() -> CodingUserInfoKey {
    preconditionFailure("A key has a name.")
  }
}
