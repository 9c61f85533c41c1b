import Medley
import MedleyJSON
import TestSupport
import Testing

/// The memory that a kept payload retains.
@Suite(.onEachEngine) struct DetachedTests {
  private let text = #"[{"n": 1}, {"n": 2}, "\#(String(repeating: "x", count: 10_000))"]"#

  private func payloads(_ decoder: any EngineDecoding) throws -> [UnknownPayload] {
    try decoder.decode([UnknownPayload].self, from: text)
  }

  @Test func `payloads of one document share its bytes until they are detached`() throws {
    let payloads = try payloads(Engine.current.decoder())
    let shared = try #require(payloads[0].sharedSource)
    #expect(payloads.allSatisfy { $0.sharedSource === shared })
    #expect(payloads[0].detached().sharedSource !== shared)
  }

  @Test func `a detached payload releases its document`() throws {
    let decoder = Engine.current.decoder()
    weak var document: AnyObject?
    var detached: UnknownPayload?
    var kept: UnknownPayload?
    do {
      let payloads = try payloads(decoder)
      document = payloads[0].sharedSource
      detached = payloads[0].detached()
      kept = payloads[1]
    }
    #expect(kept?.sourceBytes == Array(#"{"n": 2}"#.utf8))
    #expect(document != nil)
    kept = nil
    #expect(document == nil)
    #expect(detached?.sourceBytes == Array(#"{"n": 1}"#.utf8))
    #expect(try decoder.decode([UnknownPayload].self, from: text).count == 3)
    #expect(detached?.detached() == detached)
  }
}
