import Foundation
import Medley
import MedleyJSON

/// Elements that no tag is registered for, which the client turns into a JSON type of its own.
enum ClientOwnJSON {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    [
      .init("client, own JSON type", .speed, on: "\(count) elements") {
        let json = Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
        let (decoder, engine) = (JSONDecoder(), PolymorphicJSONDecoder())
        return [
          Side("JSONDecoder, by hand", bytes: json.count) {
            try decoder.decode([JSONValue].self, from: json)
          },
          Side("JSONDecoder, Medley", bytes: json.count) {
            try decoder.decode([Made].self, from: json).map { try $0.json }
          },
          Side("engine, by hand", bytes: json.count) {
            try engine.decode([JSONValue].self, from: json)
          },
          Side(
            "engine, Medley",
            bytes: json.count,
            beside: Beside(side: "engine, by hand", goal: Goal(0.5))
          ) {
            try engine.decode([Made].self, from: json).map { try $0.json }
          },
          Side(
            "engine, Medley, payloads with the decoder",
            bytes: json.count,
            beside: Beside(side: "engine, by hand", goal: Goal(0.5))
          ) {
            try engine.decode([Made].self, from: json).map { try $0.json(using: engine) }
          },
        ]
      }
    ]
  }

  enum Made: PolymorphicDecodable {
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type")

    var json: JSONValue {
      get throws {
        switch self {
        case .unknown(let payload): try payload.decode(as: JSONValue.self)
        }
      }
    }

    func json(using decoder: PolymorphicJSONDecoder) throws -> JSONValue {
      switch self {
      case .unknown(let payload): try payload.decode(as: JSONValue.self, using: decoder)
      }
    }
  }

  /// Any JSON, as many clients write it.
  enum JSONValue: Codable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([JSONValue].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: JSONValue].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .boolean(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }
}
