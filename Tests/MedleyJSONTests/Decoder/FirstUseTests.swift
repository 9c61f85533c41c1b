import Foundation
import Medley
import MedleyBase
import MedleyJSON
import MedleyStreams
import Testing

/// The core recognises the decoder of MedleyJSON from the first one of a process.
///
/// Each test has a process of its own. The bytes of an unknown element are there only if the core
/// has recognised the decoder.
@Suite struct FirstUseTests {
  private enum Note: PolymorphicEnum {
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Note>("type")
  }

  /// A type that passes its decoder on to another one.
  private struct Passing: Decodable {
    let bytes: [UInt8]?

    init(from decoder: any Decoder) throws {
      guard case .unknown(let payload) = try Note(from: decoder) else { fatalError("It is one.") }
      bytes = payload.sourceBytes
    }
  }

  /// A type that keeps its decoder.
  private struct Keeping: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  /// A place where threads wait until there are enough of them.
  private final class Gate: Sendable {
    private let condition = NSCondition()
    private let missing: Lock<Int>

    init(_ count: Int) { missing = Lock(count) }

    func pass() {
      condition.lock()
      missing.withLock { $0 -= 1 }
      condition.broadcast()
      while missing.withLock({ $0 }) > 0 { condition.wait() }
      condition.unlock()
    }
  }

  // Made anew: the address sanitizer takes the memory of a `Data` in a static property for a leak.
  private static var note: Data { Data(#"{"type" : "NOTE", "size":1.50}"#.utf8) }

  /// Decodes with Medley's decoder and with another one, in the order of the list.
  private static func results(ofOwn list: [Bool]) throws -> [[UInt8]?] {
    try list.map { isOwn in
      isOwn
        ? try PolymorphicJSONDecoder().decode(Passing.self, from: note).bytes
        : try JSONDecoder().decode(Passing.self, from: note).bytes
    }
  }

  @Test func `in the first call`() async {
    await #expect(processExitsWith: .success) {
      let results = try Self.results(ofOwn: [true, false])
      #expect(results == [Array(Self.note), nil])
    }
  }

  @Test func `after a call of another decoder`() async {
    await #expect(processExitsWith: .success) {
      let results = try Self.results(ofOwn: [false, true, false])
      #expect(results == [nil, Array(Self.note), nil])
    }
  }

  @Test func `a decoder that is kept`() async {
    await #expect(processExitsWith: .success) {
      let keeping = try PolymorphicJSONDecoder().decode(Keeping.self, from: Self.note)
      let results = try Self.results(ofOwn: [false]) + [Passing(from: keeping.decoder).bytes]
      #expect(results == [nil, Array(Self.note)])
    }
  }

  @Test func `in a stream`() async {
    await #expect(processExitsWith: .success) {
      let feed = Self.note + Data("\n".utf8) + Self.note
      var elements = PolymorphicJSONDecoder().elements(of: Passing.self, in: [feed], as: .lines)
      var results: [[UInt8]?] = []
      while let element = try elements.next() { results.append(element.bytes) }
      #expect(results == [Array(Self.note), Array(Self.note)])
    }
  }

  @Test func `in the first calls of many threads`() async {
    await #expect(processExitsWith: .success) {
      let (start, end) = (Gate(16), Gate(17))
      let all = Lock<[[UInt8]?]>([])
      for index in 0..<16 {
        Thread.detachNewThread {
          start.pass()
          let bytes = (try? Self.results(ofOwn: [index.isMultiple(of: 4), true]))?[1]
          all.withLock { $0.append(bytes) }
          end.pass()
        }
      }
      end.pass()
      #expect(all.withLock { $0 } == Array(repeating: Array(Self.note), count: 16))
    }
  }
}
