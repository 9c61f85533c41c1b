import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// A writer trapped at an element after the end of its feed.
@Suite struct FinishedFeedTests {
  @Test(
    arguments: [
      .array, .array(at: "a"), .lines, .textSequence, .serverSentEvents(until: "end"),
    ] as [FeedFormat]
  )
  func `an element after the end is refused`(_ format: FeedFormat) throws {
    var bytes: [UInt8] = []
    var writer = FeedWriter(format, using: PolymorphicJSONEncoder()) { bytes += $0 }
    try writer.write(1)
    try writer.finish()
    let whole = bytes
    let error = try #require(throws: EncodingError.self) { try writer.write(2) }
    #expect(error.details?.debugDescription == "The feed is finished.")
    #expect(throws: EncodingError.self) { try writer.write(2, type: "a") }
    try writer.finish()
    #expect(bytes == whole)
    #expect(writer.count == 1)
  }
}
