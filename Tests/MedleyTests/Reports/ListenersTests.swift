import Medley
import Testing

/// Calls look for a receiver of issues only where there may be one.
///
/// Each test has a process of its own, since observers of other tests are there for good.
@Suite struct ListenersTests {
  @Test func `a report counts until nothing can read it`() async {
    await #expect(processExitsWith: .success) {
      #expect(!Listeners.exist)
      _ = DecodingReport.collecting {
        _ = DecodingReport.collecting { #expect(Listeners.exist) }
        #expect(Listeners.exist)
      }
      #expect(!Listeners.exist)
      _ = DecodingReport.collectingResult { #expect(Listeners.exist) }
      _ = await DecodingReport.collecting { await Task { #expect(Listeners.exist) }.value }
      #expect(throws: CancellationError.self) {
        try DecodingReport.collecting { throw CancellationError() }
      }
      // A task may free its values a moment after its result is there.
      while Listeners.exist { await Task.yield() }
    }
  }

  @Test func `the collector of a decoder and an observer count for good`() async {
    await #expect(processExitsWith: .success) {
      do {
        var userInfo: [CodingUserInfoKey: Any] = [:]
        _ = DecodingReport.Collector()
        #expect(!Listeners.exist)
        userInfo.report(to: DecodingReport.Collector())
      }
      #expect(Listeners.exist)
    }
    await #expect(processExitsWith: .success) {
      DecodingReport.observe { _ in }
      _ = DecodingReport.collecting {}
      #expect(Listeners.exist)
    }
  }
}
