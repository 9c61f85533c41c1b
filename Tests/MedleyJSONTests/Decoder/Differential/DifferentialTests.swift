import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Random types and documents, for which both decoders return the same value, or throw errors of
/// the same kind, type, key and path.
///
/// A failure prints the seed and the document.
@Suite(.onEachEngine) struct DifferentialTests {
  private static let rounds = Thoroughness.rounds(4_000)

  @Test(arguments: [("fitting", 0, false), ("misfitting", 12, false), ("damaged", 40, true)])
  func `decodes what JSONDecoder decodes, and throws what it throws`(
    _ name: String,
    _ misfits: Int,
    _ isDamaged: Bool
  ) {
    let decoder = Engine.current.decoder()
    var values = 0
    var faults = 0
    for round in 1...Self.rounds {
      var random = SeededRandom(seed: UInt64(round))
      let shape = Shape.generate(&random, depth: 4)
      let plan = ShapePlan(shape)
      var strategies = Strategies(&random)
      strategies.userInfo = [.shapes: plan]
      strategies.configure(decoder)
      let foundation = strategies.foundation()
      for padding in [Padding.none, .spaces] {
        var writer = DocumentWriter(random: SeededRandom(seed: random.next()), misfits: misfits)
        writer.write(shape)
        var document = Array(writer.text.utf8)
        if isDamaged { Damage.damage(&document, &random) }
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
    // Both kinds must occur, so that the test proves something.
    #expect(values > Self.rounds / 20)
    #expect(isDamaged || misfits > 0 ? faults > Self.rounds / 20 : true)
  }
}

/// Documents with a few changed bytes.
enum Damage {
  static func damage(_ document: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0...random.number(below: 2) {
      guard !document.isEmpty else { return }
      let place = random.number(below: document.count)
      switch random.number(below: 6) {
      case 0: document.remove(at: place)
      case 1: document[place] = UInt8.random(in: 0...255, using: &random)
      case 2: document.removeSubrange(place...)
      case 3: document.insert(random.pick(Array(#"{}[]",:\0e-. tn"#.utf8)), at: place)
      case 4: document[place] = random.pick(Array(#"{}[]",:\0e-. tn"#.utf8))
      default: document.swapAt(place, random.number(below: document.count))
      }
    }
  }
}
