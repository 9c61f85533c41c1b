/// What a `StepCount` counts.
///
/// It is declared apart, so that tests call `counting` alike in debug and in release. It is no enum,
/// which would be `Hashable` in release, too.
package struct StepKind: Sendable {
  fileprivate let number: Int

  /// A step of a loop.
  package static var step: StepKind { StepKind(number: 0) }
  /// An element with a fast path that took the slow one.
  package static var slowElement: StepKind { StepKind(number: 1) }
  /// A value that began a call of its own, because a report is collected inside of a call.
  package static var innerCall: StepKind { StepKind(number: 2) }
}

#if DEBUG
/// A counter of work that a payload could multiply, for tests that compare its growth.
///
/// Times are noisy, and calls of the standard library can't be counted, so the loops of errors and
/// kept payloads count their steps. Only debug builds count.
///
/// ```swift
/// let count = StepCount()
/// StepCount.$current.withValue(count) { decode() }
/// #expect(count.steps < 10_000)
/// ```
package final class StepCount: Sendable {
  @TaskLocal package static var current: StepCount?

  private let counts = Lock([Int: Int]())

  package init() {}

  /// The number of steps.
  package var steps: Int { count(of: .step) }

  /// The number of what is of a kind.
  package func count(of kind: StepKind) -> Int { counts.withLock { $0[kind.number, default: 0] } }

  /// Adds to the counter of a test, if there is one.
  @inline(never) package static func add(_ count: Int = 1, _ kind: StepKind = .step) {
    current?.counts.withLock { $0[kind.number, default: 0] += count }
  }
}
#else
/// Counts nothing: only debug builds do, for tests.
package enum StepCount {
  @inlinable @inline(__always)
  package static func add(_ count: @autoclosure () -> Int = 1, _ kind: StepKind = .step) {}
}
#endif
