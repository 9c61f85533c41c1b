import Foundation
import Medley
import MedleyTesting
import Testing

/// A type with a fault that somebody could write, and the law that must name it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  let name: String
  let law: Law
  let laws: @Sendable () -> Laws

  var testDescription: String { name }

  init<Value: Decodable & SendableMetatype>(
    _ name: String,
    _ law: Law,
    _ type: Value.Type,
    _ samples: [String],
    registering register: @escaping @Sendable (inout UserInfo) -> Void = { _ in }
  ) {
    self.name = name
    self.law = law
    laws = { Laws.ofSamples(type, samples, register) }
  }

  init<Value: Codable & Sendable>(_ name: String, _ law: Law, values: [Value]) {
    self.name = name
    self.law = law
    laws = { Laws(of: Value.self, samples: values, mutants: 500) }
  }
}

typealias UserInfo = [CodingUserInfoKey: any Sendable]

extension Laws {
  /// The laws of a type with registries.
  static func ofSamples<Value: Decodable & SendableMetatype>(
    _ type: Value.Type,
    _ samples: [String],
    _ register: (inout UserInfo) -> Void
  ) -> Laws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    register(&decoder.userInfo)
    register(&encoder.userInfo)
    return Laws(of: type, samples: samples, decoder: decoder, encoder: encoder, mutants: 500)
  }
}
