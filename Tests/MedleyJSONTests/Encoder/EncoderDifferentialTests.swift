import Foundation
import MedleyJSON
import TestSupport
import Testing

@Suite(.onEachEngine) struct EncoderDifferentialTests {
  /// The settings under which a value is encoded by both.
  private struct Settings {
    var format: JSONEncoder.OutputFormatting
    var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var data = JSONEncoder.DataEncodingStrategy.base64

    init(_ random: inout SeededRandom) {
      format = random.once(in: 2) ? [.sortedKeys] : [.sortedKeys, .prettyPrinted]
      if random.once(in: 2) { format.insert(.withoutEscapingSlashes) }
      switch random.number(below: 4) {
      case 0: keys = .convertToSnakeCase
      case 1:
        keys = .custom { path in
          // Not the whole path, in which `JSONEncoder` leaves out nested containers.
          let name = path.last?.stringValue ?? ""
          return AnyEncoderKey("\(path.last?.intValue ?? name.count).\(name)")
        }
      default: break
      }
      switch random.number(below: 5) {
      case 0: dates = .secondsSince1970
      case 1: dates = .millisecondsSince1970
      case 2: dates = .iso8601
      case 3:
        dates = .custom { date, encoder in
          var container = encoder.container(keyedBy: AnyEncoderKey.self)
          try container.encode(
            date.timeIntervalSinceReferenceDate,
            forKey: AnyEncoderKey("theSeconds")
          )
        }
      default: break
      }
      if random.once(in: 3) { data = .deferredToData }
    }

    func json() -> JSONEncoder {
      let encoder = JSONEncoder()
      encoder.outputFormatting = format
      encoder.keyEncodingStrategy = keys
      encoder.dateEncodingStrategy = dates
      encoder.dataEncodingStrategy = data
      return encoder
    }

    func engine() -> any EngineEncoding {
      let encoder = Engine.current.encoder()
      encoder.outputFormatting = format
      encoder.keyEncodingStrategy = keys
      encoder.dateEncodingStrategy = dates
      encoder.dataEncodingStrategy = data
      return encoder
    }
  }

  /// An error, without the keys of nested containers, which `JSONEncoder` leaves out of paths.
  private struct Failure: Equatable {
    let path: [String]
    let description: String

    init(_ error: any Error) throws {
      guard case EncodingError.invalidValue(_, let context) = error else { throw error }
      path = context.codingPath.map(\.stringValue).filter {
        !$0.hasPrefix("nested ") && !$0.hasPrefix("late ")
      }
      description = context.debugDescription
    }
  }

  private static let rounds =
    ProcessInfo.processInfo.environment["MEDLEY_ENCODER_ROUNDS"].flatMap { Int($0) }
    ?? (Thoroughness.isFull ? 1_000_000 : 1000)

  @Test func `writes the bytes of JSONEncoder`() throws {
    var differing = 0
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededRandom(seed: seed)
      let settings = Settings(&random)
      let node = EncoderNode(&random, depth: 1 + random.number(below: 4))
      let expected = Result { try settings.json().encode(node) }
      let found = Result { try settings.engine().encode(node) }
      switch (expected, found) {
      case (.success(let expected), .success(let found)):
        if expected != found { differing += 1 }
        if expected != found, differing < 4 {
          Issue.record(
            """
            seed \(seed):
            \(String(decoding: expected, as: UTF8.self))
            \(String(decoding: found, as: UTF8.self))
            """
          )
        }
      case (.failure(let expected), .failure(let found)):
        let (expected, found) = try (Failure(expected), Failure(found))
        #expect(expected == found, "seed \(seed)")
      default: Issue.record("seed \(seed): \(expected) \(found)")
      }
    }
    #expect(differing == 0)
  }
}
