import Foundation
import Medley
import MedleyTesting

/// The coders of an example, with which its table is made.
struct ExampleCoders {
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()

  init() {}

  init<Base>(_ registry: PolymorphicRegistry<Base>) {
    decoder.userInfo.register(registry)
    encoder.userInfo.register(registry)
  }

  /// The coders with keys in snake case.
  var inSnakeCase: ExampleCoders {
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return self
  }

  /// Compares the table of a type with the one in `Tables`.
  func expectTable<Value: Decodable>(
    _ name: String,
    of type: Value.Type,
    _ samples: String...,
    filePath: String = #filePath,
    line: Int = #line
  ) throws {
    try Survival(of: type, samples: samples, decoder: decoder, encoder: encoder)
      .matches("Tables/\(name).txt", filePath: filePath, line: line)
  }
}
