import Foundation
import Medley
import MedleyJSON

/// A form, wrapper or client: one document, the type that codes it by hand, and Medley's.
///
/// By hand means what a careful engineer writes for the same: each type has an `init(from:)` and an
/// `encode(to:)` of its own, or the compiler's where they do.
struct ByHand<Hand: Codable, Made: Codable> {
  /// The family and the form, such as `form, external`.
  let name: String
  /// How many elements are decoded and encoded.
  let count: Int
  /// What decodes and encodes Medley's type.
  var coders = Coders()
  /// What decodes and encodes the type by hand.
  var handCoders = Coders()
  /// What a value of Medley's type is compared by: its description has to be that of the one by hand.
  var form: (Made) -> Any = { $0 }
  /// What a value of the type by hand is compared by.
  var handForm: (Hand) -> Any = { $0 }
  let document: () -> Data

  /// What decodes and encodes a type.
  struct Coders {
    var decoder = JSONDecoder()
    var encoder = JSONEncoder()
    var engine = PolymorphicJSONDecoder()
    var engineEncoder = PolymorphicJSONEncoder()
  }

  // MARK: - Decoding

  var decoding: Comparison.Plan {
    .init(name, .speed, on: "\(count) elements") {
      let json = document()
      let (decoder, engine) = (handCoders.decoder, handCoders.engine)
      return [
        Side("JSONDecoder, by hand", bytes: json.count) {
          try decoder.decode([Hand].self, from: json)
        } as: {
          $0.map { "\(handForm($0))" }
        },
        Side("JSONDecoder, Medley", bytes: json.count, goal: Goal(0.9, then: 1)) {
          try coders.decoder.decode([Made].self, from: json)
        } as: {
          $0.map { "\(form($0))" }
        },
        Side("engine, by hand", bytes: json.count) {
          try engine.decode([Hand].self, from: json)
        } as: {
          $0.map { "\(handForm($0))" }
        },
        Side(
          "engine, Medley",
          bytes: json.count,
          goal: Goal(6, then: 9),
          beside: Beside(side: "engine, by hand", goal: Goal(1))
        ) {
          try coders.engine.decode([Made].self, from: json)
        } as: {
          $0.map { "\(form($0))" }
        },
      ]
    }
  }

  // MARK: - Encoding

  var encoding: Comparison.Plan { encoding { _ in [] } }

  /// Encoding with one more side.
  ///
  /// - Parameter reflected: Medley's type without the functions that get a payload out of a case.
  /// - Returns: A plan for the comparison.
  func encoding<Reflected: Codable>(reflected: Reflected.Type) -> Comparison.Plan {
    encoding { json in
      let values = try coders.decoder.decode([Reflected].self, from: json)
      return [
        side("JSONEncoder, Medley without from:", json, Goal(0.7)) {
          try coders.encoder.encode(values)
        }
      ]
    }
  }

  private func encoding(others: @escaping (Data) throws -> [Side]) -> Comparison.Plan {
    .init("\(name), encoding", .speed, on: "\(count) elements") {
      let json = document()
      let (encoder, engine) = (handCoders.encoder, handCoders.engineEncoder)
      let byHand = try handCoders.decoder.decode([Hand].self, from: json)
      let made = try coders.decoder.decode([Made].self, from: json)
      return [
        side("JSONEncoder, by hand", json) { try encoder.encode(byHand) },
        side("JSONEncoder, Medley", json, Goal(0.8, then: 0.95)) {
          try coders.encoder.encode(made)
        },
        side("engine, by hand", json) { try engine.encode(byHand) },
        side(
          "engine, Medley",
          json,
          Goal(5, then: 6),
          beside: Beside(side: "engine, by hand", goal: Goal(0.8, then: 0.95))
        ) {
          try coders.engineEncoder.encode(made)
        },
      ] + (try others(json))
    }
  }

  /// A side whose result is what its JSON says: the order of members differs.
  private func side(
    _ name: String,
    _ json: Data,
    _ goal: Goal? = nil,
    beside: Beside? = nil,
    work: @escaping () throws -> Data
  ) -> Side {
    Side(name, bytes: json.count, goal: goal, beside: beside, work: work) {
      try JSONDecoder().decode(PayloadValue.self, from: $0)
    }
  }
}

extension ByHand.Coders {
  /// Coders that know a registry.
  init<Base>(_ registry: PolymorphicRegistry<Base>) {
    decoder.userInfo.register(registry)
    encoder.userInfo.register(registry)
    engine.userInfo.register(registry)
    engineEncoder.userInfo.register(registry)
  }
}
