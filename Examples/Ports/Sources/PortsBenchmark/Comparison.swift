import Foundation
import Ports

/// The same work by hand and with Medley.
struct Comparison {
  private let byHand: DocumentType
  private let withMedley: DocumentType

  /// - Throws: If the versions don't decode to equal values, or encode different JSON.
  init(byHand: DocumentType, withMedley: DocumentType) throws {
    self.byHand = byHand
    self.withMedley = withMedley
    let expected = try byHand.decode(byHand.fixture, with: .jsonDecoder)
    for reader in Reader.allCases {
      for port in [byHand, withMedley] {
        let document = try port.decode(port.fixture, with: reader)
        var isEqual = document.outline == expected.outline
        for writer in Writer.allCases {
          let encoded = try Self.sorted(document.encoded(with: writer))
          isEqual = try isEqual && encoded == Self.sorted(expected.encoded(with: .jsonEncoder))
        }
        guard isEqual else { throw Failure(description: "\(port.name): the versions disagree") }
      }
    }
  }

  private static func sorted(_ json: Data?) throws -> Data? {
    try json.map {
      try JSONSerialization.data(
        withJSONObject: JSONSerialization.jsonObject(with: $0),
        options: .sortedKeys
      )
    }
  }

  /// The name of the client and of its documents.
  var name: String { byHand.name }

  /// Returns the speeds of decoding.
  func decodingSpeeds(rounds: Int) throws -> Speeds {
    try speeds(
      of: [
        decoding(byHand, with: .jsonDecoder), decoding(withMedley, with: .jsonDecoder),
        decoding(withMedley, with: .engine), decoding(byHand, with: .engine),
      ],
      rounds: rounds
    )
  }

  /// Returns the speeds of encoding; nil if the client only receives the document.
  func encodingSpeeds(rounds: Int) throws -> Speeds? {
    guard try document(byHand).encoded(with: .jsonEncoder) != nil else { return nil }
    return try speeds(
      of: [
        encoding(byHand, with: .jsonEncoder), encoding(withMedley, with: .jsonEncoder),
        encoding(withMedley, with: .engine), encoding(byHand, with: .engine),
      ],
      rounds: rounds
    )
  }

  /// Runs one way some times, for a profiler.
  func run(_ side: String, times: Int) throws {
    var ways = [
      "decoding, by hand, Foundation": decoding(byHand, with: .jsonDecoder),
      "decoding, Medley, Foundation": decoding(withMedley, with: .jsonDecoder),
      "decoding, by hand, engine": decoding(byHand, with: .engine),
      "decoding, Medley, engine": decoding(withMedley, with: .engine),
    ]
    if try document(byHand).encoded(with: .jsonEncoder) != nil {
      ways["encoding, by hand, Foundation"] = try encoding(byHand, with: .jsonEncoder)
      ways["encoding, Medley, Foundation"] = try encoding(withMedley, with: .jsonEncoder)
      ways["encoding, by hand, engine"] = try encoding(byHand, with: .engine)
      ways["encoding, Medley, engine"] = try encoding(withMedley, with: .engine)
    }
    for (name, way) in ways where name.contains(side) {
      for _ in 0..<times { try way() }
    }
  }

  /// Returns the speeds of four ways: by hand and with Medley on Foundation's coder, then with Medley
  /// and by hand on the engine.
  private func speeds(of ways: [() throws -> Void], rounds: Int) throws -> Speeds {
    var times = [[Double]](repeating: [], count: ways.count)
    for _ in 0..<rounds {
      // In turn, so that all have the same share of what else the machine does.
      for (index, way) in ways.enumerated() { times[index].append(try Self.time(way)) }
    }
    func ratio(_ base: Int, _ way: Int) -> Double {
      zip(times[base], times[way]).map { $0 / $1 }.sorted()[rounds / 2]
    }
    return Speeds(
      onFoundation: ratio(0, 1),
      onEngine: ratio(0, 2),
      byHandOnEngine: ratio(0, 3),
      besideByHandOnEngine: ratio(3, 2)
    )
  }

  private func decoding(_ port: DocumentType, with reader: Reader) -> () throws -> Void {
    { _ = try port.decode(port.fixture, with: reader) }
  }

  private func encoding(
    _ port: DocumentType,
    with writer: Writer
  ) throws -> () throws -> Void {
    let document = try document(port)
    return { _ = try document.encoded(with: writer) }
  }

  private func document(_ port: DocumentType) throws -> DecodedDocument {
    try port.decode(port.fixture, with: .jsonDecoder)
  }

  /// Returns the processor time of a call; at least 10 ms of calls are measured.
  private static func time(_ work: () throws -> Void) throws -> Double {
    var calls = 0
    let start = clock()
    var elapsed = 0.0
    while elapsed < 0.01 {
      for _ in 0..<10 { try work() }
      calls += 10
      elapsed = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    return elapsed / Double(calls)
  }
}
