import Foundation
import MedleyJSON
import Testing

/// Types and documents that are made up from a seed: both decoders give the same value, or errors of
/// the same kind, type, key and path.
///
/// A failure prints the seed and the document. `MEDLEY_DIFFERENTIAL_ROUNDS` is how many seeds each
/// test tries, and `MEDLEY_DIFFERENTIAL_SEED` the first of them.
@Suite struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["MEDLEY_DIFFERENTIAL_ROUNDS"].flatMap { Int($0) } ?? 400
  private static let first = environment["MEDLEY_DIFFERENTIAL_SEED"].flatMap { Int($0) } ?? 1

  @Test(arguments: [("fitting", 0, false), ("misfitting", 12, false), ("damaged", 40, true)])
  func `decodes what JSONDecoder decodes, and throws what it throws`(
    _ name: String,
    _ misfits: Int,
    _ isDamaged: Bool
  ) {
    let decoder = PolymorphicJSONDecoder()
    var values = 0
    var faults = 0
    for round in Self.first..<Self.first + Self.rounds {
      var seed = Seed(UInt64(round))
      let shape = Shape.random(&seed, depth: 4)
      let plan = ShapePlan(shape)
      var strategies = Strategies(&seed)
      strategies.userInfo = [.shapes: plan]
      strategies.configure(decoder)
      let foundation = strategies.foundation()
      for padding in [Padding.none, .spaces] {
        var writer = DocumentWriter(seed: Seed(seed.next()), misfits: misfits)
        writer.write(shape)
        var document = Array(writer.text.utf8)
        if isDamaged { Damage.damage(&document, &seed) }
        document += padding.bytes
        let engine = Outcome {
          plan.next = shape
          return try decoder.decode(Shaped.self, from: document).trace
        }
        let other = Outcome {
          plan.next = shape
          return try foundation.decode(Shaped.self, from: Data(document)).trace
        }
        if engine.failure == nil { values += 1 } else { faults += 1 }
        let pair = Pair(
          document: document,
          dependsOnKeyOrder: shape.dependsOnKeyOrder,
          convertsKeys: strategies.convertsKeys
        )
        guard engine != other,
          !DeliberateDifference.allCases.contains(where: { $0.explains(engine, other, pair) })
        else { continue }
        let text = String(decoding: document, as: UTF8.self)
        Issue.record(
          """
          seed \(round), \(name): \(strategies.keys), \(strategies.dates)
          \("\(shape)".replacing("MedleyJSONTests.", with: ""))
          \(text)
          engine:      \(engine)
          JSONDecoder: \(other)
          """
        )
      }
    }
    // One seed that is done again has one outcome.
    guard Self.rounds > 20 else { return }
    // Neither one nor the other alone: a generator that makes only one kind proves little.
    #expect(values > Self.rounds / 20)
    #expect(isDamaged || misfits > 0 ? faults > Self.rounds / 20 : true)
  }
}

/// Documents with a few bytes that aren't what they were.
enum Damage {
  static func damage(_ document: inout [UInt8], _ seed: inout Seed) {
    for _ in 0...seed.number(below: 2) {
      guard !document.isEmpty else { return }
      let place = seed.number(below: document.count)
      switch seed.number(below: 6) {
      case 0: document.remove(at: place)
      case 1: document[place] = UInt8.random(in: 0...255, using: &seed)
      case 2: document.removeSubrange(place...)
      case 3: document.insert(seed.pick(Array(#"{}[]",:\0e-. tn"#.utf8)), at: place)
      case 4: document[place] = seed.pick(Array(#"{}[]",:\0e-. tn"#.utf8))
      default: document.swapAt(place, seed.number(below: document.count))
      }
    }
  }
}
