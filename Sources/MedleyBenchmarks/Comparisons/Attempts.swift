import Foundation
import Medley
import MedleyJSON

extension Comparisons {
  /// Attempts that fail in the course of things, and elements that are kept though unknown.
  static func attempts(_ size: Int) -> [Comparison.Plan] {
    let count = min(size / 10, 10_000)
    return [
      .init("attempts, any JSON by a chain of try?", .speed, on: "\(count) objects") {
        let decode = Decode(json: AttemptDocuments.arguments(count))
        return [
          decode.onFoundation([AnyJSON].self), decode.onEngine([AnyJSON].self, goal: Goal(5)),
        ]
      },
      .init("unknown elements kept", .time, on: "\(count) elements") {
        let json = MixedFeed(count: count, unknownPerThousand: 1000).json
        let foundation = JSONDecoder()
        let engine = PolymorphicJSONDecoder()
        return [
          Side("JSONDecoder, by hand, the tag alone", bytes: json.count) {
            try foundation.decode([TagKeeper].self, from: json)
          } as: {
            $0.map(\.unknown)
          },
          Side("JSONDecoder, Medley", bytes: json.count, goal: Goal(2.5)) {
            try foundation.decode([Item].self, from: json)
          } as: {
            $0.map(\.unknownTag)
          },
          Side("engine, Medley", bytes: json.count) {
            try engine.decode([Item].self, from: json)
          } as: {
            $0.map(\.unknownTag)
          },
        ]
      },
    ]
  }
}

/// Any JSON, as clients write it that have never measured it.
private indirect enum AnyJSON: Decodable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }
}

/// A switch by hand that keeps the tag of what it doesn't know.
private enum TagKeeper: Decodable {
  case movie(Movie)
  case book(Book)
  case song(Song)
  case unknown(String)

  private enum CodingKeys: CodingKey {
    case type
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "MOVIE": self = .movie(try Movie(from: decoder))
    case "BOOK": self = .book(try Book(from: decoder))
    case "SONG": self = .song(try Song(from: decoder))
    case let tag: self = .unknown(tag)
    }
  }

  var unknown: String? {
    if case .unknown(let tag) = self { tag } else { nil }
  }
}

extension Item {
  fileprivate var unknownTag: String? {
    if case .unknown(let payload) = self, case .string(let tag) = payload.tag { tag } else { nil }
  }
}

/// Documents that are decoded without a type of their own.
private enum AttemptDocuments {
  /// Arguments of calls, as a language model sends them.
  static func arguments(_ count: Int) -> Data {
    var random = SeededRandom(state: 14)
    let objects = (0..<count).map { index in
      """
      {"id":"call_\(index)","name":"search","arguments":{"query":"weather in city \(index)",\
      "limit":\(random.number(below: 50)),"near":[\(Double(index) / 7),\(Double(index) / 9)],\
      "exact":\(index % 2 == 0),"after":null}}
      """
    }
    return Data("[\(objects.joined(separator: ","))]".utf8)
  }
}
