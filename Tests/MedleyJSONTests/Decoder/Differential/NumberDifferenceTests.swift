import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Every spelling of a number as every type, by both decoders.
@Suite(.onEachEngine) struct NumberDifferenceTests {
  private struct Number: Decodable {
    @TaskLocal static var scalar = Scalar.int
    var trace: String

    init(from decoder: any Decoder) throws {
      trace = try decoder.singleValueContainer().show(Self.scalar)
    }
  }

  /// Fractions that no double holds: as an integer, they are that of the nearest double.
  private static let smallFractions = ["1e-400", "2e-324", "-1e-400", "1.0000000000000000001"]

  /// Fractions beyond 2^53, which `JSONDecoder` cuts off.
  private static let lostFractions = ["9007199254740993.5", "1234567890123456789.9"]

  private static let integers: Set<Scalar> = [
    .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64,
  ]

  @Test(arguments: Scalar.allCases)
  func `reads every number as JSONDecoder does`(_ scalar: Scalar) throws {
    let decoder = Engine.current.decoder()
    let foundation = JSONDecoder()
    for number in DocumentWriter.numbers + Self.smallFractions + Self.lostFractions {
      let document = Array("[\(number)]".utf8)
      let (engine, other) = Number.$scalar.withValue(scalar) {
        (
          Outcome { try decoder.decode([Number].self, from: document).map(\.trace).joined() },
          Outcome {
            try foundation.decode([Number].self, from: Data(document)).map(\.trace).joined()
          }
        )
      }
      if Self.lostFractions.contains(number), Self.integers.contains(scalar) {
        #expect(engine.failure?.kind == "dataCorrupted", "\(number)")
        #expect(engine.failure?.path == "Index 0#0", "\(number)")
        continue
      }
      let isDeliberate = DeliberateDifference.pathOfNumber.explains(
        engine,
        other,
        Pair(document: document)
      )
      #expect(engine == other || isDeliberate, "\(number) as \(scalar): \(engine); \(other)")
    }
  }
}
