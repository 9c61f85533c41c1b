import Foundation
import Medley
import MedleyJSON

extension Comparisons {
  /// The mixed feed, and a feed of one type.
  static func feeds(size: Int) -> [Comparison.Plan] {
    [mixed(size), homogeneous(size)]
  }

  // MARK: - Mixed

  private static func mixed(_ size: Int) -> Comparison.Plan {
    .init("feed of three types", .speed, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      return [
        Decode(json: json).onFoundation([HandWritten].self, "JSONDecoder, hand-written switch")
      ] + onFoundation(json) + plain(json) + fast(json)
    }
  }

  private static func onFoundation(_ json: Data) -> [Side] {
    let decoder = JSONDecoder.knowing(.literal)
    let embedding = JSONDecoder.knowing(.embedding)
    let fast = JSONDecoder.knowing(.fastLiteral)
    return [
      Side(
        "JSONDecoder, registry to existential, literal",
        bytes: json.count,
        goal: Goal(0.95),
        work: { try decoder.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
      Side(
        "JSONDecoder, registry to existential, { $0 }",
        bytes: json.count,
        goal: Goal(0.95),
        work: { try embedding.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
      Side(
        "JSONDecoder, registry to enum",
        bytes: json.count,
        goal: Goal(0.95),
        work: { try JSONDecoder().decode([Item].self, from: json) },
        as: { $0.compactMap(HandWritten.init) }
      ),
      Side(
        "JSONDecoder, registry to existential of declared fields",
        bytes: json.count,
        work: { try fast.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
    ]
  }

  private static func plain(_ json: Data) -> [Side] {
    let (literal, embedding) = (
      PolymorphicJSONDecoder(.literal), PolymorphicJSONDecoder(.embedding)
    )
    let decoder = PolymorphicJSONDecoder()
    return [
      Side(
        "engine, the same hand-written switch",
        bytes: json.count,
        goal: Goal(8, then: 10)
      ) { try decoder.decode([HandWritten].self, from: json) },
      Side(
        "engine, registry to enum",
        bytes: json.count,
        goal: Goal(10, then: 14),
        work: { try decoder.decode([Item].self, from: json) },
        as: { $0.compactMap(HandWritten.init) }
      ),
      Side(
        "engine, registry to existential, literal",
        bytes: json.count,
        goal: Goal(8),
        work: { try literal.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
      Side(
        "engine, registry to existential, { $0 }",
        bytes: json.count,
        goal: Goal(10, then: 14),
        work: { try embedding.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
    ]
  }

  private static func fast(_ json: Data) -> [Side] {
    let (literal, embedding) = (
      PolymorphicJSONDecoder(.fastLiteral), PolymorphicJSONDecoder(.fastEmbedding)
    )
    let decoder = PolymorphicJSONDecoder()
    return [
      Side(
        "engine, declared fields to enum",
        bytes: json.count,
        goal: Goal(16, then: 20),
        work: { try decoder.decode([FastItem].self, from: json) },
        as: { $0.compactMap(\.plain) }
      ),
      Side(
        "engine, declared fields to existential, literal",
        bytes: json.count,
        work: { try literal.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
      Side(
        "engine, declared fields to existential, { $0 }",
        bytes: json.count,
        goal: Goal(16, then: 20),
        work: { try embedding.decode([Polymorphic<any Media>].self, from: json) },
        as: payloads
      ),
    ]
  }

  /// The form that all sides share.
  private static func payloads(_ feed: [Polymorphic<any Media>]) -> AnyHashable {
    feed.known.compactMap(HandWritten.init)
  }

  // MARK: - Homogeneous

  private static func homogeneous(_ size: Int) -> Comparison.Plan {
    .init("feed of one type", .speed, on: "\(size) elements") {
      let decode = Decode(json: MixedFeed(count: size, kinds: 1).json)
      return [
        decode.onFoundation([Movie].self),
        decode.onEngine([Movie].self, goal: Goal(9, then: 12)),
        Side(
          "engine, declared fields",
          bytes: decode.json.count,
          work: { try decode.engine.decode([FastMovie].self, from: decode.json) },
          as: { feed in
            feed.compactMap { if case .movie(let movie) = $0.plain { movie } else { nil } }
          }
        ),
      ]
    }
  }
}
