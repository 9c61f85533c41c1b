import Foundation
import Medley
import MedleyJSON

extension Comparisons {
  /// Calls on small documents, with one decoder for all of them and with a new one for each.
  static func calls(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    return [Lifetime.kept, .new].flatMap { lifetime in
      [
        Comparison.Plan("calls, one object, \(lifetime.rawValue)", .speed, on: "\(count) calls") {
          Calls(count: count, json: SmallDocuments.object, lifetime: lifetime).sides(
            HandWritten.self,
            Item.self,
            Polymorphic<any Media>.self,
            goal: lifetime == .kept ? Goal(6, then: 8) : Goal(3, then: 5)
          )
        },
        Comparison.Plan("calls, feed of five, \(lifetime.rawValue)", .speed, on: "\(count) calls") {
          Calls(count: count, json: MixedFeed(count: 5).json, lifetime: lifetime).sides(
            [HandWritten].self,
            [Item].self,
            [Polymorphic<any Media>].self,
            goal: lifetime == .kept ? Goal(9) : Goal(5)
          )
        },
      ]
    }
  }
}

/// How long a decoder lives.
private enum Lifetime: String {
  case kept = "decoder kept"
  case new = "a new decoder for each"
}

/// So many calls on one document.
private struct Calls {
  let count: Int
  let json: Data
  let lifetime: Lifetime

  func sides<Hand: Decodable, Enum: Decodable, Existential: Decodable>(
    _ hand: Hand.Type,
    _ item: Enum.Type,
    _ existential: Existential.Type,
    goal: Goal
  ) -> [Side] {
    [
      onFoundation("JSONDecoder, hand-written switch", hand) { JSONDecoder() },
      onFoundation("JSONDecoder, registry to enum", item) { JSONDecoder() },
      onFoundation("JSONDecoder, registry to existential", existential) { .knowing(.embedding) },
      onEngine("engine, hand-written switch", hand, goal) { PolymorphicJSONDecoder() },
      onEngine("engine, registry to enum", item, goal) { PolymorphicJSONDecoder() },
      onEngine("engine, registry to existential", existential, goal) {
        PolymorphicJSONDecoder(.embedding)
      },
    ]
  }

  private func onFoundation<Value: Decodable>(
    _ name: String,
    _ type: Value.Type,
    decoder make: @escaping () -> JSONDecoder
  ) -> Side {
    side(name, nil) {
      let decoder = make()
      return { try decoder.decode(type, from: $0) }
    }
  }

  private func onEngine<Value: Decodable>(
    _ name: String,
    _ type: Value.Type,
    _ goal: Goal,
    decoder make: @escaping () -> PolymorphicJSONDecoder
  ) -> Side {
    side(name, goal) {
      let decoder = make()
      return { try decoder.decode(type, from: $0) }
    }
  }

  private func side<Value>(
    _ name: String,
    _ goal: Goal?,
    decoding make: @escaping () -> (Data) throws -> Value
  ) -> Side {
    let kept = make()
    return Side(name, bytes: count * json.count, goal: goal) { () -> Value? in
      var value: Value?
      switch lifetime {
      case .kept: for _ in 0..<count { value = try kept(json) }
      case .new: for _ in 0..<count { value = try make()(json) }
      }
      return value
    } as: {
      $0.map { SmallDocuments.text(of: $0) }
    }
  }
}

extension SmallDocuments {
  /// A movie of 214 bytes.
  static let object = Data(
    """
    {"type":"MOVIE","id":10042,"title":"The Assassination of Jesse James by the Coward R. Ford",\
    "director":"Andrew Dominik, of the novel by R. Hansen, with music by Nick Cave and Warren Ellis",\
    "year":2007,"rating":7.5}
    """.utf8
  )

  /// A value of the mixed feed, or an array of them, in words that are the same for all its types.
  static func text(of value: Any) -> String {
    switch value {
    case let element as Polymorphic<any Media>:
      element.known.flatMap(HandWritten.init).map { "\($0)" } ?? "unknown"
    case let feed as [Any]: feed.map(text).joined(separator: ",")
    default: "\(value)"
    }
  }
}
