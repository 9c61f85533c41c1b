import Foundation

/// The time that a processor works for a thread, which other programs don't add to.
///
/// Tests of growth compare it with a multiple of what is needed: what takes a second in linear time
/// would take minutes in quadratic time. A limit of time on the clock fails on a busy machine.
///
/// ```swift
/// let (feed, seconds) = try ProcessorTime.measuring { try decoder.decode(Feed.self, from: json) }
/// #expect(seconds < 30)
/// ```
package enum ProcessorTime {
  /// Returns the result of a function, and the seconds that this thread worked for it.
  package static func measuring<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, seconds: Double) {
    let start = now
    let result = try body()
    return (result, now - start)
  }

  private static var now: Double {
    #if os(Windows) || os(WASI)
    return Double(clock()) / Double(CLOCKS_PER_SEC)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #endif
  }
}
