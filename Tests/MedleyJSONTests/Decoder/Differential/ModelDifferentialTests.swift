import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Types as applications have them: documents made by `JSONEncoder`, whole and damaged, give the
/// same value as with `JSONDecoder`, or the same error.
@Suite(.onEachEngine) struct ModelDifferentialTests {
  private static let rounds = Thoroughness.rounds(400)

  @Test func `decodes types of applications as JSONDecoder does`() throws {
    let decoder = Engine.current.decoder()
    for (number, sample) in Samples.all.enumerated() {
      try check(sample, number, decoder)
    }
  }

  private func check<Value: Codable>(
    _ sample: Value,
    _ number: Int,
    _ decoder: any EngineDecoding
  ) throws {
    for round in 0..<Self.rounds {
      var random = SeededRandom(seed: UInt64(number * 1_000_000 + round + 1))
      let strategies = round == 0 ? Strategies() : Strategies(&random)
      strategies.configure(decoder)
      var document = try document(of: sample, strategies, &random)
      if round > 2 { mutate(&document, &random) }
      let problem = compare(Value.self, document, decoder, strategies.foundation())
      if let problem {
        Issue.record(
          """
          sample \(number), round \(round): \(strategies.keys), \(strategies.dates)
          \(String(decoding: document, as: UTF8.self))
          \(problem)
          """
        )
      } else if round == 0 {
        let outcome = outcome(Value.self) { try decoder.decode($0, from: document) }
        #expect(outcome.failure == nil, "\(Value.self): \(outcome)")
      }
    }
  }

  private func document(
    of sample: some Codable,
    _ strategies: Strategies,
    _ random: inout SeededRandom
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = random.once(in: 3) ? [.prettyPrinted, .sortedKeys] : .sortedKeys
    if case .convertFromSnakeCase = strategies.keys {
      encoder.keyEncodingStrategy = .convertToSnakeCase
    }
    switch strategies.dates {
    case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: encoder.dateEncodingStrategy = .iso8601
    default: break
    }
    if case .deferredToData = strategies.data { encoder.dataEncodingStrategy = .deferredToData }
    return Array(try encoder.encode(sample))
  }

  /// Another value, another key, or other bytes somewhere.
  private func mutate(_ document: inout [UInt8], _ random: inout SeededRandom) {
    guard !random.once(in: 3) else { return Damage.damage(&document, &random) }
    let text = String(decoding: document, as: UTF8.self)
    let values = ["null", "[]", "{}", "1.5", "-1", "\"x\"", "true", "300", "[null]", "1e99"]
    let marks = text.indices.filter { ":,[".contains(text[$0]) }
    guard let mark = marks.randomElement(using: &random) else { return }
    let start = text.index(after: mark)
    let end = text[start...].firstIndex { ",}]".contains($0) } ?? text.endIndex
    var mutated = text
    mutated.replaceSubrange(start..<end, with: random.pick(values))
    document = Array(mutated.utf8)
  }

  /// The difference; nil if both decoders agree, or differ intentionally.
  private func compare<Value: Codable>(
    _ type: Value.Type,
    _ document: [UInt8],
    _ decoder: any EngineDecoding,
    _ foundation: JSONDecoder
  ) -> String? {
    let engine = outcome(type) { try decoder.decode($0, from: document) }
    let other = outcome(type) { try foundation.decode($0, from: Data(document)) }
    let pair = Pair(document: document, dependsOnKeyOrder: true, convertsKeys: true)
    guard engine != other,
      !DeliberateDifference.allCases.contains(where: { $0.explains(engine, other, pair) })
    else { return nil }
    return "\(Value.self)\nengine:      \(engine)\nJSONDecoder: \(other)"
  }

  /// Values are compared in the form that `JSONEncoder` writes.
  private func outcome<Value: Codable>(
    _ type: Value.Type,
    _ decode: (Value.Type) throws -> Value
  ) -> Outcome {
    Outcome {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      encoder.nonConformingFloatEncodingStrategy =
        .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      return String(decoding: try encoder.encode(decode(type)), as: UTF8.self)
    }
  }
}
