import Foundation
import Medley
import MedleyJSON

struct Message: Decodable, Equatable {
  var text: String
}

struct Draft: Encodable {
  var text: String
}

enum ServerEvent: PolymorphicDecodable, Equatable {
  case message(Message)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<ServerEvent>("type") { registry in
    try registry.register(for: "message", as: ServerEvent.message)
  }
}

enum ClientEvent: PolymorphicEncodable {
  case send(Draft)

  static let registry = PolymorphicRegistry<ClientEvent>("type") { registry in
    try registry.register(encodable: Draft.self, for: "send", as: ClientEvent.send)
  }
}

/// A class that declares its registry.
class Vehicle: Codable, PolymorphicBase {
  var wheels: Int

  static let registry = PolymorphicRegistry<Vehicle>("type") { registry in
    try registry.register(Vehicle.self, for: "vehicle") { $0 }
    try registry.register(Bicycle.self, for: "bicycle") { $0 }
  }
}

final class Bicycle: Vehicle {}

/// An enum that calls its registry.
enum Answer: Codable, Equatable {
  case advert(Advert)
  case other(UnknownPayload)

  static let registry = PolymorphicRegistry<Answer>("type") { registry in
    try registry.register(for: "AD", as: Answer.advert)
  }

  init(from decoder: Decoder) throws {
    switch try Answer.registry.decode(from: decoder) {
    case .known(let answer): self = answer
    case .unknown(let payload): self = .other(payload)
    }
  }

  func encode(to encoder: Encoder) throws {
    try Answer.registry.encode(self, to: encoder)
  }
}

/// What a library needs: registries that its own types find.
enum Libraries {
  static func check() throws {
    let events = #"[{"type":"message","text":"a"},{"type":"bye"}]"#
    let received = try JSONDecoder().decode([ServerEvent].self, json: events)
    expect(received[0] == .message(Message(text: "a")))
    expect(received[1].unknownPayload?.tag == "bye")
    let sent = try JSONEncoder().text([ClientEvent.send(Draft(text: "b"))])
    expect(sent == #"[{"text":"b","type":"send"}]"#)

    let json = #"[{"type":"bicycle","wheels":2},{"type":"vehicle","wheels":4}]"#
    let vehicles = try JSONDecoder().decode([Polymorphic<Vehicle>].self, json: json)
    expect(vehicles.known.first is Bicycle && vehicles.known.count == 2)
    expect(try JSONEncoder().text(vehicles) == json)

    let answers = #"[{"sponsor":"Acme","type":"AD"},{"size":7,"type":"SONG"}]"#
    let decoded = try PolymorphicJSONDecoder().decode([Answer].self, from: answers)
    expect(decoded.first == .advert(Advert(sponsor: "Acme")))
    expect(try JSONEncoder().text(decoded) == answers)
  }
}
