import MedleyJSON
import TestSupport
import Testing

@Suite(.onEachEngine) struct RepeatedKeyTests {
  /// Decodes `a` after `b`, so that a search that continues from there would find a later `a`.
  private struct Pair: Decodable, Equatable {
    var b: Int
    var a: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      b = try container.decode(Int.self, forKey: .b)
      a = try container.decode(Int.self, forKey: .a)
    }

    private enum CodingKeys: CodingKey {
      case a, b
    }
  }

  /// Members that aren't decoded, each an object with as many members.
  private func others(_ count: Int, _ name: String, nested: Int = 0) -> String {
    let value = nested > 0 ? "{\(others(nested, "inner"))\"last\":0}" : "0"
    return (0..<count).map { "\"\(name)\($0)\":\(value)," }.joined()
  }

  @Test(arguments: [0, 1, 10, 11, 12, 13, 20, 44, 45, 46, 47, 48, 49, 60, 200])
  func `the first of two equal keys wins in objects of any size`(_ count: Int) throws {
    for nested in [0, 14, 47, 60] {
      let between = others(count, "member", nested: nested)
      for json in [
        "{\"a\":1,\"b\":2,\(between)\"a\":3}", "{\(between)\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\(between)\"b\":2,\"a\":3} ", "{\"a\":1,\(between)\"b\":2,\"a\":3,\"c\":[ 0 ]}",
      ] {
        for padding in Padding.allCases {
          let pair = try Engine.current.decoder().decode(Pair.self, from: json + padding.text)
          #expect(pair.a == 1 && pair.b == 2, "\(count) members, \(nested) in each, \(padding)")
        }
      }
    }
  }
}
