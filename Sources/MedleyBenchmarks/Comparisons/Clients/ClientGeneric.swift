import Medley

/// `{"id": 1, "text": "Hi"}` or `{"id": 1, "url": "a.png"}` as a union that is generic over both.
enum ClientGeneric {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    Client.plans(
      "generic union",
      count,
      Hand<Client.Text, Client.Image>.self,
      Made<Client.Text, Client.Image>.self,
      kinds: 2
    ) {
      "{\($0.members)}"
    }
  }

  enum Made<First: Payload, Second: Payload>: PolymorphicEnum {
    case first(First)
    case second(Second)

    static var registry: PolymorphicRegistry<Made> {
      .kept(.firstMatch) { registry in
        try registry.register(for: "first", as: Made.first)
        try registry.register(for: "second", as: Made.second)
      }
    }

    var payload: any Encodable {
      switch self {
      case .first(let first): first
      case .second(let second): second
      }
    }
  }

  typealias Payload = Codable & SendableMetatype

  enum Hand<First: Codable, Second: Codable>: Codable {
    case first(First)
    case second(Second)

    init(from decoder: any Decoder) throws {
      if let first = try? First(from: decoder) {
        self = .first(first)
      } else {
        self = .second(try Second(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .first(let first): try first.encode(to: encoder)
      case .second(let second): try second.encode(to: encoder)
      }
    }
  }
}
